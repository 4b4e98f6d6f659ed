//! Which checks in a loop can one question before it take the place of?
//!
//! Claims: where the conditions of a [`LoopCheck`] hold and its ranges are good when control goes into the loop, each access that names it is good
//! in every round: it begins in its range ([`sanecc_analysis::affine`]), and nothing in the loop may make that memory bad
//! ([`super::kills`]). Where they do not, nothing is claimed: each access then gets its own, exact check. So a loop that ends early raises no
//! alarm, and reports name the access.
//!
//! Other accesses may rest on a hoisted one as on a checked one ([`super::redundant`]): when it runs, it is good or its own check has failed. What it
//! covers is not hoisted with it, and takes no part in the question. Checks that neighbours share are joined behind this, from
//! those that are left: a hoisted access is in none of them ([`super::coalesce`]), because where the answer is no, it is asked about where it stands.
//!
//! An access is hoisted out of as many loops as is possible, but not out of one that may end early, if an inner one goes all its rounds. Functions that
//! call setjmp are left alone. An access that some rounds leave out joins only ranges that others ask for anyhow, unless its loop has no others: where it
//! would go wrong if it ran, all would get slower. So do those of an inner loop that some rounds of the outer one leave out by more than one branch.
//!
//! Whether the question takes less time than the checks is estimated ([`worth`]).

mod cached_bounds;
mod worth;

use super::FunctionContext;
use super::budget::{Budget, Rule};
use super::decision::{Decision, HoistedBy};
use super::kills::Kills;
pub(super) use cached_bounds::flags_of_cached_bounds;
pub use cached_bounds::{Bound, BoundedAccess, CachedBound};
use sanecc_analysis::Kills as _;
use sanecc_analysis::affine::{Condition, HoistedRange, HoistedRanges, Recurrence, Sum, together};
use sanecc_analysis::symbolic::{Regions, promised};
use sanecc_analysis::{Extent as ObjectExtent, Kill, Object};
use sanecc_ir::{AccessId, BlockId, Extent, Id, ValueId, mutant};
use std::collections::BTreeSet;
use worth::Worth;

/// Ranges that one loop asks about, at most.
const MOST_RANGES: usize = 8;
/// Conditions of one loop, at most.
const MOST_CONDITIONS: usize = 24;
/// Bytes between two places of one object that are asked about as one range.
const GAP: i64 = 1 << 16;
/// Values of a function beyond which only innermost loops are looked at.
const LARGE: usize = 20_000;

/// What is asked before a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopCheck {
    /// At the end of this block it is asked.
    pub entry: BlockId,
    /// The loop's first block.
    pub header: BlockId,
    /// What has to hold for the ranges to be right, and for the question to be worth it.
    pub conditions: BTreeSet<Condition>,
    /// Bytes that have to be good.
    pub ranges: Vec<AddressRange>,
    /// Instructions whose promises the program has to do without.
    pub dropped_flags: BTreeSet<ValueId>,
    /// The last round of the loop, from 0, if nothing but a counter ends it. Right where the conditions hold.
    pub last_iteration: Option<Sum>,
    /// Granules whose shadow takes less time to look at, one by one, than a round.
    pub granules: u64,
}

/// Bytes that are checked before a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressRange {
    /// The first byte.
    pub first: Sum,
    /// The last one.
    pub last: Sum,
    /// The object that they must lie in, and its start.
    pub bounds: Option<(Object, ValueId)>,
    /// Whether the shadow is asked.
    pub shadow: bool,
}

/// A check that could go.
struct Candidate {
    id: AccessId,
    /// The loop, by index.
    of: usize,
    range: HoistedRange,
    bytes: i64,
    bounds: Option<(Object, ValueId)>,
    shadow: bool,
    /// It runs in every round of its innermost loop.
    always: bool,
    /// Loops between that one and the innermost one around it, both counted: 0 if they are the same.
    depth: usize,
    /// How often it may run in a round of that loop: a guess.
    times: u64,
    /// How often it runs while that loop does, if that is known only then.
    total: Option<Sum>,
}

/// What has to hold for the ranges of all, and more.
fn conditions(
    kept: &[&Candidate],
    more: impl IntoIterator<Item = Condition>,
) -> BTreeSet<Condition> {
    let all = kept.iter().flat_map(|one| &one.range.conditions);
    together(&all.cloned().chain(more).collect())
}

/// The candidates that few ranges have room for, in order, and these ranges.
fn grouped<'c>(candidates: &[&'c Candidate]) -> (Vec<&'c Candidate>, Vec<AddressRange>) {
    let mut groups: Vec<AddressRange> = Vec::new();
    let mut conditions: BTreeSet<&Condition> = BTreeSet::new();
    let mut kept: Vec<&'c Candidate> = Vec::new();
    let none_always = candidates.iter().all(|one| !one.always);
    // Those that some rounds leave out come last.
    let (always, sometimes) = candidates
        .iter()
        .partition::<Vec<&&Candidate>, _>(|c| c.always);
    for (may_ask, some) in [(true, always), (none_always, sometimes)] {
        for one in some {
            let asked = conditions.clone().into_iter().chain(&one.range.conditions);
            let asked: BTreeSet<&Condition> = asked.collect();
            if asked.len() <= MOST_CONDITIONS && join(&mut groups, one, may_ask) {
                conditions = asked;
                kept.push(one);
            }
        }
    }
    kept.sort_by_key(|one| one.id);
    (kept, groups)
}

