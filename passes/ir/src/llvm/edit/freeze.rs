//! Values that a function gets from outside of its operations, made such that each is one value.
//!
//! LLVM inlines once more when checks stand. What a callee or a caller computes with a promise that is broken, poison, comes into the function then
//! as a parameter, a result, or by memory, and whoever has proved something of it, or compares it, has not seen the promise. A `freeze`
//! keeps LLVM from concluding anything from that.

use super::Editor;
use super::poison_flags::is_integer;
use crate::llvm::attribute::{self, FUNCTION, RESULT};
use crate::{FuncId, Id, ValueId};
use inkwell::llvm_sys::LLVMOpcode::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMTailCallKind, LLVMValueKind};

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();
/// Whoever hands it over promises that it is one value.
const NOUNDEF: &str = "noundef";

impl Editor<'_> {
    /// Lets all that uses a parameter, or the result of a load or call, use one value, whatever it is.
    pub fn freeze(&mut self, function: FuncId, value: ValueId) {
        let raw = self.raw(function, value);
        let host = self.handles.functions[function.index()].function;
        // SAFETY: the value is a parameter or an instruction of the live function; it is used by nothing before the place that is chosen. What
        // uses it uses the new instruction, which then gets its operand back.
        unsafe {
            let Some(place) = self.first_place_of_use(host, raw) else {
                return;
            };
            self.promises_no_value(host, raw);
            LLVMPositionBuilderBefore(self.builder, place);
            LLVMSetCurrentDebugLocation2(self.builder, LLVMInstructionGetDebugLoc(place));
            let frozen = LLVMBuildFreeze(self.builder, raw, NO_NAME);
            LLVMReplaceAllUsesWith(raw, frozen);
            LLVMSetOperand(frozen, 0, raw);
            let handles = &mut self.handles.functions[function.index()];
            handles.frozen.insert(value, frozen);
        }
    }

    /// Takes back that the integers which a function passes are one value each. LLVM would believe that no promise is broken that they were computed
    /// with, before the call and after it was inlined.
    pub fn unsettle_arguments(&mut self, function: FuncId) {
        let host = self.handles.functions[function.index()].function;
        // SAFETY: the function is live, and so are all its blocks and instructions; nothing is erased on the way. Only calls are asked for arguments.
        unsafe {
            let mut block = LLVMGetFirstBasicBlock(host);
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    if matches!(LLVMGetInstructionOpcode(instruction), LLVMCall | LLVMInvoke) {
                        unsettle_call(instruction);
                    }
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
            }
        }
    }

    /// The first instruction that may use a value; none where it is only returned. A call that may throw and whose way on is that of
    /// others, too, stays a call instead.
    ///
    /// # Safety
    /// The value is a parameter or an instruction of the function, which is live.
    unsafe fn first_place_of_use(
        &self,
        host: LLVMValueRef,
        raw: LLVMValueRef,
    ) -> Option<LLVMValueRef> {
        // SAFETY: as the caller says; blocks of live functions have instructions, and what ends a block has a block.
        unsafe {
            if LLVMGetValueKind(raw) == LLVMValueKind::LLVMArgumentValueKind {
                return Some(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(host)));
            }
            match LLVMGetInstructionOpcode(raw) {
                LLVMInvoke => {
                    let next = LLVMGetNormalDest(raw);
                    if !has_one_way_in(next) {
                        attribute::add_to_call(raw, FUNCTION, "noinline");
                        return None;
                    }
                    let mut first = LLVMGetFirstInstruction(next);
                    while LLVMGetInstructionOpcode(first) == LLVMPHI {
                        first = LLVMGetNextInstruction(first);
                    }
                    Some(first)
                }
                LLVMCall
                    if LLVMGetTailCallKind(raw) == LLVMTailCallKind::LLVMTailCallKindMustTail =>
                {
                    None
                }
                _ => {
                    let next = LLVMGetNextInstruction(raw);
                    (!next.is_null()).then_some(next)
                }
            }
        }
    }

    /// Takes back what is said of a value, that it is one.
    ///
    /// # Safety
    /// As of `first_place_of_use`.
    unsafe fn promises_no_value(&self, host: LLVMValueRef, raw: LLVMValueRef) {
        // SAFETY: as the caller says; attributes are taken of calls and functions, metadata of loads.
        unsafe {
            if LLVMGetValueKind(raw) == LLVMValueKind::LLVMArgumentValueKind {
                let mut all = 0..LLVMCountParams(host);
                if let Some(number) = all.find(|&number| LLVMGetParam(host, number) == raw) {
                    attribute::remove_from_function(host, number + 1, NOUNDEF);
                }
                return;
            }
            match LLVMGetInstructionOpcode(raw) {
                LLVMLoad => self.forget(raw, NOUNDEF),
                LLVMCall | LLVMInvoke => {
                    attribute::remove_from_call(raw, RESULT, NOUNDEF);
                    let callee = LLVMIsAFunction(LLVMGetCalledValue(raw));
                    if !callee.is_null() {
                        attribute::remove_from_function(callee, RESULT, NOUNDEF);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Takes from a call, and from the function that it calls, that integers which are passed are one value each.
///
/// # Safety
/// The instruction is a live call.
unsafe fn unsettle_call(call: LLVMValueRef) {
    // SAFETY: as the caller says; it has as many arguments as it says.
    unsafe {
        let callee = LLVMIsAFunction(LLVMGetCalledValue(call));
        for number in 0..LLVMGetNumArgOperands(call) {
            if is_integer(LLVMGetOperand(call, number)) {
                attribute::remove_from_call(call, number + 1, NOUNDEF);
                if !callee.is_null() {
                    attribute::remove_from_function(callee, number + 1, NOUNDEF);
                }
            }
        }
    }
}

/// Whether only one edge leads into a block.
fn has_one_way_in(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: the block is live, and so are its uses, one for each edge.
    unsafe {
        let first = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
        !first.is_null() && LLVMGetNextUse(first).is_null()
    }
}
