//! What an analysis found: the state at the boundary of each block, and at each place inside by replaying transfer functions.

use super::{Analysis, Direction};
use sanecc_ir::{BlockId, Function, Id, ValueId};

/// A solved analysis.
pub struct Results<A: Analysis> {
    pub(super) analysis: A,
    /// At the beginning of each block (forward) or at its end (backward); index = block.
    pub(super) states: Vec<A::Domain>,
    /// Index = block.
    pub(super) reached: Vec<bool>,
}

impl<A: Analysis> Results<A> {
    /// The results of an analysis that gives up without trying: top everywhere.
    pub fn unsolved(analysis: A, function: &Function) -> Self {
        Self {
            states: vec![analysis.top(function); function.blocks.len()],
            reached: vec![true; function.blocks.len()],
            analysis,
        }
    }

    /// Whether some path reaches the block. Of an analysis that gave up without trying, this claims nothing either: true.
    pub fn is_reached(&self, block: BlockId) -> bool {
        self.reached[block.index()]
    }

    /// The analysis itself.
    pub fn analysis(&self) -> &A {
        &self.analysis
    }

    /// The state at the beginning of a block (forward) or at its end (backward); bottom where no path reaches the block.
    pub fn boundary_of(&self, block: BlockId) -> &A::Domain {
        &self.states[block.index()]
    }

    /// The states at the boundaries of all blocks; index = block. Blocks that no path reaches get top, so that nothing is claimed there.
    pub fn into_states(self, function: &Function) -> Vec<A::Domain> {
        let mut states = self.states;
        for (state, _) in states
            .iter_mut()
            .zip(&self.reached)
            .filter(|(_, reached)| !**reached)
        {
            *state = self.analysis.top(function);
        }
        states
    }

    /// A cursor at the boundary of a block.
    pub fn cursor(&self, block: BlockId) -> ResultsCursor<'_, A> {
        ResultsCursor {
            results: self,
            block,
            passed: 0,
            state: self.boundary_of(block).clone(),
        }
    }
}

/// A place in a block, with the state there.
pub struct ResultsCursor<'r, A: Analysis> {
    results: &'r Results<A>,
    block: BlockId,
    /// Instructions between the boundary of the block and this place.
    passed: usize,
    state: A::Domain,
}

impl<'r, A: Analysis> ResultsCursor<'r, A> {
    /// The analysis itself.
    pub fn analysis(&self) -> &'r A {
        &self.results.analysis
    }

    /// The state at this place.
    pub fn state(&self) -> &A::Domain {
        &self.state
    }

    /// Goes past the next instruction, which the caller knows: a walk over a block costs each transfer function once.
    pub fn pass(&mut self, function: &Function, instruction: ValueId) {
        self.results
            .analysis
            .transfer(function, instruction, &mut self.state);
        self.passed += 1;
    }

    /// Goes in front of the instruction of that number in a block.
    pub fn seek_before(&mut self, function: &Function, block: BlockId, number: usize) {
        let behind = function.blocks[block].instructions.len() - number;
        self.seek(function, block, number, behind);
    }

    /// Goes behind the instruction of that number in a block.
    pub fn seek_after(&mut self, function: &Function, block: BlockId, number: usize) {
        self.seek_before(function, block, number + 1);
    }

    /// Goes where so many instructions stand before and behind. Replays from where the cursor is if that is on the way.
    fn seek(&mut self, function: &Function, block: BlockId, before: usize, behind: usize) {
        let wanted = match A::DIRECTION {
            Direction::Forward => before,
            Direction::Backward => behind,
        };
        if block != self.block || wanted < self.passed {
            *self = self.results.cursor(block);
        }
        let instructions = &function.blocks[block].instructions;
        while self.passed < wanted {
            let number = match A::DIRECTION {
                Direction::Forward => self.passed,
                Direction::Backward => instructions.len() - 1 - self.passed,
            };
            self.pass(function, instructions[number]);
        }
    }
}