/// Puts a candidate into a range, which grows only if it `may_ask` for more.
fn join(groups: &mut Vec<AddressRange>, one: &Candidate, may_ask: bool) -> bool {
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
        let asks_more = before > 0 || after > 0 || (one.shadow && !group.shadow);
        if before.abs() > GAP || after.abs() > GAP || (asks_more && !may_ask) {
            continue;
        }
        if !mutant!("hoist-range/group-grows") {
            group.first.constant -= before.max(0);
            group.last.constant += after.max(0);
        }
        group.shadow |= one.shadow && !mutant!("hoist-range/group-shadow");
        return true;
    }
    if may_ask && groups.len() < MOST_RANGES {
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

/// Whether a range certainly goes beyond its object, so that it would be asked about in vain: a table that has no entry for all that a mask keeps.
fn goes_beyond(range: &HoistedRange, bytes: i64, (object, base): (Object, ValueId)) -> bool {
    let ObjectExtent::Bytes(size) = object.extent() else {
        return false;
    };
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let first = range.lowest.offset_from(base).as_constant();
    let last = range.highest.offset_from(base).as_constant();
    first.is_some_and(|n| n < 0) || last.is_some_and(|n| n > size.saturating_sub(bytes))
}

/// The loops of a function, and what was found out about them.
pub(super) struct LoopHoister<'s> {
    context: &'s FunctionContext<'s>,
    ranges: HoistedRanges<'s>,
    kills: Kills<'s>,
    /// What in a loop may end a life; index = loop.
    in_loop: Vec<Option<Vec<Kill>>>,
    /// How it goes; index = loop.
    courses: Vec<Option<Recurrence>>,
}

impl<'s> LoopHoister<'s> {
    /// The loops of a function, if a rule asks about them.
    pub(super) fn of(context: &'s FunctionContext<'s>, budget: &Budget) -> Option<Self> {
        let mut rules = [Rule::HoistRange, Rule::CachedBound].into_iter();
        let jumps = context.function.calls_setjmp && !mutant!("hoist-range/setjmp");
        if !rules.any(|rule| budget.asks_for(rule)) || jumps {
            return None;
        }
        let ranges = HoistedRanges::of(context.analyses);
        if ranges.loops().is_empty() {
            return None;
        }
        Some(LoopHoister {
            context,
            kills: Kills::of(context, budget.follows_calls()),
            in_loop: vec![None; ranges.loops().len()],
            courses: vec![None; ranges.loops().len()],
            ranges,
        })
    }

    /// Replaces checks in loops by questions before them.
    pub(super) fn hoist(
        &mut self,
        budget: &mut Budget,
        decisions: &mut [Decision],
    ) -> Vec<LoopCheck> {
        if !budget.asks_for(Rule::HoistRange) {
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
                .filter(|_| budget.allows(Rule::HoistRange))
                .collect();
            let (kept, groups) = grouped(&allowed);
            if kept.is_empty() {
                continue;
            }
            let Some(entry) = self.ranges.entry(of) else {
                continue;
            };
            // Where some are left out by a limit, what the others cost does not matter.
            let worth = self.worth(of, &kept, &groups);
            let last_iteration = match self.recurrence(of) {
                Recurrence::Counted(last) => Some(last),
                Recurrence::Open => None,
            };
            let enough = last_iteration
                .iter()
                .filter_map(|last| worth.asks_for(last, &kept));
            for one in &kept {
                decisions[one.id.index()].hoist(HoistedBy::Range(checks.len()));
            }
            checks.push(LoopCheck {
                entry,
                header: self.ranges.loops()[of].header,
                conditions: conditions(&kept, enough),
                ranges: groups,
                dropped_flags: self.dropped_flags(&kept),
                last_iteration,
                granules: worth::granules(&kept),
            });
        }
        checks
    }

    /// The instructions whose promises have to go for these ranges to be right.
    fn dropped_flags(&self, kept: &[&Candidate]) -> BTreeSet<ValueId> {
        let ranges = kept.iter().map(|one| &one.range);
        let masked = ranges.clone().flat_map(|range| &range.masked).copied();
        let masked: Vec<ValueId> = masked.collect();
        let mut all: BTreeSet<ValueId> = ranges.flat_map(|r| &r.dropped_flags).copied().collect();
        if !masked.is_empty() {
            let analyses = self.context.analyses;
            let regions = Regions::of(self.context.module, analyses);
            all.extend(promised(analyses, &regions, masked));
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
                    || !self.leads_straight(&around[depth..])
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
                if bounds.is_some_and(|bounds| goes_beyond(&range, bytes, bounds)) {
                    continue;
                }
                if !self.is_quiet(of, base) && !mutant!("hoist-range/quiet") {
                    continue;
                }
                let always = self.ranges.is_in_every_round(block, innermost);
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

    /// Whether each round of a loop enters the next one inside, but for one branch that may lead past it.
    fn leads_straight(&self, nest: &[usize]) -> bool {
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
                if self.ranges.is_in_every_round(block, outer) {
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

    /// Whether nothing in a loop may make memory bad that was good at that base.
    fn is_quiet(&mut self, of: usize, base: ValueId) -> bool {
        let Self {
            context,
            ranges,
            kills,
            in_loop,
            courses: _,
        } = self;
        let all = in_loop[of].get_or_insert_with(|| {
            let blocks = ranges.loops()[of].blocks.ones().map(BlockId::from_index);
            let mut all: Vec<Kill> = blocks
                .flat_map(|block| &context.function.blocks[block].instructions)
                .filter_map(|instruction| kills.of(*instruction))
                .collect();
            all.sort_by_key(|ending| ending.0);
            all.dedup();
            all
        });
        !all.iter().any(|ending| kills.clobbers(*ending, base))
    }

    /// How a loop goes.
    fn recurrence(&mut self, of: usize) -> Recurrence {
        let Self {
            ranges, courses, ..
        } = self;
        let recurrence = courses[of].get_or_insert_with(|| ranges.recurrence(of));
        recurrence.clone()
    }
}
