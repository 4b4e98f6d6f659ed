//! Calls that yield their first argument, and say something of it that outlasts LLVM's simplification.

use super::{Cursor, Editor, Val};
use crate::llvm::import::name_of;
use crate::llvm::metadata;
use crate::{FuncId, ValueId};
use inkwell::llvm_sys::core::*;

/// What the names of such functions begin with. To the analyses their result is the same pointer.
pub const SAME: &str = "sanecc.same.";

impl Cursor<'_, '_> {
    /// A call of such a function, of which LLVM knows that it has no effects, but not what it yields.
    pub fn same(&mut self, symbol: &str, arguments: &[Val]) -> Val {
        let ty = self.editor.pointer_type();
        let attributes = [("nounwind", 0), ("willreturn", 0), ("memory", 0)];
        self.call_for(ty, symbol, arguments, &attributes)
    }
}

impl Editor<'_> {
    /// The arguments of an instruction that calls this function.
    pub fn arguments_of(
        &self,
        function: FuncId,
        instruction: ValueId,
        symbol: &str,
    ) -> Option<Vec<Val>> {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live; only calls are asked for their arguments.
        unsafe {
            if LLVMIsACallInst(raw).is_null() {
                return None;
            }
            let callee = LLVMIsAFunction(LLVMGetCalledValue(raw));
            if callee.is_null() || name_of(callee) != symbol {
                return None;
            }
            let count = LLVMGetNumArgOperands(raw);
            Some((0..count).map(|n| Val(LLVMGetOperand(raw, n))).collect())
        }
    }

    /// Marks an instruction. What LLVM makes of several instructions has no mark.
    pub fn mark(&mut self, function: FuncId, instruction: ValueId, kind: &str) {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live.
        unsafe { metadata::mark(raw, kind) };
    }

    /// Whether an instruction was marked, and is no constant.
    pub fn has_mark(&self, function: FuncId, instruction: ValueId, kind: &str) -> bool {
        let raw = self.raw(function, instruction);
        // SAFETY: the value is live; only instructions have metadata.
        unsafe { !LLVMIsAInstruction(raw).is_null() && metadata::node(raw, kind).is_some() }
    }
}
