//! What instructions promise of their operands, taken back.

use super::Editor;
use crate::{FuncId, ValueId};
use inkwell::llvm_sys::LLVMOpcode::*;
use inkwell::llvm_sys::core::*;

impl Editor<'_> {
    /// Takes back all that an instruction promises ([`Promises`](crate::Promises)): where it would have been poison, it is what the
    /// machine computes.
    pub fn withdraw_promises(&mut self, function: FuncId, instruction: ValueId) {
        let raw = self.value(function, instruction).0;
        // SAFETY: the mirror read promises of this live instruction; each is taken back of the opcodes that have the flag.
        unsafe {
            match LLVMGetInstructionOpcode(raw) {
                LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMTrunc => {
                    LLVMSetNSW(raw, 0);
                    LLVMSetNUW(raw, 0);
                }
                LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr => LLVMSetExact(raw, 0),
                LLVMOr => LLVMSetIsDisjoint(raw, 0),
                LLVMZExt | LLVMUIToFP => LLVMSetNNeg(raw, 0),
                // The others have no such flag.
                _ => {}
            }
        }
    }
}
