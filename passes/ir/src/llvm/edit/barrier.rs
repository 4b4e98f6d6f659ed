//! Optimisation barriers: they keep LLVM from removing the accesses, objects and values in which an error shows.

use super::calls::is_call;
use super::{Editor, c_string};
use crate::llvm::attribute;
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;

/// A call that stands for somebody who has an object's address.
const HELD: &str = "sanecc.held";

impl Editor<'_> {
    /// Keeps a stack object as it is until [`release`](Self::release): as long as somebody has its address, LLVM makes no values of it.
    pub fn hold(&mut self, function: FuncId, object: ValueId) {
        let held = self.value(function, object);
        if let Some(mut cursor) = self.after(function, object) {
            cursor.call_hidden(HELD, &[held]);
        }
    }

    /// Gives back all that is held.
    pub fn release(&mut self) {
        // SAFETY: the module is live; all users of this function are calls without results, and the next use is read before one is
        // erased.
        unsafe {
            let function = LLVMGetNamedFunction(self.module, c_string(HELD).as_ptr());
            if function.is_null() {
                return;
            }
            let mut next = LLVMGetFirstUse(function);
            while !next.is_null() {
                let call = LLVMGetUser(next);
                next = LLVMGetNextUse(next);
                LLVMInstructionEraseFromParent(call);
            }
            LLVMDeleteFunction(function);
        }
    }

    /// Keeps LLVM from knowing what a declared function does by its name: calls of it stay where they are.
    pub fn forget_name(&mut self, function: FuncId) {
        let raw = self.handles.functions[function.index()].function;
        self.add_attributes(raw, &["nobuiltin"]);
        // SAFETY: walks the live function's list of uses; only calls are asked for what calls have.
        unsafe {
            let mut next = LLVMGetFirstUse(raw);
            while !next.is_null() {
                let user = LLVMGetUser(next);
                next = LLVMGetNextUse(next);
                if is_call(user) {
                    attribute::remove_from_call(user, attribute::FUNCTION, "builtin");
                }
            }
        }
    }

    /// Makes a load or store one that LLVM neither leaves out nor moves.
    pub fn keep_access(&mut self, function: FuncId, instruction: ValueId) {
        let raw = self.raw(function, instruction);
        // SAFETY: the instruction is live; the opcode is asked first.
        unsafe {
            if matches!(
                LLVMGetInstructionOpcode(raw),
                LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore
            ) {
                LLVMSetVolatile(raw, 1);
            }
        }
    }

    /// Reads a byte behind each call of a function whose name `checks` a pointer, where LLVM has left the access itself out: the check says that
    /// what is there is not poisoned, and only an access says whether anything is there.
    pub fn touch_what_is_checked(&mut self, checks: impl Fn(&str) -> bool) {
        for (call, _) in self.calls_of_declared(|name| checks(name).then_some(())) {
            // SAFETY: the call is live, and does not end its block.
            unsafe {
                if is_touched(call, LLVMGetOperand(call, 0)) {
                    continue;
                }
                let next = LLVMGetNextInstruction(call);
                LLVMPositionBuilderBefore(self.builder, next);
                LLVMSetCurrentDebugLocation2(self.builder, LLVMInstructionGetDebugLoc(call));
                let byte = LLVMInt8TypeInContext(self.context);
                let pointer = LLVMGetOperand(call, 0);
                let load = LLVMBuildLoad2(self.builder, byte, pointer, c"".as_ptr());
                LLVMSetVolatile(load, 1);
                LLVMSetAlignment(load, 1);
            }
        }
    }
}

/// Whether what follows `call` in its block, before anything else is called, accesses the memory at `pointer`.
///
/// # Safety
/// Both are live; `call` is an instruction that does not end its block.
unsafe fn is_touched(call: LLVMValueRef, pointer: LLVMValueRef) -> bool {
    // SAFETY: walks the block from a live instruction; operands are those that such instructions have.
    unsafe {
        let mut next = LLVMGetNextInstruction(call);
        while !next.is_null() {
            let touched = match LLVMGetInstructionOpcode(next) {
                // Code generation drops a load that nobody uses.
                LLVMOpcode::LLVMLoad => {
                    let kept = LLVMGetVolatile(next) != 0 || !LLVMGetFirstUse(next).is_null();
                    kept && LLVMGetOperand(next, 0) == pointer
                }
                LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg => {
                    LLVMGetOperand(next, 0) == pointer
                }
                LLVMOpcode::LLVMStore => LLVMGetOperand(next, 1) == pointer,
                _ if is_call(next) => return false,
                _ => false,
            };
            if touched {
                return true;
            }
            next = LLVMGetNextInstruction(next);
        }
        false
    }
}
