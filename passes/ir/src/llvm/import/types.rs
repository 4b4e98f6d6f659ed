//! Imports types and their sizes.

use super::Reader;
use crate::{Aggregate, AggregateId, Field, FloatFormat, Lane, Parts, Signature, Type};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use std::ffi::CStr;
use std::sync::Arc;

/// The type in the analysis IR; `None` for structs and arrays, which the reader knows.
pub(super) fn simple_type_of(ty: LLVMTypeRef) -> Option<Type> {
    // SAFETY: callers pass types of the live context; each query fits the kind.
    unsafe {
        Some(match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMVoidTypeKind => Type::Void,
            LLVMTypeKind::LLVMIntegerTypeKind => Type::Int(LLVMGetIntTypeWidth(ty)),
            LLVMTypeKind::LLVMHalfTypeKind => Type::Float(FloatFormat::Half),
            LLVMTypeKind::LLVMBFloatTypeKind => Type::Float(FloatFormat::BFloat),
            LLVMTypeKind::LLVMFloatTypeKind => Type::FLOAT,
            LLVMTypeKind::LLVMDoubleTypeKind => Type::DOUBLE,
            LLVMTypeKind::LLVMX86_FP80TypeKind => Type::Float(FloatFormat::X87),
            LLVMTypeKind::LLVMFP128TypeKind => Type::Float(FloatFormat::Quad),
            LLVMTypeKind::LLVMPPC_FP128TypeKind => Type::Float(FloatFormat::DoubleDouble),
            LLVMTypeKind::LLVMPointerTypeKind => Type::Pointer(LLVMGetPointerAddressSpace(ty)),
            LLVMTypeKind::LLVMVectorTypeKind => {
                let lane = match simple_type_of(LLVMGetElementType(ty)) {
                    Some(Type::Int(bits)) => Lane::Int(bits),
                    Some(Type::Float(format)) => Lane::Float(format),
                    Some(Type::Pointer(space)) => Lane::Pointer(space),
                    _ => return Some(Type::Other),
                };
                Type::Vector {
                    lanes: LLVMGetVectorSize(ty),
                    lane,
                }
            }
            // A register of eight bytes, in whatever lanes instructions see it.
            LLVMTypeKind::LLVMX86_MMXTypeKind => Type::Vector {
                lanes: 1,
                lane: Lane::Int(64),
            },
            LLVMTypeKind::LLVMStructTypeKind | LLVMTypeKind::LLVMArrayTypeKind => return None,
            LLVMTypeKind::LLVMLabelTypeKind
            | LLVMTypeKind::LLVMFunctionTypeKind
            | LLVMTypeKind::LLVMMetadataTypeKind
            | LLVMTypeKind::LLVMTokenTypeKind
            | LLVMTypeKind::LLVMScalableVectorTypeKind
            | LLVMTypeKind::LLVMX86_AMXTypeKind
            | LLVMTypeKind::LLVMTargetExtTypeKind => Type::Other,
        })
    }
}

/// Whether a type is that of pointers into the default address space.
pub(super) fn is_plain_pointer(ty: LLVMTypeRef) -> bool {
    simple_type_of(ty).is_some_and(Type::is_plain_pointer)
}

impl Reader {
    /// The type in the analysis IR.
    pub(super) fn type_of(&mut self, ty: LLVMTypeRef) -> Type {
        simple_type_of(ty).unwrap_or_else(|| match self.aggregates.get(&ty) {
            Some(&id) => Type::Aggregate(id),
            None => self.aggregate(ty).map_or(Type::Other, Type::Aggregate),
        })
    }

    /// Reads a struct or array type; `None` where it has no constant size.
    fn aggregate(&mut self, ty: LLVMTypeRef) -> Option<AggregateId> {
        let bytes = self.alloc_size(ty)?;
        // SAFETY: the type is a struct or array with a size, and so are its parts; names are copied at once.
        let (name, align, parts) = unsafe {
            let align = u64::from(LLVMABIAlignmentOfType(self.layout, ty));
            if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMArrayTypeKind {
                let element = LLVMGetElementType(ty);
                let parts = Parts::Elements {
                    ty: self.type_of(element),
                    count: LLVMGetArrayLength2(ty),
                    stride: self.alloc_size(element)?,
                };
                (None, align, parts)
            } else {
                let name = LLVMGetStructName(ty);
                let name =
                    (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned());
                let fields = (0..LLVMCountStructElementTypes(ty)).map(|number| Field {
                    at: LLVMOffsetOfElement(self.layout, ty, number),
                    name: None,
                    ty: self.type_of(LLVMStructGetTypeAtIndex(ty, number)),
                });
                (name, align, Parts::Fields(fields.collect()))
            }
        };
        let id = self.module.aggregates.push(Aggregate {
            name,
            bytes,
            align,
            parts,
        });
        self.aggregates.insert(ty, id);
        Some(id)
    }

    /// A function's type.
    pub(super) fn signature(&mut self, ty: LLVMTypeRef) -> Arc<Signature> {
        if let Some(known) = self.signatures.get(&ty) {
            return known.clone();
        }
        // SAFETY: `ty` is a live function type; the buffer holds as many types as LLVM says there are.
        let (result, types, variadic) = unsafe {
            let mut types = vec![std::ptr::null_mut(); LLVMCountParamTypes(ty) as usize];
            LLVMGetParamTypes(ty, types.as_mut_ptr());
            let variadic = LLVMIsFunctionVarArg(ty) != 0;
            (LLVMGetReturnType(ty), types, variadic)
        };
        let signature = Arc::new(Signature {
            result: self.type_of(result),
            parameters: types.into_iter().map(|ty| self.type_of(ty)).collect(),
            variadic,
        });
        self.signatures.insert(ty, signature.clone());
        signature
    }

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
