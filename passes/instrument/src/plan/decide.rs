//! Decides access by access, block by block.

use super::budget::Rule;
use super::covered::Covered;
use super::{Budget, Decision, Proof, Question};
use sanecc_analysis::{Extent as ObjectExtent, Object, ScopeCursor, object_of};
use sanecc_ir::{Access, AccessId, Extent, Id, Op, Place};

/// One decision for each access of the function.
pub(super) fn decide(question: &Question<'_>, budget: &mut Budget) -> Vec<Decision> {
    let function = question.function;
    let unchecked = Decision::Checked {
        bounds: None,
        shadow: true,
    };
    let mut decisions = vec![unchecked; function.accesses.len()];
    // Accesses stand in the order of instructions, so one pointer walks along.
    let mut next = function.accesses.iter().peekable();
    for (block_id, block) in function.blocks.iter() {
        let mut scopes = question.facts.scopes.cursor(block_id);
        let mut covered = Covered::default();
        for &instruction in &block.instructions {
            while let Some((id, access)) = next.next_if(|(_, a)| a.instruction == instruction) {
                let place = function.resolve(access.pointer);
                let decision = one(question, budget, &scopes, &covered, access, &place);
                decisions[id.index()] = decision;
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
    decisions
}

fn one(
    question: &Question<'_>,
    budget: &mut Budget,
    scopes: &ScopeCursor<'_>,
    covered: &Covered,
    access: &Access,
    place: &Place,
) -> Decision {
    let masked = matches!(access.extent, Extent::Masked { .. });
    let object = object_of(question.module, question.function, place.base).filter(|_| !masked);
    if access.by_library {
        return Decision::Checked {
            bounds: object,
            shadow: false,
        };
    }
    let lives = object.is_some_and(|object| certainly_lives(question, scopes, object));
    if let Some(object) = object
        && lives
        && let Some(proof) = in_bounds(object, access, place)
        && budget.allows(Rule::InBounds)
    {
        return Decision::Removed(proof);
    }
    if let Some(by) = covered.by(access, place)
        && budget.allows(Rule::Covered)
    {
        return Decision::Removed(Proof::Covered { by });
    }
    let bounds_suffice = lives
        && object.is_some_and(|object| is_private(question, place, object))
        && budget.allows(Rule::BoundsOnly);
    Decision::Checked {
        bounds: object,
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
