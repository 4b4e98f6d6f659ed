//! Imports global variables.

use super::{GlobalHandle, Reader, name_of};
use crate::{Content, Global, Linkage};
use inkwell::llvm_sys::comdat::LLVMGetComdat;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMTypeKind, LLVMVisibility};
use std::ffi::CStr;

unsafe extern "C" {
    // In `globals.cpp`, for a global or function, and for globals.
    fn sanecc_is_dso_local(value: LLVMValueRef) -> LLVMBool;
    fn sanecc_is_unchecked(global: LLVMValueRef) -> LLVMBool;
    fn sanecc_is_dynamically_initialized(global: LLVMValueRef) -> LLVMBool;
}

impl Reader {
    /// Reads all global variables of the module.
    pub(super) fn read_globals(&mut self, raw: LLVMModuleRef) {
        // SAFETY: walks the live module's list of globals.
        let mut next = unsafe { LLVMGetFirstGlobal(raw) };
        while !next.is_null() {
            let global = self.global(next, line(next));
            let id = self.module.globals.push(global);
            self.globals.insert(next, id);
            self.handles.globals.push(GlobalHandle {
                value: next,
                dso_local: is_dso_local(next),
            });
            // SAFETY: as above.
            next = unsafe { LLVMGetNextGlobal(next) };
        }
    }

    fn global(&mut self, raw: LLVMValueRef, line: u32) -> Global {
        // SAFETY: `raw` is a global variable of the live module; the section's name is copied at once.
        unsafe {
            let section = LLVMGetSection(raw);
            let section = (!section.is_null())
                .then(|| CStr::from_ptr(section).to_string_lossy().into_owned())
                .filter(|s| !s.is_empty());
            Global {
                name: name_of(raw),
                size: self.alloc_size(LLVMGlobalGetValueType(raw)).unwrap_or(0),
                align: u64::from(LLVMGetAlignment(raw)),
                linkage: linkage(raw),
                constant: LLVMIsGlobalConstant(raw) != 0,
                thread_local: LLVMIsThreadLocal(raw) != 0,
                section,
                unchecked: sanecc_is_unchecked(raw) != 0,
                line,
                preemptible: is_preemptible(raw),
                foreign_space: LLVMGetPointerAddressSpace(LLVMTypeOf(raw)) != 0,
                optional: is_optional(raw),
                local: is_local(raw),
                address_in_data: used_by_data(raw),
                grouped: !LLVMGetComdat(raw).is_null(),
                dynamic: sanecc_is_dynamically_initialized(raw) != 0,
                content: content(raw),
                ty: self.type_of(LLVMGlobalGetValueType(raw)),
                initial: None,
            }
        }
    }
}

/// What the initializer holds.
fn content(raw: LLVMValueRef) -> Content {
    // SAFETY: `raw` is a global variable of the live module; an initializer is a live constant.
    unsafe {
        let initial = LLVMGetInitializer(raw);
        if initial.is_null() || LLVMIsNull(initial) != 0 {
            Content::Zero
        } else if has_addresses(initial) {
            Content::Addresses
        } else {
            Content::Numbers
        }
    }
}

/// Whether an address is part of a constant.
///
/// # Safety
/// `constant` must be a live constant.
unsafe fn has_addresses(constant: LLVMValueRef) -> bool {
    // SAFETY: the caller guarantees it; operands of constants are constants. Strings and the like have none.
    unsafe {
        if !LLVMIsAGlobalValue(constant).is_null() || !LLVMIsABlockAddress(constant).is_null() {
            return true;
        }
        let count = LLVMGetNumOperands(constant).max(0) as u32;
        (0..count).any(|index| has_addresses(LLVMGetOperand(constant, index)))
    }
}

