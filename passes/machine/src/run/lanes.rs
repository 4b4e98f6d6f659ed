//! Operations on vectors, lane by lane.

use super::Machine;
use crate::concrete::{
    Value, binary, cast, compare, decide, float_binary, float_cast, float_compare, negate,
};
use crate::decode::LaneOp;
use crate::fault::Stop;

impl Machine<'_> {
    /// An operation on each lane; operands that are no vectors are shared.
    pub(super) fn lanewise(op: LaneOp, lanes: u32, operands: &[Value]) -> Result<Value, Stop> {
        let part = |operand: usize, lane: usize| match operands.get(operand) {
            Some(Value::Parts(parts)) => parts.get(lane).cloned().unwrap_or(Value::Undefined),
            Some(other) => other.clone(),
            None => Value::Undefined,
        };
        let all: Result<Vec<Value>, Stop> = (0..lanes as usize)
            .map(|lane| {
                let (a, b) = (part(0, lane), part(1, lane));
                Ok(match op {
                    LaneOp::Binary(op, width) => binary(op, u32::from(width), &a, &b)?,
                    LaneOp::Compare(how, width) => compare(how, u32::from(width), &a, &b),
                    LaneOp::Cast(op, from, to) => cast(op, u32::from(from), u32::from(to), &a),
                    LaneOp::Float(op, format) => float_binary(op, format, &a, &b),
                    LaneOp::FloatCompare(how, format) => float_compare(how, format, &a, &b),
                    LaneOp::FloatCast(op, from, to) => float_cast(op, from, to, &a),
                    LaneOp::Negate(format) => negate(format, &a),
                    LaneOp::Select => match decide(&a) {
                        Ok(true) => b,
                        Ok(false) => part(2, lane),
                        Err(_) => Value::Undefined,
                    },
                })
            })
            .collect();
        Ok(Value::Parts(all?.into()))
    }
}
