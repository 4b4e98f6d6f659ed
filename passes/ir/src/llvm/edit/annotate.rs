//! Metadata on instructions and functions.

use super::{Editor, Val};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// An operand of a metadata node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Metadata {
    /// A text.
    Text(String),
    /// A number of 64 bits.
    Number(u64),
    /// A constant: a global, a function, a number of another width.
    Constant(Val),
    /// A node.
    Node(Vec<Metadata>),
}

impl Editor<'_> {
    /// Sets the metadata node of this kind on an instruction.
    pub fn annotate(
        &mut self,
        function: FuncId,
        instruction: ValueId,
        kind: &str,
        node: &[Metadata],
    ) {
        let raw = self.raw(function, instruction);
        let (kind, node) = (self.kind(kind), self.node(node));
        // SAFETY: the instruction is live, and the node belongs to its context.
        unsafe { LLVMSetMetadata(raw, kind, LLVMMetadataAsValue(self.context, node)) };
    }

    /// Sets the metadata node of this kind on a function.
    pub fn annotate_function(&mut self, function: FuncId, kind: &str, node: &[Metadata]) {
        let raw = self.handles.functions[function.index()].function;
        let (kind, node) = (self.kind(kind), self.node(node));
        // SAFETY: the function is live, and the node belongs to its context.
        unsafe { LLVMGlobalSetMetadata(raw, kind, node) };
    }

    fn kind(&self, name: &str) -> u32 {
        let length = name.len() as u32;
        // SAFETY: the context is live, and the name has that length.
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), length) }
    }

    fn node(&self, operands: &[Metadata]) -> LLVMMetadataRef {
        let mut operands: Vec<_> = operands.iter().map(|one| self.metadata(one)).collect();
        // SAFETY: the context is live, and the operands belong to it.
        unsafe { LLVMMDNodeInContext2(self.context, operands.as_mut_ptr(), operands.len()) }
    }

    fn metadata(&self, operand: &Metadata) -> LLVMMetadataRef {
        // SAFETY: the context is live, the text has its length, and values are live constants.
        unsafe {
            match operand {
                Metadata::Text(text) => {
                    LLVMMDStringInContext2(self.context, text.as_ptr().cast(), text.len())
                }
                Metadata::Number(n) => LLVMValueAsMetadata(self.int(64, *n)),
                Metadata::Constant(value) => LLVMValueAsMetadata(value.0),
                Metadata::Node(operands) => self.node(operands),
            }
        }
    }
}
