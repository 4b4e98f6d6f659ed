//! The members that are available at each place: a forward must-analysis ([`crate::dataflow`]).

use super::{Available, Kills, MOST_BITS, MOST_PASSES};
use crate::dataflow::{Analysis, MustSet};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sanecc_ir::{AccessId, BlockId, Function, Id, ValueId, mutant};
use std::borrow::Cow;

impl Available {
    pub(super) fn find_lost(&mut self, function: &Function, kills: &mut (impl Kills + ?Sized)) {
        let blocks = function.blocks.iter();
        for &instruction in blocks.flat_map(|(_, block)| &block.instructions) {
            let Some(ending) = kills.of(instruction) else {
                continue;
            };
            self.ends.insert(instruction, ending);
            self.lost.entry(ending).or_insert_with(|| {
                let mut lost = FixedBitSet::with_capacity(self.members);
                for line in &self.lines {
                    if kills.clobbers(ending, line.base) {
                        lost.insert_range(line.members.clone());
                    }
                }
                lost
            });
        }
    }

    pub(super) fn solve(&mut self, function: &Function) {
        if self.members.saturating_mul(function.blocks.len()) > MOST_BITS {
            return;
        }
        let mut accesses: FxHashMap<ValueId, Vec<AccessId>> = FxHashMap::default();
        for (id, access) in function.accesses.iter() {
            if self.touched[id.index()].is_some() {
                accesses.entry(access.instruction).or_default().push(id);
            }
        }
        let flow = Flow {
            available: self,
            accesses,
        };
        self.before = flow.solve(function).into_states(function);
    }

    pub(super) fn make(&self, access: AccessId, state: &mut FixedBitSet) {
        if let Some(Some(touched)) = self.touched.get(access.index()) {
            state.insert_range(touched.members.clone());
        }
    }

    fn lose(&self, instruction: ValueId, state: &mut FixedBitSet) {
        let ending = self.ends.get(&instruction);
        if let Some(lost) = ending.and_then(|ending| self.lost.get(ending)) {
            state.difference_with(lost);
        }
    }

    /// What an instruction ends, and then what it has touched.
    pub(super) fn pass(&self, instruction: ValueId, state: &mut FixedBitSet) {
        self.lose(instruction, state);
        for members in self.by_calls.get(&instruction).into_iter().flatten() {
            state.insert_range(members.clone());
        }
    }
}

/// The analysis of a function whose members are numbered.
struct Flow<'a> {
    available: &'a Available,
    /// Those that touch members, by instruction.
    accesses: FxHashMap<ValueId, Vec<AccessId>>,
}

impl Analysis for Flow<'_> {
    type Domain = MustSet;
    const MAX_PASSES: u32 = MOST_PASSES;

    fn bottom(&self, _: &Function) -> MustSet {
        MustSet::full(self.available.members)
    }

    fn top(&self, _: &Function) -> MustSet {
        MustSet::empty(self.available.members)
    }

    fn boundary(&self, _: &Function) -> MustSet {
        self.available.at_entry.clone().into()
    }

    fn transfer(&self, _: &Function, instruction: ValueId, state: &mut MustSet) {
        for &access in self.accesses.get(&instruction).into_iter().flatten() {
            self.available.make(access, state);
        }
        self.available.pass(instruction, state);
    }

    fn edge<'s>(
        &self,
        _: &Function,
        _: BlockId,
        to: BlockId,
        state: &'s MustSet,
    ) -> Option<Cow<'s, MustSet>> {
        (to.index() == 0 || !mutant!("redundant/every-path")).then_some(Cow::Borrowed(state))
    }
}
