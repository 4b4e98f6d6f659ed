//! `hoist-range`: one check before a loop replaces the checks of its accesses.
//!
//! Claims: if the conditions of a [`LoopCheck`] hold and its ranges are addressable when control enters the loop, each access that names it is addressable in every
//! iteration: it begins in its range ([`sanecc_analysis::affine`]), and nothing in the loop kills that memory ([`LoopKills`]). Otherwise each access
//! keeps its exact check. So a loop that exits early raises no false alarm, and reports name the access.
//!
//! Redundant accesses may rest on a hoisted one as on a checked one: when it runs, it is addressable or its own check has failed. They add nothing to
//! the range. Coalescing comes later and takes only checks that are not hoisted ([`super::coalesce`]), because a hoisted access is checked in its own place if the range check fails.
//!
//! An access is hoisted out of as many loops as possible, but not out of one that may exit early if an inner one is counted. Functions that call setjmp are left
//! alone. An access that some iterations skip joins only ranges that others need anyway, unless its loop has no others: if it would fail when it ran, the whole
//! loop would run checked. The same holds for an inner loop that iterations of the outer one skip by more than one branch.
//!
//! [`worth`] estimates whether the range check costs less than the checks.

mod cached_bounds;
mod distance;
mod worth;

use super::budget::Budget;
use super::decision::{Decision, HoistedBy};
use super::{FunctionContext, Placement};
pub(super) use cached_bounds::flags_of_cached_bounds;
pub use cached_bounds::{Bound, BoundedAccess, CachedBound, Place};
use sanecc_analysis::affine::{
    Condition, HoistedRange, HoistedRanges, Recurrence, Sum, simplified,
};
use sanecc_analysis::{Extent as ObjectExtent, Object};
use sanecc_ir::{AccessId, BlockId, Extent, Id, ValueId, mutant};
use sanecc_prove::LoopKills;
use std::collections::BTreeSet;
use worth::Worth;

/// Most ranges of one loop.
const MOST_RANGES: usize = 8;
/// Most conditions of one loop.
const MOST_CONDITIONS: usize = 24;
/// Largest gap inside of one range, in bytes.
const GAP: i64 = 1 << 16;
/// Values of a function beyond which only innermost loops are considered.
const LARGE: usize = 20_000;

/// A check before a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopCheck {
    /// The block at whose end the check is.
    pub entry: BlockId,
    /// The loop's first block.
    pub header: BlockId,
    /// What must hold for the ranges to be right, and for the check to pay.
    pub conditions: BTreeSet<Condition>,
    /// The bytes that must be addressable.
    pub ranges: Vec<AddressRange>,
    /// Instructions that lose their poison-generating flags.
    pub dropped_flags: BTreeSet<ValueId>,
    /// Granules whose shadow can be read one by one in the time that the loop takes, if only a counter ends it. Right if the conditions hold; a wrong
    /// number costs time alone.
    pub budget: Option<Sum>,
}

/// Bytes that are checked before a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressRange {
    /// The first byte.
    pub first: Sum,
    /// The last one.
    pub last: Sum,
    /// The object that must contain them, and its start.
    pub bounds: Option<(Object, ValueId)>,
    /// Whether the shadow is checked.
    pub shadow: bool,
}

/// A check that can be hoisted.
struct Candidate {
    id: AccessId,
    /// The loop, by index.
    of: usize,
    range: HoistedRange,
    bytes: i64,
    bounds: Option<(Object, ValueId)>,
    shadow: bool,
    /// It runs in every iteration of its innermost loop.
    always: bool,
    /// Depth of the innermost loop around it below that loop; 0 if they are the same.
    depth: usize,
    /// Estimated executions in an iteration of that loop.
    times: u64,
    /// Executions during that loop, if they are known only at run time.
    total: Option<Sum>,
}

/// The conditions of all ranges, and more.
fn conditions(
    kept: &[&Candidate],
    more: impl IntoIterator<Item = Condition>,
) -> BTreeSet<Condition> {
    let all = kept.iter().flat_map(|one| &one.range.conditions);
    simplified(&all.cloned().chain(more).collect())
}

/// The candidates that fit into few ranges, in order, and these ranges.
fn grouped<'c>(candidates: &[&'c Candidate]) -> (Vec<&'c Candidate>, Vec<AddressRange>) {
    let mut groups: Vec<AddressRange> = Vec::new();
    let mut conditions: BTreeSet<&Condition> = BTreeSet::new();
    let mut kept: Vec<&'c Candidate> = Vec::new();
    let none_always = candidates.iter().all(|one| !one.always);
    // Accesses that some iterations skip come last.
    let (always, sometimes) = candidates
        .iter()
        .partition::<Vec<&&Candidate>, _>(|c| c.always);
    for (may_grow, some) in [(true, always), (none_always, sometimes)] {
        for one in some {
            let needed = conditions.clone().into_iter().chain(&one.range.conditions);
            let needed: BTreeSet<&Condition> = needed.collect();
            if needed.len() <= MOST_CONDITIONS && add_to_group(&mut groups, one, may_grow) {
                conditions = needed;
                kept.push(one);
            }
        }
    }
    kept.sort_by_key(|one| one.id);
    (kept, groups)
}

