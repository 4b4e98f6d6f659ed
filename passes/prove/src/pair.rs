//! Do two pointers point into one object?
//!
//! Claims: where [`prove`] yields a [`PairProof`], both pointers point into the object behind one root, or directly behind its end, in every execution that reaches the
//! instruction. Nothing is said about the object's life.
//!
//! Each pointer is asked about as an access of no bytes. Gives up where the pointers have two roots, though both may be of one object, and where the root may be null.

use crate::environment::PromiseSet;
use crate::solved::Solved;
use crate::{Region, Rule};
use sanecc_analysis::symbolic::Unproved;
use sanecc_analysis::{Extent as ObjectExtent, Object};
use sanecc_ir::{Access, AccessKind, Address, Extent};

/// Why two pointers point into one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairProof {
    /// The object, if the function sees one.
    pub object: Option<Object>,
    /// Where each points to, as an access of no bytes.
    pub regions: [Region; 2],
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

    /// It uses no promise: where a pointer may be null, there is no proof.
    pub(crate) fn rests_on(&self) -> PromiseSet {
        PromiseSet::default()
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
        return Ok(PairProof { object, regions });
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
        let nothing = Access {
            instruction: pair.instruction,
            pointer: pair.pointers[at],
            extent: Extent::Bytes(0),
            align: 1,
            kind: AccessKind::Read,
            atomic: false,
            bulk: false,
            by_library: false,
        };
        let proof = ranges.region(&nothing, &places[at], block);
        let proof = proof.map_err(|why| PairFailure::Outside(at, why))?;
        Ok(Region::Symbolic(Box::new(proof)))
    };
    let regions = [region(0)?, region(1)?];
    let object = match *ranges.regions().objects(root) {
        [one] => Some(one),
        _ => None,
    };
    Ok(PairProof { object, regions })
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
