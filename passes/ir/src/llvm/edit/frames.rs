//! Frame pointers: removes the request for them from functions that call nothing which walks the stack.

use super::Editor;
use super::calls::is_call;
use crate::llvm::attribute::{self, FUNCTION};
use crate::llvm::import::name_of;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// LLVM's attribute that says which functions have one.
const FRAME_POINTER: &str = "frame-pointer";

/// Intrinsics that may become calls of the library, or of code that is not known.
const CALLS: [&str; 6] = [
    "llvm.mem",
    "llvm.experimental.",
    "llvm.coro.",
    "llvm.eh.",
    "llvm.frameaddress",
    "llvm.localescape",
];

impl Editor<'_> {
    /// Functions that call only what is `quiet`, by its name, do without a frame pointer, as those that call nothing, if there are tables by which
    /// their frames are found.
    pub fn leave_out_frame_pointers(&mut self, quiet: impl Fn(&str) -> bool) {
        // SAFETY: walks the lists of the live module.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                if LLVMIsDeclaration(function) == 0
                    && attribute::has_text(function, FRAME_POINTER)
                    && attribute::of_function(function, FUNCTION, "uwtable").is_some()
                    && calls_only(function, &quiet)
                {
                    attribute::remove_text(function, FRAME_POINTER);
                }
                function = LLVMGetNextFunction(function);
            }
        }
    }
}

/// # Safety
/// The function is live and has a body.
unsafe fn calls_only(function: LLVMValueRef, quiet: &impl Fn(&str) -> bool) -> bool {
    // SAFETY: walks the lists of the live function; only calls are asked for what calls have.
    unsafe {
        let mut block = LLVMGetFirstBasicBlock(function);
        while !block.is_null() {
            let mut instruction = LLVMGetFirstInstruction(block);
            while !instruction.is_null() {
                if is_call(instruction) {
                    let callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
                    if callee.is_null() {
                        return false;
                    }
                    let name = name_of(callee);
                    let is_intrinsic = LLVMGetIntrinsicID(callee) != 0;
                    let becomes_call = CALLS.iter().any(|prefix| name.starts_with(prefix));
                    if !quiet(&name) && (!is_intrinsic || becomes_call) {
                        return false;
                    }
                }
                instruction = LLVMGetNextInstruction(instruction);
            }
            block = LLVMGetNextBasicBlock(block);
        }
        true
    }
}
