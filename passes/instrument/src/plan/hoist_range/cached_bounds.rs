//! `cached-bound`: before a loop, the addressable length at a base is read; in the loop, one comparison replaces each check.
//!
//! Claims: the bytes from the base of a [`CachedBound`] on, as many as are read when control enters the loop, are addressable in every iteration, because nothing
//! in the loop kills memory at that base ([`sanecc_prove::LoopKills`]). An access at `base + scale * index + rest`, in wrapping 64-bit arithmetic, lies
//! in them if the unsigned `index` is less than its [`Bound`], the number of elements that fit. Where no single index leads to the access, its distance from the base
//! is compared, in bytes. If the comparison fails, the access gets its exact check. Operations that are compared lose unproved poison-generating flags, so that LLVM
//! cannot compare one place and access another.
//!
//! This is for indices that are unknown before the loop: if all addresses of a loop are known, [`super`] checks them at once. Coalesced checks
//! stay as they are. The cost is estimated as in [`super::worth`].

use super::distance::beginning;
use super::{Decision, FunctionContext, GAP, HoistedBy, LARGE, LoopHoister, Placement};
use crate::plan::budget::Budget;
use crate::plan::coalesce::Coalesced;
use crate::plan::freeze;
use rustc_hash::FxHashSet;
use sanecc_analysis::affine::Recurrence;
use sanecc_ir::{Access, AccessId, BlockId, Extent, Function, Id, Op, ValueDef, ValueId, mutant};
use std::collections::BTreeMap;

/// Most bounds of one base before one loop: each needs a register during the loop.
const MOST_BOUNDS: usize = 4;
/// Most cached bounds of one function.
const MOST_CACHED_BOUNDS: usize = 24;
/// Largest element in bytes.
const MOST_SCALE: i64 = 1 << 12;
/// Cost of reading an addressable length, and gain of a comparison, in instructions.
const PRICE: u64 = 40;
const SAVED: u64 = 2;
/// Estimated iterations of a loop with unknown trip count; of one that may exit early.
const ITERATIONS: u64 = 16;
const FEW_ITERATIONS: u64 = 4;

/// The addressable length at a base, read before a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedBound {
    /// The block at whose end it is read.
    pub entry: BlockId,
    /// The loop's first block.
    pub header: BlockId,
    /// The base.
    pub base: ValueId,
    /// The bounds that are computed from it.
    pub bounds: Vec<Bound>,
}

/// The number of elements that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Bytes from one element to the next.
    pub scale: u64,
    /// Bytes from the start of an element to the end of the access.
    pub end: u64,
}

/// The comparison of an access with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedAccess {
    /// Index among the function's [`CachedBound`]s.
    pub cached_bound: usize,
    /// Index among its bounds.
    pub bound: usize,
    /// What is compared with the bound.
    pub place: Place,
}

/// Where an access lies behind a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// By a variable index, sign-extended to 64 bits, and a constant that is added to it.
    Index(ValueId, i64),
    /// So many bytes as its pointer lies behind the base.
    Distance,
}

/// A check that a comparison can replace.
struct Candidate {
    id: AccessId,
    place: Place,
    bound: Bound,
    /// Estimated gain during the loop, in instructions.
    saved: u64,
}

/// The instructions that lose their poison-generating flags because these comparisons depend on them.
pub(in crate::plan) fn flags_of_cached_bounds(
    context: &FunctionContext<'_>,
    decisions: &[Decision],
) -> Vec<ValueId> {
    let function = context.function;
    let place = |decision: &Decision| match decision.hoisted()?.by {
        HoistedBy::CachedBound(one) => Some(one.place),
        HoistedBy::Range(_) => None,
    };
    let mut compared = freeze::roots_of(function, decisions, |one| place(one).is_some());
    if compared.is_empty() || mutant!("cached-bound/dropped-flags") {
        return Vec::new();
    }
    let mut steps = Vec::new();
    for ((_, access), decision) in function.accesses.iter().zip(decisions) {
        if place(decision) == Some(Place::Distance)
            && let Some(beginning) = beginning(function, access.pointer)
        {
            steps.extend(beginning.steps);
            compared.extend(beginning.terms.iter().map(|term| term.index));
        }
    }
    let mut all = context.flagged(compared);
    all.extend(steps);
    all
}

