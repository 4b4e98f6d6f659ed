//! Which branches decide whether a block runs? Post-dominators, and control dependences on them.
//!
//! Ferrante, Ottenstein and Warren, "The program dependence graph and its use in optimization" (1987), which sections 4.2 and 4.5 of
//! GreenArrays (2014) refer to: a block depends on a branch if one way out of it always leads to the block and another one may avoid it. For
//! an edge `from -> to` these are the blocks on the way up the tree of post-dominators from `to` to the parent of `from`, which is
//! what Cytron et al. call the post-dominance frontier.
//!
//! Claims: if of two executions of a function one reaches a block and the other does not, though both reached the branches that
//! [`ControlDependences::of`] names for it, and the branches that those depend on and so on, then at least one of these went different
//! ways. Every block that ends the function (by return, by an exception, by a call that does not return) leads to one exit, and so does,
//! by an edge that is drawn for that, every block from which no path leads there (an endless loop): its blocks depend
//! on each branch among them. Whether a call returns is no branch here: that a function ends the program is no flow to what comes after it.
//!
//! Gives up where there are more dependences than [`PER_BLOCK`] for each block: then every block depends on every branch.

use crate::Dominators;
use sanecc_ir::{Arena, Block, BlockId, Function, Id};

/// Most dependences for each block, on average, that are kept separate.
const PER_BLOCK: usize = 32;

/// The tree of post-dominators of a function.
pub struct PostDominators {
    /// Of the function read backwards: the exit is its entry, block `n` is its block `n + 1`.
    backwards: Dominators,
}

impl PostDominators {
    /// Computes the tree.
    pub fn of(function: &Function) -> Self {
        let mut backwards = Function {
            blocks: mirrored(&function.blocks),
            ..Function::default()
        };
        let reached = Dominators::of(&backwards);
        let exit = BlockId::from_index(0);
        for block in function.blocks.ids().map(behind) {
            if !reached.is_reached(block) {
                connect(&mut backwards.blocks, exit, block);
            }
        }
        Self {
            backwards: Dominators::of(&backwards),
        }
    }

    /// The closest block that is on every path from `block` to the exit; none where that is the exit itself.
    pub fn parent(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.backwards.parent(behind(block))?;
        Some(BlockId::from_index(parent.index().checked_sub(1)?))
    }

    /// Whether `below` is on every path from `above` to the exit, and another block.
    pub fn strictly(&self, below: BlockId, above: BlockId) -> bool {
        self.backwards.strictly(behind(below), behind(above))
    }
}

/// The number of a block in the function that is read backwards.
fn behind(block: BlockId) -> BlockId {
    BlockId::from_index(block.index() + 1)
}

fn mirrored(blocks: &Arena<BlockId, Block>) -> Arena<BlockId, Block> {
    let mut mirrored: Arena<BlockId, Block> = Arena::default();
    let exit = mirrored.push(Block::default());
    for _ in blocks.ids() {
        mirrored.push(Block::default());
    }
    for (id, block) in blocks.iter() {
        if block.successors.is_empty() {
            connect(&mut mirrored, exit, behind(id));
        }
        for &successor in &block.successors {
            connect(&mut mirrored, behind(successor), behind(id));
        }
    }
    mirrored
}

fn connect(blocks: &mut Arena<BlockId, Block>, from: BlockId, to: BlockId) {
    blocks[from].successors.push(to);
    blocks[to].predecessors.push(from);
}

/// For each block, the blocks whose branches decide whether it runs.
pub struct ControlDependences {
    /// Index = block; sorted.
    branches: Vec<Vec<BlockId>>,
}

impl ControlDependences {
    /// Finds them.
    pub fn of(function: &Function) -> Self {
        let _span = tracing::debug_span!("control-dependences").entered();
        let tree = PostDominators::of(function);
        let mut branches = vec![Vec::new(); function.blocks.len()];
        let mut left = PER_BLOCK * function.blocks.len();
        for (from, block) in function.blocks.iter() {
            let stop = tree.parent(from);
            for &to in &block.successors {
                let mut at = Some(to);
                while let Some(block) = at.filter(|_| at != stop) {
                    // The edges of one branch stand one behind the other.
                    if branches[block.index()].last() != Some(&from) {
                        if left == 0 {
                            return Self::everything(function);
                        }
                        left -= 1;
                        branches[block.index()].push(from);
                    }
                    at = tree.parent(block);
                }
            }
        }
        Self { branches }
    }

    /// Every block depends on every branch.
    fn everything(function: &Function) -> Self {
        let blocks = function.blocks.iter();
        let branching = blocks.filter(|(_, block)| block.successors.len() > 1);
        let all: Vec<BlockId> = branching.map(|(id, _)| id).collect();
        // One block stands for all: the entry depends on each, and everything depends on the entry.
        let entry: Vec<BlockId> = function.blocks.ids().take(1).collect();
        let mut branches = vec![entry; function.blocks.len()];
        if let Some(first) = branches.first_mut() {
            *first = all;
        }
        Self { branches }
    }

