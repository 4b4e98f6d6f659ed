//! Makes constants variables for a while: LLVM computes what is read from constants, also beyond their ends, and so the read with its error is gone.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use rustc_hash::FxHashSet;

/// The constants of a module, which are variables until [`release`](Self::release).
pub(super) struct VariableConstants(FxHashSet<LLVMValueRef>);

impl VariableConstants {
    pub(super) fn hold(module: &Module<'_>) -> Self {
        let globals = module.get_globals().map(|global| global.as_value_ref());
        // SAFETY: globals of the live module.
        let constants = globals.filter(|&global| unsafe { LLVMIsGlobalConstant(global) } != 0);
        let constants: FxHashSet<_> = constants.collect();
        for &constant in &constants {
            // SAFETY: as above.
            unsafe { LLVMSetGlobalConstant(constant, 0) };
        }
        Self(constants)
    }

    pub(super) fn release(self, module: &Module<'_>) {
        // Passes may have removed some.
        for global in module.get_globals().map(|global| global.as_value_ref()) {
            if self.0.contains(&global) {
                // SAFETY: a global of the live module.
                unsafe { LLVMSetGlobalConstant(global, 1) };
            }
        }
    }
}
