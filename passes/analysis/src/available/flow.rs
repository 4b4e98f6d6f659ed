//! The members that are there at the beginning of each block: a forward analysis over all paths.

use super::{Available, Kills, MOST_BITS, MOST_PASSES};
use crate::Dominators;
use fixedbitset::FixedBitSet;
use sanecc_ir::{AccessId, Function, Id, ValueId, mutated};

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
        let none = FixedBitSet::with_capacity(self.members);
        let mut every = none.clone();
        every.insert_range(..);
        let dominators = Dominators::of(function);
        // What each block makes, and what it leaves of what comes in.
        let mut made = Vec::with_capacity(function.blocks.len());
        let mut left = Vec::with_capacity(function.blocks.len());
        let mut accesses = function.accesses.iter().peekable();
        for (_, block) in function.blocks.iter() {
            let (mut makes, mut leaves) = (none.clone(), every.clone());
            for &instruction in &block.instructions {
                while let Some((id, _)) = accesses.next_if(|(_, a)| a.instruction == instruction) {
                    self.make(id, &mut makes);
                }
                self.pass(instruction, &mut makes);
                self.lose(instruction, &mut leaves);
            }
            made.push(makes);
            left.push(leaves);
        }
        let mut after = vec![every.clone(); function.blocks.len()];
        let mut before = vec![none.clone(); function.blocks.len()];
        for _ in 0..MOST_PASSES {
            let mut changed = false;
            for (place, &block) in dominators.order().iter().enumerate() {
                let here = &mut before[block.index()];
                here.clone_from(if place == 0 { &self.at_entry } else { &every });
                for from in &function.blocks[block].predecessors {
                    if dominators.is_reached(*from)
                        && !(place > 0 && mutated("redundant/every-path"))
                    {
                        here.intersect_with(&after[from.index()]);
                    }
                }
                let mut out = here.clone();
                out.intersect_with(&left[block.index()]);
                out.union_with(&made[block.index()]);
                if out != after[block.index()] {
                    after[block.index()] = out;
                    changed = true;
                }
            }
            if !changed {
                self.before = Some(before);
                return;
            }
        }
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
