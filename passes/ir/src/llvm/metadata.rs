//! Metadata of our own on instructions.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// The node of this kind on an instruction.
///
/// # Safety
/// A live instruction.
pub(super) unsafe fn node(instruction: LLVMValueRef, name: &str) -> Option<LLVMValueRef> {
    // SAFETY: as the caller says.
    unsafe {
        if LLVMHasMetadata(instruction) == 0 {
            return None;
        }
        let node = LLVMGetMetadata(instruction, kind(context(instruction), name));
        (!node.is_null()).then_some(node)
    }
}

/// Sets an empty node of this kind.
///
/// # Safety
/// A live instruction.
pub(super) unsafe fn mark(instruction: LLVMValueRef, name: &str) {
    // SAFETY: as the caller says; the node belongs to its context.
    unsafe {
        let node = LLVMMDNodeInContext2(context(instruction), std::ptr::null_mut(), 0);
        set(instruction, name, node);
    }
}

/// Sets a node of this kind.
///
/// # Safety
/// A live instruction, and a node of its context.
pub(super) unsafe fn set(instruction: LLVMValueRef, name: &str, node: LLVMMetadataRef) {
    // SAFETY: as the caller says.
    unsafe {
        let context = context(instruction);
        LLVMSetMetadata(
            instruction,
            kind(context, name),
            LLVMMetadataAsValue(context, node),
        );
    }
}

/// Removes the node of this kind, if there is one.
///
/// # Safety
/// A live instruction.
pub(super) unsafe fn remove(instruction: LLVMValueRef, name: &str) {
    // SAFETY: as the caller says.
    unsafe {
        if LLVMHasMetadata(instruction) != 0 {
            let kind = kind(context(instruction), name);
            LLVMSetMetadata(instruction, kind, std::ptr::null_mut());
        }
    }
}

/// # Safety
/// A live instruction.
unsafe fn context(instruction: LLVMValueRef) -> LLVMContextRef {
    // SAFETY: as the caller says.
    unsafe { LLVMGetTypeContext(LLVMTypeOf(instruction)) }
}

/// # Safety
/// A live context.
unsafe fn kind(context: LLVMContextRef, name: &str) -> u32 {
    // SAFETY: as the caller says; the name has that length.
    unsafe { LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32) }
}
