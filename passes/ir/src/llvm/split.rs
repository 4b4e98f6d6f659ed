//! Splits a module into parts that are optimised and compiled by themselves.
//!
//! Claim: the objects of the parts make the program that the module's object makes. Which part a definition goes to depends on its source and its name alone, and the bitcode of a
//! part on nothing that only other parts hold. So a change of one source changes the parts with its code, those whose code it was inlined into, and those that hold its variables.

use super::Bitcode;
use inkwell::llvm_sys::prelude::{LLVMBool, LLVMModuleRef};
use sanecc_abi::symbols::SPLIT_SUFFIX;
use std::ffi::{CString, c_char, c_void};

unsafe extern "C" {
    /// In `split.cpp`.
    fn sanecc_split(
        module: LLVMModuleRef,
        parts: u32,
        suffix: *const c_char,
        to: *mut c_void,
        each: unsafe extern "C" fn(*mut c_void, *const c_char, usize),
    ) -> LLVMBool;
}

impl Bitcode<'_> {
    /// The bitcode of so many parts; the module is of no use afterwards. `None`, and nothing is done, where assembly may name what is local. What is local and used by another
    /// part is called [`SPLIT_SUFFIX`] more then, and hidden.
    pub fn split(&self, parts: u32) -> Option<Vec<Vec<u8>>> {
        unsafe extern "C" fn note(to: *mut c_void, bytes: *const c_char, length: usize) {
            // SAFETY: `to` is the list below, which nothing else uses meanwhile; the bytes are as many.
            unsafe {
                let bytes = std::slice::from_raw_parts(bytes.cast(), length);
                (*to.cast::<Vec<Vec<u8>>>()).push(bytes.to_vec());
            }
        }
        let suffix = CString::new(SPLIT_SUFFIX).ok()?;
        let mut split: Vec<Vec<u8>> = Vec::new();
        // SAFETY: the module is live; `note` gets the list that it expects.
        let done = unsafe {
            let to = (&raw mut split).cast();
            sanecc_split(self.module.as_mut_ptr(), parts, suffix.as_ptr(), to, note)
        };
        (done != 0).then_some(split)
    }
}

/// Gives free memory back to the system: that of a large module lies in the way of others, because threads allocate elsewhere.
pub fn release_memory() {
    #[cfg(target_env = "gnu")]
    // SAFETY: it touches only what is free.
    unsafe {
        libc::malloc_trim(0);
    }
}
