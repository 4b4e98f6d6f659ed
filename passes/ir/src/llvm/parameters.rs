//! What calls hand over beside their arguments, as parameters.

use super::Bitcode;
use super::edit::c_string;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use std::ffi::c_char;

unsafe extern "C" {
    /// In `parameters.cpp`.
    fn sanecc_hand_over(module: LLVMModuleRef, asked: *const c_char, told: *const c_char);
}

impl Bitcode<'_> {
    /// Functions of which all callers are known get parameters for what they ask `asked` for, `(number, pointer, bit) -> word`, if they do so always. What `told`,
    /// `(number, word, pointer)`, says in front of a call becomes its argument; of what nothing says, that is zero.
    pub fn hand_over_by_parameters(&mut self, asked: &str, told: &str) {
        let (asked, told) = (c_string(asked), c_string(told));
        // SAFETY: the module is live, and no handles of its functions are kept.
        unsafe { sanecc_hand_over(self.module.as_mut_ptr(), asked.as_ptr(), told.as_ptr()) }
    }
}
