//! 64-bit integer arithmetic without branches.

use super::{Cursor, Val};
use inkwell::llvm_sys::LLVMIntPredicate::{self, *};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

impl Cursor<'_, '_> {
    /// An integer of at most 64 bits, with or without its sign, or the address of a pointer.
    pub fn number(&mut self, value: Val, signed: bool) -> Val {
        // SAFETY: `value` is a live integer or pointer.
        unsafe {
            let kind = LLVMGetTypeKind(LLVMTypeOf(value.0));
            if kind == inkwell::llvm_sys::LLVMTypeKind::LLVMPointerTypeKind {
                return self.address_of(value);
            }
            let ty = LLVMInt64TypeInContext(self.editor.context);
            let signed = i32::from(signed);
            let builder = self.editor.builder;
            Val(LLVMBuildIntCast2(builder, value.0, ty, signed, NO_NAME))
        }
    }

    /// The lowest `bits` bits of a number, with or without their sign.
    pub fn low_bits(&mut self, value: Val, bits: u32, signed: bool) -> Val {
        // SAFETY: `value` is a live 64-bit integer; the width is smaller.
        let low = unsafe {
            let ty = LLVMIntTypeInContext(self.editor.context, bits);
            LLVMBuildTrunc(self.editor.builder, value.0, ty, NO_NAME)
        };
        self.number(Val(low), signed)
    }

    /// `a - b`, wrapping.
    pub fn sub(&mut self, a: Val, b: Val) -> Val {
        // SAFETY: both are live integers of the same width.
        Val(unsafe { LLVMBuildSub(self.editor.builder, a.0, b.0, NO_NAME) })
    }

    /// `a / by`, without signs; `a` where `by` is 0.
    pub fn divide(&mut self, a: Val, by: Val) -> Val {
        // To divide by 0, or by what may be anything, is undefined.
        // SAFETY: `by` is a live 64-bit integer.
        let by = Val(unsafe { LLVMBuildFreeze(self.editor.builder, by.0, NO_NAME) });
        let [none, one] = [0, 1].map(|n| self.int(n));
        let is_none = self.equal(by, none);
        let by = self.choose(is_none, one, by);
        // SAFETY: both are live 64-bit integers.
        Val(unsafe { LLVMBuildUDiv(self.editor.builder, a.0, by.0, NO_NAME) })
    }

    /// Whether `a <= b`, without signs.
    pub fn at_most(&mut self, a: Val, b: Val) -> Val {
        self.compare(LLVMIntULE, a, b)
    }

    /// Whether `a < b`, without signs.
    pub fn below(&mut self, a: Val, b: Val) -> Val {
        self.compare(LLVMIntULT, a, b)
    }

    /// Whether `a < b`, without signs, of the lowest bits that an address has.
    pub fn is_word_below(&mut self, a: Val, b: Val) -> Val {
        if self.editor.target.pointer_bits == 64 {
            return self.below(a, b);
        }
        let ty = self.editor.word_type();
        // SAFETY: both are live 64-bit integers, and words are narrower.
        let [a, b] =
            [a, b].map(|n| Val(unsafe { LLVMBuildTrunc(self.editor.builder, n.0, ty, NO_NAME) }));
        self.below(a, b)
    }

    /// Whether a number with its sign lies in `[least, most]`.
    pub fn lies_between(&mut self, a: Val, least: i64, most: i64) -> Val {
        let start = self.int(least as u64);
        let distance = self.sub(a, start);
        let width = self.int(most.wrapping_sub(least) as u64);
        self.at_most(distance, width)
    }

    /// The same value, certainly no poison.
    pub fn fixed(&mut self, value: Val) -> Val {
        // SAFETY: `value` is live.
        Val(unsafe { LLVMBuildFreeze(self.editor.builder, value.0, NO_NAME) })
    }

    /// The bit as a constant.
    pub fn bit(&self, set: bool) -> Val {
        Val(self.editor.int(1, u64::from(set)))
    }

    fn compare(&mut self, how: LLVMIntPredicate, a: Val, b: Val) -> Val {
        // SAFETY: both are live integers of the same width.
        let bit: LLVMValueRef =
            unsafe { LLVMBuildICmp(self.editor.builder, how, a.0, b.0, NO_NAME) };
        Val(bit)
    }
}
