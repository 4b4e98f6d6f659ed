//! Imports what instructions may assume: poison-generating flags, fast math, bounds; and the fields that addresses name.

use super::body::Body;
use crate::{FastMath, FieldPath, PoisonFlags, Step, ValueId};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{
    LLVMFastMathAllowContract, LLVMFastMathAllowReassoc, LLVMFastMathAllowReciprocal,
    LLVMFastMathApproxFunc, LLVMFastMathNoInfs, LLVMFastMathNoNaNs, LLVMFastMathNoSignedZeros,
};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

impl Body<'_> {
    /// Notes the flags of an instruction.
    pub(super) fn note_flags(&mut self, raw: LLVMValueRef, id: ValueId) {
        let poison_flags = poison_flags(raw);
        if poison_flags != PoisonFlags::default() {
            self.function.poison_flags.insert(id, poison_flags);
        }
        let fast_math = fast_math(raw);
        if fast_math != FastMath::default() {
            self.function.fast_math.insert(id, fast_math);
        }
        // SAFETY: only an address computation is asked.
        let in_bounds = unsafe {
            LLVMGetInstructionOpcode(raw) == LLVMOpcode::LLVMGetElementPtr
                && LLVMIsInBounds(raw) != 0
        };
        if in_bounds {
            self.function.in_bounds.insert(id);
        }
    }

    /// Notes the fields that an address computation names, if it goes into its base's elements.
    pub(super) fn note_path(&mut self, raw: LLVMValueRef, id: ValueId) {
        // SAFETY: the instruction is live.
        if unsafe { LLVMGetInstructionOpcode(raw) == LLVMOpcode::LLVMGetElementPtr }
            && let Some(path) = self.path(raw)
        {
            self.function.paths.insert(id, path);
        }
    }

    /// The fields that an address computation names, be it an instruction or a constant.
    pub(super) fn path(&mut self, raw: LLVMValueRef) -> Option<FieldPath> {
        // SAFETY: operands and types are asked for as the form of a getelementptr allows.
        unsafe {
            if LLVMGetNumOperands(raw) < 3 {
                return None;
            }
            let source = LLVMGetGEPSourceElementType(raw);
            let mut ty = source;
            let mut steps = Vec::new();
            for number in 1..LLVMGetNumOperands(raw) as u32 {
                let index = LLVMGetOperand(raw, number);
                if number > 1 && LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                    // Fields are numbered by constants of 32 bits, in a vector of addresses by vectors.
                    if LLVMIsAConstantInt(index).is_null() {
                        return None;
                    }
                    let field = LLVMConstIntGetZExtValue(index) as u32;
                    steps.push(Step::Field(field));
                    ty = LLVMStructGetTypeAtIndex(ty, field);
                    continue;
                }
                if number > 1 {
                    ty = LLVMGetElementType(ty);
                }
                let index = self.value(index);
                steps.push(Step::Element(index));
            }
            let ty = self.reader.type_of(source);
            let steps = steps.into();
            Some(FieldPath { ty, steps })
        }
    }
}

/// The poison-generating flags of an instruction on integers.
fn poison_flags(raw: LLVMValueRef) -> PoisonFlags {
    use LLVMOpcode::*;
    let mut poison_flags = PoisonFlags::default();
    // SAFETY: each question is asked only of the opcodes that have the flag.
    unsafe {
        match LLVMGetInstructionOpcode(raw) {
            LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMTrunc => {
                poison_flags.no_signed_wrap = LLVMGetNSW(raw) != 0;
                poison_flags.no_unsigned_wrap = LLVMGetNUW(raw) != 0;
            }
            LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr => {
                poison_flags.exact = LLVMGetExact(raw) != 0
            }
            LLVMOr => poison_flags.disjoint = LLVMGetIsDisjoint(raw) != 0,
            LLVMZExt | LLVMUIToFP => poison_flags.not_negative = LLVMGetNNeg(raw) != 0,
            // The others have no such flag, or yield no integer.
            _ => {}
        }
    }
    poison_flags
}

/// What an operation may assume of floating-point numbers.
fn fast_math(raw: LLVMValueRef) -> FastMath {
    // SAFETY: the instruction is live, and asked for its flags only where it can have some.
    let flags = unsafe {
        if LLVMCanValueUseFastMathFlags(raw) == 0 {
            return FastMath::default();
        }
        LLVMGetFastMathFlags(raw)
    };
    let inexact = LLVMFastMathAllowReciprocal
        | LLVMFastMathAllowContract
        | LLVMFastMathApproxFunc
        | LLVMFastMathAllowReassoc;
    FastMath {
        no_nans: flags & LLVMFastMathNoNaNs != 0,
        no_infinities: flags & LLVMFastMathNoInfs != 0,
        no_signed_zeros: flags & LLVMFastMathNoSignedZeros != 0,
        inexact: flags & inexact != 0,
    }
}
