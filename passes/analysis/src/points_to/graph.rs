//! The graph of constraints: a node has a set and hands all of it to its successors; cycles become one node.
//!
//! Cycles are looked for lazily (Hardekopf and Lin, "The Ant and the Grasshopper", 2007): where a node hands its successor
//! nothing new and both sets are equal, the edge may be part of a cycle, and is tried once.

use super::set::Set;
use crate::components::components;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A node, by number.
pub(super) type Node = u32;

/// Sets smaller than this are handed round a cycle as quickly as the cycle is found.
const WORTH_A_SEARCH: usize = 4;

/// Nodes, edges, and what is yet to be handed on.
#[derive(Default)]
pub(super) struct Graph {
    /// The node that a node has become part of; itself otherwise.
    merged: Vec<Node>,
    sets: Vec<Set>,
    /// What has come in and was not handed on.
    fresh: Vec<Set>,
    edges: Vec<Vec<Node>>,
    known: FxHashSet<(Node, Node)>,
    work: VecDeque<Node>,
    waiting: Vec<bool>,
    tried: FxHashSet<(Node, Node)>,
    /// Members that say nothing beside [`Graph::UNKNOWN`].
    pub(super) implied: Set,
    /// Nodes that searches for cycles may still visit: they only save time.
    search: usize,
    /// How many nodes have become part of others.
    #[cfg(test)]
    pub(super) collapsed: usize,
}

impl Graph {
    /// The member that stands for everything outside.
    pub(super) const UNKNOWN: u32 = 0;

    /// A new node with an empty set.
    pub(super) fn add(&mut self) -> Node {
        self.add_many(1)
    }

    /// So many of them; yields the first.
    pub(super) fn add_many(&mut self, count: usize) -> Node {
        let first = self.sets.len();
        let len = first + count;
        self.merged.extend(first as u32..len as u32);
        self.sets.resize_with(len, Set::default);
        self.fresh.resize_with(len, Set::default);
        self.edges.resize_with(len, Vec::new);
        self.waiting.resize(len, false);
        self.search += 16 * count;
        first as u32
    }

    /// The node that this one is part of.
    pub(super) fn find(&self, mut node: Node) -> Node {
        while self.merged[node as usize] != node {
            node = self.merged[node as usize];
        }
        node
    }

    /// The set of a node.
    pub(super) fn set(&self, node: Node) -> &Set {
        &self.sets[self.find(node) as usize]
    }

    /// Adds a member.
    pub(super) fn insert(&mut self, node: Node, member: u32) {
        let node = self.find(node) as usize;
        let implied = self.sets[node].contains(Self::UNKNOWN) && self.implied.contains(member);
        if !implied && self.sets[node].insert(member) {
            self.fresh[node].insert(member);
            self.wake(node as u32);
        }
    }

    /// Leaves out the members that say nothing once everything outside is in the set.
    pub(super) fn forget_implied(&mut self, node: Node) {
        let at = self.find(node) as usize;
        let mut kept = Set::default();
        kept.add_all(&self.sets[at], &self.implied);
        self.sets[at] = kept;
        self.fresh[at] = Set::default();
    }

    /// From now on `to` has what `from` has.
    pub(super) fn edge(&mut self, from: Node, to: Node) {
        let (from, to) = (self.find(from), self.find(to));
        if from != to && self.known.insert((from, to)) {
            self.edges[from as usize].push(to);
            let all = self.sets[from as usize].clone();
            self.give(&all, to);
        }
    }

    /// The next node with something new, and what that is.
    pub(super) fn next(&mut self) -> Option<(Node, Set)> {
        loop {
            let node = self.work.pop_front()?;
            self.waiting[node as usize] = false;
            let fresh = std::mem::take(&mut self.fresh[node as usize]);
            if !fresh.is_empty() {
                return Some((node, fresh));
            }
        }
    }

    /// Hands `fresh` on from `node`. Yields the nodes that have become one on the way: those that others were merged into.
    pub(super) fn hand_on(&mut self, node: Node, fresh: &Set) -> Vec<(Node, Vec<Node>)> {
        let targets = self.edges[node as usize].clone();
        let mut suspects = Vec::new();
        for target in targets {
            let to = self.find(target);
            if to == node || self.give(fresh, to) {
                continue;
            }
            let (mine, others) = (&self.sets[node as usize], &self.sets[to as usize]);
            if mine.len() >= WORTH_A_SEARCH && mine == others && self.tried.insert((node, to)) {
                suspects.push(to);
            }
        }
        let mut merged = Vec::new();
        for suspect in suspects {
            if self.search > 0 {
                self.collapse_cycles(suspect, &mut merged);
            }
        }
        merged
    }

    /// Whether that was anything new.
    fn give(&mut self, what: &Set, to: Node) -> bool {
        const NONE: &Set = &Set::EMPTY;
        let at = to as usize;
        let unknown = self.sets[at].contains(Self::UNKNOWN) || what.contains(Self::UNKNOWN);
        let without = if unknown { &self.implied } else { NONE };
        let new = self.sets[at].add_all(what, without);
        if new.is_empty() {
            return false;
        }
        self.fresh[at].add_all(&new, NONE);
        self.wake(to);
        true
    }

    fn wake(&mut self, node: Node) {
        if !std::mem::replace(&mut self.waiting[node as usize], true) {
            self.work.push_back(node);
        }
    }

    fn collapse_cycles(&mut self, start: Node, merged: &mut Vec<(Node, Vec<Node>)>) {
        let mut visited = 0;
        let found = components([self.find(start)], |node| {
            visited += 1;
            let targets = self.edges[node as usize].iter();
            targets.map(|&to| self.find(to)).collect()
        });
        self.search = self.search.saturating_sub(visited);
        for cycle in found.into_iter().filter(|c| c.len() > 1) {
            let (into, others) = (cycle[0], cycle[1..].to_vec());
            #[cfg(test)]
            {
                self.collapsed += others.len();
            }
            for &other in &others {
                self.merged[other as usize] = into;
                let set = std::mem::take(&mut self.sets[other as usize]);
                self.sets[into as usize].add_all(&set, &Set::EMPTY);
                self.fresh[other as usize] = Set::default();
                let edges = std::mem::take(&mut self.edges[other as usize]);
                self.edges[into as usize].extend(edges);
            }
            // Each of them has seen a part; now all see everything.
            self.fresh[into as usize] = self.sets[into as usize].clone();
            self.wake(into);
            merged.push((into, others));
        }
    }
}
