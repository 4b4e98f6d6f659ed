//! `overflow-guard`: accesses that need no check as long as some operations do not wrap. The overflow guards of GreenArrays (2014), section 4.2, on demand.
//!
//! Claims: an access with this rule is in bounds of a live object in every execution of the function in which none of the operations that its proof names
//! has wrapped so far. One flag for each call records whether one has; where it is set, the access is checked exactly. So no error is missed, and no correct program is reported:
//! neither where unsigned arithmetic wraps, as C allows, nor where the optimiser speculates a result that nobody uses.
//!
//! Only whole checks of live private objects get guards, and only where they run at least as often as the guards that they need: each loop counts as [`LOOP_WEIGHT`]
//! iterations. The operations are chosen by trial: all that may wrap are assumed not to; then each assumption is dropped, most frequent first, if no proof needs it.
//! Gives up after [`TRIALS`] solutions of the ranges, and on functions of more than [`LARGEST`] values.

use super::budget::Budget;
use super::{Decision, FunctionContext, Reason};
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::NoWrap;
use sanecc_ir::{AccessId, BlockId, Id, ValueId, mutant};
use sanecc_prove::{NoWrapProofs, Prover, Rule, SpatialFailure, TemporalProof, UnderAssumptions};
use std::collections::BTreeMap;

/// Most operations that are considered, those in the fewest loops first.
const CANDIDATES: usize = 12;
/// Solutions of the ranges of one function.
const TRIALS: u32 = 10;
/// Largest function in values: beyond it, trials would cost more than all other analyses.
const LARGEST: usize = 1_000;
/// Estimated iterations of a loop.
const LOOP_WEIGHT: u64 = 8;

/// Operations that a function's proofs assume not to wrap.
#[derive(Clone, Debug, Default)]
pub struct OverflowGuards {
    /// Operations whose wrapping is recorded at run time.
    pub operations: Vec<NoWrap>,
    /// Instructions that lose their poison-generating flags, because the proofs do not rely on them.
    pub dropped_flags: Vec<ValueId>,
}

/// Proofs under some assumptions.
struct Solution {
    assumed: Vec<NoWrap>,
    found: UnderAssumptions,
}

/// Replaces checks by guards where that pays.
pub(super) fn guard(
    context: &FunctionContext<'_>,
    budget: &mut Budget,
    decisions: &mut [Decision],
) -> OverflowGuards {
    let _span = tracing::debug_span!("overflow-guards").entered();
    let is_symbolic = context.options().prover == Prover::Symbolic;
    let off = !budget.enables(Rule::OverflowGuard) || !is_symbolic;
    if off || context.function.values.len() > LARGEST {
        return OverflowGuards::default();
    }
    let wanted = wanted(context, decisions);
    let Some(solution) = GuardSelection::of(context, wanted).and_then(GuardSelection::best) else {
        return OverflowGuards::default();
    };
    let mut used = false;
    for (id, proof) in solution.found.proofs {
        if budget.allows(Rule::OverflowGuard) {
            decisions[id.index()] = Decision::Removed(proof);
            used = true;
        }
    }
    if !used {
        return OverflowGuards::default();
    }
    OverflowGuards {
        operations: solution.assumed,
        dropped_flags: solution.found.dropped_flags,
    }
}

/// The checks of live objects that lack only a bound of the offset.
fn wanted(
    context: &FunctionContext<'_>,
    decisions: &[Decision],
) -> Vec<(AccessId, Object, TemporalProof)> {
    let checks = context.function.accesses.ids().zip(decisions);
    let wanted = checks.filter_map(|(id, decision)| {
        let check = decision.check()?;
        let object = check.bounds?;
        // Objects that others may reach keep their shadow checks: they may have been poisoned.
        let lacks_bound = matches!(
            check.spatial,
            Err(Reason::Unproved(SpatialFailure::Unproved(_)))
        );
        if !lacks_bound
            || !context.whole.is_private(context.id, object) && !mutant!("overflow-guard/private")
        {
            return None;
        }
        let temporal = check.temporal.ok();
        let assumed = mutant!("overflow-guard/lives").then_some(TemporalProof::Frame);
        Some((id, object, temporal.or(assumed)?))
    });
    wanted.collect()
}

/// The trials for one function.
struct GuardSelection<'q> {
    context: &'q FunctionContext<'q>,
    proofs: NoWrapProofs<'q>,
    /// The block of each access.
    blocks: BTreeMap<AccessId, BlockId>,
    left: u32,
}

impl<'q> GuardSelection<'q> {
    fn of(
        context: &'q FunctionContext<'q>,
        wanted: Vec<(AccessId, Object, TemporalProof)>,
    ) -> Option<Self> {
        let blocks = wanted.iter().filter_map(|(id, ..)| {
            let instruction = context.function.accesses[*id].instruction;
            Some((*id, context.analyses.block_of(instruction)?))
        });
        Some(Self {
            context,
            blocks: blocks.collect(),
            proofs: NoWrapProofs::of(context, wanted.into_iter())?,
            left: TRIALS,
        })
    }

    /// The cheapest set of guards that was found, if it pays.
    fn best(mut self) -> Option<Solution> {
        let mut candidates = self.candidates()?;
        let mut best = self.solve(&candidates)?;
        let mut at = candidates.len();
        while at > 0 && self.left > 0 {
            at -= 1;
            let without = candidates.remove(at);
            match self.solve(&candidates) {
                Some(fewer) if fewer.found.proofs.len() == best.found.proofs.len() => best = fewer,
                Some(fewer) if self.gain(&fewer) > self.gain(&best) => best = fewer,
                Some(_) | None => candidates.insert(at, without),
            }
        }
        (self.gain(&best) > 0).then_some(best)
    }

    /// Operations that may wrap, least frequent first.
    fn candidates(&self) -> Option<Vec<NoWrap>> {
        let mut all = self.proofs.may_wrap()?;
        let checks: u64 = self.blocks.values().map(|block| self.often(*block)).sum();
        all.retain(|one| self.cost(*one) <= checks);
        all.sort_by_key(|one| (self.cost(*one), *one));
        all.truncate(CANDIDATES);
        (!all.is_empty()).then_some(all)
    }

    /// The proofs under these assumptions, if there are any.
    fn solve(&mut self, assumed: &[NoWrap]) -> Option<Solution> {
        self.left = self.left.checked_sub(1)?;
        Some(Solution {
            assumed: assumed.to_vec(),
            found: self.proofs.assuming(assumed)?,
        })
    }

    /// How much more often the checks run than the guards that replace them.
    fn gain(&self, solution: &Solution) -> i64 {
        let checks = solution.found.proofs.iter();
        let checks: u64 = checks.map(|(id, _)| self.often(self.blocks[id])).sum();
        let guards: u64 = solution.assumed.iter().map(|one| self.cost(*one)).sum();
        checks as i64 - guards as i64
    }

    fn cost(&self, one: NoWrap) -> u64 {
        let block = self.context.analyses.block_of(one.operation);
        block.map_or(u64::MAX, |block| self.often(block))
    }

    /// Estimated frequency of a block.
    fn often(&self, block: BlockId) -> u64 {
        LOOP_WEIGHT.pow(self.context.analyses.loops().depth(block).min(8))
    }
}
