//! Initial values of stack objects.

use super::Editor;
use crate::{FuncId, ValueId};
use inkwell::llvm_sys::LLVMTypeKind::{LLVMArrayTypeKind, LLVMStructTypeKind};
use inkwell::llvm_sys::core::*;

impl Editor<'_> {
    /// Writes zeros into a stack object of `bytes` bytes behind an instruction.
    pub fn initialise(&mut self, function: FuncId, object: ValueId, bytes: u64, behind: ValueId) {
        let address = self.value(function, object);
        let cursor = self
            .after(function, behind)
            .expect("neither an allocation nor the beginning of a scope ends a block");
        // SAFETY: the address is one of a live stack allocation, which holds a value of its type, and so many bytes.
        unsafe {
            let builder = cursor.editor.builder;
            let ty = LLVMGetAllocatedType(address.0);
            let count = LLVMGetOperand(address.0, 0);
            let is_one = LLVMConstIntGetZExtValue(count) == 1;
            match LLVMGetTypeKind(ty) {
                kind if !is_one || matches!(kind, LLVMArrayTypeKind | LLVMStructTypeKind) => {
                    let context = LLVMGetTypeContext(ty);
                    let zero = LLVMConstNull(LLVMInt8TypeInContext(context));
                    let size = cursor.editor.word(bytes);
                    LLVMBuildMemSet(builder, address.0, zero, size, LLVMGetAlignment(address.0));
                }
                _ => {
                    LLVMBuildStore(builder, LLVMConstNull(ty), address.0);
                }
            }
        }
    }
}
