//! The pointers that stack objects hold, and values for them.

use super::Editor;
use crate::{FuncId, ValueId};
use inkwell::llvm_sys::LLVMTypeKind::{LLVMArrayTypeKind, LLVMPointerTypeKind, LLVMStructTypeKind};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use std::ffi::CStr;

/// The structure that `va_start` fills, and nobody else touches.
const LIST_OF_ARGUMENTS: &CStr = c"struct.__va_list_tag";

impl Editor<'_> {
    /// The distances, in bytes, of the pointers in a stack object of one element from its start, by its type; none if they are more than `most`. Of unions, those of the largest member.
    pub fn pointers_in(&self, function: FuncId, object: ValueId, most: usize) -> Option<Vec<u64>> {
        let raw = self.raw(function, object);
        let mut found = Vec::new();
        // SAFETY: a live stack allocation, whose type lives as long as the context.
        unsafe {
            let count = LLVMIsAConstantInt(LLVMGetOperand(raw, 0));
            let is_one = !count.is_null() && LLVMConstIntGetZExtValue(count) == 1;
            let layout = LLVMGetModuleDataLayout(self.module);
            let ty = LLVMGetAllocatedType(raw);
            (is_one && find(layout, ty, 0, most, &mut found)).then_some(found)
        }
    }

    /// Writes an address into the pointers of a stack object, behind an instruction.
    pub fn set_pointers(
        &mut self,
        function: FuncId,
        object: ValueId,
        offsets: &[u64],
        address: u64,
        behind: ValueId,
    ) {
        let start = self.value(function, object);
        let value = self.constant_pointer(address);
        let Some(mut cursor) = self.after(function, behind) else {
            return;
        };
        for offset in offsets {
            let place = match offset {
                0 => start,
                _ => {
                    let offset = cursor.int(*offset);
                    cursor.offset(start, offset)
                }
            };
            cursor.store(value, place);
        }
    }
}

/// Adds the pointers of a type at a distance; false if there are more than `most`.
///
/// # Safety
/// Layout and type are those of a live module.
unsafe fn find(
    layout: LLVMTargetDataRef,
    ty: LLVMTypeRef,
    at: u64,
    most: usize,
    found: &mut Vec<u64>,
) -> bool {
    // SAFETY: as the caller says; only what the kind of the type has is asked for.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMPointerTypeKind if LLVMGetPointerAddressSpace(ty) == 0 => {
                found.push(at);
                found.len() <= most
            }
            LLVMStructTypeKind if LLVMIsPackedStruct(ty) == 0 && !is_list_of_arguments(ty) => {
                (0..LLVMCountStructElementTypes(ty)).all(|field| {
                    let inner = LLVMStructGetTypeAtIndex(ty, field);
                    let offset = LLVMOffsetOfElement(layout, ty, field);
                    find(layout, inner, at + offset, most, found)
                })
            }
            LLVMArrayTypeKind => {
                let inner = LLVMGetElementType(ty);
                let bytes = LLVMABISizeOfType(layout, inner);
                let before = found.len();
                (0..LLVMGetArrayLength2(ty)).all(|index| {
                    // Elements without pointers are not walked, however many they are.
                    let holds_none = index > 0 && found.len() == before;
                    holds_none || find(layout, inner, at + index * bytes, most, found)
                })
            }
            _ => true,
        }
    }
}

/// # Safety
/// The type is that of a live structure.
unsafe fn is_list_of_arguments(ty: LLVMTypeRef) -> bool {
    // SAFETY: as the caller says; LLVM ends the name by a NUL.
    unsafe {
        let name = LLVMGetStructName(ty);
        !name.is_null() && CStr::from_ptr(name) == LIST_OF_ARGUMENTS
    }
}
