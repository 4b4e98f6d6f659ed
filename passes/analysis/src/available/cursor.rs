//! Walks a block past the accesses that make members available and the instructions that kill them.

use super::Available;
use super::address::address_behind;
use crate::dataflow::MustSet;
use sanecc_ir::{AccessId, Function, Id, ValueId, mutant};
use std::ops::Range;

/// A place in a block.
pub struct AvailableCursor<'a> {
    pub(super) available: &'a Available,
    pub(super) state: MustSet,
}

impl AvailableCursor<'_> {
    /// Whether all bytes of the access, which stands here, have been accessed before.
    pub fn has(&self, access: AccessId) -> bool {
        let touched = self.available.touched.get(access.index());
        touched.and_then(Option::as_ref).is_some_and(|touched| {
            let there = |member| self.state.contains(member);
            let all = (touched.all || mutant!("redundant/bytes-of-others"))
                && self.state.contains_all_in_range(touched.members.clone());
            all || touched.members.clone().any(there) && mutant!("redundant/every-byte")
        })
    }

    /// Which of these bytes at a pointer have been accessed before. They must be among [`Elsewhere::queried`](super::Elsewhere::queried).
    pub(crate) fn bytes_behind(
        &self,
        function: &Function,
        pointer: ValueId,
        bytes: &Range<i64>,
    ) -> Vec<Range<i64>> {
        let found = address_behind(function, pointer, bytes).and_then(|(address, wanted)| {
            let line = &self.available.lines[*self.available.addresses.get(&address)?];
            let (members, _) = line.members(&wanted);
            let there = members.filter(|member| self.state.contains(*member));
            let away = wanted.start - bytes.start;
            let run = |member: usize| {
                let run = &line.runs[member - line.members.start];
                run.start - away..run.end - away
            };
            Some(there.map(run).collect())
        });
        found.unwrap_or_default()
    }

    /// Goes past an access, which its instruction is about to make.
    pub fn make(&mut self, access: AccessId) {
        self.available.make(access, &mut self.state);
    }

    /// Goes past an instruction.
    pub fn pass(&mut self, instruction: ValueId) {
        self.available.pass(instruction, &mut self.state);
    }

    /// Whether the instruction may kill members.
    pub fn ends(&self, instruction: ValueId) -> bool {
        self.available.ends.contains_key(&instruction)
    }
}
