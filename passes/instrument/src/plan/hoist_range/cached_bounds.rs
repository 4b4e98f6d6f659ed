//! Before which loops is it found out how far the memory at a base is good?
//!
//! Claims: the bytes from the base of a [`CachedBound`] on, as many as it yields when control goes into the loop, are good in every round, because nothing
//! in the loop may make memory at that base bad ([`super::super::kills`]). An access at `base + scale * number + rest`, in 64 bits that wrap around,
//! lies within them where `number`, without its sign, is less than its [`Bound`], which is as many as fit. So one comparison takes the place of its
//! check. Where it fails nothing is claimed: the access gets its own, exact check. Operations that the index is computed from lose what they promise
//! without proof, so that LLVM cannot compare one number and access by another.
//!
//! This is for indices of which nothing is known before the loop: where all places that a loop comes to are, [`super`] asks about them at once. Checks that
//! neighbours share stay as they are. Whether it takes less time is an estimate, as in [`super::worth`].

use super::{Decision, FunctionContext, GAP, HoistedBy, LARGE, LoopHoister, Rule};
use crate::plan::budget::Budget;
use crate::plan::coalesce::Coalesced;
use crate::plan::freeze;
use rustc_hash::FxHashSet;
use sanecc_analysis::affine::Recurrence;
use sanecc_analysis::symbolic::{Regions, promised};
use sanecc_ir::{Access, AccessId, BlockId, Extent, Id, Op, ValueDef, ValueId, mutant};
use std::collections::BTreeMap;

/// Bounds of one base before one loop, at most: each is a number that lives as long as the loop.
const MOST_BOUNDS: usize = 4;
/// Limits of one function, at most.
const MOST_LIMITS: usize = 24;
/// Bytes of one element, at most.
const MOST_SCALE: i64 = 1 << 12;
/// What finding out a limit takes, and what a comparison saves, in instructions.
const PRICE: u64 = 40;
const SAVED: u64 = 2;
/// Rounds of a loop of which nobody knows how many it goes; of those that may end early.
const ITERATIONS: u64 = 16;
const FEW_ROUNDS: u64 = 4;

/// How far the memory at a base is good, found out before a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedBound {
    /// At the end of this block it is found out.
    pub entry: BlockId,
    /// The loop's first block.
    pub header: BlockId,
    /// Where the memory begins.
    pub base: ValueId,
    /// What is computed of it.
    pub bounds: Vec<Bound>,
}

/// How many elements fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Bytes from one to the next.
    pub scale: u64,
    /// Bytes from the place of an element to the end of what is accessed.
    pub end: u64,
}

/// What of an access is compared with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedAccess {
    /// The limit, by its index in the function's plan.
    pub limit: usize,
    /// The bound, by its index there.
    pub bound: usize,
    /// The variable index, sign-extended to 64 bits.
    pub number: ValueId,
    /// What is added to it.
    pub forward: i64,
}

/// A check that could go.
struct Candidate {
    id: AccessId,
    number: ValueId,
    forward: i64,
    bound: Bound,
    /// How often it may run while the loop does: a guess.
    times: u64,
}

/// The instructions whose promises have to go for these comparisons.
pub(in crate::plan) fn flags_of_cached_bounds(
    context: &FunctionContext<'_>,
    decisions: &[Decision],
) -> Vec<ValueId> {
    let function = context.function;
    let compared = freeze::roots_of(function, decisions, |decision| {
        let by = decision.hoisted().map(|hoisted| hoisted.by);
        matches!(by, Some(HoistedBy::CachedBound(_)))
    });
    if compared.is_empty() || mutant!("cached-bound/withdrawn") {
        return Vec::new();
    }
    let regions = Regions::of(context.module, context.analyses);
    promised(context.analyses, &regions, compared)
}

