//! Which block is on every path to a block?
//!
//! Claims: a dominator of a block stands on every path from the entry to it. Blocks that no path reaches have no answer. The
//! iteration is that of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use sanecc_ir::{BlockId, Function, Id};

/// The dominator tree of a function.
pub struct Dominators {
    /// Reached blocks, each behind its dominators.
    order: Vec<BlockId>,
    /// Place in `order`; index = block.
    place: Vec<Option<usize>>,
    /// Place of the immediate dominator; index = place. The entry is its own.
    parent: Vec<usize>,
    /// Number of dominators above; index = place.
    depth: Vec<u32>,
}

impl Dominators {
    /// Computes the tree.
    pub fn of(function: &Function) -> Self {
        let order = reverse_postorder(function);
        let mut place = vec![None; function.blocks.len()];
        for (at, block) in order.iter().enumerate() {
            place[block.index()] = Some(at);
        }
        let mut parent: Vec<Option<usize>> = vec![None; order.len()];
        if let Some(entry) = parent.first_mut() {
            *entry = Some(0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for at in 1..order.len() {
                let from = &function.blocks[order[at]].predecessors;
                let done = from
                    .iter()
                    .filter_map(|block| place[block.index()])
                    .filter(|&from| parent[from].is_some());
                let common = done.reduce(|a, b| meet(&parent, a, b));
                changed |= parent[at] != common;
                parent[at] = common;
            }
        }
        let parent: Vec<usize> = parent.into_iter().map(Option::unwrap_or_default).collect();
        let mut depth = vec![0; order.len()];
        for at in 1..order.len() {
            depth[at] = depth[parent[at]] + 1;
        }
        Self {
            order,
            place,
            parent,
            depth,
        }
    }

    /// The blocks that some path reaches, in reverse postorder: dominators first.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// The closest block that is on every path to `block`; none for the entry.
    pub fn parent(&self, block: BlockId) -> Option<BlockId> {
        let at = self.place[block.index()].filter(|&at| at > 0)?;
        Some(self.order[self.parent[at]])
    }

    /// The closest block that is on every path to either, which may be one of them; none for blocks that nothing reaches.
    pub fn common(&self, a: BlockId, b: BlockId) -> Option<BlockId> {
        let (mut a, mut b) = (self.place[a.index()]?, self.place[b.index()]?);
        while a != b {
            let lower = if a > b { &mut a } else { &mut b };
            *lower = self.parent[*lower];
        }
        Some(self.order[a])
    }

    /// Whether some path reaches the block.
    pub fn is_reached(&self, block: BlockId) -> bool {
        self.place[block.index()].is_some()
    }

    /// Whether `above` is on every path to `below` and another block. False for blocks that nothing reaches.
    pub fn strictly(&self, above: BlockId, below: BlockId) -> bool {
        let (Some(above), Some(mut at)) = (self.place[above.index()], self.place[below.index()])
        else {
            return false;
        };
        if above == at {
            return false;
        }
        while self.depth[at] > self.depth[above] {
            at = self.parent[at];
        }
        at == above
    }
}

/// The closest common dominator of two places.
fn meet(parent: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let higher = if a > b { &mut a } else { &mut b };
        // Whoever is asked has a parent already, and parents come first.
        *higher = parent[*higher].unwrap_or_default();
    }
    a
}

/// The blocks that some path from the entry reaches; each comes before those that only it leads to.
pub(crate) fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = vec![false; function.blocks.len()];
    let mut stack: Vec<(BlockId, usize)> = Vec::new();
    if let Some(entry) = function.blocks.ids().next() {
        seen[entry.index()] = true;
        stack.push((entry, 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        match function.blocks[*block].successors.get(*next) {
            Some(&successor) => {
                *next += 1;
                if !std::mem::replace(&mut seen[successor.index()], true) {
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use crate::worklist::Worklist;
    use proptest::prelude::*;

    /// Whether a path leads from the entry to `to` around `without`.
    fn reaches(edges: &[(usize, usize)], to: usize, without: Option<usize>) -> bool {
        let mut work = Worklist::of([0]);
        while let Some(block) = work.pop() {
            if Some(block) == without {
                continue;
            }
            if block == to {
                return true;
            }
            work.extend(
                edges
                    .iter()
                    .filter(|(from, _)| *from == block)
                    .map(|(_, to)| *to),
            );
        }
        false
    }

    proptest! {
        /// A block dominates another if and only if no path leads around it.
        #[test]
        fn dominators_are_what_no_path_leads_around(
            blocks in 1..8usize,
            edges in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..16),
        ) {
            let edges: Vec<(usize, usize)> =
                edges.iter().map(|(a, b)| (a.index(blocks), b.index(blocks))).collect();
            let mut builder = Builder::new(blocks);
            edges.iter().for_each(|&(from, to)| builder.edge(from, to));
            let dominators = Dominators::of(&builder.function);
            for below in 0..blocks {
                let reached = reaches(&edges, below, None);
                prop_assert_eq!(dominators.is_reached(builder.block(below)), reached);
                for above in 0..blocks {
                    let expected = above != below && reached && reaches(&edges, above, None)
                        && !reaches(&edges, below, Some(above));
                    let says = dominators.strictly(builder.block(above), builder.block(below));
                    prop_assert_eq!(says, expected, "{} above {}", above, below);
                }
            }
        }
    }
}
