//! Conditional execution: splits a block and branches around the inserted code.

use super::{Cursor, Editor, Val};
use crate::{FuncId, ValueId};
use inkwell::llvm_sys::core::*;

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

impl<'m> Editor<'m> {
    /// Inserts in front of an instruction of a block that ends by leaving the function, for paths on which the pointer is not null.
    ///
    /// The block is split there. As no other block follows it, no phi has to know.
    pub fn where_not_null(
        &mut self,
        function: FuncId,
        instruction: ValueId,
        pointer: Val,
    ) -> Cursor<'_, 'm> {
        let block = self.block_of(function, instruction);
        let behind = self.split_before(function, instruction);
        let inside = self.add_block(function);
        // SAFETY: the pointer and the blocks are live.
        let is_null = unsafe {
            LLVMPositionBuilderBefore(self.builder, LLVMGetBasicBlockTerminator(block.0));
            self.locate_in(function);
            LLVMBuildIsNull(self.builder, pointer.0, NO_NAME)
        };
        self.end_with_branch(function, block, Val(is_null), [behind, inside]);
        // SAFETY: the blocks are live; the new one is empty.
        unsafe {
            LLVMPositionBuilderAtEnd(self.builder, inside.0);
            let back = LLVMBuildBr(self.builder, behind.0);
            LLVMPositionBuilderBefore(self.builder, back);
        }
        Cursor { editor: self }
    }

    /// Inserts in front of an instruction that is no phi, for paths on which the bit is not set, with the location of another instruction. The code inserted goes on at
    /// the instruction if it `returns`; else it must end the program, and the bit is set wherever the instruction is executed.
    pub fn where_unset(
        &mut self,
        function: FuncId,
        instruction: ValueId,
        bit: Val,
        located_at: ValueId,
        returns: bool,
    ) -> Cursor<'_, 'm> {
        let block = self.block_of(function, instruction);
        let behind = self.split_before(function, instruction);
        let inside = self.add_block(function);
        self.end_with_branch(function, block, bit, [behind, inside]);
        // For its location alone.
        let _ = self.before(function, located_at);
        // SAFETY: the blocks are live; the new one is empty.
        unsafe {
            LLVMPositionBuilderAtEnd(self.builder, inside.0);
            let last = match returns {
                true => LLVMBuildBr(self.builder, behind.0),
                false => LLVMBuildUnreachable(self.builder),
            };
            LLVMPositionBuilderBefore(self.builder, last);
        }
        Cursor { editor: self }
    }
}