    /// The blocks whose branches decide whether `block` runs. What decides whether *they* run decides, too.
    pub fn branches(&self, block: BlockId) -> &[BlockId] {
        &self.branches[block.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use crate::worklist::Worklist;
    use proptest::prelude::*;

    fn graph(blocks: usize, edges: &[(usize, usize)]) -> Builder {
        let mut builder = Builder::new(blocks);
        edges.iter().for_each(|&(from, to)| builder.edge(from, to));
        builder
    }

    fn dependences(blocks: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let builder = graph(blocks, edges);
        let found = ControlDependences::of(&builder.function);
        let numbers = |block| found.branches(block).iter().map(|b| b.index()).collect();
        builder.function.blocks.ids().map(numbers).collect()
    }

    #[test]
    fn both_arms_depend_on_the_branch_and_the_join_on_none() {
        let none = vec![];
        let found = dependences(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(found, [none.clone(), vec![0], vec![0], none]);
    }

    /// Figure 17: a loop with a condition in it. The body and the header depend on the loop's branch, the store on the inner one,
    /// and on the outer one only because the inner one does.
    #[test]
    fn a_loop_depends_on_its_own_branch() {
        // 1 header, 2 body, 3 store, 4 latch, 5 end
        let edges = [(0, 1), (1, 2), (1, 5), (2, 3), (2, 4), (3, 4), (4, 1)];
        let found = dependences(6, &edges);
        assert_eq!(
            found,
            [vec![], vec![1], vec![1], vec![2], vec![1], vec![]].map(|v: Vec<usize>| v)
        );
    }

    #[test]
    fn a_function_may_end_in_several_places() {
        // 0 leaves at once or goes on; 2 ends the program or goes on.
        let found = dependences(5, &[(0, 1), (0, 2), (2, 3), (2, 4)]);
        assert_eq!(
            found,
            [vec![], vec![0], vec![0], vec![2], vec![2]].map(|v: Vec<usize>| v)
        );
    }

    #[test]
    fn in_an_endless_loop_no_block_is_certain() {
        // 0 -> 1 -> {2, 3} -> 1, forever.
        let found = dependences(4, &[(0, 1), (1, 2), (1, 3), (2, 1), (3, 1)]);
        assert!(found[2].contains(&1) && found[3].contains(&1), "{found:?}");
        assert!(found[1].contains(&2) && found[1].contains(&3), "{found:?}");
    }

    #[test]
    fn a_loop_of_one_block_that_never_ends() {
        let found = dependences(3, &[(0, 1), (0, 2), (1, 1)]);
        assert_eq!(found[2], [0]);
        assert!(found[1].contains(&0));
    }

    #[test]
    fn too_many_dependences_become_one() {
        // Each block may leave the chain of nested loops to any earlier one.
        let n = 2 * PER_BLOCK + 8;
        let mut edges = Vec::new();
        for block in 0..n {
            edges.extend([(block, block + 1)]);
            edges.extend((0..block).map(|to| (block, to)));
        }
        let found = dependences(n + 1, &edges);
        assert_eq!(found[n], [0]);
        assert!(found[0].len() > PER_BLOCK);
        let total: usize = found.iter().map(Vec::len).sum();
        assert!(total <= 3 * n);
    }

    /// Whether a path leads from `from` to one of `ends` around `without`.
    fn leads(edges: &[(usize, usize)], ends: &[bool], from: usize, without: Option<usize>) -> bool {
        let mut work = Worklist::of([from]);
        while let Some(block) = work.pop() {
            if Some(block) == without {
                continue;
            }
            if ends[block] {
                return true;
            }
            work.extend(edges.iter().filter(|(a, _)| *a == block).map(|(_, b)| *b));
        }
        false
    }

    proptest! {
        /// A block post-dominates another if and only if no path around it leads to an end; and the dependences are those of the
        /// definition.
        #[test]
        fn post_dominators_are_what_no_path_leads_around(
            blocks in 1..8usize,
            edges in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..16),
        ) {
            let edges: Vec<(usize, usize)> =
                edges.iter().map(|(a, b)| (a.index(blocks), b.index(blocks))).collect();
            let builder = graph(blocks, &edges);
            let tree = PostDominators::of(&builder.function);
            let found = dependences(blocks, &edges);
            let last: Vec<bool> =
                (0..blocks).map(|block| edges.iter().all(|(from, _)| *from != block)).collect();
            // Blocks that cannot leave count as left.
            let ends: Vec<bool> = (0..blocks)
                .map(|block| last[block] || !leads(&edges, &last, block, None))
                .collect();
            let after = |below: usize, above: usize| !leads(&edges, &ends, above, Some(below));
            for above in 0..blocks {
                for below in (0..blocks).filter(|below| *below != above) {
                    let says = tree.strictly(builder.block(below), builder.block(above));
                    prop_assert_eq!(says, after(below, above), "{} after {}", below, above);
                }
                for (block, found) in found.iter().enumerate() {
                    let mut next = edges.iter().filter(|(from, _)| *from == above);
                    let leads = next.any(|(_, to)| *to == block || after(block, *to));
                    let depends = leads && (above == block || !after(block, above));
                    prop_assert_eq!(found.contains(&above), depends, "{} on {}", block, above);
                }
            }
        }
    }
}
