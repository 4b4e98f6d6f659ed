//! What touched the bytes of an access before it.

use super::{Available, Touch, Toucher};
use rustc_hash::FxHashMap;
use sanecc_ir::{AccessId, BlockId, Function, Id, ValueId};
use std::ops::Range;

/// Runs of bytes in one access for which [`Available::made_by`] looks.
const MOST_RUNS: usize = 64;

/// What touched the bytes of an access before it, on each path the last ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeBy {
    /// Accesses of this function.
    pub accesses: Vec<AccessId>,
    /// Calls in this function, whose callee made accesses.
    pub calls: Vec<ValueId>,
    /// All callers made accesses before they called.
    pub callers: bool,
}

impl MadeBy {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether other functions than this one made some of the accesses.
    pub fn is_interprocedural(&self) -> bool {
        self.callers || !self.calls.is_empty()
    }
}

impl Available {
    /// What touched the bytes of an access of which [`crate::AvailableCursor::has`] has said so: the last ones on each path, of accesses those that
    /// `counts` says. Whatever does not count must be such an access itself. None where that takes more than `steps`, which it counts down.
    pub fn made_by(
        &self,
        function: &Function,
        access: AccessId,
        block: BlockId,
        counts: impl Fn(AccessId) -> bool,
        steps: &mut usize,
    ) -> Option<MadeBy> {
        let wanted = self.touched[access.index()].as_ref()?;
        let first = wanted.members.start;
        if wanted.members.len() > MOST_RUNS {
            return None;
        }
        let bits = |members: &Range<usize>| -> u64 {
            let from = members.start.clamp(first, wanted.members.end) - first;
            let to = members.end.clamp(first, wanted.members.end) - first;
            (from..to).fold(0, |bits, at| bits | 1 << at)
        };
        let at_entry = wanted.members.clone();
        let at_entry = at_entry.filter(|member| self.at_entry.contains(*member));
        let at_entry = at_entry.fold(0, |all, member| all | bits(&(member..member + 1)));
        let all = &self.lines[wanted.line].touches;
        let is_it = |(touch, _): &&(Touch, _)| touch.by == Toucher::Access(access);
        let until = all.iter().find(is_it)?.0.order;
        let mut found = MadeBy::default();
        let mut seen: FxHashMap<BlockId, u64> = FxHashMap::default();
        let mut work = vec![(block, bits(&wanted.members), Some(until))];
        while let Some((block, mut need, until)) = work.pop() {
            let from = all.partition_point(|(touch, _)| touch.block.index() < block.index());
            let to = all.partition_point(|(touch, _)| {
                let before = until.is_none_or(|until| touch.order < until);
                touch.block.index() < block.index() || touch.block == block && before
            });
            for (touch, members) in all[from..to].iter().rev() {
                *steps = steps.checked_sub(1)?;
                let made = bits(members);
                if need & made != 0 {
                    match touch.by {
                        Toucher::Access(id) if !counts(id) => continue,
                        Toucher::Access(id) => found.accesses.push(id),
                        Toucher::Call(call) => found.calls.push(call),
                    }
                    need &= !made;
                }
                if need == 0 {
                    break;
                }
            }
            if block.index() == 0 {
                found.callers |= need & at_entry != 0;
            }
            if need == 0 {
                continue;
            }
            for &from in &function.blocks[block].predecessors {
                *steps = steps.checked_sub(1)?;
                let seen = seen.entry(from).or_default();
                if need & !*seen != 0 {
                    work.push((from, need & !*seen, None));
                    *seen |= need;
                }
            }
        }
        found.accesses.sort_unstable();
        found.accesses.dedup();
        found.calls.sort_unstable();
        found.calls.dedup();
        Some(found)
    }
}
