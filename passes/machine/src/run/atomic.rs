//! Atomic operations. Threads take turns between instructions, so each is one step.

use super::Machine;
use crate::concrete::{Pointer, Value, binary, compare, decide, float_binary};
use crate::fault::Stop;
use sanecc_ir::{AtomicOp, BinaryOp, FloatOp, Predicate, Type};

impl Machine<'_> {
    /// Reads, changes and writes memory; yields what was there.
    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        ty: Type,
        at: Pointer,
        operands: &[Value],
    ) -> Result<Value, Stop> {
        let old = self.load_any(at, ty)?;
        let width = self.width_of(ty) as u32;
        let operand = operands.last().cloned().unwrap_or(Value::Undefined);
        let integer = |op| binary(op, width, &old, &operand);
        let float = |op| match ty {
            Type::Float(format) => Ok(float_binary(op, format, &old, &operand)),
            _ => Err(Stop::Unsupported(
                "a floating-point operation on integers".to_owned(),
            )),
        };
        let new = match op {
            AtomicOp::Exchange => operand,
            AtomicOp::Add => integer(BinaryOp::Add)?,
            AtomicOp::Sub => integer(BinaryOp::Sub)?,
            AtomicOp::And => integer(BinaryOp::And)?,
            AtomicOp::Nand => {
                let both = integer(BinaryOp::And)?;
                let ones = Value::of_width(u128::MAX >> (128 - width.clamp(1, 128)), width);
                binary(BinaryOp::Xor, width, &both, &ones)?
            }
            AtomicOp::Or => integer(BinaryOp::Or)?,
            AtomicOp::Xor => integer(BinaryOp::Xor)?,
            AtomicOp::SMax => integer(BinaryOp::SMax)?,
            AtomicOp::SMin => integer(BinaryOp::SMin)?,
            AtomicOp::UMax => integer(BinaryOp::UMax)?,
            AtomicOp::UMin => integer(BinaryOp::UMin)?,
            AtomicOp::FloatAdd => float(FloatOp::Add)?,
            AtomicOp::FloatSub => float(FloatOp::Sub)?,
            AtomicOp::CompareExchange { .. } => {
                let expected = operands.first().cloned().unwrap_or(Value::Undefined);
                let same = decide(&compare(Predicate::Eq, width, &old, &expected))?;
                if same {
                    self.store_any(at, &operand, ty)?;
                }
                return Ok(Value::Parts(vec![old, Value::bit(same)].into()));
            }
            AtomicOp::FloatMax
            | AtomicOp::FloatMin
            | AtomicOp::IncrementWrap
            | AtomicOp::DecrementWrap
            | AtomicOp::Unknown => {
                return Err(Stop::Unsupported(format!("the atomic operation {op:?}")));
            }
        };
        self.store_any(at, &new, ty)?;
        Ok(old)
    }
}
