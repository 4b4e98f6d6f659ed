//! Which accesses can outside data influence? The slice T_f of GreenArrays (2014), section 4.5 (figure 18).
//!
//! Claims (theorem 4.4): between two executions that differ only in what comes from outside, a value that is not tainted is the same
//! whenever it is computed in the same step, and an instruction in a block that is not tainted runs in both, as long as the functions return and the
//! calls that led here were the same. So an access that is not tainted goes astray with every input or with none. This is
//! no proof that it does not.
//!
//! An access counts as tainted if its address or its length is, or if outside data decide whether its block runs; and, unless it is known for other reasons
//! that its object lives, if outside data decide what is freed. Where outside data come from is said in [`super::sources`].

use super::backward::from_access;
use super::graph::{Graph, Node, Slice};
use sanecc_ir::{Access, BlockId, FuncId, Function, ValueId, mutant};

/// What outside data influence.
pub struct Taint<'g> {
    graph: &'g Graph,
    slice: Slice,
}

impl<'g> Taint<'g> {
    /// Walks forward from where outside data comes in.
    pub fn of(graph: &'g Graph) -> Self {
        let _span = tracing::debug_span!("taint").entered();
        Self {
            slice: graph.influenced_by([Node::Outside]),
            graph,
        }
    }

    /// Whether outside data may influence the value.
    pub fn holds(&self, function: FuncId, value: ValueId) -> bool {
        self.node(Node::Value(function, value))
    }

    /// Whether outside data may influence an access in this block: where it begins, how much it touches, and whether it happens. `lives`: its
    /// object certainly does.
    pub fn touches(&self, id: FuncId, block: BlockId, access: &Access, lives: bool) -> bool {
        let mut tainted = self.node(Node::Block(id, block)) && !mutant!("untainted/block");
        from_access(access, |value| {
            tainted |= self.holds(id, value) && !mutant!("untainted/address");
        });
        tainted || !lives && self.node(Node::Freed) && !mutant!("untainted/freed")
    }

    /// Of how many instructions how many are tainted.
    pub fn share(&self, id: FuncId, function: &Function) -> (usize, usize) {
        let instructions = function.blocks.iter().flat_map(|(_, b)| &b.instructions);
        instructions.fold((0, 0), |(all, tainted), &value| {
            (all + 1, tainted + usize::from(self.holds(id, value)))
        })
    }

    fn node(&self, node: Node) -> bool {
        self.graph.holds(&self.slice, node)
    }
}
