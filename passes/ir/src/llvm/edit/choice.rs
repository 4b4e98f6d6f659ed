//! Conditions, and addresses that are selected by a condition.

use super::{Cursor, Editor, Val};
use crate::{FuncId, ValueId};
use inkwell::llvm_sys::LLVMIntPredicate;
use inkwell::llvm_sys::core::*;

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

impl Cursor<'_, '_> {
    /// Whether two integers of the same width are equal.
    pub fn equal(&mut self, a: Val, b: Val) -> Val {
        let equal = LLVMIntPredicate::LLVMIntEQ;
        // SAFETY: both are live integers of the same width.
        Val(unsafe { LLVMBuildICmp(self.editor.builder, equal, a.0, b.0, NO_NAME) })
    }

    /// Whether either bit is set.
    pub fn or(&mut self, a: Val, b: Val) -> Val {
        // SAFETY: both are live bits.
        Val(unsafe { LLVMBuildOr(self.editor.builder, a.0, b.0, NO_NAME) })
    }

    /// Whether the bit is not set.
    pub fn not(&mut self, bit: Val) -> Val {
        // SAFETY: the bit is live.
        Val(unsafe { LLVMBuildNot(self.editor.builder, bit.0, NO_NAME) })
    }

    /// `then` where the bit is set, `otherwise` where it is not.
    pub fn choose(&mut self, bit: Val, then: Val, otherwise: Val) -> Val {
        // SAFETY: all are live, the last two of the same type.
        Val(unsafe { LLVMBuildSelect(self.editor.builder, bit.0, then.0, otherwise.0, NO_NAME) })
    }
}

impl Editor<'_> {
    /// Lets a load read elsewhere.
    pub fn read_from(&mut self, function: FuncId, load: ValueId, pointer: Val) {
        let raw = self.raw(function, load);
        // SAFETY: the load is live; its only operand is its address, which is a pointer as the new one.
        unsafe { LLVMSetOperand(raw, 0, pointer.0) };
    }
}
