//! Finds the calls of declared functions.

use super::places::function_of;
use super::{Editor, Val, c_string};
use crate::llvm::import::name_of;
use crate::{FuncId, ValueId};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use std::collections::HashSet;

impl Editor<'_> {
    /// Lets a call pass another value as its argument of this number, from 0.
    pub fn set_argument(&mut self, function: FuncId, call: ValueId, number: u32, value: Val) {
        // SAFETY: the call is live and has that argument; the value is live and of the same type.
        unsafe { LLVMSetOperand(self.raw(function, call), number, value.0) }
    }

    /// Each call of a declared function for whose name there is something, with that.
    pub(super) fn calls_of_declared<T: Clone>(
        &self,
        wanted: impl Fn(&str) -> Option<T>,
    ) -> Vec<(LLVMValueRef, T)> {
        let mut all = Vec::new();
        // SAFETY: walks the lists of the live module. Nothing is changed meanwhile.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                if LLVMIsDeclaration(function) != 0
                    && let Some(found) = wanted(&name_of(function))
                {
                    let mut next = LLVMGetFirstUse(function);
                    while !next.is_null() {
                        let call = LLVMGetUser(next);
                        next = LLVMGetNextUse(next);
                        if is_call(call) && LLVMGetCalledValue(call) == function {
                            all.push((call, found.clone()));
                        }
                    }
                }
                function = LLVMGetNextFunction(function);
            }
        }
        all
    }

    /// The names of the functions that call a declared one of this name.
    pub fn callers(&self, name: &str) -> HashSet<String> {
        let calls = self.calls_of_declared(|declared| (declared == name).then_some(()));
        let calls = calls.into_iter();
        // SAFETY: the calls are live.
        calls
            .map(|(call, ())| unsafe { name_of(function_of(call)) })
            .collect()
    }
}

/// Whether an instruction is a call of any kind.
///
/// # Safety
/// It must be a live instruction.
pub(in crate::llvm) unsafe fn is_call(instruction: LLVMValueRef) -> bool {
    // SAFETY: the caller guarantees it; a user of a function may be a constant.
    unsafe {
        !LLVMIsAInstruction(instruction).is_null()
            && matches!(
                LLVMGetInstructionOpcode(instruction),
                LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMCallBr
            )
    }
}

/// Removes a declared function, if there is one of this name, and all calls of it.
///
/// # Safety
/// The module is live; all users of the function are calls without results.
pub(in crate::llvm) unsafe fn erase_with_calls(module: LLVMModuleRef, name: &str) {
    // SAFETY: as the caller says; the next use is read before one is erased.
    unsafe {
        let function = LLVMGetNamedFunction(module, c_string(name).as_ptr());
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
