//! Code that computes at run time whether an operation wraps.

use super::{Cursor, Val, c_string};
use crate::BinaryOp;
use inkwell::llvm_sys::LLVMIntPredicate;
use inkwell::llvm_sys::LLVMOpcode::{self, *};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

impl Cursor<'_, '_> {
    /// Whether `a op b` is not what it is in the integers, with or without signs. For additions, subtractions, multiplications, and
    /// shifts to the left by less than the width. The answer is never poison.
    pub fn wraps(&mut self, op: BinaryOp, signed: bool, a: Val, b: Val) -> Val {
        let name = match (op, signed) {
            (BinaryOp::Add, true) => "llvm.sadd.with.overflow",
            (BinaryOp::Add, false) => "llvm.uadd.with.overflow",
            (BinaryOp::Sub, true) => "llvm.ssub.with.overflow",
            (BinaryOp::Sub, false) => "llvm.usub.with.overflow",
            (BinaryOp::Mul, true) => "llvm.smul.with.overflow",
            (BinaryOp::Mul, false) => "llvm.umul.with.overflow",
            (BinaryOp::Shl, _) => {
                let back = if signed { LLVMAShr } else { LLVMLShr };
                let there = self.operation(LLVMShl, a, b);
                let again = self.operation(back, there, b);
                return self.differ(again, a);
            }
            // Nobody knows.
            _ => return self.yes(),
        };
        // SAFETY: both are live integers of the same width; the intrinsic is declared for that width.
        unsafe {
            let editor = &*self.editor;
            let name = c_string(name);
            let id = LLVMLookupIntrinsicID(name.as_ptr(), name.as_bytes().len());
            let mut overload = [LLVMTypeOf(a.0)];
            let function = LLVMGetIntrinsicDeclaration(editor.module, id, overload.as_mut_ptr(), 1);
            let ty = LLVMIntrinsicGetType(editor.context, id, overload.as_mut_ptr(), 1);
            let mut operands = [a.0, b.0];
            let both = LLVMBuildCall2(
                editor.builder,
                ty,
                function,
                operands.as_mut_ptr(),
                2,
                NO_NAME,
            );
            let bit = LLVMBuildExtractValue(editor.builder, both, 1, NO_NAME);
            self.frozen(bit)
        }
    }

    /// Whether an integer loses something when it is cut off to the type of `cut`. The answer is never poison.
    pub fn loses(&mut self, whole: Val, cut: Val, signed: bool) -> Val {
        // SAFETY: both are live integers, `cut` of fewer bits. The compared value is computed again, without poison-generating flags.
        unsafe {
            let builder = self.editor.builder;
            let narrow = LLVMBuildTrunc(builder, whole.0, LLVMTypeOf(cut.0), NO_NAME);
            let ty = LLVMTypeOf(whole.0);
            let wide = if signed {
                LLVMBuildSExt(builder, narrow, ty, NO_NAME)
            } else {
                LLVMBuildZExt(builder, narrow, ty, NO_NAME)
            };
            self.differ(Val(wide), whole)
        }
    }

    /// A stack slot for a bit that is not set yet.
    pub fn bit_slot(&mut self, name: &str) -> Val {
        // SAFETY: the builder stands in a live block.
        unsafe {
            let bit = LLVMInt1TypeInContext(self.editor.context);
            let slot = LLVMBuildAlloca(self.editor.builder, bit, c_string(name).as_ptr());
            LLVMBuildStore(self.editor.builder, LLVMConstNull(bit), slot);
            Val(slot)
        }
    }

    /// The bit in a slot.
    pub fn read_bit(&mut self, slot: Val) -> Val {
        // SAFETY: `slot` is a live slot of one bit.
        unsafe {
            let bit = LLVMInt1TypeInContext(self.editor.context);
            Val(LLVMBuildLoad2(self.editor.builder, bit, slot.0, NO_NAME))
        }
    }

    /// Sets the bit in a slot where `bit` is set.
    pub fn raise(&mut self, slot: Val, bit: Val) {
        let before = self.read_bit(slot);
        let after = self.operation(LLVMOr, before, bit);
        self.store(after, slot);
    }

    fn yes(&self) -> Val {
        Val(self.editor.int(1, 1))
    }

    fn operation(&mut self, op: LLVMOpcode, a: Val, b: Val) -> Val {
        // SAFETY: both are live integers of the same width.
        Val(unsafe { LLVMBuildBinOp(self.editor.builder, op, a.0, b.0, NO_NAME) })
    }

    fn differ(&mut self, a: Val, b: Val) -> Val {
        // SAFETY: both are live integers of the same width.
        let bit = unsafe {
            let different = LLVMIntPredicate::LLVMIntNE;
            LLVMBuildICmp(self.editor.builder, different, a.0, b.0, NO_NAME)
        };
        self.frozen(bit)
    }

    fn frozen(&mut self, value: LLVMValueRef) -> Val {
        // SAFETY: the value is live.
        Val(unsafe { LLVMBuildFreeze(self.editor.builder, value, NO_NAME) })
    }
}
