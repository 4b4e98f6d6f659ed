//! Global variables.

use super::{GlobalHandle, Reader, name_of};
use crate::{Global, Linkage};
use inkwell::llvm_sys::comdat::LLVMGetComdat;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMTypeKind, LLVMVisibility};
use std::ffi::CStr;

impl Reader {
    /// Reads all global variables of the module.
    pub(super) fn read_globals(&mut self, raw: LLVMModuleRef) {
        // SAFETY: walks the live module's list of globals.
        let mut next = unsafe { LLVMGetFirstGlobal(raw) };
        while !next.is_null() {
            let attached = attachments(next);
            let header = header(next, &attached);
            let global = self.global(next, &header, line(&attached));
            let id = self.module.globals.push(global);
            self.globals.insert(next, id);
            self.handles.globals.push(GlobalHandle {
                value: next,
                dso_local: says(&header, "dso_local"),
            });
            // SAFETY: as above.
            next = unsafe { LLVMGetNextGlobal(next) };
        }
    }

    fn global(&self, raw: LLVMValueRef, header: &str, line: u32) -> Global {
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
                unchecked: says(header, "no_sanitize_address"),
                line,
                preemptible: is_preemptible(raw, header),
                foreign_space: LLVMGetPointerAddressSpace(LLVMTypeOf(raw)) != 0,
                local: matches!(
                    LLVMGetLinkage(raw),
                    LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
                ),
                address_in_data: used_by_data(raw),
                grouped: !LLVMGetComdat(raw).is_null(),
                dynamic: says(header, "sanitize_address_dyninit"),
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
            // Vectors of addresses are no places for the mirror.
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
fn is_preemptible(raw: LLVMValueRef, header: &str) -> bool {
    // SAFETY: `raw` is a global variable of the live module.
    let (linkage, visibility) = unsafe { (LLVMGetLinkage(raw), LLVMGetVisibility(raw)) };
    // SAFETY: as above.
    let defined = unsafe { LLVMIsDeclaration(raw) } == 0;
    defined
        && matches!(linkage, LLVMLinkage::LLVMExternalLinkage)
        && matches!(visibility, LLVMVisibility::LLVMDefaultVisibility)
        && !says(header, "dso_local")
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

/// What the textual IR says of a global apart from its initial value and debug information. The C API has no
/// other way to ask for `no_sanitize_address`, `sanitize_address_dyninit` and `dso_local`.
fn header(raw: LLVMValueRef, attached: &[Attachment]) -> String {
    // Both are taken away for the time of printing and put back: large values would take long to print, and one
    // `!dbg !7` makes LLVM number all the debug information of the module. The API can put back one node of a
    // kind only; globals with several of one kind keep them and print slowly.
    let alone: Vec<_> = attached
        .iter()
        .filter(|one| attached.iter().filter(|a| a.kind == one.kind).count() == 1)
        .collect();
    // SAFETY: `raw` is a global variable of the live module, and so are its parts. The text is ours to dispose.
    unsafe {
        let initial = LLVMGetInitializer(raw);
        if !initial.is_null() {
            LLVMSetInitializer(raw, std::ptr::null_mut());
        }
        for one in &alone {
            LLVMGlobalEraseMetadata(raw, one.kind);
        }
        let text = LLVMPrintValueToString(raw);
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        for one in &alone {
            LLVMGlobalSetMetadata(raw, one.kind, one.node);
        }
        if !initial.is_null() {
            LLVMSetInitializer(raw, initial);
        }
        copy
    }
}

/// Whether a header holds this keyword. Names in the source may hold it too: they stand in quotes or behind a sigil.
fn says(header: &str, keyword: &str) -> bool {
    header
        .split('"')
        .step_by(2)
        .flat_map(|plain| plain.split([' ', ',', '\n']))
        .any(|word| word == keyword)
}

/// One metadata node that a global carries.
struct Attachment {
    kind: u32,
    node: LLVMMetadataRef,
}

/// The metadata that a global carries.
fn attachments(raw: LLVMValueRef) -> Vec<Attachment> {
    let mut count = 0;
    // SAFETY: `raw` is a global variable of the live module; the entries are ours to dispose.
    unsafe {
        let entries = LLVMGlobalCopyAllMetadata(raw, &mut count);
        let attached = (0..count as u32)
            .map(|i| Attachment {
                kind: LLVMValueMetadataEntriesGetKind(entries, i),
                node: LLVMValueMetadataEntriesGetMetadata(entries, i),
            })
            .collect();
        LLVMDisposeValueMetadataEntries(entries);
        attached
    }
}

/// The line of a global's definition, from its debug information.
fn line(attached: &[Attachment]) -> u32 {
    let mut line = 0;
    for one in attached {
        // SAFETY: the node belongs to the live module; it is asked for its variable only if it has one.
        unsafe {
            if matches!(
                LLVMGetMetadataKind(one.node),
                LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind
            ) {
                line = LLVMDIVariableGetLine(LLVMDIGlobalVariableExpressionGetVariable(one.node));
            }
        }
    }
    line
}
