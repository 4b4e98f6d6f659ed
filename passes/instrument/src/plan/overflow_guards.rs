//! Which accesses need no check as long as some operations do not wrap? The overflow guards of GreenArrays (2014), section 4.2, by demand.
//!
//! Claims: an access that [`guard`] makes `overflow-guard` stays in its object, which lives, in every execution of the function in which none of the
//! operations that its proof names has wrapped so far. Whether one has is noted at run time, in one flag of the call; where it is set, the
//! access is checked exactly. So nothing is missed, and nothing is reported that is good: neither where unsigned arithmetic wraps, as C
//! allows, nor where the optimiser computes something beforehand that then nobody uses.
//!
//! Only whole checks of objects that live, and that nobody else can reach, are worth a guard, and only where they are expected to run at least as often as the guards that they
//! need: [`STEP`] times as often with each loop around them. The operations are chosen by trial: all that may wrap are assumed not to; then each is
//! left out, most frequent first, if that costs no proof. Gives up after [`TRIALS`] solutions of the ranges, and on functions of more than
//! [`LARGEST`] values.

use super::budget::{Budget, Rule};
use super::decision::Decision;
use super::proof::{Assumption, Proof, Region, SpatialProof};
use super::spatial::SpatialFailure;
use super::temporal::{self, TemporalProof};
use super::{FunctionContext, OverflowGuards, Prover};
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::{
    NoWrap, PoisonFlags, RangeProof, Ranges, Regions, roots_of_access,
};
use sanecc_ir::{Access, AccessId, BlockId, Id, Place, ValueId, mutant};
use std::sync::Arc;

/// Most operations that are considered, those in the fewest loops first.
const CANDIDATES: usize = 12;
/// Solutions of the ranges of one function.
const TRIALS: u32 = 10;
/// Values of a function beyond which no guards are looked for: the trials would take longer than all other analyses.
const LARGEST: usize = 1_000;
/// How often a loop is expected to go around.
const STEP: u64 = 8;

/// A check that a guard may take the place of.
struct Wanted<'q> {
    id: AccessId,
    access: &'q Access,
    place: Place,
    object: Object,
    block: BlockId,
    temporal: TemporalProof,
}

/// A solution: what it proves under which assumptions, and which promises of the program it does without.
struct Solution {
    assumed: Vec<NoWrap>,
    /// Index into the wanted checks, with the proof.
    proofs: Vec<(usize, RangeProof)>,
    dropped_flags: Vec<ValueId>,
}

/// Replaces checks by guards, where that is worth it.
pub(super) fn guard(
    context: &FunctionContext<'_>,
    budget: &mut Budget,
    decisions: &mut [Decision],
) -> OverflowGuards {
    let _span = tracing::debug_span!("overflow-guards").entered();
    let off = !budget.asks_for(Rule::OverflowGuard) || context.prover != Prover::Symbolic;
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

/// The checks whose object lives and whose offset is all that is not proved.
fn wanted<'q>(context: &FunctionContext<'q>, decisions: &[Decision]) -> Vec<Wanted<'q>> {
    let function = context.function;
    let checks = function.accesses.iter().zip(decisions);
    let wanted = checks.filter_map(|((id, access), decision)| {
        let check = decision.check()?;
        let place = function.resolve(access.pointer);
        let object = check.bounds?;
        // The shadow of what others may reach is asked in any case: they may have poisoned it.
        if !matches!(check.spatial, Err(SpatialFailure::Unproved(_)))
            || !temporal::is_private_everywhere(context, object)
                && !mutant!("overflow-guard/private")
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
    regions: Regions,
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
        Some(Self {
            context,
            wanted,
            regions: Regions::of(context.module, context.analyses)
                .knowing(Arc::clone(context.results)),
            roots: roots.collect(),
            left: TRIALS,
        })
    }

    /// The cheapest set of guards that was found, if it is worth its cost.
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

    /// Operations that may wrap, those that run least often first.
    fn candidates(&mut self) -> Option<Vec<NoWrap>> {
        let roots = self.roots.iter().copied();
        let regions = self.regions.clone();
        let ranges = Ranges::with(
            self.context.analyses,
            regions,
            PoisonFlags::Withdrawn,
            roots.clone(),
        )?;
        let mut all = ranges.may_wrap(roots);
        let checks: u64 = self.wanted.iter().map(|one| self.often(one.block)).sum();
        all.retain(|one| self.cost(*one) <= checks);
        all.sort_by_key(|one| (self.cost(*one), *one));
        all.truncate(CANDIDATES);
        (!all.is_empty()).then_some(all)
    }

    /// What is proved under these assumptions; none where that is nothing.
    fn solve(&mut self, assumed: &[NoWrap]) -> Option<Solution> {
        self.left = self.left.checked_sub(1)?;
        let views = assumed.iter().map(|one| (one.operation, one.view));
        let roots = self.roots.iter().copied();
        let ranges = Ranges::assuming(
            self.context.analyses,
            self.regions.clone(),
            PoisonFlags::Withdrawn,
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

    /// How much more often the checks run than the guards that take their place.
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

    /// How often a block is expected to run.
    fn often(&self, block: BlockId) -> u64 {
        STEP.pow(self.context.analyses.loops().depth(block).min(8))
    }
}
