//! Which nodes of a graph lie on a common cycle?
//!
//! Claims: two nodes are in one component if and only if a path leads from each to the other, and a component stands behind all
//! others that it leads to: those that depend on nothing come first. Only what can be reached from `roots` is looked at. Tarjan, "Depth-First
//! Search and Linear Graph Algorithms" (1972), without recursion.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A node on the way: its successors, and how many of them were followed.
struct Frame<N> {
    node: N,
    successors: Vec<N>,
    next: usize,
}

/// The components that can be reached from `roots`, successors first.
pub(crate) fn components<N: Copy + Eq + Hash>(
    roots: impl IntoIterator<Item = N>,
    mut successors: impl FnMut(N) -> Vec<N>,
) -> Vec<Vec<N>> {
    let mut found = Vec::new();
    // The order in which nodes were met, and the earliest one that each leads back to; `None` when its component is found.
    let mut low: FxHashMap<N, Option<usize>> = FxHashMap::default();
    let mut order: FxHashMap<N, usize> = FxHashMap::default();
    let mut open: Vec<N> = Vec::new();
    for root in roots {
        if low.contains_key(&root) {
            continue;
        }
        let mut frames: Vec<Frame<N>> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                let number = order.len();
                order.insert(node, number);
                low.insert(node, Some(number));
                open.push(node);
                frames.push(Frame {
                    node,
                    successors: successors(node),
                    next: 0,
                });
            }
            let Some(frame) = frames.last_mut() else {
                break;
            };
            if let Some(&to) = frame.successors.get(frame.next) {
                frame.next += 1;
                match low.get(&to) {
                    None => enter = Some(to),
                    Some(Some(_)) => {
                        let (node, back) = (frame.node, order[&to]);
                        lower(&mut low, node, back);
                    }
                    Some(None) => {}
                }
                continue;
            }
            let node = frame.node;
            frames.pop();
            let Some(Some(mine)) = low.get(&node).copied() else {
                continue;
            };
            if mine == order[&node] {
                let start = open.iter().rposition(|&n| n == node).unwrap_or(0);
                let component = open.split_off(start);
                component.iter().for_each(|n| _ = low.insert(*n, None));
                found.push(component);
            } else if let Some(above) = frames.last() {
                lower(&mut low, above.node, mine);
            }
        }
    }
    found
}

fn lower<N: Eq + Hash>(low: &mut FxHashMap<N, Option<usize>>, node: N, to: usize) {
    if let Some(Some(mine)) = low.get_mut(&node) {
        *mine = to.min(*mine);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worklist::Worklist;
    use proptest::prelude::*;

    fn reaches(edges: &[(u32, u32)], from: u32, to: u32) -> bool {
        let mut work = Worklist::of([from]);
        while let Some(node) = work.pop() {
            if node == to {
                return true;
            }
            work.extend(edges.iter().filter(|e| e.0 == node).map(|e| e.1));
        }
        false
    }

    proptest! {
        /// Components are what lies on common cycles, and come before what leads to them.
        #[test]
        fn components_are_cycles_and_stand_in_order(
            nodes in 1..9u32,
            edges in prop::collection::vec((0..9u32, 0..9u32), 0..20),
        ) {
            let edges: Vec<_> = edges.iter().map(|(a, b)| (a % nodes, b % nodes)).collect();
            let found = components(0..nodes, |n| {
                edges.iter().filter(|e| e.0 == n).map(|e| e.1).collect()
            });
            let place = |n| found.iter().position(|c| c.contains(&n)).unwrap();
            prop_assert_eq!(found.iter().map(Vec::len).sum::<usize>(), nodes as usize);
            for a in 0..nodes {
                for b in 0..nodes {
                    let together = reaches(&edges, a, b) && reaches(&edges, b, a);
                    prop_assert_eq!(together, place(a) == place(b));
                    prop_assert!(!reaches(&edges, a, b) || place(b) <= place(a));
                }
            }
        }
    }
}
