//! Imports the results of pure integer intrinsics.

use super::body::Body;
use super::name_of;
use crate::{BinaryOp, Computed, Op, Type, ValueId};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

impl Body<'_> {
    /// Notes what an instruction computes, if it is such an intrinsic or takes a result out of one.
    pub(super) fn note_computed(&mut self, raw: LLVMValueRef, id: ValueId, op: &Op) {
        let computed = match op {
            Op::Inert(_, arguments) if matches!(self.function.values[id].ty, Type::Int(1..=64)) => {
                called(raw).and_then(|name| self.of_call(&name, arguments))
            }
            Op::Element(..) => self.of_result(raw),
            _ => None,
        };
        if let Some(computed) = computed {
            self.function.computed.insert(id, computed);
        }
    }

    fn of_call(&self, name: &str, arguments: &[ValueId]) -> Option<Computed> {
        let is = |value: &ValueId| self.function.integer(*value).is_some_and(|n| n != 0);
        let saturated = |op, signed| {
            let &[a, b] = arguments else { return None };
            let sides = [a, b];
            Some(Computed::Saturated { op, signed, sides })
        };
        match (name, arguments) {
            ("ctpop", &[of]) => Some(Computed::Bits {
                of,
                poison_at_zero: false,
            }),
            ("ctlz" | "cttz", [of, flag]) => Some(Computed::Bits {
                of: *of,
                poison_at_zero: is(flag),
            }),
            ("abs", [of, flag]) => Some(Computed::Absolute {
                of: *of,
                poison_at_least: is(flag),
            }),
            ("bswap" | "bitreverse" | "fshl" | "fshr", all) => Some(Computed::Moved(all.to_vec())),
            ("uadd.sat", _) => saturated(BinaryOp::Add, false),
            ("usub.sat", _) => saturated(BinaryOp::Sub, false),
            ("sadd.sat", _) => saturated(BinaryOp::Add, true),
            ("ssub.sat", _) => saturated(BinaryOp::Sub, true),
            _ => None,
        }
    }

    /// One of the two results of arithmetic that says whether it wrapped.
    fn of_result(&mut self, raw: LLVMValueRef) -> Option<Computed> {
        // SAFETY: `raw` is a live instruction; each question fits what was found out before.
        let (call, index, operands) = unsafe {
            if LLVMGetInstructionOpcode(raw) != LLVMOpcode::LLVMExtractValue
                || LLVMGetNumIndices(raw) != 1
            {
                return None;
            }
            let call = LLVMGetOperand(raw, 0);
            if LLVMIsACallInst(call).is_null() || LLVMGetNumArgOperands(call) != 2 {
                return None;
            }
            let operands = [0, 1].map(|i| LLVMGetOperand(call, i));
            (call, *LLVMGetIndices(raw), operands)
        };
        let name = called(call)?;
        let operation = name.strip_suffix(".with.overflow")?;
        let op = match operation {
            "uadd" | "sadd" => BinaryOp::Add,
            "usub" | "ssub" => BinaryOp::Sub,
            "umul" | "smul" => BinaryOp::Mul,
            _ => return None,
        };
        let signed = operation.starts_with('s');
        let sides = operands.map(|operand| self.value(operand));
        let integers = sides.map(|side| self.function.values[side].ty);
        if !integers.iter().all(|ty| matches!(ty, Type::Int(1..=64))) {
            return None;
        }
        Some(match index {
            0 => Computed::Wrapped(op, sides),
            _ => Computed::Overflow { op, signed, sides },
        })
    }
}

/// The name of the intrinsic that is called, without `llvm.` and types.
fn called(call: LLVMValueRef) -> Option<String> {
    // SAFETY: the instruction is live; a called value is asked of calls only.
    let function = unsafe {
        if LLVMIsACallInst(call).is_null() {
            return None;
        }
        LLVMIsAFunction(LLVMGetCalledValue(call))
    };
    if function.is_null() {
        return None;
    }
    let name = name_of(function);
    let short = name.strip_prefix("llvm.")?;
    let types = short.rfind(".i")?;
    Some(short[..types].to_owned())
}
