//! Checks of accesses near each other, which become one.

use super::{Editor, c_string};
use crate::llvm::import::name_of;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

unsafe extern "C" {
    /// In `neighbours.cpp`.
    fn sanecc_join_neighbours(
        module: LLVMModuleRef,
        alive: LLVMValueRef,
        within: LLVMValueRef,
        functions: *const LLVMValueRef,
        bytes: *const u64,
        count: usize,
    );
}

/// What a call in between is to checks that may become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It checks an access of so many bytes, at least one: `(pointer, word, site)`.
    Checks(u64),
    /// It goes on for sure, and changes nothing that a check finds.
    GoesOn,
}

impl Editor<'_> {
    /// Lets checks in a block that are of one base at constant distances and of one word first ask `alive`, `(word) -> bit`, and `within`, `(pointer, bytes, word) -> bit`, for all
    /// their bytes. They are called if that says no. No call lies between them but of declared functions that are a step, or of intrinsic functions. Functions that are compiled for
    /// size keep theirs.
    pub fn join_neighbours(
        &mut self,
        [alive, within]: [&str; 2],
        step: impl Fn(&str) -> Option<Step>,
    ) {
        let (mut functions, mut bytes) = (Vec::new(), Vec::new());
        // SAFETY: walks the functions of the live module, which are only added to afterwards; both lists are of one length.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                if LLVMIsDeclaration(function) != 0
                    && let Some(step) = step(&name_of(function))
                {
                    functions.push(function);
                    bytes.push(match step {
                        Step::Checks(bytes) => bytes,
                        Step::GoesOn => 0,
                    });
                }
                function = LLVMGetNextFunction(function);
            }
            if bytes.iter().all(|bytes| *bytes == 0) {
                return;
            }
            let word = LLVMInt64TypeInContext(self.context);
            let mut types = [LLVMPointerTypeInContext(self.context, 0), word, word];
            let bit = LLVMInt1TypeInContext(self.context);
            let declare = |name, types: &mut [LLVMTypeRef]| {
                let ty = LLVMFunctionType(bit, types.as_mut_ptr(), types.len() as u32, 0);
                LLVMAddFunction(self.module, c_string(name).as_ptr(), ty)
            };
            let alive = declare(alive, &mut types[2..]);
            let within = declare(within, &mut types);
            sanecc_join_neighbours(
                self.module,
                alive,
                within,
                functions.as_ptr(),
                bytes.as_ptr(),
                functions.len(),
            );
        }
    }
}