impl LoopHoister<'_> {
    /// Replaces checks in loops by comparisons with cached bounds.
    pub(in crate::plan) fn cache_bounds(
        &mut self,
        budget: &mut Budget,
        decisions: &mut [Decision],
        coalesced: &[Coalesced],
    ) -> Vec<CachedBound> {
        if !budget.enables(Placement::CachedBound) {
            return Vec::new();
        }
        let coalesced = coalesced.iter().flat_map(|coalesced| &coalesced.members);
        let coalesced: FxHashSet<AccessId> = coalesced.map(|member| member.access).collect();
        let mut cached_bounds = Vec::new();
        for ((of, base), candidates) in self.bounded_candidates(decisions, &coalesced) {
            let saved = candidates.iter().map(|one| one.saved).sum::<u64>();
            let Some(entry) = self.ranges.entry(of) else {
                continue;
            };
            if saved < PRICE || cached_bounds.len() == MOST_CACHED_BOUNDS {
                continue;
            }
            let mut bounds: Vec<Bound> = Vec::new();
            for one in candidates {
                let known = bounds.iter().position(|bound| *bound == one.bound);
                if known.is_none() && bounds.len() == MOST_BOUNDS {
                    continue;
                }
                if !budget.allows(Placement::CachedBound) {
                    break;
                }
                let bound = known.unwrap_or(bounds.len());
                if known.is_none() {
                    bounds.push(one.bound);
                }
                decisions[one.id.index()].hoist(HoistedBy::CachedBound(BoundedAccess {
                    cached_bound: cached_bounds.len(),
                    bound,
                    place: one.place,
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

    /// The checks that comparisons can replace, by loop and base.
    fn bounded_candidates(
        &mut self,
        decisions: &[Decision],
        coalesced: &FxHashSet<AccessId>,
    ) -> BTreeMap<(usize, ValueId), Vec<Candidate>> {
        let function = self.context.function;
        let mut found: BTreeMap<(usize, ValueId), Vec<Candidate>> = BTreeMap::new();
        for ((id, access), decision) in function.accesses.iter().zip(decisions) {
            let check = decision.check();
            let is_candidate = check.is_some_and(|check| check.shadow && check.bounds.is_none());
            if !is_candidate || coalesced.contains(&id) || access.by_library || access.atomic {
                continue;
            }
            let Some((base, place, bound)) = self.place(access) else {
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
            let moving = match place {
                Place::Index(index, _) => index,
                Place::Distance => access.pointer,
            };
            let hoistable = loops.find(|(depth, of)| {
                let of = **of;
                self.ranges.is_outside(base, of)
                    && !self.ranges.is_outside(moving, of)
                    && (place != Place::Distance || self.begins_anew(access, &around[*depth..]))
                    && self.ranges.entry(of).is_some()
                    && (self.has_no_kill(of, base) || mutant!("cached-bound/no-kill"))
            });
            let Some((depth, &of)) = hoistable else {
                continue;
            };
            let saved = SAVED * self.guessed_times(block, &around[depth..], place);
            found.entry((of, base)).or_default().push(Candidate {
                id,
                place,
                bound,
                saved,
            });
        }
        found
    }

    /// The base of an access, where it lies behind it, and its bound.
    fn place(&self, access: &Access) -> Option<(ValueId, Place, Bound)> {
        let function = self.context.function;
        let Extent::Bytes(bytes) = access.extent else {
            return None;
        };
        let bytes = i64::try_from(bytes).ok().filter(|n| (1..GAP).contains(n))?;
        let width = mutant!("cached-bound/width", bytes, 1);
        let address = function.resolve(access.pointer);
        let [term] = address.terms[..] else {
            return self.distance(access, width);
        };
        if !(1..=MOST_SCALE).contains(&term.scale) || !(-GAP..GAP).contains(&address.offset) {
            return None;
        }
        if !is_base(function, address.base) {
            return None;
        }
        // For a negative offset, whole elements are taken off the index, so that the rest is at least 0.
        let offset = address.offset.div_euclid(term.scale).min(0);
        let rest = address.offset - offset * term.scale;
        let rest = mutant!("cached-bound/rest", rest, 0);
        let bound = Bound {
            scale: term.scale as u64,
            end: (rest + width) as u64,
        };
        let offset = mutant!("cached-bound/index-offset", offset, 0);
        Some((address.base, Place::Index(term.index, offset), bound))
    }

    /// The same for a byte of a text that a pointer walks through. Texts are short, and end within a granule, where the check of the shadow is slow.
    fn distance(&self, access: &Access, width: i64) -> Option<(ValueId, Place, Bound)> {
        let function = self.context.function;
        if access.extent != Extent::Bytes(1) {
            return None;
        }
        let base = beginning(function, access.pointer)?.base;
        let bound = Bound {
            scale: 1,
            end: width as u64,
        };
        (base != access.pointer && is_base(function, base)).then_some((
            base,
            Place::Distance,
            bound,
        ))
    }

    /// Whether the pointer of an access walks through the innermost of these loops alone, and starts at its base again in each iteration of the one around that: then it
    /// comes to the same bytes.
    fn begins_anew(&self, access: &Access, nest: &[usize]) -> bool {
        let [_, .., innermost] = nest else {
            return false;
        };
        let header = self.ranges.loops()[*innermost].header;
        let beginning = beginning(self.context.function, access.pointer);
        beginning.is_some_and(|beginning| match beginning.phis[..] {
            [phi] => self.ranges.block_of(phi) == Some(header),
            _ => false,
        })
    }

    /// Estimated executions of an access in these nested loops during the outermost one.
    fn guessed_times(&mut self, block: BlockId, nest: &[usize], place: Place) -> u64 {
        let mut times = 1_u64;
        for of in nest {
            let iterations = match self.recurrence(*of) {
                Recurrence::Counted(last) => last.as_constant().map_or(ITERATIONS, |last| {
                    u64::try_from(last.saturating_add(1))
                        .unwrap_or(0)
                        .min(1 << 16)
                }),
                Recurrence::Open if place == Place::Distance => ITERATIONS,
                Recurrence::Open => FEW_ITERATIONS,
            };
            times = times.saturating_mul(iterations);
        }
        let always = nest
            .last()
            .is_some_and(|of| self.ranges.is_in_every_iteration(block, *of));
        if always { times } else { times.div_ceil(2) }
    }
}

/// Whether lengths are read at such a pointer. Objects that the function sees are compared with their own bounds, and move when they get redzones.
fn is_base(function: &Function, base: ValueId) -> bool {
    match &function.values[base].def {
        ValueDef::Param(_) => true,
        ValueDef::Instruction(op) => !matches!(op, Op::Alloca { .. }),
        ValueDef::Integer(_)
        | ValueDef::Null
        | ValueDef::Global(_)
        | ValueDef::Function(_)
        | ValueDef::Undefined
        | ValueDef::Poison
        | ValueDef::ConstantAddress(_)
        | ValueDef::Constant(_) => false,
    }
}
