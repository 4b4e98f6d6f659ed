//! Freezes values that may be poison: parameters, and results of loads and calls.
//!
//! LLVM inlines again after checks are inserted. Then poison from a caller or a callee can enter the function as a parameter, as a result or through
//! memory. A proof or a check that uses such a value does not account for poison. A `freeze` gives all uses the same value, so that LLVM cannot
//! conclude from the poison that a check is unreachable.

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
/// The attribute and metadata that say: the value is neither undef nor poison.
const NOUNDEF: &str = "noundef";

impl Editor<'_> {
    /// Inserts a `freeze` of a parameter, or of the result of a load or call, and makes all uses use it.
    pub fn freeze(&mut self, function: FuncId, value: ValueId) {
        let raw = self.raw(function, value);
        let host = self.handles.functions[function.index()].function;
        // SAFETY: the value is a parameter or an instruction of the live function; nothing uses it before the chosen point. All
        // uses are replaced by the new instruction, whose operand is then restored.
        unsafe {
            let Some(point) = self.first_point_of_use(host, raw) else {
                return;
            };
            self.drop_noundef(host, raw);
            LLVMPositionBuilderBefore(self.builder, point);
            LLVMSetCurrentDebugLocation2(self.builder, LLVMInstructionGetDebugLoc(point));
            let frozen = LLVMBuildFreeze(self.builder, raw, NO_NAME);
            LLVMReplaceAllUsesWith(raw, frozen);
            LLVMSetOperand(frozen, 0, raw);
            let handles = &mut self.handles.functions[function.index()];
            handles.frozen.insert(value, frozen);
        }
    }

    /// Drops `noundef` from the integer arguments of all calls in a function. Otherwise LLVM concludes, before and after inlining, that the operations
    /// that computed them yield no poison.
    pub fn drop_noundef_arguments(&mut self, function: FuncId) {
        let host = self.handles.functions[function.index()].function;
        // SAFETY: the function is live, and so are all its blocks and instructions; nothing is erased meanwhile. Arguments are read of calls alone.
        unsafe {
            let mut block = LLVMGetFirstBasicBlock(host);
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    if matches!(LLVMGetInstructionOpcode(instruction), LLVMCall | LLVMInvoke) {
                        drop_noundef_of_call(instruction);
                    }
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
            }
        }
    }

    /// The first instruction that may use a value; none if it can only be returned. An invoke whose normal destination has other predecessors has no
    /// such instruction; it is marked `noinline` instead.
    ///
    /// # Safety
    /// The value is a parameter or an instruction of the function, which is live.
    unsafe fn first_point_of_use(
        &self,
        host: LLVMValueRef,
        raw: LLVMValueRef,
    ) -> Option<LLVMValueRef> {
        // SAFETY: as the caller guarantees; blocks of live functions have instructions, and what ends a block has a block.
        unsafe {
            if LLVMGetValueKind(raw) == LLVMValueKind::LLVMArgumentValueKind {
                return Some(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(host)));
            }
            match LLVMGetInstructionOpcode(raw) {
                LLVMInvoke => {
                    let next = LLVMGetNormalDest(raw);
                    if !has_one_predecessor_edge(next) {
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

    /// Drops `noundef` from a value.
    ///
    /// # Safety
    /// As for `first_point_of_use`.
    unsafe fn drop_noundef(&self, host: LLVMValueRef, raw: LLVMValueRef) {
        // SAFETY: as the caller guarantees; attributes are taken of calls and functions, metadata of loads.
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

/// Drops `noundef` from the integer arguments of a call and from the parameters of its callee.
///
/// # Safety
/// The instruction is a live call.
unsafe fn drop_noundef_of_call(call: LLVMValueRef) {
    // SAFETY: as the caller guarantees; it has as many arguments as it says.
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
fn has_one_predecessor_edge(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: the block is live, and so are its uses, one for each edge.
    unsafe {
        let first = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
        !first.is_null() && LLVMGetNextUse(first).is_null()
    }
}
