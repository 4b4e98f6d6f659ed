//! Does a heap block that this function allocates certainly live here, and has nobody else its address?
//!
//! Claims: where [`NonEscapingCursor::lives`] says so, the block that the last run of the allocating call returned (if it did not fail) was not freed on
//! any path from there to here, and no other function and no other thread has its address: so none can free it or poison it by hand.
//! A forward analysis over sets of such blocks; paths join by intersection. A block is lost where its address is stored, returned,
//! converted to a number, or handed to a callee that keeps it, may free it, or is not known; and so are all that are computed from that
//! address, through merges, choices and library functions that give it back. Of a block of an earlier round nothing is asked: a merge of what
//! the round before left has no object behind it ([`crate::symbolic::Regions`]), and a pointer that is counted from a call is counted from its last
//! run. Gives up in functions that call setjmp, because longjmp is an edge that is not drawn.

use crate::Uses;
use crate::outlives_frame::{Use, one_use};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{Addresses, BlockId, Function, Id, Op, ValueDef, ValueId, mutated};

/// Whether the block of an allocation may not outlive a call that gets its address, or others may have that address afterwards: see
/// [`Effects::may_free_allocation`](crate::Effects::may_free_allocation). The allocating call stands first.
pub type MayEnd<'e> = dyn Fn(ValueId, ValueId) -> bool + 'e;

/// What an instruction does to blocks, by number.
#[derive(Default)]
struct Step {
    lost: Vec<usize>,
    /// Allocated here.
    fresh: Option<usize>,
}

/// The blocks that certainly live and are known to nobody else, at the beginning of each basic block.
#[derive(Default)]
pub struct NonEscapingAllocations {
    /// Allocating call to number.
    numbers: FxHashMap<ValueId, usize>,
    steps: FxHashMap<ValueId, Step>,
    /// Index = basic block.
    own: Vec<FixedBitSet>,
}

impl NonEscapingAllocations {
    /// Solves the analysis for a function. Of calls, only those are asked about that get such an address.
    pub fn of(function: &Function, uses: &Uses, callee_may_end: &MayEnd<'_>) -> Self {
        let _span = tracing::debug_span!("non-escaping").entered();
        let mut blocks = Self::default();
        if function.calls_setjmp && !mutated("non-escaping/setjmp") {
            return blocks;
        }
        for (value, it) in function.values.iter() {
            if let ValueDef::Instruction(Op::Call { model, .. }) = &it.def
                && model.allocates.is_some()
            {
                let number = blocks.numbers.len();
                blocks.numbers.insert(value, number);
                blocks.steps.entry(value).or_default().fresh = Some(number);
            }
        }
        if blocks.numbers.is_empty() {
            return blocks;
        }
        let roots: Vec<_> = blocks.numbers.iter().map(|(v, n)| (*v, *n)).collect();
        for (root, number) in roots {
            blocks.follow(function, uses, callee_may_end, root, number);
        }
        blocks.solve(function);
        blocks
    }

    /// Notes where the block of an allocation is lost.
    fn follow(
        &mut self,
        function: &Function,
        uses: &Uses,
        callee_may_end: &MayEnd<'_>,
        root: ValueId,
        number: usize,
    ) {
        let mut work = vec![root];
        let mut seen = FxHashSet::from_iter([root]);
        while let Some(address) = work.pop() {
            for &user in uses.users(address) {
                let kept = match one_use(function, user, address) {
                    Use::Over => false,
                    Use::Kept => match function.op(user) {
                        Some(Op::Store { .. }) => !mutated("non-escaping/stored"),
                        Some(Op::Cast(..)) => !mutated("non-escaping/number"),
                        Some(Op::Call { .. }) => !mutated("non-escaping/handed"),
                        _ => !mutated("non-escaping/kept"),
                    },
                    Use::Passed => {
                        let derived = match function.op(user) {
                            Some(Op::Call { .. }) => !mutated("non-escaping/given-back"),
                            _ => !mutated("non-escaping/merged"),
                        };
                        if derived && seen.insert(user) {
                            work.push(user);
                        }
                        false
                    }
                };
                if kept || may_end(function, callee_may_end, root, user, address) {
                    self.steps.entry(user).or_default().lost.push(number);
                }
            }
        }
    }

    fn solve(&mut self, function: &Function) {
        let mut everything = FixedBitSet::with_capacity(self.numbers.len());
        everything.insert_range(..);
        self.own = vec![everything; function.blocks.len()];
        if let Some(entry) = self.own.first_mut() {
            entry.clear();
        }
        // Sets only shrink, so every block is visited at most once for each member.
        let mut work: Vec<BlockId> = function.blocks.ids().rev().collect();
        while let Some(block) = work.pop() {
            let mut state = self.own[block.index()].clone();
            for instruction in &function.blocks[block].instructions {
                self.step(*instruction, &mut state);
            }
            for &successor in &function.blocks[block].successors {
                let target = &mut self.own[successor.index()];
                let ways_in = &function.blocks[successor].predecessors;
                let counts = ways_in.first() == Some(&block) || !mutated("non-escaping/every-path");
                if counts && !target.is_subset(&state) {
                    target.intersect_with(&state);
                    work.push(successor);
                }
            }
        }
    }

    fn step(&self, instruction: ValueId, state: &mut FixedBitSet) {
        if let Some(step) = self.steps.get(&instruction) {
            step.lost
                .iter()
                .for_each(|&number| state.set(number, false));
            state.extend(step.fresh);
        }
    }

    /// Walks a basic block from its beginning.
    pub fn cursor(&self, block: BlockId) -> NonEscapingCursor<'_> {
        NonEscapingCursor {
            blocks: self,
            state: self.own.get(block.index()).cloned().unwrap_or_default(),
        }
    }
}

/// Whether a call that gets the address of a block may end its life, or let others do with it what they like.
fn may_end(
    function: &Function,
    callee_may_end: &MayEnd<'_>,
    root: ValueId,
    call: ValueId,
    address: ValueId,
) -> bool {
    let Some(Op::Call {
        arguments, model, ..
    }) = function.op(call)
    else {
        return false;
    };
    match model.addresses {
        Addresses::Unknown => {
            model.may_free && !mutated("non-escaping/callee") && callee_may_end(root, call)
        }
        _ => {
            let freed = model.frees.and_then(|n| arguments.get(n as usize));
            freed == Some(&address) && !mutated("non-escaping/freed")
        }
    }
}

/// A place in a basic block.
pub struct NonEscapingCursor<'o> {
    blocks: &'o NonEscapingAllocations,
    state: FixedBitSet,
}

impl NonEscapingCursor<'_> {
    /// Whether the block that `call` allocated last certainly lives here and is known to nobody else.
    pub fn lives(&self, call: ValueId) -> bool {
        let number = self.blocks.numbers.get(&call);
        number.is_some_and(|&number| self.state.contains(number))
    }

    /// Goes past an instruction.
    pub fn pass(&mut self, instruction: ValueId) {
        self.blocks.step(instruction, &mut self.state);
    }
}
