//! Decides for each access: asks for its spatial and its temporal proof, and chooses the smallest check that is left.

use super::budget::Budget;
use super::checked::Checked;
use super::decision::{Check, Decision};
use super::{
    FunctionContext, FunctionPlan, Placement, PlanOptions, Reason, Switch, freeze, poison,
};
use sanecc_ir::{AccessId, Id, ValueId, mutant};
use sanecc_prove::{Proofs, Rule, Solved};

/// Decides for all accesses of the function.
pub(super) fn decide(
    context: &FunctionContext<'_>,
    checked: &Checked<'_>,
    options: &PlanOptions,
    budget: &mut Budget,
) -> FunctionPlan {
    let _span = tracing::debug_span!("decide").entered();
    let solved = Solved::of(context);
    let mut proofs = solved.proofs();
    let mut covered = Vec::new();
    let accesses = context.function.accesses.ids();
    let decisions = accesses.map(|id| choose(&mut proofs, id, checked, budget, &mut covered));
    let mut decisions: Vec<Decision> = decisions.collect();
    for (id, proof) in solved.covered(&covered) {
        decisions[id.index()] = Decision::Removed(proof);
    }
    FunctionPlan {
        dropped_flags: dropped_flags(&solved, context, &decisions),
        bounds_alone: match options.remarks {
            true => solved.bounds_alone(),
            false => Vec::new(),
        },
        decisions,
        ..FunctionPlan::default()
    }
}

/// The instructions that lose their poison-generating flags: used proofs and remaining comparisons depend on them.
fn dropped_flags(
    solved: &Solved<'_>,
    context: &FunctionContext<'_>,
    decisions: &[Decision],
) -> Vec<ValueId> {
    let compared = freeze::roots_of(context.function, decisions, |decision| {
        let check = decision.check();
        check.is_some_and(|check| check.bounds.is_some()) && !mutant!("bounds-only/dropped-flags")
    });
    let accesses = context.function.accesses.ids();
    let used = accesses.zip(decisions);
    let used = used.filter_map(|(id, decision)| Some((id, decision.spatial()?)));
    solved.dropped_flags(used, &compared)
}

/// The smallest check that the proofs leave. An access that earlier checks cover joins `covered`.
fn choose(
    proofs: &mut Proofs<'_, '_>,
    id: AccessId,
    checked: &Checked<'_>,
    budget: &mut Budget,
    covered: &mut Vec<AccessId>,
) -> Decision {
    let at = proofs.at(id);
    let (object, block, function) = (at.object, at.block, at.context.id);
    if at.access.by_library {
        return Decision::Checked(Check {
            bounds: object,
            shadow: false,
            spatial: Err(Reason::ByLibrary),
            temporal: Err(Reason::ByLibrary),
        });
    }
    let spatial = proofs.in_bounds(id).map_err(Reason::Unproved);
    let mut alive = proofs.alive(id).map_err(Reason::Unproved);
    if let (Ok(spatial), Ok(_)) = (&spatial, &alive)
        && poison::is_checked_for(&proofs.at(id), spatial)
    {
        alive = Err(Reason::PoisonedElsewhere);
    }
    if let (Ok(spatial), Ok(alive)) = (&spatial, alive)
        && budget.allows(spatial.rule)
        && alive.reason.rule().is_none_or(|rule| budget.allows(rule))
    {
        return Decision::Removed(proofs.valid(id, spatial.clone(), alive));
    }
    let temporal = alive.map(|alive| alive.reason);
    if proofs.is_redundant(id) && budget.allows(Rule::Redundant) {
        covered.push(id);
        return Decision::Checked(Check {
            bounds: object.filter(|_| spatial.is_err()),
            shadow: true,
            spatial,
            temporal,
        });
    }
    if checked.is_untainted(function, block, id, temporal.is_ok())
        && budget.allows(Switch::Untainted)
    {
        return Decision::Untainted;
    }
    let spatial = spatial.and_then(|spatial| {
        let allowed = budget.allows(spatial.rule);
        allowed.then_some(spatial).ok_or(Reason::LimitReached)
    });
    let bounds = object.filter(|_| spatial.is_err());
    let is_private = bounds.is_some_and(|object| proofs.at(id).is_private(object))
        || mutant!("bounds-only/private");
    let bounds_suffice = is_private
        && (temporal.is_ok() || mutant!("bounds-only/lives"))
        && budget.allows(Placement::BoundsOnly);
    let temporal = match temporal {
        // The reason why the shadow is checked all the same.
        Ok(_) if bounds.is_some() && !is_private => Err(Reason::PoisonedElsewhere),
        _ => temporal,
    };
    Decision::Checked(Check {
        bounds,
        shadow: !bounds_suffice,
        spatial,
        temporal,
    })
}
