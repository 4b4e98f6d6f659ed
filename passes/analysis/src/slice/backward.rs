//! Which values decide where memory is touched? The slice T_b of GreenArrays (2014), section 4.2 (figure 8).
//!
//! Claims (theorem 4.1): whatever may change which bytes the module allocates, touches or gives back is in the slice: the addresses and lengths
//! of accesses, the sizes of allocations, what is handed to functions that free, the conditions under which these run, and all that
//! influences them. An operation outside of it may wrap as it likes.

use super::graph::{Graph, Node, Slice};
use sanecc_ir::{
    Access, BinaryOp, Callee, CastOp, Extent, FuncId, Function, MemoryIntrinsic, Module, Op, Size,
    ValueDef, ValueId,
};

/// What influences memory accesses.
pub struct MemorySlice<'g> {
    graph: &'g Graph,
    slice: Slice,
}

/// Whether an operation is one of those that may wrap or lose bits: what GreenArrays counts as arithmetic.
pub fn may_overflow(op: &Op) -> bool {
    matches!(
        op,
        Op::Binary(
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl,
            ..
        ) | Op::Cast(CastOp::Trunc, _)
    )
}

impl<'g> MemorySlice<'g> {
    /// Walks backwards from all accesses, allocations and frees of the module that the graph was made of.
    pub fn of(module: &Module, graph: &'g Graph) -> Self {
        let _span = tracing::debug_span!("memory-slice").entered();
        let mut origins = Vec::new();
        for (id, function) in module.functions.iter().filter(|(_, f)| f.defined) {
            for (block, content) in function.blocks.iter() {
                let first = origins.len();
                for &instruction in &content.instructions {
                    if let Some(op) = function.op(instruction) {
                        from_operation(module, op, |value| origins.push(Node::Value(id, value)));
                    }
                }
                if origins.len() > first {
                    origins.extend([Node::Block(id, block), Node::Called(id)]);
                }
            }
            for (_, access) in function.accesses.iter() {
                from_access(access, |value| origins.push(Node::Value(id, value)));
            }
        }
        Self {
            slice: graph.influences(origins),
            graph,
        }
    }

    /// Whether the value may decide where memory is touched.
    pub fn holds(&self, function: FuncId, value: ValueId) -> bool {
        self.graph.holds(&self.slice, Node::Value(function, value))
    }

    /// Of how many operations that may overflow how many are in the slice.
    pub fn share(&self, id: FuncId, function: &Function) -> (usize, usize) {
        let arithmetic = function.values.iter().filter(
            |(_, value)| matches!(&value.def, ValueDef::Instruction(op) if may_overflow(op)),
        );
        arithmetic.fold((0, 0), |(all, inside), (value, _)| {
            (all + 1, inside + usize::from(self.holds(id, value)))
        })
    }
}

/// What an access depends on at first hand: address and length.
pub(super) fn from_access(access: &Access, mut visit: impl FnMut(ValueId)) {
    visit(access.pointer);
    match access.extent {
        Extent::Bytes(_) => {}
        Extent::Dynamic(length) => visit(length),
        Extent::Masked { mask, .. } => visit(mask),
    }
}

/// The addresses, sizes and pointers by which an operation touches, makes or ends memory.
fn from_operation(module: &Module, op: &Op, mut visit: impl FnMut(ValueId)) {
    match op {
        Op::Alloca { count, .. } => visit(*count),
        Op::Load { pointer, .. }
        | Op::Store { pointer, .. }
        | Op::Atomic { pointer, .. }
        | Op::VaArg(pointer)
        | Op::StackRestore(pointer) => visit(*pointer),
        // What is filled in says nothing of where.
        Op::Memory(MemoryIntrinsic::Set, arguments) => {
            let rest = arguments.iter().enumerate().filter(|(i, _)| *i != 1);
            rest.for_each(|(_, v)| visit(*v));
        }
        Op::Memory(_, arguments) => arguments.iter().for_each(|v| visit(*v)),
        Op::Call {
            callee,
            arguments,
            model,
            ..
        } => {
            let elsewhere = match callee {
                Callee::Direct(id) => !module.functions[*id].defined,
                Callee::Indirect(_) | Callee::Assembly(_) => true,
            };
            // Of what a function that is not here does with its arguments only allocations are known.
            match model.allocates.map(|allocation| allocation.size) {
                Some(Size::Argument(n)) if !model.may_free => {
                    arguments
                        .get(n as usize)
                        .into_iter()
                        .for_each(|v| visit(*v));
                }
                Some(Size::Product(a, b)) if !model.may_free => {
                    let sizes = [a, b].map(|n| arguments.get(n as usize).copied());
                    sizes.into_iter().flatten().for_each(visit);
                }
                Some(_) => arguments.iter().for_each(|v| visit(*v)),
                None if elsewhere => arguments.iter().for_each(|v| visit(*v)),
                None => {}
            }
        }
        Op::Opaque { operands, .. } => operands.iter().for_each(|v| visit(*v)),
        Op::Fence(_)
        | Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Compare(..)
        | Op::Cast(..)
        | Op::Phi(_)
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::Element(..)
        | Op::ScopeBegin(_)
        | Op::ScopeEnd(_)
        | Op::Inert(..)
        | Op::LandingPad { .. }
        | Op::Return(_)
        | Op::Branch(_)
        | Op::Resume(_)
        | Op::Unreachable => {}
    }
}
