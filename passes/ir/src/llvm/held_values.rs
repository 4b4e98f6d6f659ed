//! Holds values that LLVM would not compute where nobody uses them, at no cost in its model of code size.
//!
//! LLVM unrolls a loop whose body is small enough after what constants decide in it. It gives up that estimate where the body calls a function, so a held value must be no
//! call of one. An annotation of LLVM's takes any integer or pointer, has no size in the model, and counts as something that writes memory which the program cannot name.

use super::edit::c_string;
use super::metadata;
use inkwell::llvm_sys::LLVMOpcode::LLVMCall;
use inkwell::llvm_sys::LLVMTypeKind::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// Metadata: what holds a value.
const HELD: &str = "sanecc.value";

/// Holds a value before an instruction; says false where its type has no annotation.
///
/// # Safety
/// Live values of the module; the value dominates the instruction.
pub(super) unsafe fn hold(
    module: LLVMModuleRef,
    before: LLVMValueRef,
    value: LLVMValueRef,
) -> bool {
    // SAFETY: as the caller says; the builder is not used afterwards.
    unsafe {
        let context = LLVMGetModuleContext(module);
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderBefore(builder, before);
        let annotated = annotated(context, builder, value);
        if let Some((value, name)) = annotated {
            let pointer = LLVMPointerTypeInContext(context, 0);
            let name = c_string(name);
            let id = LLVMLookupIntrinsicID(name.as_ptr(), name.count_bytes());
            let mut overload = [LLVMTypeOf(value), pointer];
            let callee =
                LLVMGetIntrinsicDeclaration(module, id, overload.as_mut_ptr(), overload.len());
            let ty = LLVMGlobalGetValueType(callee);
            let null = LLVMConstPointerNull(pointer);
            let line = LLVMConstNull(LLVMInt32TypeInContext(context));
            let mut arguments = [value, null, null, line, null];
            let count = LLVMCountParamTypes(ty);
            let call = LLVMBuildCall2(
                builder,
                ty,
                callee,
                arguments.as_mut_ptr(),
                count,
                c"".as_ptr(),
            );
            metadata::mark(call, HELD);
        }
        LLVMDisposeBuilder(builder);
        annotated.is_some()
    }
}

/// What is annotated in place of a value, and by which intrinsic.
///
/// # Safety
/// A live value; the builder stands where it is available.
unsafe fn annotated(
    context: LLVMContextRef,
    builder: LLVMBuilderRef,
    value: LLVMValueRef,
) -> Option<(LLVMValueRef, &'static str)> {
    const NUMBER: &str = "llvm.annotation";
    // SAFETY: as the caller says.
    unsafe {
        let ty = LLVMTypeOf(value);
        let bits = match LLVMGetTypeKind(ty) {
            LLVMIntegerTypeKind => return Some((value, NUMBER)),
            LLVMPointerTypeKind if LLVMGetPointerAddressSpace(ty) == 0 => {
                return Some((value, "llvm.ptr.annotation"));
            }
            LLVMFloatTypeKind => 32,
            LLVMDoubleTypeKind => 64,
            _ => return None,
        };
        let number = LLVMIntTypeInContext(context, bits);
        let cast = LLVMBuildBitCast(builder, value, number, c"".as_ptr());
        metadata::mark(cast, HELD);
        Some((cast, NUMBER))
    }
}

/// Lets go of all that is held among these instructions. Copies have the metadata, too.
///
/// # Safety
/// Live instructions, all of a function.
pub(super) unsafe fn release(instructions: Vec<LLVMValueRef>) {
    let held = |instruction: &LLVMValueRef| {
        // SAFETY: as the caller says.
        unsafe { metadata::node(*instruction, HELD).is_some() }
    };
    let held = instructions.into_iter().filter(held);
    // SAFETY: as the caller says. Nobody uses what an annotation yields. A cast may have become that of the program, too.
    unsafe {
        let (annotations, casts): (Vec<_>, Vec<_>) =
            held.partition(|&one| LLVMGetInstructionOpcode(one) == LLVMCall);
        for annotation in annotations {
            LLVMInstructionEraseFromParent(annotation);
        }
        for cast in casts {
            metadata::remove(cast, HELD);
            if LLVMGetFirstUse(cast).is_null() {
                LLVMInstructionEraseFromParent(cast);
            }
        }
    }
}
