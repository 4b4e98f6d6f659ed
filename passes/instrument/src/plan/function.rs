//! The plan of one function: decisions for its accesses, refined rule by rule, and its stack objects.

use super::budget::Budget;
use super::checked::Checked;
use super::handed::Handed;
use super::{
    Audit, CachedBound, Coalesced, Decision, LoopCheck, OverflowGuards, Placement, PlanOptions,
    UseAfterReturn, coalesce, decide, frame, freeze, hoist_range, overflow_guards, planted,
    reloaded,
};
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{AccessId, ValueId};
use sanecc_prove::{FunctionContext, Rule, Work};

/// The plan of one function.
#[derive(Clone, Debug, Default)]
pub struct FunctionPlan {
    /// One for each access; index = access.
    pub decisions: Vec<Decision>,
    /// The rules that show that accesses are in bounds, whether their objects live or not; index = access. Empty where nobody asks.
    pub bounds_alone: Vec<Option<Rule>>,
    /// The starts of objects of which accesses are compared with the bounds, where the pointer was loaded in between.
    pub bases: FxHashMap<AccessId, ValueId>,
    /// Instructions that lose their poison-generating flags (`nsw` and the like), so that a wrapped result is not poison: proofs depend on it.
    pub dropped_flags: Vec<ValueId>,
    /// Values from outside that are frozen.
    pub frozen: Vec<ValueId>,
    /// Operations whose wrapping is recorded at run time.
    pub guards: OverflowGuards,
    /// Accesses that share one check; each access is in at most one.
    pub coalesced: Vec<Coalesced>,
    /// Range checks before loops.
    pub loops: Vec<LoopCheck>,
    /// Addressable lengths that are read before loops.
    pub cached_bounds: Vec<CachedBound>,
    /// Fixed stack objects that get redzones.
    pub frame: Vec<ValueId>,
    /// Parameters passed by value that are moved into the frame.
    pub parameters: Vec<ValueId>,
    /// Stack objects of variable size or number that get redzones.
    pub dynamic: Vec<ValueId>,
    /// Those of `frame` and `parameters` whose address may outlive the call.
    pub escaping: FxHashSet<ValueId>,
    /// Whether these leave the real stack.
    pub use_after_return: UseAfterReturn,
    /// Poison stack objects while they are out of scope.
    pub scopes: bool,
    /// The frame may be set up where its objects are first used.
    pub shrink_wrap: bool,
}

/// Plans each function that has a context; index = function.
pub(super) fn plan_all(
    contexts: &[Option<FunctionContext<'_>>],
    handed: &Handed,
    checked: &Checked<'_>,
    options: &PlanOptions,
    budget: &mut Budget,
    work: &Work,
) -> Vec<Option<FunctionPlan>> {
    let plan = |context: &Option<FunctionContext<'_>>, budget: &mut Budget| {
        Some(FunctionPlan::of(
            &context.as_ref()?.fresh(),
            handed,
            checked,
            options,
            budget,
        ))
    };
    if budget.is_limited() {
        // What is left for one function depends on those before it.
        contexts.iter().map(|one| plan(one, budget)).collect()
    } else {
        work.map(contexts, |one| plan(one, &mut budget.clone()))
    }
}

impl FunctionPlan {
    /// For each access that the check of another one covers, that other one.
    pub(crate) fn coalesced_into(&self) -> FxHashMap<AccessId, AccessId> {
        let later = self.coalesced.iter().flat_map(|coalesced| {
            let first = coalesced.members[0].access;
            let rest = &coalesced.members[1..];
            rest.iter().map(move |member| (member.access, first))
        });
        later.collect()
    }

    /// Decides access by access; then each further rule refines the plan.
    fn of(
        context: &FunctionContext<'_>,
        handed: &Handed,
        checked: &Checked<'_>,
        options: &PlanOptions,
        budget: &mut Budget,
    ) -> FunctionPlan {
        let mut plan = decide::decide(context, checked, options, budget);
        plan.guards = overflow_guards::guard(context, budget, &mut plan.decisions);
        let mut loops = hoist_range::LoopHoister::of(context, budget);
        if let Some(loops) = &mut loops {
            plan.loops = loops.hoist(budget, &mut plan.decisions);
        }
        if options.audit == Audit::Planted {
            planted::remove_all(context, &mut plan.decisions);
        }
        if options.reloaded {
            plan.bases = reloaded::compare(context, handed, &mut plan.decisions);
        }
        let allows = || budget.allows(Placement::Coalesce);
        plan.coalesced = coalesce::coalesce(context.function, &plan.decisions, allows);
        if let Some(mut loops) = loops {
            plan.cached_bounds = loops.cache_bounds(budget, &mut plan.decisions, &plan.coalesced);
        }
        let flags = hoist_range::flags_of_cached_bounds(context, &plan.decisions);
        plan.dropped_flags.extend(flags);
        plan.frozen = freeze::frozen(context, &plan);
        frame::plan(context, options, budget, &mut plan);
        plan
    }
}