/// Adds a candidate to a range, which may grow only if it `may_grow`.
fn add_to_group(groups: &mut Vec<AddressRange>, one: &Candidate, may_grow: bool) -> bool {
    let first = one.range.lowest.clone();
    let mut last = one.range.highest.clone();
    if !mutant!("hoist-range/width") {
        last.constant = last.constant.wrapping_add(one.bytes - 1);
    }
    for group in &mut *groups {
        if group.bounds != one.bounds && !mutant!("hoist-range/group-object")
            || group.first.terms != first.terms
            || group.last.terms != last.terms
        {
            continue;
        }
        let before = group.first.constant.checked_sub(first.constant);
        let after = last.constant.checked_sub(group.last.constant);
        let (Some(before), Some(after)) = (before, after) else {
            continue;
        };
        let grows = before > 0 || after > 0 || (one.shadow && !group.shadow);
        if before.abs() > GAP || after.abs() > GAP || (grows && !may_grow) {
            continue;
        }
        if !mutant!("hoist-range/group-grows") {
            group.first.constant -= before.max(0);
            group.last.constant += after.max(0);
        }
        group.shadow |= one.shadow && !mutant!("hoist-range/group-shadow");
        return true;
    }
    if may_grow && groups.len() < MOST_RANGES {
        groups.push(AddressRange {
            first,
            last,
            bounds: one.bounds,
            shadow: one.shadow,
        });
        return true;
    }
    false
}

/// Whether a range certainly exceeds its object, so that its check would always fail: a table smaller than all that a mask keeps.
fn exceeds_object(range: &HoistedRange, bytes: i64, (object, base): (Object, ValueId)) -> bool {
    let ObjectExtent::Bytes(size) = object.extent() else {
        return false;
    };
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let first = range.lowest.offset_from(base).as_constant();
    let last = range.highest.offset_from(base).as_constant();
    first.is_some_and(|n| n < 0) || last.is_some_and(|n| n > size.saturating_sub(bytes))
}

/// The loops of a function, and what is known of them.
pub(super) struct LoopHoister<'s> {
    context: &'s FunctionContext<'s>,
    ranges: HoistedRanges<'s>,
    kills: LoopKills<'s>,
    /// Its recurrence; index = loop.
    recurrences: Vec<Option<Recurrence>>,
}

impl<'s> LoopHoister<'s> {
    /// The loops of a function, if a rule needs them.
    pub(super) fn of(context: &'s FunctionContext<'s>, budget: &Budget) -> Option<Self> {
        let mut rules = [Placement::HoistRange, Placement::CachedBound].into_iter();
        let jumps = context.function.calls_setjmp && !mutant!("hoist-range/setjmp");
        if !rules.any(|rule| budget.enables(rule)) || jumps {
            return None;
        }
        let ranges = HoistedRanges::of(context.analyses);
        if ranges.loops().is_empty() {
            return None;
        }
        Some(LoopHoister {
            context,
            kills: LoopKills::of(context, ranges.loops().len()),
            recurrences: vec![None; ranges.loops().len()],
            ranges,
        })
    }

    /// Replaces checks in loops by range checks before them.
    pub(super) fn hoist(
        &mut self,
        budget: &mut Budget,
        decisions: &mut [Decision],
    ) -> Vec<LoopCheck> {
        if !budget.enables(Placement::HoistRange) {
            return Vec::new();
        }
        let candidates = self.candidates(decisions);
        let mut checks = Vec::new();
        for of in 0..self.ranges.loops().len() {
            let here: Vec<&Candidate> = candidates.iter().filter(|one| one.of == of).collect();
            let (chosen, groups) = grouped(&here);
            if chosen.is_empty() || self.worth(of, &chosen, &groups) == Worth::Nothing {
                continue;
            }
            let allowed: Vec<&Candidate> = chosen
                .into_iter()
                .filter(|_| budget.allows(Placement::HoistRange))
                .collect();
            let (kept, groups) = grouped(&allowed);
            if kept.is_empty() {
                continue;
            }
            let Some(entry) = self.ranges.entry(of) else {
                continue;
            };
            // If the limit leaves some out, the cost of the others does not matter.
            let worth = self.worth(of, &kept, &groups);
            let last_iteration = match self.recurrence(of) {
                Recurrence::Counted(last) => Some(last),
                Recurrence::Open => None,
            };
            let enough = last_iteration
                .iter()
                .filter_map(|last| worth.condition(last, &kept));
            for one in &kept {
                decisions[one.id.index()].hoist(HoistedBy::Range(checks.len()));
            }
            checks.push(LoopCheck {
                entry,
                header: self.ranges.loops()[of].header,
                conditions: conditions(&kept, enough),
                ranges: groups,
                dropped_flags: self.dropped_flags(&kept),
                budget: last_iteration.and_then(|last| worth::budget(&last, &kept)),
            });
        }
        checks
    }