impl LoopHoister<'_> {
    /// Replaces checks in loops by comparisons with what is found out before them.
    pub(in crate::plan) fn limit(
        &mut self,
        budget: &mut Budget,
        decisions: &mut [Decision],
        coalesced: &[Coalesced],
    ) -> Vec<CachedBound> {
        if !budget.asks_for(Rule::CachedBound) {
            return Vec::new();
        }
        let coalesced = coalesced.iter().flat_map(|coalesced| &coalesced.members);
        let coalesced: FxHashSet<AccessId> = coalesced.map(|member| member.access).collect();
        let mut cached_bounds = Vec::new();
        for ((of, base), candidates) in self.limited(decisions, &coalesced) {
            let saved = candidates.iter().map(|one| SAVED * one.times).sum::<u64>();
            let Some(entry) = self.ranges.entry(of) else {
                continue;
            };
            if saved < PRICE || cached_bounds.len() == MOST_LIMITS {
                continue;
            }
            let mut bounds: Vec<Bound> = Vec::new();
            for one in candidates {
                let known = bounds.iter().position(|bound| *bound == one.bound);
                if known.is_none() && bounds.len() == MOST_BOUNDS {
                    continue;
                }
                if !budget.allows(Rule::CachedBound) {
                    break;
                }
                let bound = known.unwrap_or(bounds.len());
                if known.is_none() {
                    bounds.push(one.bound);
                }
                decisions[one.id.index()].hoist(HoistedBy::CachedBound(BoundedAccess {
                    limit: cached_bounds.len(),
                    bound,
                    number: one.number,
                    forward: one.forward,
                }));
            }
            if !bounds.is_empty() {
                cached_bounds.push(CachedBound {
                    entry,
                    header: self.ranges.loops()[of].header,
                    base,
                    bounds,
                });
            }
        }
        cached_bounds
    }

    /// The checks that could go, by loop and base.
    fn limited(
        &mut self,
        decisions: &[Decision],
        coalesced: &FxHashSet<AccessId>,
    ) -> BTreeMap<(usize, ValueId), Vec<Candidate>> {
        let function = self.context.function;
        let mut found: BTreeMap<(usize, ValueId), Vec<Candidate>> = BTreeMap::new();
        for ((id, access), decision) in function.accesses.iter().zip(decisions) {
            let check = decision.check();
            let asks = check.is_some_and(|check| check.shadow && check.bounds.is_none());
            if !asks || coalesced.contains(&id) || access.by_library || access.atomic {
                continue;
            }
            let Some((base, number, forward, bound)) = self.element(access) else {
                continue;
            };
            let Some(block) = self.ranges.block_of(access.instruction) else {
                continue;
            };
            let around = self.ranges.around(block);
            let outer = match function.values.len() {
                LARGE.. => 1,
                _ => around.len(),
            };
            let mut loops = around.iter().enumerate().rev().take(outer).rev();
            let quiet = loops.find(|(_, of)| {
                let of = **of;
                self.ranges.is_outside(base, of)
                    && !self.ranges.is_outside(number, of)
                    && self.ranges.entry(of).is_some()
                    && (self.is_quiet(of, base) || mutant!("cached-bound/quiet"))
            });
            let Some((depth, &of)) = quiet else {
                continue;
            };
            let times = self.guessed_times(block, &around[depth..]);
            found.entry((of, base)).or_default().push(Candidate {
                id,
                number,
                forward,
                bound,
                times,
            });
        }
        found
    }

    /// The base of an access, the index behind it, what is added to that, and the bound that it has to keep.
    fn element(&self, access: &Access) -> Option<(ValueId, ValueId, i64, Bound)> {
        let function = self.context.function;
        let Extent::Bytes(bytes) = access.extent else {
            return None;
        };
        let bytes = i64::try_from(bytes).ok().filter(|n| (1..GAP).contains(n))?;
        let place = function.resolve(access.pointer);
        let [term] = place.terms[..] else {
            return None;
        };
        if !(1..=MOST_SCALE).contains(&term.scale) || !(-GAP..GAP).contains(&place.offset) {
            return None;
        }
        // Objects that the function sees are compared with their own bounds, and move when they get redzones.
        match &function.values[place.base].def {
            ValueDef::Param(_) => {}
            ValueDef::Instruction(op) if !matches!(op, Op::Alloca { .. }) => {}
            ValueDef::Instruction(_)
            | ValueDef::Integer(_)
            | ValueDef::Null
            | ValueDef::Global(_)
            | ValueDef::Function(_)
            | ValueDef::Undefined
            | ValueDef::ConstantPlace(_)
            | ValueDef::Constant => return None,
        }
        // In front of the base, whole elements are taken off the index, so that what is left is no less than 0.
        let forward = place.offset.div_euclid(term.scale).min(0);
        let rest = place.offset - forward * term.scale;
        let rest = mutant!("cached-bound/rest", rest, 0);
        let width = mutant!("cached-bound/width", bytes, 1);
        let bound = Bound {
            scale: term.scale as u64,
            end: (rest + width) as u64,
        };
        let forward = mutant!("cached-bound/forward", forward, 0);
        Some((place.base, term.index, forward, bound))
    }

    /// How often an access in these loops inside of each other may run while the first one does.
    fn guessed_times(&mut self, block: BlockId, nest: &[usize]) -> u64 {
        let mut times = 1_u64;
        for of in nest {
            let iterations = match self.recurrence(*of) {
                Recurrence::Counted(last) => last.as_constant().map_or(ITERATIONS, |last| {
                    u64::try_from(last.saturating_add(1))
                        .unwrap_or(0)
                        .min(1 << 16)
                }),
                Recurrence::Open => FEW_ROUNDS,
            };
            times = times.saturating_mul(iterations);
        }
        let always = nest
            .last()
            .is_some_and(|of| self.ranges.is_in_every_round(block, *of));
        if always { times } else { times.div_ceil(2) }
    }
}
