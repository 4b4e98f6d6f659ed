//! `overflow-guard`: accesses that need no check as long as some operations do not wrap. The overflow guards of GreenArrays (2014), section 4.2, on demand.
//!
//! Claims: an access with this rule is in bounds of a live object in every execution of the function in which none of the operations that its proof names
//! has wrapped so far. One flag for each call records whether one has; where it is set, the access is checked exactly. So no error is missed, and no correct program is reported:
//! neither where unsigned arithmetic wraps, as C allows, nor where the optimiser speculates a result that nobody uses.
//!
//! Only whole checks of live private objects get guards, and only where they run at least as often as the guards that they need: each loop counts as [`LOOP_WEIGHT`]
//! iterations. The operations are chosen by trial: all that may wrap are assumed not to; then each assumption is dropped, most frequent first, if no proof needs it.
//! Gives up after [`TRIALS`] solutions of the ranges, and on functions of more than [`LARGEST`] values.

use super::Rule;
use super::budget::Budget;
use super::decision::Decision;
use super::proof::{Assumption, Proof, Region, SpatialProof};
use super::spatial::SpatialFailure;
use super::temporal::TemporalProof;
use super::{FunctionContext, Prover};
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::{
    NoWrap, PoisonFlags, RangeProof, Ranges, Regions, roots_of_access,
};
use sanecc_ir::{Access, AccessId, Address, BlockId, Id, ValueId, mutant};
use std::sync::Arc;

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

/// A check that a guard may replace.
struct Wanted<'q> {
    id: AccessId,
    access: &'q Access,
    place: Address,
    object: Object,
    block: BlockId,
    temporal: TemporalProof,
}

/// Proofs under some assumptions, and the flags that they drop.
struct Solution {
    assumed: Vec<NoWrap>,
    /// Index into the candidates, and the proof.
    proofs: Vec<(usize, RangeProof)>,
    dropped_flags: Vec<ValueId>,
}

/// Replaces checks by guards where that pays.
pub(super) fn guard(
    context: &FunctionContext<'_>,
    budget: &mut Budget,
    decisions: &mut [Decision],
) -> OverflowGuards {
    let _span = tracing::debug_span!("overflow-guards").entered();
    let off = !budget.enables(Rule::OverflowGuard) || context.prover != Prover::Symbolic;
    if off || context.function.values.len() > LARGEST {
        return OverflowGuards::default();
    }
    let wanted = wanted(context, decisions);
    let Some(solution) = GuardSelection::of(context, &wanted).and_then(GuardSelection::best) else {
        return OverflowGuards::default();
    };
    let mut used = false;
    for (index, proof) in solution.proofs {
        if budget.allows(Rule::OverflowGuard) {
            let wanted = &wanted[index];
            let proof = whole(wanted, proof, &solution.assumed);
            decisions[wanted.id.index()] = Decision::Removed(proof);
            used = true;
        }
    }
    if !used {
        return OverflowGuards::default();
    }
    OverflowGuards {
        operations: solution.assumed,
        dropped_flags: solution.dropped_flags,
    }
}

/// The checks of live objects that lack only a bound of the offset.
fn wanted<'q>(context: &FunctionContext<'q>, decisions: &[Decision]) -> Vec<Wanted<'q>> {
    let function = context.function;
    let checks = function.accesses.iter().zip(decisions);
    let wanted = checks.filter_map(|((id, access), decision)| {
        let check = decision.check()?;
        let place = function.resolve(access.pointer);
        let object = check.bounds?;
        // Objects that others may reach keep their shadow checks: they may have been poisoned.
        if !matches!(check.spatial, Err(SpatialFailure::Unproved(_)))
            || !context.whole.is_private(context.id, object) && !mutant!("overflow-guard/private")
        {
            return None;
        }
        Some(Wanted {
            id,
            access,
            place,
            object,
            block: context.analyses.block_of(access.instruction)?,
            temporal: check
                .temporal
                .ok()
                .or(mutant!("overflow-guard/lives").then_some(TemporalProof::Frame))?,
        })
    });
    wanted.collect()
}

/// The proof of a guarded access.
fn whole(wanted: &Wanted<'_>, proof: RangeProof, assumed: &[NoWrap]) -> Proof {
    Proof {
        spatial: SpatialProof {
            rule: Rule::OverflowGuard,
            object: Some(wanted.object),
            region: Region::Symbolic(Box::new(proof)),
        },
        temporal: wanted.temporal,
        assumptions: assumed.iter().copied().map(Assumption::NoWrap).collect(),
    }
}

/// The trials for one function.
struct GuardSelection<'s, 'q> {
    context: &'s FunctionContext<'q>,
    wanted: &'s [Wanted<'q>],
    regions: Arc<Regions>,
    roots: Vec<ValueId>,
    left: u32,
}

impl<'s, 'q> GuardSelection<'s, 'q> {
    fn of(context: &'s FunctionContext<'q>, wanted: &'s [Wanted<'q>]) -> Option<Self> {
        if wanted.is_empty() {
            return None;
        }
        let roots = wanted
            .iter()
            .flat_map(|one| roots_of_access(one.access, &one.place));
        let results = Arc::clone(&context.calls.results);
        Some(Self {
            context,
            wanted,
            regions: Arc::new(Regions::clone(context.own_regions()).knowing(results)),
            roots: roots.collect(),
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
                Some(fewer) if fewer.proofs.len() == best.proofs.len() => best = fewer,
                Some(fewer) if self.gain(&fewer) > self.gain(&best) => best = fewer,
                Some(_) | None => candidates.insert(at, without),
            }
        }
        (self.gain(&best) > 0).then_some(best)
    }

    /// Operations that may wrap, least frequent first.
    fn candidates(&mut self) -> Option<Vec<NoWrap>> {
        let roots = self.roots.iter().copied();
        let ranges = Ranges::with(
            self.context.analyses,
            Arc::clone(&self.regions),
            PoisonFlags::Dropped,
            roots.clone(),
        )?;
        let mut all = ranges.may_wrap(roots);
        let checks: u64 = self.wanted.iter().map(|one| self.often(one.block)).sum();
        all.retain(|one| self.cost(*one) <= checks);
        all.sort_by_key(|one| (self.cost(*one), *one));
        all.truncate(CANDIDATES);
        (!all.is_empty()).then_some(all)
    }

    /// The proofs under these assumptions, if there are any.
    fn solve(&mut self, assumed: &[NoWrap]) -> Option<Solution> {
        self.left = self.left.checked_sub(1)?;
        let views = assumed.iter().map(|one| (one.operation, one.view));
        let roots = self.roots.iter().copied();
        let ranges = Ranges::assuming(
            self.context.analyses,
            Arc::clone(&self.regions),
            PoisonFlags::Dropped,
            views.collect(),
            roots,
        )?;
        let mut proofs = Vec::new();
        let mut depends = Vec::new();
        for (index, one) in self.wanted.iter().enumerate() {
            let proof = ranges.stays_within(one.access, &one.place, one.block);
            if let Ok(proof) = proof {
                proofs.push((index, proof));
                depends.extend(roots_of_access(one.access, &one.place));
            }
        }
        (!proofs.is_empty()).then(|| Solution {
            assumed: assumed.to_vec(),
            proofs,
            dropped_flags: ranges.dropped_flags(depends),
        })
    }

    /// How much more often the checks run than the guards that replace them.
    fn gain(&self, solution: &Solution) -> i64 {
        let checks = solution.proofs.iter();
        let checks: u64 = checks.map(|(i, _)| self.often(self.wanted[*i].block)).sum();
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
