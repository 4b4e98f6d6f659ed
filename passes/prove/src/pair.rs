//! Do two pointers point into one object?
//!
//! Claims: where [`prove`] yields a [`PairProof`], both pointers point into the object behind one root, or directly behind its end, in every execution that reaches the
//! instruction. Nothing is said about the object's life, which [`lives`] proves: that no code has ended it or poisoned its bytes up to there.
//!
//! Each pointer is asked about as an access of no bytes. Gives up where the pointers have two roots, though both may be of one object, and where the root may be null.

use crate::environment::PromiseSet;
use crate::solved::Solved;
use crate::temporal::Alive;
use crate::{Region, Rule, TemporalFailure, TemporalProof};
use sanecc_analysis::symbolic::Unproved;
use sanecc_analysis::{Extent as ObjectExtent, Object};
use sanecc_ir::{Address, Op, ValueId};

/// Why two pointers point into one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairProof {
    /// The object, if the function sees one.
    pub object: Option<Object>,
    /// Where each points to, as an access of no bytes.
    pub regions: [Region; 2],
    /// Why the object is alive, if that was asked.
    pub life: Option<TemporalProof>,
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairFailure {
    /// The function does not see that both have one root.
    TwoRoots,
    /// The pointers may be null.
    Null,
    /// The first (0) or second (1) may have left the object.
    Outside(usize, Unproved),
    /// The range analysis gave up on the function, or the rules that could prove it are off.
    GaveUp,
}

impl PairProof {
    /// The rule that proved it.
    pub fn rule(&self) -> Rule {
        match self.regions.iter().any(Region::is_symbolic) {
            true => Rule::InRange,
            false => Rule::InBounds,
        }
    }

    /// Where the object lies uses no promise: where a pointer may be null, there is no proof.
    pub(crate) fn rests_on(&self) -> PromiseSet {
        self.life
            .map_or_else(PromiseSet::default, TemporalProof::rests_on)
    }
}

/// A proof for the pair with this number.
pub(crate) fn prove(solved: &Solved<'_>, number: usize) -> Result<PairProof, PairFailure> {
    let context = solved.context;
    let rules = &context.options().rules;
    let pair = &context.function.pairs[number];
    let places = pair.pointers.map(|one| context.function.resolve(one));
    let object = context.object_of(places[0].base);
    if places[0].base == places[1].base
        && rules.enables(Rule::InBounds)
        && let Some(regions) = object.and_then(|object| constants(object, &places))
    {
        return Ok(PairProof {
            object,
            regions,
            life: None,
        });
    }
    let ranges = solved.spatial.ranges().ok_or(PairFailure::GaveUp)?;
    let block = context.analyses.block_of(pair.instruction);
    let block = block.ok_or(PairFailure::GaveUp)?;
    let roots = places.each_ref().map(|p| ranges.regions().root(p.base));
    let [Some(root), Some(other)] = roots else {
        return Err(PairFailure::TwoRoots);
    };
    if root != other {
        return Err(PairFailure::TwoRoots);
    }
    if ranges.regions().may_be_null(root) {
        return Err(PairFailure::Null);
    }
    let region = |at: usize| {
        let proof = ranges.region(&pair.nothing_at(at), &places[at], block);
        let proof = proof.map_err(|why| PairFailure::Outside(at, why))?;
        Ok(Region::Symbolic(Box::new(proof)))
    };
    let regions = [region(0)?, region(1)?];
    let object = match *ranges.regions().objects(root) {
        [one] => Some(one),
        _ => None,
    };
    Ok(PairProof {
        object,
        regions,
        life: None,
    })
}

/// Why the object of a proved pair is alive where its pointers are compared, and not poisoned by this module. Gives up on objects of the heap and of callers.
pub(crate) fn lives(
    solved: &Solved<'_>,
    number: usize,
    proof: &PairProof,
) -> Result<Alive, TemporalFailure> {
    let context = solved.context;
    let unknown = TemporalFailure::UnknownObject { since: None };
    let object = proof.object.ok_or(unknown)?;
    let reason = match object {
        Object::Stack { alloca, .. } => {
            let at = context.function.pairs[number].instruction;
            on_stack(solved, alloca, at)?
        }
        Object::Dynamic { .. } => return Err(TemporalFailure::StackRestored),
        Object::Parameter { .. } => TemporalProof::Copy,
        Object::Global { global, .. } if context.whole.dynamic_globals.contains(&global) => {
            return Err(TemporalFailure::AwaitsConstructor);
        }
        Object::Global { .. } => TemporalProof::Static,
        Object::Heap { .. } | Object::Argument { .. } => {
            return Err(TemporalFailure::Heap { since: None });
        }
    };
    if context.whole.poisons_by_hand && !context.whole.is_private(context.id, object) {
        return Err(TemporalFailure::PoisonedByHand);
    }
    let alive = Alive::by(reason);
    match context.environment().lacks(alive.promises) {
        Some(promise) => Err(TemporalFailure::Environment(promise)),
        None => Ok(alive),
    }
}

/// Objects of the fixed frame live while their scope is open.
fn on_stack(
    solved: &Solved<'_>,
    alloca: ValueId,
    at: ValueId,
) -> Result<TemporalProof, TemporalFailure> {
    let context = solved.context;
    let function = context.function;
    if !matches!(function.op(alloca), Some(Op::Alloca { fixed: true, .. })) {
        return Err(TemporalFailure::StackRestored);
    }
    let scopes = context.analyses.scopes();
    if !scopes.is_marked(alloca) {
        return Ok(TemporalProof::Frame);
    }
    let closed = TemporalFailure::ScopeClosed;
    let block = context.analyses.block_of(at).ok_or(closed)?;
    let mut cursor = scopes.cursor(block);
    let before = function.blocks[block].instructions.iter();
    for &instruction in before.take_while(|instruction| **instruction != at) {
        cursor.pass(function, instruction);
    }
    match cursor.is_open(alloca) {
        true => Ok(TemporalProof::ScopeOpen),
        false => Err(closed),
    }
}

/// The places in an object of constant size, if both are constant and in it.
fn constants(object: Object, places: &[Address; 2]) -> Option<[Region; 2]> {
    let ObjectExtent::Bytes(size) = object.extent() else {
        return None;
    };
    let region = |place: &Address| {
        let offset = u64::try_from(place.offset).ok()?;
        (place.is_constant() && offset <= size).then_some(Region::Constant {
            offset,
            bytes: 0,
            size,
        })
    };
    Some([region(&places[0])?, region(&places[1])?])
}
