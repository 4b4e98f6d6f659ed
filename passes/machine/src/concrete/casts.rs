//! Conversions between integers and addresses.

use super::long;
use super::value::{Value, mask, wide_mask, wide_signed};
use crate::memory::ObjectId;
use sanecc_ir::CastOp;

/// Converts an integer or address of `from` bits to one of `to` bits.
#[inline]
pub fn cast(op: CastOp, from: u32, to: u32, value: &Value) -> Value {
    match (op, value) {
        (CastOp::Trunc, Value::Scalar { bits, object }) => Value::Scalar {
            bits: bits & mask(to),
            object: *object,
        },
        (CastOp::ZExt, Value::Scalar { .. }) if to <= 64 => value.clone(),
        (CastOp::SExt, Value::Scalar { bits, .. }) if to <= 64 => {
            Value::integer(super::value::signed(*bits, from) as u64 & mask(to))
        }
        (CastOp::PtrToInt | CastOp::IntToPtr, Value::Scalar { bits, object }) => Value::Scalar {
            bits: bits & mask(to),
            object: *object,
        },
        (CastOp::BitCast | CastOp::AddrSpaceCast | CastOp::Float(_), _) => value.clone(),
        _ => slow(op, from, to, value),
    }
}

#[cold]
fn slow(op: CastOp, from: u32, to: u32, value: &Value) -> Value {
    let most = from.max(to);
    if most > 128 || most > 64 && value.number().is_none() {
        return long::cast(op, from, to, value);
    }
    if *value == Value::Poison {
        return Value::Poison;
    }
    let extends = op == CastOp::SExt;
    if let Some(number) = value.number() {
        let number = match extends {
            true => wide_signed(number, from) as u128,
            false => number,
        };
        return Value::of_width(number & wide_mask(to), to);
    }
    let Some((bits, undefined, object)) = value.parts_of_scalar(from) else {
        return Value::Undefined;
    };
    let sign = from.clamp(1, 64) - 1;
    let copied = |bits: u64| match extends && bits >> sign & 1 == 1 {
        true => bits | !mask(from),
        false => bits,
    };
    let object = match op {
        CastOp::ZExt | CastOp::SExt => ObjectId::NONE,
        _ => object,
    };
    Value::partly(copied(bits), copied(undefined), to, object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_without_value_keep_their_places() {
        let partial = Value::partly(0x0f, 0xf0, 8, ObjectId::NONE);
        let wide = cast(CastOp::ZExt, 8, 32, &partial);
        assert_eq!(wide.parts_of_scalar(32).map(|p| p.1), Some(0xf0));
        let wide = cast(CastOp::SExt, 8, 32, &partial);
        assert_eq!(wide.parts_of_scalar(32).map(|p| p.1), Some(0xffff_fff0));
        assert_eq!(cast(CastOp::Trunc, 8, 4, &partial), Value::integer(0xf));
        assert_eq!(
            cast(CastOp::SExt, 8, 128, &Value::integer(0xff)).number(),
            Some(u128::MAX)
        );
    }
}
