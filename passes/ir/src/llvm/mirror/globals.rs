//! Global variables.

use super::{GlobalHandle, Reader, name_of};
use crate::{Global, Linkage};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode};
use std::ffi::CStr;

impl Reader {
    /// Reads all global variables of the module.
    pub(super) fn read_globals(&mut self, raw: LLVMModuleRef) {
        // SAFETY: walks the live module's list of globals.
        let mut next = unsafe { LLVMGetFirstGlobal(raw) };
        while !next.is_null() {
            let header = header(next);
            let global = self.global(next, &header);
            let id = self.module.globals.push(global);
            self.globals.insert(next, id);
            self.handles.globals.push(GlobalHandle {
                value: next,
                dso_local: header.contains("dso_local"),
            });
            // SAFETY: as above.
            next = unsafe { LLVMGetNextGlobal(next) };
        }
    }

    fn global(&self, raw: LLVMValueRef, header: &str) -> Global {
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
                unchecked: header.contains("no_sanitize_address"),
                line: line(raw),
                foreign_space: LLVMGetPointerAddressSpace(LLVMTypeOf(raw)) != 0,
                local: matches!(
                    LLVMGetLinkage(raw),
                    LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
                ),
                address_in_data: used_by_data(raw),
            }
        }
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
            let arithmetic = !LLVMIsAConstantExpr(user).is_null()
                && LLVMGetConstOpcode(user) == LLVMOpcode::LLVMGetElementPtr
                && !used_by_data(user);
            if !instruction && !arithmetic {
                return true;
            }
            next = LLVMGetNextUse(next);
        }
        false
    }
}

/// Who defines a global.
fn linkage(raw: LLVMValueRef) -> Linkage {
    // SAFETY: `raw` is a global variable of the live module.
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

/// What the textual IR says of a global apart from its initial value. The C API has no other way to ask for
/// `no_sanitize_address` and `dso_local`.
fn header(raw: LLVMValueRef) -> String {
    // SAFETY: the initial value is taken away for the time of printing, so that large ones cost nothing,
    // and put back. The text is ours to dispose.
    unsafe {
        let initial = LLVMGetInitializer(raw);
        if !initial.is_null() {
            LLVMSetInitializer(raw, std::ptr::null_mut());
        }
        let text = LLVMPrintValueToString(raw);
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        if !initial.is_null() {
            LLVMSetInitializer(raw, initial);
        }
        match copy.split_once(" = ") {
            Some((_, rest)) => rest.to_owned(),
            None => copy,
        }
    }
}

/// The line of a global's definition, from its debug information.
fn line(raw: LLVMValueRef) -> u32 {
    let mut count = 0;
    // SAFETY: the entries are ours to dispose; each is a metadata node of the live module.
    unsafe {
        let entries = LLVMGlobalCopyAllMetadata(raw, &mut count);
        let mut line = 0;
        for i in 0..count as u32 {
            let node = LLVMValueMetadataEntriesGetMetadata(entries, i);
            if matches!(
                LLVMGetMetadataKind(node),
                LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind
            ) {
                line = LLVMDIVariableGetLine(LLVMDIGlobalVariableExpressionGetVariable(node));
            }
        }
        LLVMDisposeValueMetadataEntries(entries);
        line
    }
}