    /// The instructions that lose their poison-generating flags because these ranges depend on them.
    fn dropped_flags(&self, kept: &[&Candidate]) -> BTreeSet<ValueId> {
        let ranges = kept.iter().map(|one| &one.range);
        let masked = ranges.clone().flat_map(|range| &range.masked).copied();
        let masked: Vec<ValueId> = masked.collect();
        let mut all: BTreeSet<ValueId> = ranges.flat_map(|r| &r.dropped_flags).copied().collect();
        if !masked.is_empty() {
            all.extend(self.context.flagged(masked));
        }
        all
    }

    fn candidates(&mut self, decisions: &[Decision]) -> Vec<Candidate> {
        let function = self.context.function;
        let mut candidates = Vec::new();
        for ((id, access), decision) in function.accesses.iter().zip(decisions) {
            let (Some(check), Extent::Bytes(bytes)) = (decision.check(), access.extent) else {
                continue;
            };
            let Some(block) = self.ranges.block_of(access.instruction) else {
                continue;
            };
            let Some(bytes) = i64::try_from(bytes).ok().filter(|n| (1..GAP).contains(n)) else {
                continue;
            };
            if access.by_library || access.atomic {
                continue;
            }
            let around = self.ranges.around(block);
            let Some(&innermost) = around.last() else {
                continue;
            };
            let outer = if function.values.len() > LARGE {
                1
            } else {
                around.len()
            };
            let base = function.resolve(access.pointer).base;
            let bounds = check.bounds.map(|object| (object, base));
            let mut found: Option<Candidate> = None;
            for (depth, &of) in around.iter().enumerate().rev().take(outer).rev() {
                let outside = bounds.is_none_or(|(_, base)| self.ranges.is_outside(base, of));
                if !outside
                    || !self.enters_directly(&around[depth..])
                    || self.ranges.entry(of).is_none()
                {
                    continue;
                }
                let counted = matches!(self.recurrence(of), Recurrence::Counted(_));
                if found.is_some() && !counted {
                    continue;
                }
                let Ok(range) = self.ranges.range(access, of) else {
                    continue;
                };
                if bounds.is_some_and(|bounds| exceeds_object(&range, bytes, bounds)) {
                    continue;
                }
                if !self.has_no_kill(of, base) && !mutant!("hoist-range/no-kill") {
                    continue;
                }
                let always = self.ranges.is_in_every_iteration(block, innermost);
                found = Some(Candidate {
                    id,
                    of,
                    range,
                    bytes,
                    bounds,
                    shadow: check.shadow,
                    always,
                    depth: around.len() - 1 - depth,
                    times: self.times(&around[depth + 1..], always),
                    total: self.total(block, &around[depth..]),
                });
                if counted {
                    break;
                }
            }
            candidates.extend(found);
        }
        candidates
    }

    /// Whether each iteration of a loop enters the next inner one, except for one branch that may skip it.
    fn enters_directly(&self, nest: &[usize]) -> bool {
        let function = self.context.function;
        nest.windows(2).all(|pair| {
            let [outer, inner] = [pair[0], pair[1]];
            let mut at = self.ranges.entry(inner);
            let mut branches = 0;
            while let Some(block) = at {
                if function.blocks[block].successors.len() > 1 {
                    branches += 1;
                }
                if branches > 1 {
                    return false;
                }
                if self.ranges.is_in_every_iteration(block, outer) {
                    return true;
                }
                at = match function.blocks[block].predecessors.as_slice() {
                    [one] => Some(*one),
                    _ => None,
                };
            }
            false
        })
    }

    /// Whether no instruction of a loop kills memory at the base.
    fn has_no_kill(&mut self, of: usize, base: ValueId) -> bool {
        self.kills.keeps(of, &self.ranges.loops()[of], base)
    }

    /// The recurrence of a loop.
    fn recurrence(&mut self, of: usize) -> Recurrence {
        let Self {
            ranges,
            recurrences,
            ..
        } = self;
        let recurrence = recurrences[of].get_or_insert_with(|| ranges.recurrence(of));
        recurrence.clone()
    }
}
