//! Inlines functions where no access is checked yet, so that the analyses see what callees do with the objects of their callers. No error of the program gets lost by that.
//!
//! Claims: inlining copies all accesses of a callee that are reached, and nothing but the copies changes. An object of a callee stays one, because callees that have
//! objects are not inlined: the end of a call is where an error of use after return begins. Nor are those with assembly: it would keep the objects of the caller on the real
//! stack, where such errors are not found.

use super::attribute::{self, FUNCTION};
use super::variable_constants::VariableConstants;
use inkwell::llvm_sys::LLVMOpcode::{LLVMAlloca, LLVMCall, LLVMCallBr, LLVMInvoke};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::AsValueRef;

/// The attribute that says not to inline a function.
const NO_INLINE: &str = "noinline";
/// Marks functions that have got it here.
const MARK: &str = "sanecc-noinline";

/// The state of a module in which only functions are inlined that need no frame of their own, until [`release`](Self::release).
pub(super) struct WithoutFrames(VariableConstants);

impl WithoutFrames {
    pub(super) fn hold(module: &Module<'_>) -> Self {
        for function in module.get_functions().map(|f| f.as_value_ref()) {
            let has = |name| attribute::of_function(function, FUNCTION, name).is_some();
            // SAFETY: a function of the live module.
            if unsafe { needs_frame(function) } && !has(NO_INLINE) && !has("alwaysinline") {
                attribute::add_to_function(function, FUNCTION, NO_INLINE);
                attribute::add_text(function, MARK, "");
            }
        }
        Self(VariableConstants::hold(module))
    }

    pub(super) fn release(self, module: &Module<'_>) {
        self.0.release(module);
        for function in module.get_functions().map(|f| f.as_value_ref()) {
            if attribute::has_text(function, MARK) {
                attribute::remove_text(function, MARK);
                attribute::remove_from_function(function, FUNCTION, NO_INLINE);
            }
        }
    }
}

/// Whether a function has objects of its own, variables in memory and parameters by value, or assembly.
///
/// # Safety
/// A live function.
unsafe fn needs_frame(function: LLVMValueRef) -> bool {
    // SAFETY: as the caller says; blocks and instructions are walked as LLVM lists them.
    unsafe {
        let mut parameters = 1..=LLVMCountParams(function);
        if parameters.any(|n| attribute::of_function(function, n, "byval").is_some()) {
            return true;
        }
        let mut block = LLVMGetFirstBasicBlock(function);
        while !block.is_null() {
            let mut instruction = LLVMGetFirstInstruction(block);
            while !instruction.is_null() {
                let opcode = LLVMGetInstructionOpcode(instruction);
                let is_assembly = matches!(opcode, LLVMCall | LLVMCallBr | LLVMInvoke)
                    && !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)).is_null();
                if is_assembly || opcode == LLVMAlloca {
                    return true;
                }
                instruction = LLVMGetNextInstruction(instruction);
            }
            block = LLVMGetNextBasicBlock(block);
        }
        false
    }
}
