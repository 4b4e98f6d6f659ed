//! Optimisation barriers: they keep LLVM from removing the accesses, objects and values in which an error shows.

use super::Editor;
use super::calls::{erase_with_calls, is_call};
use crate::llvm::attribute;
use crate::llvm::import::name_of;
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;

/// An opaque function that takes the address of an object, which so escapes.
const BARRIER: &str = "sanecc.barrier";

impl Editor<'_> {
    /// Lets the address of a stack object escape until [`remove_barriers`](Self::remove_barriers), so that LLVM does not promote it to registers.
    pub fn add_barrier(&mut self, function: FuncId, object: ValueId) {
        let address = self.value(function, object);
        if let Some(mut cursor) = self.after(function, object) {
            cursor.call_hidden(BARRIER, &[address]);
        }
    }

    /// Removes all calls that [`add_barrier`](Self::add_barrier) has inserted.
    pub fn remove_barriers(&mut self) {
        // SAFETY: the module is live; all users of this function are calls without results.
        unsafe { erase_with_calls(self.module, BARRIER) };
    }

    /// Keeps LLVM from knowing what a declared function does by its name: calls of it stay where they are.
    pub fn forget_name(&mut self, function: FuncId) {
        let raw = self.handles.functions[function.index()].function;
        self.add_attributes(raw, &["nobuiltin"]);
        // SAFETY: walks the live function's list of uses; call operations are applied to calls only.
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
        // SAFETY: the instruction is live; its opcode is checked first.
        unsafe {
            if matches!(
                LLVMGetInstructionOpcode(raw),
                LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore
            ) {
                LLVMSetVolatile(raw, 1);
            }
        }
    }

    /// Inserts a volatile load of a byte after each call of a check (by name: `checks`) whose access LLVM has removed: the check finds poisoned
    /// memory, and only an access faults on unmapped memory. Calls of functions `beside` the program, which access none of its memory, may stand in front of the access.
    pub fn touch_what_is_checked(
        &mut self,
        checks: impl Fn(&str) -> bool,
        beside: impl Fn(&str) -> bool,
    ) {
        for (call, _) in self.calls_of_declared(|name| checks(name).then_some(())) {
            // SAFETY: the call is live, and does not end its block.
            unsafe {
                if is_touched(call, LLVMGetOperand(call, 0), &beside) {
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

/// Whether an instruction between `call` and the next call in its block, but for those of functions `beside` the program, accesses the memory at `pointer`.
///
/// # Safety
/// Both are live; `call` is an instruction that does not end its block.
unsafe fn is_touched(
    call: LLVMValueRef,
    pointer: LLVMValueRef,
    beside: &impl Fn(&str) -> bool,
) -> bool {
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
                _ if is_call(next) => {
                    let callee = LLVMGetCalledValue(next);
                    let is_named = !LLVMIsAFunction(callee).is_null();
                    match is_named && beside(&name_of(callee)) {
                        true => false,
                        false => return false,
                    }
                }
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