/// Whether a constant other than address arithmetic for instructions uses this one.
fn used_by_data(raw: LLVMValueRef) -> bool {
    // SAFETY: walks the live value's list of uses; the opcode is asked only of constant expressions.
    unsafe {
        let mut next = LLVMGetFirstUse(raw);
        while !next.is_null() {
            let user = LLVMGetUser(next);
            let instruction = !LLVMIsAInstruction(user).is_null();
            // The analysis IR has no vectors of addresses.
            let arithmetic = !LLVMIsAConstantExpr(user).is_null()
                && LLVMGetConstOpcode(user) == LLVMOpcode::LLVMGetElementPtr
                && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMTypeKind::LLVMPointerTypeKind
                && !used_by_data(user);
            if !instruction && !arithmetic {
                return true;
            }
            next = LLVMGetNextUse(next);
        }
        false
    }
}

/// Whether the loader looks for a definition elsewhere first.
pub(super) fn is_preemptible(raw: LLVMValueRef) -> bool {
    // SAFETY: `raw` is a global variable or function of the live module.
    let (linkage, visibility) = unsafe { (LLVMGetLinkage(raw), LLVMGetVisibility(raw)) };
    // SAFETY: as above.
    let defined = unsafe { LLVMIsDeclaration(raw) } == 0;
    defined
        && matches!(linkage, LLVMLinkage::LLVMExternalLinkage)
        && matches!(visibility, LLVMVisibility::LLVMDefaultVisibility)
        && !is_dso_local(raw)
}

/// Whether a global or function may be defined nowhere.
pub(super) fn is_optional(raw: LLVMValueRef) -> bool {
    // SAFETY: `raw` is a global variable or function of the live module.
    let linkage = unsafe { LLVMGetLinkage(raw) };
    matches!(linkage, LLVMLinkage::LLVMExternalWeakLinkage)
}

/// Whether no other module can name a global or function.
pub(super) fn is_local(raw: LLVMValueRef) -> bool {
    // SAFETY: `raw` is a global variable or function of the live module.
    let linkage = unsafe { LLVMGetLinkage(raw) };
    matches!(
        linkage,
        LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
    )
}

/// Whether the symbol is said to resolve inside of the linked object, apart from what linkage and visibility say.
fn is_dso_local(raw: LLVMValueRef) -> bool {
    // SAFETY: `raw` is a global variable or function of the live module.
    unsafe { sanecc_is_dso_local(raw) != 0 }
}

/// Who defines a global or function.
pub(super) fn linkage(raw: LLVMValueRef) -> Linkage {
    // SAFETY: `raw` is a global variable or function of the live module.
    let (declared, linkage) = unsafe { (LLVMIsDeclaration(raw) != 0, LLVMGetLinkage(raw)) };
    if declared {
        return Linkage::Elsewhere;
    }
    match linkage {
        LLVMLinkage::LLVMExternalLinkage
        | LLVMLinkage::LLVMInternalLinkage
        | LLVMLinkage::LLVMPrivateLinkage => Linkage::Exact,
        LLVMLinkage::LLVMAvailableExternallyLinkage | LLVMLinkage::LLVMExternalWeakLinkage => {
            Linkage::Elsewhere
        }
        _ => Linkage::Merged,
    }
}

/// The line of a global's definition, from its debug information.
fn line(raw: LLVMValueRef) -> u32 {
    let mut line = 0;
    let mut count = 0;
    // SAFETY: `raw` is a global variable of the live module; the entries are ours to dispose. A node is asked for its
    // variable only if it has one.
    unsafe {
        let entries = LLVMGlobalCopyAllMetadata(raw, &mut count);
        for index in 0..count as u32 {
            let node = LLVMValueMetadataEntriesGetMetadata(entries, index);
            if matches!(
                LLVMGetMetadataKind(node),
                LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind
            ) {
                line = LLVMDIVariableGetLine(LLVMDIGlobalVariableExpressionGetVariable(node));
            }
        }
        LLVMDisposeValueMetadataEntries(entries);
    }
    line
}
