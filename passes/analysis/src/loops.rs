//! Which loops are there, and how deep in them does a block stand?
//!
//! Claims: [`Loops::depth`] is the number of natural loops that hold the block: a header that is on every path to the loop's blocks, and all
//! blocks from which a path leads back to it without passing it. Cycles that can be entered in several places have no header and are not
//! counted. So this estimates how often a block runs; nothing that has to hold depends on it.

use crate::Dominators;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sanecc_ir::{BlockId, Function, Id};

/// A natural loop.
pub struct Loop {
    /// On every path from outside to the loop's blocks.
    pub header: BlockId,
    /// All blocks, the header with them.
    pub blocks: FixedBitSet,
    /// From where it goes back to the header.
    pub latches: Vec<BlockId>,
}

impl Loop {
    /// Whether the block is one of the loop's.
    pub fn holds(&self, block: BlockId) -> bool {
        self.blocks.contains(block.index())
    }

    /// The one block outside from which the loop is entered, if there is only one.
    pub fn entry(&self, function: &Function) -> Option<BlockId> {
        let from = function.blocks[self.header].predecessors.iter();
        let mut from = from.filter(|block| !self.holds(**block));
        let first = *from.next()?;
        from.all(|other| *other == first).then_some(first)
    }
}

/// The nesting of a function's loops.
pub struct Loops {
    /// Index = block.
    depth: Vec<u32>,
    /// In the order of headers.
    all: Vec<Loop>,
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
        let mut all = Vec::with_capacity(latches.len());
        for (header, mut work) in latches {
            let latches = work.clone();
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
            all.push(Loop {
                header,
                blocks: body,
                latches,
            });
        }
        all.sort_by_key(|one| one.header);
        Self { depth, all }
    }

    /// All loops, in the order of their headers.
    pub fn all(&self) -> &[Loop] {
        &self.all
    }

    /// How many loops hold the block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.depth[block.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;

    fn depths(blocks: usize, edges: &[(usize, usize)]) -> Vec<u32> {
        let mut builder = Builder::new(blocks);
        edges.iter().for_each(|&(from, to)| builder.edge(from, to));
        let function = &builder.function;
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
    fn a_loop_knows_its_blocks_and_where_it_is_entered() {
        let mut builder = Builder::new(4);
        for (from, to) in [(0, 1), (1, 2), (2, 1), (2, 2), (1, 3)] {
            builder.edge(from, to);
        }
        let function = &builder.function;
        let loops = Loops::of(function, &Dominators::of(function));
        let [outer, inner] = loops.all() else {
            panic!("two loops");
        };
        let [entry, header, body, after] = [0, 1, 2, 3].map(|n| builder.block(n));
        assert_eq!([outer.header, inner.header], [header, body]);
        assert!(outer.holds(body) && !outer.holds(after) && !inner.holds(header));
        assert_eq!(outer.entry(function), Some(entry));
        assert_eq!(inner.entry(function), Some(header));
        assert_eq!(outer.latches, [body]);
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
