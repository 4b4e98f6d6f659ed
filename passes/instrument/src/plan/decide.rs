//! Decides access by access, block by block.
//!
//! An offset that provably stays in its object (`in-range`) needs no comparison; where the object certainly lives, the
//! access needs no check at all.

use super::budget::Rule;
use super::covered::Covered;
use super::{Budget, Decision, Proof, Question};
use rustc_hash::FxHashMap;
use sanecc_analysis::symbolic::{RangeProof, Ranges, roots_of_access};
use sanecc_analysis::{Extent as ObjectExtent, Object, ScopeCursor, object_of};
use sanecc_ir::{Access, AccessId, Extent, Id, Op, Place};

/// The decisions about a function, and why accesses stay in their objects where that needed ranges.
pub(super) struct Decided {
    /// One for each access; index = access.
    pub(super) decisions: Vec<Decision>,
    /// Proofs of removed checks, and of offsets that need no comparison.
    pub(super) in_range: FxHashMap<AccessId, RangeProof>,
}

/// Decides for each access of the function.
pub(super) fn decide(question: &Question<'_>, budget: &mut Budget) -> Decided {
    let function = question.function;
    let unchecked = Decision::Checked {
        bounds: None,
        shadow: true,
    };
    let mut decided = Decided {
        decisions: vec![unchecked; function.accesses.len()],
        in_range: FxHashMap::default(),
    };
    let mut ranges = budget
        .asks_for(Rule::InRange)
        .then(|| ranges(question))
        .flatten();
    // Accesses stand in the order of instructions, so one pointer walks along.
    let mut next = function.accesses.iter().peekable();
    for (block_id, block) in function.blocks.iter() {
        let mut scopes = question.facts.scopes.cursor(block_id);
        let mut covered = Covered::default();
        for &instruction in &block.instructions {
            while let Some((id, access)) = next.next_if(|(_, a)| a.instruction == instruction) {
                let place = function.resolve(access.pointer);
                let object = object_of_access(question, access, &place);
                let proof = object
                    .zip(ranges.as_mut())
                    .filter(|(object, _)| needs_ranges(*object, access, &place))
                    .and_then(|(object, ranges)| {
                        ranges.stays_within(object, access, &place, block_id)
                    })
                    .filter(|_| budget.allows(Rule::InRange));
                let at = At {
                    scopes: &scopes,
                    covered: &covered,
                    access,
                    place: &place,
                    object,
                    in_range: proof.is_some(),
                };
                let decision = one(question, budget, &at);
                decided.decisions[id.index()] = decision;
                decided.in_range.extend(proof.map(|proof| (id, proof)));
                // What a library function asks of the shadow is an option's choice.
                if !access.by_library {
                    remember(&mut covered, id, access, place, decision);
                }
            }
            scopes.pass(function, instruction);
            if let Some(op) = function.op(instruction) {
                covered.pass(op);
            }
        }
    }
    decided
}

/// One access and what is known where it stands.
struct At<'a> {
    scopes: &'a ScopeCursor<'a>,
    covered: &'a Covered,
    access: &'a Access,
    place: &'a Place,
    object: Option<Object>,
    /// It stays in the object, as far as offsets go.
    in_range: bool,
}

fn object_of_access(question: &Question<'_>, access: &Access, place: &Place) -> Option<Object> {
    let masked = matches!(access.extent, Extent::Masked { .. });
    object_of(question.module, question.function, place.base).filter(|_| !masked)
}

/// Whether offset, length or size are no constants. What a library function touches is compared in any case.
fn needs_ranges(object: Object, access: &Access, place: &Place) -> bool {
    let constant = place.is_constant()
        && matches!(object.extent(), ObjectExtent::Bytes(_))
        && matches!(access.extent, Extent::Bytes(_));
    !(constant || access.by_library)
}

/// The ranges that the function's accesses depend on, if any do.
fn ranges<'q>(question: &Question<'q>) -> Option<Ranges<'q>> {
    let function = question.function;
    let mut roots = Vec::new();
    let mut asked = false;
    for (_, access) in function.accesses.iter() {
        let place = function.resolve(access.pointer);
        if let Some(object) = object_of_access(question, access, &place)
            && needs_ranges(object, access, &place)
        {
            roots.extend(roots_of_access(function, object, access, &place));
            asked = true;
        }
    }
    asked
        .then(|| Ranges::of(function, &question.facts.uses, roots))
        .flatten()
}

fn one(question: &Question<'_>, budget: &mut Budget, at: &At<'_>) -> Decision {
    let &At {
        access,
        place,
        object,
        ..
    } = at;
    if access.by_library {
        return Decision::Checked {
            bounds: object,
            shadow: false,
        };
    }
    let lives = object.is_some_and(|object| certainly_lives(question, at.scopes, object));
    if let Some(object) = object
        && lives
        && (!question.poisons_by_hand || is_private(question, place, object))
    {
        if let Some(proof) = in_bounds(object, access, place)
            && budget.allows(Rule::InBounds)
        {
            return Decision::Removed(proof);
        }
        if at.in_range {
            return Decision::Removed(Proof::InRange { object });
        }
    }
    if let Some(by) = at.covered.by(access, place)
        && budget.allows(Rule::Covered)
    {
        return Decision::Removed(Proof::Covered { by });
    }
    let bounds_suffice = lives
        && object.is_some_and(|object| is_private(question, place, object))
        && budget.allows(Rule::BoundsOnly);
    Decision::Checked {
        bounds: object.filter(|_| !at.in_range),
        shadow: !bounds_suffice,
    }
}

/// Whether the object is alive at this place on every path. Globals are, unless they wait for a constructor; objects of the
/// fixed frame while their scope is open; dynamic ones may have been given back with the stack pointer; of a heap block nobody knows.
fn certainly_lives(question: &Question<'_>, scopes: &ScopeCursor<'_>, object: Object) -> bool {
    match object {
        Object::Stack { alloca, .. } => {
            let fixed = matches!(
                question.function.op(alloca),
                Some(Op::Alloca { fixed: true, .. })
            );
            fixed && scopes.is_open(alloca)
        }
        Object::Parameter { .. } => true,
        Object::Global { global, .. } => !question.dynamic_globals.contains(&global),
        Object::Heap { .. } => false,
    }
}

/// Whether only accesses that we see reach the object, so that the program cannot have poisoned it by hand.
fn is_private(question: &Question<'_>, place: &Place, object: Object) -> bool {
    match object {
        Object::Stack { .. } | Object::Parameter { .. } => {
            !question.facts.captured.is_captured(place.base)
        }
        Object::Global { global, .. } => !question.captured_globals.contains(&global),
        Object::Heap { .. } => false,
    }
}

/// A constant offset with room for the whole access.
fn in_bounds(object: Object, access: &Access, place: &Place) -> Option<Proof> {
    let ObjectExtent::Bytes(size) = object.extent() else {
        return None;
    };
    let Extent::Bytes(bytes) = access.extent else {
        return None;
    };
    if !place.is_constant() {
        return None;
    }
    let offset = u64::try_from(place.offset).ok()?;
    let end = offset.checked_add(bytes)?;
    (end <= size).then_some(Proof::InBounds {
        object,
        offset,
        bytes,
    })
}

fn remember(
    covered: &mut Covered,
    id: AccessId,
    access: &Access,
    place: Place,
    decision: Decision,
) {
    match decision {
        // An offset comparison alone says nothing of life, but it is chosen only where the object certainly lives.
        Decision::Checked { .. } => covered.add(id, access, place),
        // What covered this one covers on; an access proved in bounds needs no memory.
        Decision::Removed(_) => {}
    }
}
