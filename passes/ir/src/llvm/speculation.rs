//! Keeps LLVM from reading memory where the source does not.
//!
//! In functions that are checked, LLVM moves no load to where the program might not come (`mustSuppressSpeculation`). Two of its ways past that are
//! closed here: it believes that what a reference leads to can be read throughout the call, though something may be freed, and
//! `ArgumentPromotion` (from `-O3`) reads before a call what the callee reads on some of its paths. A third, reading both sides of
//! a choice, leaves marks ([`Function::speculated`](crate::Function::speculated)). A fourth, reading before a loop what some of its
//! turns read and write (`promoteLoopAccessesToScalars`), is worth much and rarely matters, so it is closed only when asked for.

use inkwell::llvm_sys::prelude::{LLVMBool, LLVMModuleRef};
use inkwell::module::Module;

unsafe extern "C" {
    /// In `speculation.cpp`: whether passes over modules of this one's context are held back.
    /// `promotion_held`: whether what a loop reads and writes stays in memory.
    fn sanecc_hold_back(module: LLVMModuleRef, held: LLVMBool, promotion_held: LLVMBool);
}

/// As long as it lives, LLVM's passes over a module are held back.
pub(super) struct Held(LLVMModuleRef);

impl Held {
    /// Without `promotes`, what loops read and write stays in memory, too.
    pub(super) fn new(module: &Module<'_>, promotes: bool) -> Self {
        let module = module.as_mut_ptr();
        // SAFETY: the module is live.
        unsafe { sanecc_hold_back(module, 1, LLVMBool::from(!promotes)) };
        Self(module)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: whoever made this holds the module until after.
        unsafe { sanecc_hold_back(self.0, 0, 0) }
    }
}
