//! Edits of the control-flow graph: splits and duplicates blocks, inserts phis.

use super::{Cursor, Editor, Val};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

unsafe extern "C" {
    // In `blocks.cpp`.
    fn sanecc_split_before(instruction: LLVMValueRef) -> LLVMBasicBlockRef;
    fn sanecc_can_duplicate(
        block: LLVMBasicBlockRef,
        from: *mut LLVMBasicBlockRef,
        count: u32,
    ) -> LLVMBool;
    fn sanecc_duplicate(
        block: LLVMBasicBlockRef,
        from: *mut LLVMBasicBlockRef,
        count: u32,
    ) -> LLVMBasicBlockRef;
}

/// A live block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiveBlock(pub(super) LLVMBasicBlockRef);

impl<'m> Editor<'m> {
    /// The block that an instruction stands in.
    pub fn block_of(&self, function: FuncId, instruction: ValueId) -> LiveBlock {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live and stands in a block.
        LiveBlock(unsafe { LLVMGetInstructionParent(raw) })
    }

    /// Splits the block of an instruction in front of it. Returns the new block, which begins with the instruction; the old one goes on
    /// there. Phis cannot be parted from the beginning of their block: the instruction must be none.
    pub fn split_before(&mut self, function: FuncId, instruction: ValueId) -> LiveBlock {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live and no phi.
        LiveBlock(unsafe { sanecc_split_before(raw) })
    }

    /// Adds an empty block at the end of a function. Whoever adds one has to end it.
    pub fn add_block(&mut self, function: FuncId) -> LiveBlock {
        let host = self.handles.functions[function.index()].function;
        // SAFETY: the function is live.
        LiveBlock(unsafe { LLVMAppendBasicBlockInContext(self.context, host, NO_NAME) })
    }

    /// Inserts at the end of a block of the function, in front of its terminator if it has one.
    pub fn at_end(&mut self, function: FuncId, block: LiveBlock) -> Cursor<'_, 'm> {
        // SAFETY: the block is live.
        unsafe {
            let last = LLVMGetBasicBlockTerminator(block.0);
            if last.is_null() {
                LLVMPositionBuilderAtEnd(self.builder, block.0);
            } else {
                LLVMPositionBuilderBefore(self.builder, last);
            }
        }
        self.locate_in(function);
        Cursor { editor: self }
    }

    /// Lets a block that has a terminator go to `then` where the bit is set, and to `otherwise` where it is not. The phis of those
    /// two must be told by the caller, and those of its former successors must not have known it.
    pub fn end_with_branch(
        &mut self,
        function: FuncId,
        block: LiveBlock,
        bit: Val,
        [then, otherwise]: [LiveBlock; 2],
    ) {
        // SAFETY: all are live; the old terminator has no users.
        unsafe {
            LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(block.0));
            LLVMPositionBuilderAtEnd(self.builder, block.0);
            self.locate_in(function);
            LLVMBuildCondBr(self.builder, bit.0, then.0, otherwise.0);
        }
    }

    /// Inserts a phi at the beginning of a block: one value for each predecessor, all of the same type.
    pub fn insert_phi(&mut self, block: LiveBlock, incoming: &[(LiveBlock, Val)]) -> Option<Val> {
        let &[(_, first), ..] = incoming else {
            return None;
        };
        let mut blocks: Vec<_> = incoming.iter().map(|(block, _)| block.0).collect();
        let mut values: Vec<_> = incoming.iter().map(|(_, value)| value.0).collect();
        // SAFETY: the block is live, and so are the values, which have the type of the first.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, LLVMGetFirstInstruction(block.0));
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
            let phi = LLVMBuildPhi(self.builder, LLVMTypeOf(first.0), NO_NAME);
            let count = values.len() as u32;
            LLVMAddIncoming(phi, values.as_mut_ptr(), blocks.as_mut_ptr(), count);
            Some(Val(phi))
        }
    }

    /// Duplicates a block for some of its predecessors, which go on in the copy. Phis join what both compute where it is used behind them.
    /// The ids of the block's instructions mean the originals. `None`, and nothing is changed, where the block must stay the only one:
    /// it holds allocas, tokens or calls that may not be duplicated, receives exceptions, or is entered by an indirect branch.
    pub fn duplicate(&mut self, block: LiveBlock, from: &[LiveBlock]) -> Option<LiveBlock> {
        let mut from: Vec<_> = from.iter().map(|block| block.0).collect();
        let count = from.len() as u32;
        // SAFETY: all blocks are live and of one function; LLVM reads as many as there are.
        unsafe {
            (sanecc_can_duplicate(block.0, from.as_mut_ptr(), count) != 0)
                .then(|| LiveBlock(sanecc_duplicate(block.0, from.as_mut_ptr(), count)))
        }
    }

    /// Lets an instruction use another value as operand of this number, of the same type.
    pub fn set_operand(&mut self, function: FuncId, instruction: ValueId, number: u32, to: Val) {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live and has such an operand; the value is live and of its type.
        unsafe { LLVMSetOperand(raw, number, to.0) };
    }
}

impl Cursor<'_, '_> {
    /// Ends a block that has no terminator yet: it goes on in another.
    pub fn go_to(self, block: LiveBlock) {
        // SAFETY: the builder stands at the end of a live block, and the other is one of the same function.
        unsafe { LLVMBuildBr(self.editor.builder, block.0) };
    }
}
