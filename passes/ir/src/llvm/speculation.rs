//! Keeps LLVM from speculating loads.
//!
//! In checked functions, LLVM does not speculate most loads (`mustSuppressSpeculation`). Four transformations do so all the same:
//!
//! - LLVM assumes that the target of a reference is dereferenceable throughout the call, though it may be freed. Disabled here.
//! - `ArgumentPromotion` (from `-O3`) loads before a call what the callee loads on some paths. Disabled here.
//! - `InstCombine` and `SROA` load from all addresses of a select or phi. `created_loads.cpp` marks these loads
//!   ([`Function::speculated`](crate::Function::speculated)).
//! - `LICM` loads before a loop what some iterations access (`promoteLoopAccessesToScalars`). This is worth much and rarely matters, so it is
//!   marked ([`Function::hoisted`](crate::Function::hoisted)), and disabled only on request.

use inkwell::llvm_sys::prelude::{LLVMBool, LLVMModuleRef};
use inkwell::module::Module;

unsafe extern "C" {
    /// In `speculation.cpp`: sets whether passes over modules of the same context may speculate loads (`suppressed`), and whether `LICM` may promote
    /// memory to registers (`no_promotion`).
    fn sanecc_suppress_speculation(
        module: LLVMModuleRef,
        suppressed: LLVMBool,
        no_promotion: LLVMBool,
    );
}

/// Keeps LLVM's passes over a module from speculating loads, until it is dropped.
pub(super) struct SpeculationGuard(LLVMModuleRef);

impl SpeculationGuard {
    /// Without `promotes`, `LICM` promotes no memory to registers either.
    pub(super) fn new(module: &Module<'_>, promotes: bool) -> Self {
        let module = module.as_mut_ptr();
        // SAFETY: the module is live.
        unsafe { sanecc_suppress_speculation(module, 1, LLVMBool::from(!promotes)) };
        Self(module)
    }
}

impl Drop for SpeculationGuard {
    fn drop(&mut self) {
        // SAFETY: the module outlives the guard.
        unsafe { sanecc_suppress_speculation(self.0, 0, 0) }
    }
}
