//! What calls hand over beside their arguments and results, passed with these.

use super::Bitcode;
use super::edit::c_string;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use std::ffi::c_char;

unsafe extern "C" {
    /// In `handover.cpp`.
    fn sanecc_hand_over(module: LLVMModuleRef, names: *const *const c_char);
}

/// Names of the functions that say what calls hand over.
#[derive(Clone, Copy, Debug)]
pub struct HandoverCalls<'a> {
    /// In the callee, of an argument: `(number, pointer, bit) -> word`, with a bit that says whether the caller told.
    pub asked: &'a str,
    /// In front of a call, of an argument: `(number, word, pointer)`.
    pub told: &'a str,
    /// Behind a call: `(function, pointer) -> word`.
    pub result: &'a str,
    /// In front of a return: `(function, word, pointer)`.
    pub returned: &'a str,
}

impl Bitcode<'_> {
    /// Functions of which all callers are known get parameters for what they always ask about arguments, and return a pair where they say something about a result that is a pointer.
    /// What nothing tells is zero.
    pub fn hand_over(&mut self, by: HandoverCalls<'_>) {
        let names = [by.asked, by.told, by.result, by.returned].map(c_string);
        let names = names.each_ref().map(|name| name.as_ptr());
        // SAFETY: the module is live, and no handles of its functions are kept. There are four names.
        unsafe { sanecc_hand_over(self.module.as_mut_ptr(), names.as_ptr()) }
    }
}
