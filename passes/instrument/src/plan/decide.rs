//! Decides access by access, block by block: asks why each stays in its object ([`super::spatial`]) and why that lives
//! ([`super::life`]), and chooses the least check that is left.

use super::Question;
use super::budget::{Budget, Rule};
use super::covered::{self, Covered, Merged};
use super::decision::{Check, Decision};
use super::life::{self, Life, MayBeDead};
use super::poison;
use super::proof::{Assumption, Proof, Region, Within};
use super::spatial::{Beyond, Spatial, object_of_access};
use sanecc_analysis::symbolic::Behind;
use sanecc_analysis::{MadeBy, Object, OwnBlocks, OwnBlocksCursor, ScopeCursor};
use sanecc_ir::{Access, AccessId, BlockId, Id, Place, ValueId, mutated};

/// One access and what is known where it stands.
pub(super) struct At<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) id: AccessId,
    pub(super) access: &'a Access,
    /// The pointer, followed back to its root.
    pub(super) place: &'a Place,
    /// What the root points to.
    pub(super) object: Option<Object>,
    /// All that the pointer may point into; none where that is not known.
    pub(super) objects: &'a [Object],
    /// The same where callers passed some of them, which live.
    pub(super) behind: Option<&'a Behind>,
    pub(super) block: BlockId,
    pub(super) scopes: &'a ScopeCursor<'a>,
    pub(super) own: &'a OwnBlocksCursor<'a>,
    pub(super) covered: &'a Covered<'a>,
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
    let _span = tracing::debug_span!("decide").entered();
    let function = question.function;
    let mut decisions = Vec::with_capacity(function.accesses.len());
    let spatial = Spatial::of(question, budget);
    let own = own_blocks(question, budget);
    let available = covered::available(question, budget);
    let mut merged = Vec::new();
    // Accesses stand in the order of instructions, so one pointer walks along.
    let mut next = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        let mut scopes = question.facts.scopes.cursor(block);
        let mut own = own.cursor(block);
        let mut covered = Covered::new(&available, block);
        for &instruction in &content.instructions {
            while let Some((id, access)) = next.next_if(|(_, a)| a.instruction == instruction) {
                let place = function.resolve(access.pointer);
                let object = object_of_access(question, access, &place);
                let at = At {
                    question,
                    id,
                    access,
                    place: &place,
                    object,
                    objects: object
                        .as_ref()
                        .map_or_else(|| spatial.objects(&place), std::slice::from_ref),
                    behind: spatial.passed(&place),
                    block,
                    scopes: &scopes,
                    own: &own,
                    covered: &covered,
                };
                let decision = choose(&at, &spatial, budget, &mut merged);
                covered.make(id);
                debug_assert_eq!(id.index(), decisions.len());
                decisions.push(decision);
            }
            scopes.pass(function, instruction);
            own.pass(instruction);
            covered.pass(function, instruction);
        }
    }
    covered::name_checks(function, &available, merged, &mut decisions);
    let withdrawn = spatial.withdrawn(question, &decisions);
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
        question
            .whole
            .effects()
            .may_end_block(question.id, allocation, call)
    })
}

/// The least check that the proofs leave over.
fn choose(
    at: &At<'_>,
    spatial: &Spatial<'_>,
    budget: &mut Budget,
    merged: &mut Vec<Merged>,
) -> Decision {
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
    if at.covered.has(at.id) && budget.allows(Rule::Covered) {
        merged.push(Merged {
            access: at.id,
            block: at.block,
            check: Check {
                bounds: at.object.filter(|_| within.is_err()),
                shadow: true,
                within,
                life,
            },
        });
        return Decision::Removed(covered(at));
    }
    if is_untainted(at, life.is_ok()) && budget.allows(Rule::Untainted) {
        return Decision::Removed(untainted(at, life));
    }
    let within = within.and_then(|within| {
        let allowed = budget.allows(within.rule);
        allowed.then_some(within).ok_or(Beyond::SwitchedOff)
    });
    let bounds = at.object.filter(|_| within.is_err());
    let is_private =
        bounds.is_some_and(|object| life::is_private(at, object)) || mutated("bounds-only/private");
    let bounds_suffice = is_private
        && (life.is_ok() || mutated("bounds-only/lives"))
        && budget.allows(Rule::BoundsOnly);
    let life = match life {
        // Why the shadow is asked all the same.
        Ok(_) if bounds.is_some() && !is_private => Err(MayBeDead::PoisonedElsewhere),
        _ => life,
    };
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

/// The proof of an access whose bytes were checked before; the checks are named when all are known.
fn covered(at: &At<'_>) -> Proof {
    Proof {
        within: Within {
            rule: Rule::Covered,
            object: at.object,
            region: Region::CheckedBy(MadeBy::default()),
        },
        life: Life::CheckedBefore,
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
