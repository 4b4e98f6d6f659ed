//! What influences what in a module: the sparse evaluation graph of GreenArrays (2014), sections 4.2 and 4.5.
//!
//! One node for each value of each function, as in GreenArrays; besides, nodes that keep the graph sparse: one for each block (whether it runs), so
//! that its branches and its instructions need no edges between each two of them; for each function whether it is called, how often it was, and what it
//! returns; one for each memory that is distinguished. An edge leads from what influences to what is influenced. Both slices walk over the
//! same edges, one backwards and one forwards, in time linear in their number.

use fixedbitset::FixedBitSet;
use sanecc_ir::{BlockId, FuncId, Id, Module, ValueId};

use super::MemoryId;

/// Something that influences or is influenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The value itself.
    Value(FuncId, ValueId),
    /// Whether a block runs, once its function does.
    Block(FuncId, BlockId),
    /// Whether a function is called, once the module is entered.
    Called(FuncId),
    /// How often it was called before: what of its work is still there.
    Entered(FuncId),
    /// What a function returns.
    Returned(FuncId),
    /// What a memory holds.
    Memory(MemoryId),
    /// Which blocks of the heap were freed.
    Freed,
    /// Whatever comes from outside of the program.
    Outside,
}

/// Where the nodes of each kind begin among the numbers.
pub(super) struct Numbers {
    /// Index = function: values, blocks.
    functions: Vec<(usize, usize)>,
    calls: usize,
    memories: usize,
    total: usize,
}

impl Numbers {
    pub(super) fn of(module: &Module, memories: usize) -> Self {
        // Outside, and what was freed.
        let mut total = 2;
        let mut functions = Vec::with_capacity(module.functions.len());
        for (_, function) in module.functions.iter() {
            let blocks = total + function.values.len();
            functions.push((total, blocks));
            total = blocks + function.blocks.len();
        }
        let calls = total;
        let first = calls + 3 * functions.len();
        Self {
            functions,
            calls,
            memories: first,
            total: first + memories,
        }
    }

    pub(super) fn of_node(&self, node: Node) -> usize {
        match node {
            Node::Outside => 0,
            Node::Freed => 1,
            Node::Value(function, value) => self.functions[function.index()].0 + value.index(),
            Node::Block(function, block) => self.functions[function.index()].1 + block.index(),
            Node::Called(function) => self.calls + 3 * function.index(),
            Node::Entered(function) => self.calls + 3 * function.index() + 1,
            Node::Returned(function) => self.calls + 3 * function.index() + 2,
            Node::Memory(memory) => self.memories + memory.index(),
        }
    }
}

/// The graph of a module.
pub struct Graph {
    pub(super) numbers: Numbers,
    forward: Edges,
    backward: Edges,
}

impl Graph {
    /// A graph with these edges, each from what influences to what is influenced.
    pub(super) fn new(numbers: Numbers, edges: &[(u32, u32)]) -> Self {
        let total = numbers.total;
        Self {
            forward: Edges::new(total, edges.iter().copied()),
            backward: Edges::new(total, edges.iter().map(|&(from, to)| (to, from))),
            numbers,
        }
    }

    /// All that these nodes influence, with themselves.
    pub(super) fn influenced_by(&self, nodes: impl IntoIterator<Item = Node>) -> Slice {
        self.forward.reached(&self.numbers, nodes)
    }

    /// All that influences these nodes, with themselves.
    pub(super) fn influences(&self, nodes: impl IntoIterator<Item = Node>) -> Slice {
        self.backward.reached(&self.numbers, nodes)
    }

    /// Whether the slice, which was made of this graph, holds the node.
    pub(super) fn holds(&self, slice: &Slice, node: Node) -> bool {
        slice.0.contains(self.numbers.of_node(node))
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.forward.to.len()
    }
}

/// A set of nodes of one graph.
pub(super) struct Slice(FixedBitSet);

/// Edges, sorted by where they begin.
struct Edges {
    /// Index = node; the last one is the end.
    first: Vec<u32>,
    to: Vec<u32>,
}

impl Edges {
    fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0; nodes + 1];
        for (from, _) in edges.clone() {
            first[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut to = vec![0; first[nodes] as usize];
        for (from, target) in edges {
            to[next[from as usize] as usize] = target;
            next[from as usize] += 1;
        }
        Self { first, to }
    }

    fn reached(&self, numbers: &Numbers, nodes: impl IntoIterator<Item = Node>) -> Slice {
        let mut seen = FixedBitSet::with_capacity(numbers.total);
        let mut work: Vec<u32> = Vec::new();
        for node in nodes {
            let number = numbers.of_node(node);
            if !seen.put(number) {
                work.push(number as u32);
            }
        }
        while let Some(node) = work.pop() {
            let node = node as usize;
            let out = self.first[node] as usize..self.first[node + 1] as usize;
            for &next in &self.to[out] {
                if !seen.put(next as usize) {
                    work.push(next);
                }
            }
        }
        Slice(seen)
    }
}
