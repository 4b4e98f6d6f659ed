//! Makes variables uncertain for a while: LLVM knows of each variable that its memory is there, so it reads one before a loop which only perhaps accesses it.
//!
//! A variable that nobody may define has no such memory. Which objects are distinct, LLVM still knows.

use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::LLVMLinkage::{
    LLVMCommonLinkage, LLVMExternalLinkage, LLVMExternalWeakLinkage, LLVMInternalLinkage,
    LLVMPrivateLinkage,
};
use inkwell::llvm_sys::LLVMOpcode::LLVMGetElementPtr;
use inkwell::llvm_sys::comdat::LLVMGetComdat;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables of a module that are declarations of weak symbols until [`release`](Self::release), with what they were.
pub(super) struct UncertainGlobals(FxHashMap<LLVMValueRef, (LLVMLinkage, LLVMValueRef)>);

impl UncertainGlobals {
    /// All but those of groups (comdat), of threads, and with aliases: declarations cannot have these.
    pub(super) fn hold(module: &Module<'_>) -> Self {
        let aliased = aliased(module);
        let mut held = FxHashMap::default();
        for global in module.get_globals().map(|global| global.as_value_ref()) {
            // SAFETY: a global of the live module; the initial value is a constant, which lives as long as the context.
            unsafe {
                let linkage = LLVMGetLinkage(global);
                let is_plain = matches!(
                    linkage,
                    LLVMCommonLinkage
                        | LLVMExternalLinkage
                        | LLVMInternalLinkage
                        | LLVMPrivateLinkage
                );
                if !is_plain
                    || LLVMIsThreadLocal(global) != 0
                    || !LLVMGetComdat(global).is_null()
                    || aliased.contains(&global)
                {
                    continue;
                }
                let initial = LLVMGetInitializer(global);
                if !initial.is_null() {
                    LLVMSetInitializer(global, std::ptr::null_mut());
                }
                LLVMSetLinkage(global, LLVMExternalWeakLinkage);
                held.insert(global, (linkage, initial));
            }
        }
        Self(held)
    }

    /// Whether LLVM cannot know that the memory of a global is there.
    pub(super) fn contains(&self, global: LLVMValueRef) -> bool {
        self.0.contains_key(&global)
    }

    /// Undoes it.
    pub(super) fn release(self, module: &Module<'_>) {
        // Passes may have removed some.
        for global in module.get_globals().map(|global| global.as_value_ref()) {
            if let Some(&(linkage, initial)) = self.0.get(&global) {
                // SAFETY: a global of the live module, and its own initial value.
                unsafe {
                    if !initial.is_null() {
                        LLVMSetInitializer(global, initial);
                    }
                    LLVMSetLinkage(global, linkage);
                }
            }
        }
    }
}

/// The global in which a constant address lies, if that is computed from one.
///
/// # Safety
/// A live value.
pub(super) unsafe fn base_of_constant(value: LLVMValueRef) -> LLVMValueRef {
    let mut base = value;
    // SAFETY: as the caller says; the kind of value is checked before what it has.
    unsafe {
        while !LLVMIsAConstantExpr(base).is_null() && LLVMGetConstOpcode(base) == LLVMGetElementPtr
        {
            base = LLVMGetOperand(base, 0);
        }
    }
    base
}

/// Globals in which aliases of a module lie.
fn aliased(module: &Module<'_>) -> FxHashSet<LLVMValueRef> {
    let mut all = FxHashSet::default();
    // SAFETY: aliases of the live module, walked as LLVM lists them.
    unsafe {
        let mut alias = LLVMGetFirstGlobalAlias(module.as_mut_ptr());
        while !alias.is_null() {
            all.insert(base_of_constant(LLVMAliasGetAliasee(alias)));
            alias = LLVMGetNextGlobalAlias(alias);
        }
    }
    all
}
