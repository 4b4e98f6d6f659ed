//! Imports how memory operations are ordered, and what atomic ones do.

use crate::{AtomicOp, Mode, Ordering};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp, LLVMOpcode};

/// How a load, store or atomic operation accesses memory.
pub(super) fn mode(raw: LLVMValueRef) -> Mode {
    // SAFETY: callers pass one of these. A compare-exchange has two orderings, of which the first is its own.
    unsafe {
        let order = match LLVMGetInstructionOpcode(raw) {
            LLVMOpcode::LLVMAtomicCmpXchg => LLVMGetCmpXchgSuccessOrdering(raw),
            _ => LLVMGetOrdering(raw),
        };
        Mode {
            volatile: LLVMGetVolatile(raw) != 0,
            ordering: ordering(order),
        }
    }
}

/// LLVM's ordering.
pub(super) fn ordering(ordering: LLVMAtomicOrdering) -> Ordering {
    use LLVMAtomicOrdering::*;
    match ordering {
        LLVMAtomicOrderingNotAtomic => Ordering::NotAtomic,
        LLVMAtomicOrderingUnordered => Ordering::Unordered,
        LLVMAtomicOrderingMonotonic => Ordering::Monotonic,
        LLVMAtomicOrderingAcquire => Ordering::Acquire,
        LLVMAtomicOrderingRelease => Ordering::Release,
        LLVMAtomicOrderingAcquireRelease => Ordering::AcquireRelease,
        LLVMAtomicOrderingSequentiallyConsistent => Ordering::SequentiallyConsistent,
    }
}

/// What an atomic operation does.
pub(super) fn operation(raw: LLVMValueRef) -> AtomicOp {
    use LLVMAtomicRMWBinOp::*;
    // SAFETY: callers pass a compare-exchange or read-modify-write; each is asked for what it has.
    let operation = unsafe {
        if LLVMGetInstructionOpcode(raw) == LLVMOpcode::LLVMAtomicCmpXchg {
            return AtomicOp::CompareExchange {
                weak: LLVMGetWeak(raw) != 0,
                failure: ordering(LLVMGetCmpXchgFailureOrdering(raw)),
            };
        }
        LLVMGetAtomicRMWBinOp(raw)
    };
    match operation {
        LLVMAtomicRMWBinOpXchg => AtomicOp::Exchange,
        LLVMAtomicRMWBinOpAdd => AtomicOp::Add,
        LLVMAtomicRMWBinOpSub => AtomicOp::Sub,
        LLVMAtomicRMWBinOpAnd => AtomicOp::And,
        LLVMAtomicRMWBinOpNand => AtomicOp::Nand,
        LLVMAtomicRMWBinOpOr => AtomicOp::Or,
        LLVMAtomicRMWBinOpXor => AtomicOp::Xor,
        LLVMAtomicRMWBinOpMax => AtomicOp::SMax,
        LLVMAtomicRMWBinOpMin => AtomicOp::SMin,
        LLVMAtomicRMWBinOpUMax => AtomicOp::UMax,
        LLVMAtomicRMWBinOpUMin => AtomicOp::UMin,
        LLVMAtomicRMWBinOpFAdd => AtomicOp::FloatAdd,
        LLVMAtomicRMWBinOpFSub => AtomicOp::FloatSub,
        LLVMAtomicRMWBinOpFMax => AtomicOp::FloatMax,
        LLVMAtomicRMWBinOpFMin => AtomicOp::FloatMin,
        _ => AtomicOp::Unknown,
    }
}
