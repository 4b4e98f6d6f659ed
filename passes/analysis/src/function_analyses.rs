//! What do several analyses need of one function? Uses, dominators, loops, blocks of instructions, escape states and scopes.
//!
//! Each result is computed when it is first read, and kept. Several threads may read; the function must not change.

use crate::{Captured, Dominators, Loops, Scopes, Uses};
use sanecc_ir::{BlockId, Function, Id, ValueId};
use std::sync::OnceLock;

/// A function and what was computed of it so far.
pub struct FunctionAnalyses<'f> {
    function: &'f Function,
    uses: OnceLock<Uses>,
    dominators: OnceLock<Dominators>,
    loops: OnceLock<Loops>,
    blocks: OnceLock<Vec<Option<BlockId>>>,
    captured: OnceLock<Captured>,
    scopes: OnceLock<Scopes>,
}

impl<'f> FunctionAnalyses<'f> {
    /// Computes nothing yet.
    pub fn of(function: &'f Function) -> Self {
        Self {
            function,
            uses: OnceLock::new(),
            dominators: OnceLock::new(),
            loops: OnceLock::new(),
            blocks: OnceLock::new(),
            captured: OnceLock::new(),
            scopes: OnceLock::new(),
        }
    }

    /// The function.
    pub fn function(&self) -> &'f Function {
        self.function
    }

    /// The users of each value.
    pub fn uses(&self) -> &Uses {
        self.uses.get_or_init(|| Uses::of(self.function))
    }

    /// The dominator tree.
    pub fn dominators(&self) -> &Dominators {
        self.dominators
            .get_or_init(|| Dominators::of(self.function))
    }

    /// The natural loops.
    pub fn loops(&self) -> &Loops {
        self.loops
            .get_or_init(|| Loops::of(self.function, self.dominators()))
    }

    /// The escape state of each object.
    pub fn captured(&self) -> &Captured {
        self.captured
            .get_or_init(|| Captured::of(self.function, self.uses()))
    }

    /// The scopes of stack objects.
    pub fn scopes(&self) -> &Scopes {
        self.scopes.get_or_init(|| Scopes::of(self.function))
    }

    /// The block of an instruction; none for other values.
    pub fn block_of(&self, value: ValueId) -> Option<BlockId> {
        let blocks = self.blocks.get_or_init(|| {
            let mut blocks = vec![None; self.function.values.len()];
            for (id, block) in self.function.blocks.iter() {
                for instruction in &block.instructions {
                    blocks[instruction.index()] = Some(id);
                }
            }
            blocks
        });
        blocks[value.index()]
    }

    /// Whether the value is the same whenever `block` begins: it is no instruction, or one of a strict dominator.
    pub fn is_fixed_before(&self, value: ValueId, block: BlockId) -> bool {
        let defined = self.block_of(value);
        defined.is_none_or(|at| self.dominators().strictly(at, block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;

    #[test]
    fn results_are_computed_once_and_agree() {
        let mut builder = Builder::new(3);
        builder.edge(0, 1);
        builder.edge(1, 1);
        builder.edge(1, 2);
        let outside = builder.integer(32);
        let (above, inside) = (builder.alloca(0, Some(8)), builder.alloca(1, Some(8)));
        let [entry, body, exit] = [0, 1, 2].map(|n| builder.block(n));
        let analyses = FunctionAnalyses::of(&builder.function);
        assert!(std::ptr::eq(analyses.dominators(), analyses.dominators()));
        assert_eq!(analyses.loops().depth(body), 1);
        let blocks = [outside, above, inside].map(|value| analyses.block_of(value));
        assert_eq!(blocks, [None, Some(entry), Some(body)]);
        assert!(analyses.is_fixed_before(outside, entry));
        assert!(analyses.is_fixed_before(above, body));
        assert!(!analyses.is_fixed_before(inside, body));
        assert!(analyses.is_fixed_before(inside, exit));
    }
}
