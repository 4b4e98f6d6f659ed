//! Imports `getelementptr` as address arithmetic in bytes.

use super::Reader;
use super::types::simple_type_of;
use crate::{Address, ElementOp, Term, Type, ValueId};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;

/// The bytes that a `getelementptr` (instruction or constant expression) adds to its base; `None` where it
/// yields a vector of pointers or walks over types without a constant size.
pub(super) fn lower(
    reader: &Reader,
    gep: LLVMValueRef,
    mut value: impl FnMut(LLVMValueRef) -> ValueId,
) -> Option<Address> {
    // SAFETY: `gep` is a live getelementptr; operands and types are asked for as its form allows.
    unsafe {
        if !matches!(simple_type_of(LLVMTypeOf(gep)), Some(Type::Pointer(_))) {
            return None;
        }
        let base = value(LLVMGetOperand(gep, 0));
        let mut place = Address {
            base,
            terms: Vec::new(),
            offset: 0,
        };
        let mut ty = LLVMGetGEPSourceElementType(gep);
        for i in 1..LLVMGetNumOperands(gep) as u32 {
            let index = LLVMGetOperand(gep, i);
            let constant = constant(index);
            // The first index steps over whole elements, later ones go inside.
            if i > 1 && LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                let field = u32::try_from(constant?).ok()?;
                let offset = LLVMOffsetOfElement(reader.layout, ty, field);
                place.offset = place.offset.wrapping_add(offset as i64);
                ty = LLVMStructGetTypeAtIndex(ty, field);
                continue;
            }
            // Lanes of a vector are packed, elements of an array are padded to their alignment.
            let mut packed = false;
            if i > 1 {
                packed = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVectorTypeKind;
                if !packed && LLVMGetTypeKind(ty) != LLVMTypeKind::LLVMArrayTypeKind {
                    return None;
                }
                ty = LLVMGetElementType(ty);
            }
            let bytes = if packed {
                reader.store_size(ty)
            } else {
                reader.alloc_size(ty)
            };
            let scale = i64::try_from(bytes?).ok()?;
            match constant {
                Some(n) => place.offset = place.offset.wrapping_add(n.wrapping_mul(scale)),
                None => place.terms.push(Term {
                    index: value(index),
                    scale,
                }),
            }
        }
        place.offset = reader.module.layout.wrap(place.offset);
        Some(place)
    }
}

/// The steps of a `getelementptr` that yields a vector of addresses, one for each of its operands but the first.
pub(super) fn steps(reader: &Reader, gep: LLVMValueRef) -> ElementOp {
    let mut steps = Vec::new();
    let mut offset = 0i64;
    // SAFETY: `gep` is a live getelementptr; operands and types are asked for as its form allows.
    unsafe {
        let mut ty = LLVMGetGEPSourceElementType(gep);
        for i in 1..LLVMGetNumOperands(gep) as u32 {
            if i > 1 && LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                let index = LLVMGetOperand(gep, i);
                // All lanes of a field's number are equal.
                let field = match constant(index) {
                    Some(field) => Some(field),
                    None => constant(LLVMGetAggregateElement(index, 0)),
                };
                let Some(field) = field.and_then(|field| u32::try_from(field).ok()) else {
                    return ElementOp::Unknown;
                };
                offset = offset.wrapping_add(LLVMOffsetOfElement(reader.layout, ty, field) as i64);
                steps.push(0);
                ty = LLVMStructGetTypeAtIndex(ty, field);
                continue;
            }
            if i > 1 {
                if LLVMGetTypeKind(ty) != LLVMTypeKind::LLVMArrayTypeKind {
                    return ElementOp::Unknown;
                }
                ty = LLVMGetElementType(ty);
            }
            match reader
                .alloc_size(ty)
                .and_then(|bytes| i64::try_from(bytes).ok())
            {
                Some(step) => steps.push(step),
                None => return ElementOp::Unknown,
            }
        }
    }
    let steps = steps.into();
    ElementOp::Addresses { steps, offset }
}

/// The value of an integer constant of at most 64 bits, sign-extended.
pub(super) fn constant(value: LLVMValueRef) -> Option<i64> {
    // SAFETY: the value is live; the width is checked before the constant is read.
    unsafe {
        if LLVMIsAConstantInt(value).is_null() || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64 {
            return None;
        }
        Some(LLVMConstIntGetSExtValue(value))
    }
}
