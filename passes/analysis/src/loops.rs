//! How deep in loops does a block stand?
//!
//! Claims: [`Loops::depth`] is the number of natural loops that hold the block: a header that is on every path to the loop's blocks, and all
//! blocks from which a path leads back to it without passing it. Cycles that can be entered in several places have no header and are not
//! counted. So this estimates how often a block runs; nothing that has to hold depends on it.

use crate::Dominators;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sanecc_ir::{BlockId, Function, Id};

/// The nesting of a function's loops.
pub struct Loops {
    /// Index = block.
    depth: Vec<u32>,
}

impl Loops {
    /// Finds all loops.
    pub fn of(function: &Function, dominators: &Dominators) -> Self {
        let mut latches: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for (from, block) in function.blocks.iter() {
            for &to in &block.successors {
                if to == from || dominators.strictly(to, from) {
                    latches.entry(to).or_default().push(from);
                }
            }
        }
        let mut depth = vec![0; function.blocks.len()];
        for (header, mut work) in latches {
            let mut body = FixedBitSet::with_capacity(function.blocks.len());
            body.insert(header.index());
            depth[header.index()] += 1;
            while let Some(block) = work.pop() {
                if !body.put(block.index()) {
                    depth[block.index()] += 1;
                    let from = &function.blocks[block].predecessors;
                    work.extend(from.iter().filter(|from| dominators.is_reached(**from)));
                }
            }
        }
        Self { depth }
    }

    /// How many loops hold the block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.depth[block.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    fn depths(blocks: usize, edges: &[(usize, usize)]) -> Vec<u32> {
        let mut sketch = Sketch::new(blocks);
        edges.iter().for_each(|&(from, to)| sketch.edge(from, to));
        let function = &sketch.function;
        let loops = Loops::of(function, &Dominators::of(function));
        function.blocks.ids().map(|b| loops.depth(b)).collect()
    }

    #[test]
    fn loops_nest() {
        // 0 -> 1 -> 2 -> 2, 2 -> 1, 1 -> 3
        assert_eq!(
            depths(4, &[(0, 1), (1, 2), (2, 2), (2, 1), (1, 3)]),
            [0, 1, 2, 0]
        );
    }

    #[test]
    fn two_ways_back_are_one_loop() {
        let edges = [(0, 1), (1, 2), (1, 3), (2, 1), (3, 1), (1, 4)];
        assert_eq!(depths(5, &edges), [0, 1, 1, 1, 0]);
    }

    #[test]
    fn a_cycle_with_two_entries_is_none() {
        assert_eq!(depths(3, &[(0, 1), (0, 2), (1, 2), (2, 1)]), [0, 0, 0]);
    }
}
