//! Keeps LLVM from speculating loads.
//!
//! In checked functions LLVM speculates no load into blocks that may not execute (`mustSuppressSpeculation`). Two exceptions are
//! disabled here: LLVM takes a `dereferenceable` argument to stay readable throughout the call, although the object may be freed; and
//! `ArgumentPromotion` (from `-O3`) loads before a call what the callee loads on some of its paths. The third, loads of both operands of a
//! select, is marked ([`Function::speculated`](crate::Function::speculated)). The fourth, loads before a loop of memory that only some
//! iterations access (`promoteLoopAccessesToScalars`), pays and seldom matters, so it is disabled only on request.

use inkwell::llvm_sys::prelude::{LLVMBool, LLVMModuleRef};
use inkwell::module::Module;

unsafe extern "C" {
    /// In `speculation.cpp`: whether passes over modules of the same context may not speculate loads.
    /// `no_promotion`: whether what a loop reads and writes stays in memory.
    fn sanecc_suppress_speculation(module: LLVMModuleRef, held: LLVMBool, no_promotion: LLVMBool);
}

/// While it exists, LLVM's passes over a module do not speculate loads.
pub(super) struct Held(LLVMModuleRef);

impl Held {
    /// Without `promotes`, what loops read and write stays in memory, too.
    pub(super) fn new(module: &Module<'_>, promotes: bool) -> Self {
        let module = module.as_mut_ptr();
        // SAFETY: the module is live.
        unsafe { sanecc_suppress_speculation(module, 1, LLVMBool::from(!promotes)) };
        Self(module)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: whoever made this holds the module until after.
        unsafe { sanecc_suppress_speculation(self.0, 0, 0) }
    }
}
