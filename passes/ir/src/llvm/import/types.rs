//! Imports types and their sizes.

use super::Reader;
use crate::Type;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;

/// The type in the analysis IR.
pub(super) fn type_of(ty: LLVMTypeRef) -> Type {
    // SAFETY: callers pass types of the live context; each query fits the kind.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMVoidTypeKind => Type::Void,
            LLVMTypeKind::LLVMIntegerTypeKind => Type::Int(LLVMGetIntTypeWidth(ty)),
            LLVMTypeKind::LLVMHalfTypeKind | LLVMTypeKind::LLVMBFloatTypeKind => Type::Float(16),
            LLVMTypeKind::LLVMFloatTypeKind => Type::Float(32),
            LLVMTypeKind::LLVMDoubleTypeKind => Type::Float(64),
            LLVMTypeKind::LLVMX86_FP80TypeKind => Type::Float(80),
            LLVMTypeKind::LLVMFP128TypeKind | LLVMTypeKind::LLVMPPC_FP128TypeKind => {
                Type::Float(128)
            }
            LLVMTypeKind::LLVMPointerTypeKind => Type::Pointer(LLVMGetPointerAddressSpace(ty)),
            LLVMTypeKind::LLVMVectorTypeKind => {
                let bits = match type_of(LLVMGetElementType(ty)) {
                    Type::Int(bits) | Type::Float(bits) => bits,
                    Type::Pointer(_) => 64,
                    Type::Void | Type::Vector { .. } | Type::Aggregate | Type::Other => {
                        return Type::Other;
                    }
                };
                Type::Vector {
                    lanes: LLVMGetVectorSize(ty),
                    bits,
                }
            }
            // A register of eight bytes, in whatever lanes instructions see it.
            LLVMTypeKind::LLVMX86_MMXTypeKind => Type::Vector { lanes: 1, bits: 64 },
            LLVMTypeKind::LLVMStructTypeKind | LLVMTypeKind::LLVMArrayTypeKind => Type::Aggregate,
            LLVMTypeKind::LLVMLabelTypeKind
            | LLVMTypeKind::LLVMFunctionTypeKind
            | LLVMTypeKind::LLVMMetadataTypeKind
            | LLVMTypeKind::LLVMTokenTypeKind
            | LLVMTypeKind::LLVMScalableVectorTypeKind
            | LLVMTypeKind::LLVMX86_AMXTypeKind
            | LLVMTypeKind::LLVMTargetExtTypeKind => Type::Other,
        }
    }
}

impl Reader {
    /// Bytes that a load or store of this type touches; `None` where that is no constant.
    pub(super) fn store_size(&self, ty: LLVMTypeRef) -> Option<u64> {
        // SAFETY: the layout is live, and the type is sized and not scalable.
        sized(ty).then(|| unsafe { LLVMStoreSizeOfType(self.layout, ty) })
    }

    /// Number of lanes of a fixed vector and bytes of each; `None` for other types and for lanes that share bytes.
    pub(super) fn lanes(&self, ty: LLVMTypeRef) -> Option<(u32, u64)> {
        // SAFETY: the kind is checked before the vector is asked for its parts; a lane has a constant size.
        unsafe {
            if LLVMGetTypeKind(ty) != LLVMTypeKind::LLVMVectorTypeKind {
                return None;
            }
            let lane = LLVMGetElementType(ty);
            let bytes = self.store_size(lane)?;
            let whole = LLVMSizeOfTypeInBits(self.layout, lane) == bytes * 8;
            whole.then(|| (LLVMGetVectorSize(ty), bytes))
        }
    }

    /// Bytes from one element of an array of this type to the next; `None` where that is no constant.
    pub(super) fn alloc_size(&self, ty: LLVMTypeRef) -> Option<u64> {
        // SAFETY: as above.
        sized(ty).then(|| unsafe { LLVMABISizeOfType(self.layout, ty) })
    }
}

/// Whether a type has a size that is a constant.
fn sized(ty: LLVMTypeRef) -> bool {
    // SAFETY: callers pass types of the live context.
    unsafe { LLVMTypeIsSized(ty) != 0 && !contains_scalable(ty) }
}

/// # Safety
/// `ty` must be a type of a live context.
unsafe fn contains_scalable(ty: LLVMTypeRef) -> bool {
    // SAFETY: the caller guarantees it; element queries fit the kind.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMScalableVectorTypeKind | LLVMTypeKind::LLVMTargetExtTypeKind => true,
            LLVMTypeKind::LLVMArrayTypeKind => contains_scalable(LLVMGetElementType(ty)),
            LLVMTypeKind::LLVMStructTypeKind => (0..LLVMCountStructElementTypes(ty))
                .any(|i| contains_scalable(LLVMStructGetTypeAtIndex(ty, i))),
            _ => false,
        }
    }
}
