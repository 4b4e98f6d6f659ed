//! Decides for each access, block by block: takes the spatial proof ([`super::spatial`]) and the temporal proof ([`super::temporal`]), and chooses the smallest check
//! that is left.

use super::Rule;
use super::budget::Budget;
use super::decision::{Check, Decision};
use super::poison;
use super::proof::{Assumption, Proof, SpatialProof};
use super::redundant::{self, Candidate, RedundantChecks};
use super::spatial::{Spatial, SpatialFailure, object_of_access};
use super::temporal::{self, TemporalFailure, TemporalProof};
use super::{FunctionContext, FunctionPlan, Switch};
use sanecc_analysis::symbolic::PointeeSet;
use sanecc_analysis::{NonEscapingAllocations, NonEscapingCursor, Object, ScopeCursor};
use sanecc_ir::{Access, AccessId, Address, BlockId, Id, mutant};

/// An access in its context.
pub(super) struct AccessContext<'a> {
    pub(super) context: &'a FunctionContext<'a>,
    pub(super) id: AccessId,
    pub(super) access: &'a Access,
    /// The pointer, resolved to its root.
    pub(super) place: &'a Address,
    /// The object at the root, if the function sees it.
    pub(super) object: Option<Object>,
    /// All objects that the pointer may point into; empty if unknown.
    pub(super) objects: &'a [Object],
    /// The same where callers own some of them.
    pub(super) pointees: Option<&'a PointeeSet>,
    pub(super) block: BlockId,
    pub(super) scopes: &'a ScopeCursor<'a>,
    pub(super) own: &'a NonEscapingCursor<'a>,
    pub(super) redundant: &'a RedundantChecks<'a>,
}

/// Decides for all accesses of the function.
pub(super) fn decide(context: &FunctionContext<'_>, budget: &mut Budget) -> FunctionPlan {
    let _span = tracing::debug_span!("decide").entered();
    let function = context.function;
    let mut decisions = Vec::with_capacity(function.accesses.len());
    let spatial = Spatial::of(context, budget);
    let own = non_escaping(context, budget);
    let available = redundant::available(context, budget);
    let mut candidates = Vec::new();
    // Accesses are in the order of instructions.
    let mut next = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        let mut scopes = context.analyses.scopes().cursor(block);
        let mut own = own.cursor(block);
        let mut redundant = RedundantChecks::new(&available, block);
        for &instruction in &content.instructions {
            while let Some((id, access)) = next.next_if(|(_, a)| a.instruction == instruction) {
                let place = function.resolve(access.pointer);
                let object = object_of_access(context, access, &place);
                let at = AccessContext {
                    context,
                    id,
                    access,
                    place: &place,
                    object,
                    objects: object
                        .as_ref()
                        .map_or_else(|| spatial.objects(&place), std::slice::from_ref),
                    pointees: spatial.caller_pointees(&place),
                    block,
                    scopes: &scopes,
                    own: &own,
                    redundant: &redundant,
                };
                let decision = choose(&at, &spatial, budget, &mut candidates);
                redundant.make(id);
                debug_assert_eq!(id.index(), decisions.len());
                decisions.push(decision);
            }
            scopes.pass(function, instruction);
            own.pass(function, instruction);
            redundant.pass(function, instruction);
        }
    }
    redundant::remove(function, &available, candidates, &mut decisions);
    let dropped_flags = spatial.dropped_flags(context, &decisions);
    FunctionPlan {
        decisions,
        dropped_flags,
        ..FunctionPlan::default()
    }
}

/// The heap allocations of the function, if the rule is on.
fn non_escaping(context: &FunctionContext<'_>, budget: &Budget) -> NonEscapingAllocations {
    if !budget.enables(Rule::NonEscaping) {
        return NonEscapingAllocations::default();
    }
    NonEscapingAllocations::of(context.analyses, &|allocation, call| {
        context
            .whole
            .effects
            .may_free_allocation(context.id, allocation, call)
    })
}

/// The smallest check that the proofs leave.
fn choose(
    at: &AccessContext<'_>,
    spatial: &Spatial<'_>,
    budget: &mut Budget,
    candidates: &mut Vec<Candidate>,
) -> Decision {
    if at.access.by_library {
        return Decision::Checked(Check {
            bounds: at.object,
            shadow: false,
            spatial: Err(SpatialFailure::ByLibrary),
            temporal: Err(TemporalFailure::ByLibrary),
        });
    }
    let spatial = spatial.prove(at, budget);
    let temporal = temporal::lives(at, budget).and_then(|temporal| match &spatial {
        Ok(spatial) if poison::is_checked_for(at, spatial) => {
            Err(TemporalFailure::PoisonedElsewhere)
        }
        Ok(_) | Err(_) => Ok(temporal),
    });
    if let (Ok(spatial), Ok(temporal)) = (&spatial, temporal)
        && budget.allows(spatial.rule)
        && temporal.rule().is_none_or(|rule| budget.allows(rule))
    {
        return Decision::Removed(proof(at, spatial.clone(), temporal));
    }
    if at.redundant.has(at.id) && budget.allows(Rule::Redundant) {
        candidates.push(Candidate {
            access: at.id,
            block: at.block,
            object: at.object,
        });
        return Decision::Checked(Check {
            bounds: at.object.filter(|_| spatial.is_err()),
            shadow: true,
            spatial,
            temporal,
        });
    }
    let lives = temporal.is_ok();
    let FunctionContext { id, whole, .. } = *at.context;
    if whole.is_untainted(id, at.block, at.access, lives) && budget.allows(Switch::Untainted) {
        return Decision::Untainted;
    }
    let spatial = spatial.and_then(|spatial| {
        let allowed = budget.allows(spatial.rule);
        allowed
            .then_some(spatial)
            .ok_or(SpatialFailure::SwitchedOff)
    });
    let bounds = at.object.filter(|_| spatial.is_err());
    let is_private = bounds.is_some_and(|object| temporal::is_private(at, object))
        || mutant!("bounds-only/private");
    let bounds_suffice = is_private
        && (temporal.is_ok() || mutant!("bounds-only/lives"))
        && budget.allows(Rule::BoundsOnly);
    let temporal = match temporal {
        // The reason why the shadow is checked all the same.
        Ok(_) if bounds.is_some() && !is_private => Err(TemporalFailure::PoisonedElsewhere),
        _ => temporal,
    };
    Decision::Checked(Check {
        bounds,
        shadow: !bounds_suffice,
        spatial,
        temporal,
    })
}

/// The proof of an access to a live object.
fn proof(at: &AccessContext<'_>, spatial: SpatialProof, temporal: TemporalProof) -> Proof {
    let seen = |object| temporal::is_private(at, object);
    let assumptions = if spatial.object.is_some_and(seen) {
        Vec::new()
    } else {
        vec![Assumption::NotPoisonedElsewhere]
    };
    Proof {
        spatial,
        temporal,
        assumptions,
    }
}
