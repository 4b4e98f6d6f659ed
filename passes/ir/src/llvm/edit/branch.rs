//! Conditional execution: splits a block and branches around the inserted code.

use super::{Cursor, Editor, Val};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

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
        let raw = self.raw(function, instruction);
        let host = self.handles.functions[function.index()].function;
        // SAFETY: the instruction is live and stands in a block of the function; those behind it are moved in their order, and with the end of the
        // block all of its edges. The builder has no location while it moves them: they keep theirs.
        unsafe {
            let block = LLVMGetInstructionParent(raw);
            let inside = LLVMAppendBasicBlockInContext(self.context, host, NO_NAME);
            let behind = LLVMAppendBasicBlockInContext(self.context, host, NO_NAME);
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
            LLVMPositionBuilderAtEnd(self.builder, behind);
            let mut next: LLVMValueRef = raw;
            while !next.is_null() {
                let moved = next;
                next = LLVMGetNextInstruction(moved);
                LLVMInstructionRemoveFromParent(moved);
                LLVMInsertIntoBuilder(self.builder, moved);
            }
            LLVMPositionBuilderAtEnd(self.builder, block);
            let is_null = LLVMBuildIsNull(self.builder, pointer.0, NO_NAME);
            LLVMBuildCondBr(self.builder, is_null, behind, inside);
            LLVMPositionBuilderAtEnd(self.builder, inside);
            let back = LLVMBuildBr(self.builder, behind);
            LLVMPositionBuilderBefore(self.builder, back);
        }
        self.locate_in(function);
        Cursor { editor: self }
    }
}
