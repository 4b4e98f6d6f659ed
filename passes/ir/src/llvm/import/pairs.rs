//! Imports comparisons and subtractions of pointers.

use super::body::Body;
use super::types::is_plain_pointer;
use crate::{BinaryOp, Op, Pair, PairKind, ValueId};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

impl Body<'_> {
    /// Notes the pair of pointers that an instruction compares or subtracts, if it does.
    pub(super) fn record_pair(&mut self, raw: LLVMValueRef, id: ValueId, op: &Op) {
        let (kind, look): (_, fn(LLVMValueRef) -> Option<LLVMValueRef>) = match op {
            Op::Compare(..) if is_order(raw) => (PairKind::Order, pointer),
            Op::Binary(BinaryOp::Sub, ..) => (PairKind::Difference, pointer_in_number),
            _ => return,
        };
        // SAFETY: both operations have two operands.
        let operands = unsafe { [0, 1].map(|i| LLVMGetOperand(raw, i)) };
        if let [Some(a), Some(b)] = operands.map(look) {
            let pointers = [self.value(a), self.value(b)];
            self.function.pairs.push(Pair {
                instruction: id,
                kind,
                pointers,
            });
        }
    }
}

/// Whether a comparison asks which operand is the larger one.
fn is_order(raw: LLVMValueRef) -> bool {
    use LLVMIntPredicate::*;
    // SAFETY: the instruction is live; the predicate is asked of comparisons of integers and pointers alone.
    unsafe {
        LLVMGetInstructionOpcode(raw) == LLVMOpcode::LLVMICmp
            && !matches!(LLVMGetICmpPredicate(raw), LLVMIntEQ | LLVMIntNE)
    }
}

/// The value, if it is a pointer with a shadow.
fn pointer(raw: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: operands are live.
    is_plain_pointer(unsafe { LLVMTypeOf(raw) }).then_some(raw)
}

/// The pointer whose address a number is, by an instruction or as a constant.
fn pointer_in_number(raw: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: the value is live; opcodes are asked of what has one, and conversions have one operand.
    unsafe {
        let converts = if !LLVMIsAInstruction(raw).is_null() {
            LLVMGetInstructionOpcode(raw) == LLVMOpcode::LLVMPtrToInt
        } else {
            !LLVMIsAConstantExpr(raw).is_null()
                && LLVMGetConstOpcode(raw) == LLVMOpcode::LLVMPtrToInt
        };
        converts.then(|| LLVMGetOperand(raw, 0)).and_then(pointer)
    }
}
