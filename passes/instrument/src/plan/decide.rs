//! Decides access by access, block by block: asks why each stays in its object ([`super::spatial`]) and why that lives
//! ([`super::life`]), and chooses the least check that is left.

use super::Question;
use super::budget::{Budget, Rule};
use super::covered::Covered;
use super::decision::{Check, Decision};
use super::life::{self, Life, MayBeDead};
use super::poison;
use super::proof::{Assumption, Proof, Region, Within};
use super::spatial::{Beyond, Spatial, object_of_access};
use sanecc_analysis::{Object, OwnBlocks, OwnBlocksCursor, ScopeCursor};
use sanecc_ir::{Access, AccessId, BlockId, Id, Place, ValueId};

/// One access and what is known where it stands.
pub(super) struct At<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) access: &'a Access,
    /// The pointer, followed back to its root.
    pub(super) place: &'a Place,
    /// What the root points to.
    pub(super) object: Option<Object>,
    /// All that the pointer may point into; none where that is not known.
    pub(super) objects: &'a [Object],
    pub(super) block: BlockId,
    pub(super) scopes: &'a ScopeCursor<'a>,
    pub(super) own: &'a OwnBlocksCursor<'a>,
    pub(super) covered: &'a Covered,
}

/// What is decided of a function.
pub(super) struct Decided {
    /// One for each access; index = access.
    pub(super) decisions: Vec<Decision>,
    /// Instructions that lose their promises, because proofs need it.
    pub(super) withdrawn: Vec<ValueId>,
}

/// Decides for each access of the function.
pub(super) fn decide(question: &Question<'_>, budget: &mut Budget) -> Decided {
    let function = question.function;
    let mut decisions = Vec::with_capacity(function.accesses.len());
    let spatial = Spatial::of(question, budget);
    let own = own_blocks(question, budget);
    // Accesses stand in the order of instructions, so one pointer walks along.
    let mut next = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        let mut scopes = question.facts.scopes.cursor(block);
        let mut own = own.cursor(block);
        let mut covered = Covered::default();
        for &instruction in &content.instructions {
            while let Some((id, access)) = next.next_if(|(_, a)| a.instruction == instruction) {
                let place = function.resolve(access.pointer);
                let object = object_of_access(question, access, &place);
                let at = At {
                    question,
                    access,
                    place: &place,
                    object,
                    objects: object
                        .as_ref()
                        .map_or_else(|| spatial.objects(&place), std::slice::from_ref),
                    block,
                    scopes: &scopes,
                    own: &own,
                    covered: &covered,
                };
                let decision = choose(&at, &spatial, budget);
                // What a library function asks of the shadow is an option's choice.
                if !access.by_library {
                    remember(&mut covered, id, access, place, &decision);
                }
                debug_assert_eq!(id.index(), decisions.len());
                decisions.push(decision);
            }
            scopes.pass(function, instruction);
            own.pass(instruction);
            if let Some(op) = function.op(instruction) {
                covered.pass(instruction, op);
            }
        }
    }
    let withdrawn = spatial.withdrawn(&decisions);
    Decided {
        decisions,
        withdrawn,
    }
}

/// The heap blocks of the function, if anybody may ask for them.
fn own_blocks(question: &Question<'_>, budget: &Budget) -> OwnBlocks {
    if !budget.asks_for(Rule::OwnBlock) {
        return OwnBlocks::default();
    }
    let uses = &question.facts.uses;
    OwnBlocks::of(question.function, uses, &|allocation, call| {
        (question.may_end_block)(question.id, allocation, call)
    })
}

/// The least check that the proofs leave over.
fn choose(at: &At<'_>, spatial: &Spatial<'_>, budget: &mut Budget) -> Decision {
    if at.access.by_library {
        return Decision::Checked(Check {
            bounds: at.object,
            shadow: false,
            within: Err(Beyond::ByLibrary),
            life: Err(MayBeDead::ByLibrary),
        });
    }
    let within = spatial.prove(at, budget);
    let life = life::lives(at, budget).and_then(|life| match &within {
        Ok(within) if poison::is_looked_for(at, within) => Err(MayBeDead::PoisonedElsewhere),
        Ok(_) | Err(_) => Ok(life),
    });
    if let (Ok(within), Ok(life)) = (&within, life)
        && budget.allows(within.rule)
        && life.rule().is_none_or(|rule| budget.allows(rule))
    {
        return Decision::Removed(proof(at, within.clone(), life));
    }
    if let Some(by) = at.covered.by(at.access, at.place)
        && budget.allows(Rule::Covered)
    {
        return Decision::Removed(covered(at, by));
    }
    if is_untainted(at, life.is_ok()) && budget.allows(Rule::Untainted) {
        return Decision::Removed(untainted(at, life));
    }
    let within = within.and_then(|within| {
        let allowed = budget.allows(within.rule);
        allowed.then_some(within).ok_or(Beyond::SwitchedOff)
    });
    let bounds = at.object.filter(|_| within.is_err());
    let bounds_suffice = bounds.is_some_and(|object| life.is_ok() && life::is_private(at, object))
        && budget.allows(Rule::BoundsOnly);
    Decision::Checked(Check {
        bounds,
        shadow: !bounds_suffice,
        within,
        life,
    })
}

/// The proof of an access that stays in an object that lives.
fn proof(at: &At<'_>, within: Within, life: Life) -> Proof {
    let seen = |object| life::is_private(at, object);
    let assumptions = if within.object.is_some_and(seen) {
        Vec::new()
    } else {
        vec![Assumption::NotPoisonedElsewhere]
    };
    Proof {
        within,
        life,
        assumptions,
    }
}

/// The proof of an access whose bytes were checked before.
fn covered(at: &At<'_>, by: AccessId) -> Proof {
    Proof {
        within: Within {
            rule: Rule::Covered,
            object: at.object,
            region: Region::CheckedBy(by),
        },
        life: Life::CheckedBefore(by),
        assumptions: vec![Assumption::ChecksEndProgram],
    }
}

/// Whether outside data cannot influence the access, nor what is freed, if it is not known that the object lives.
fn is_untainted(at: &At<'_>, lives: bool) -> bool {
    let Question { id, taint, .. } = *at.question;
    taint.is_some_and(|taint| !taint.touches(id, at.block, at.access, lives))
}

/// What stands for the proof of an access that outside data do not influence.
fn untainted(at: &At<'_>, life: Result<Life, MayBeDead>) -> Proof {
    Proof {
        within: Within {
            rule: Rule::Untainted,
            object: at.object,
            region: Region::Untainted,
        },
        life: life.unwrap_or(Life::Untainted),
        assumptions: vec![Assumption::GoodWithoutOutsideData],
    }
}

fn remember(
    covered: &mut Covered,
    id: AccessId,
    access: &Access,
    place: Place,
    decision: &Decision,
) {
    match decision {
        // An offset comparison alone says nothing of life, but it is chosen only where the object certainly lives.
        Decision::Checked(_) => covered.add(id, access, place),
        // What covered this one covers on; an access proved in bounds needs no memory.
        Decision::Removed(_) => {}
    }
}
