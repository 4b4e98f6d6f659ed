//! How many iterations does a loop have?
//!
//! An estimate; no proof rests on it. It is right only if nothing wraps, and it ignores exits that end the program.

use super::{HoistedRanges, Known, Sum, Unknown, View};
use sanecc_ir::{BlockId, Op};

/// How a loop goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// It is left by one test of a counter alone; the last iteration that comes to that test, from 0.
    Counted(Sum),
    /// It may end early, or nobody knows when.
    Open,
}

impl HoistedRanges<'_> {
    /// How the loop goes.
    pub fn recurrence(&self, of: usize) -> Recurrence {
        match self.count(of) {
            Ok(last) => Recurrence::Counted(last),
            Err(Unknown) => Recurrence::Open,
        }
    }

    /// How often control comes to a block while a loop around it runs, if the loops inside of each other go as often each time and nothing ends
    /// them early.
    pub fn iterations(&self, block: BlockId, of: usize) -> Option<Sum> {
        let mut view = View {
            all: self,
            block,
            nest: self.nest(block, of).ok()?,
            known: Known::default(),
            pending: Vec::new(),
        };
        let mut all = Sum::constant(1);
        for of in view.nest.clone() {
            let last = view.last_iteration(of).ok()?;
            all = all.multiplied(&last.add(1))?;
        }
        (!all.has_iterations()).then_some(all)
    }

    fn count(&self, of: usize) -> Result<Sum, Unknown> {
        let function = self.function;
        let one = &self.loops()[of];
        let blocks = one
            .blocks
            .ones()
            .map(<BlockId as sanecc_ir::Id>::from_index);
        let mut exits = Vec::new();
        for block in blocks {
            let out = function.blocks[block].successors.iter();
            let out = out.filter(|to| !one.holds(**to) && !self.ends_the_program(**to));
            exits.extend(out.map(|_| block));
        }
        let &[exit] = exits.as_slice() else {
            return Err(Unknown);
        };
        // What is combined with another test may end it early.
        let last = function.blocks[exit].instructions.last();
        let Some(Op::Branch(condition)) = last.and_then(|v| function.op(*v)) else {
            return Err(Unknown);
        };
        let &[whole] = condition.as_slice() else {
            return Err(Unknown);
        };
        if !matches!(function.op(whole), Some(Op::Compare(..))) {
            return Err(Unknown);
        }
        let mut view = View {
            all: self,
            block: one.header,
            nest: vec![of],
            known: Known::default(),
            pending: Vec::new(),
        };
        view.last_iteration(of)
    }

    /// Whether nothing but the end of the program follows a block.
    fn ends_the_program(&self, mut block: BlockId) -> bool {
        const MOST_BLOCKS: usize = 4;
        let function = self.function;
        for _ in 0..MOST_BLOCKS {
            let content = &function.blocks[block];
            match content.successors.as_slice() {
                [one] => block = *one,
                [] => {
                    let last = content.instructions.last();
                    let last = last.and_then(|v| function.op(*v));
                    return matches!(last, Some(Op::Unreachable));
                }
                _ => return false,
            }
        }
        false
    }
}
