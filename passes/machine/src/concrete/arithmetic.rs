//! Integer arithmetic, with the bits that have no value followed as far as the operation allows.
//!
//! Overflow wraps and shifts count modulo the width, as the processor does it: whether that is an error is asked elsewhere.

use super::long;
use super::value::{Value, mask, signed, wide_mask, wide_signed};
use crate::fault::{Fault, Use};
use crate::memory::ObjectId;
use sanecc_ir::BinaryOp;

/// The result of an operation on two integers of `width` bits.
///
/// # Errors
/// If the division is not defined, or what divides has no value.
#[inline]
pub fn binary(op: BinaryOp, width: u32, a: &Value, b: &Value) -> Result<Value, Fault> {
    if let (Value::Scalar { bits: x, object: p }, Value::Scalar { bits: y, object: q }) = (a, b) {
        let bits = narrow(op, width, *x, *y)?;
        let object = belongs(op, *p, *q);
        return Ok(Value::Scalar { bits, object });
    }
    slow(op, width, a, b)
}

/// The object that a result belongs to, of those of the operands. A difference of two addresses of one object is a number.
#[inline(always)]
pub(super) fn belongs(op: BinaryOp, p: ObjectId, q: ObjectId) -> ObjectId {
    match (p.is_none(), q.is_none()) {
        (true, true) => p,
        (false, true) => p,
        (true, false) if op != BinaryOp::Sub => q,
        _ => ObjectId::NONE,
    }
}

/// The operation on defined numbers of up to 64 bits.
#[inline]
fn narrow(op: BinaryOp, width: u32, x: u64, y: u64) -> Result<u64, Fault> {
    let all = mask(width);
    let (sx, sy) = (|| signed(x, width), || signed(y, width));
    // Widths are powers of two mostly; others count modulo their width, too.
    let by = || match y < u64::from(width) {
        true => y as u32,
        false => (y % u64::from(width.max(1))) as u32,
    };
    let result = match op {
        BinaryOp::Add => x.wrapping_add(y),
        BinaryOp::Sub => x.wrapping_sub(y),
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::Shl => x << by(),
        BinaryOp::LShr => x >> by(),
        BinaryOp::AShr => (sx() >> by()) as u64,
        BinaryOp::UDiv => x.checked_div(y).ok_or(Fault::DivisionByZero)?,
        BinaryOp::URem => x.checked_rem(y).ok_or(Fault::DivisionByZero)?,
        BinaryOp::SDiv | BinaryOp::SRem => {
            let (x, y) = (sx(), sy());
            if y == 0 {
                return Err(Fault::DivisionByZero);
            }
            if y == -1 && x == signed(1 << (width.clamp(1, 64) - 1), width) {
                return Err(Fault::DivisionOverflow);
            }
            match op {
                BinaryOp::SDiv => (x / y) as u64,
                _ => (x % y) as u64,
            }
        }
        BinaryOp::SMin => sx().min(sy()) as u64,
        BinaryOp::SMax => sx().max(sy()) as u64,
        BinaryOp::UMin => x.min(y),
        BinaryOp::UMax => x.max(y),
        BinaryOp::Float(_) => 0,
    };
    Ok(result & all)
}

/// The operation on defined numbers of up to 128 bits.
fn wide(op: BinaryOp, width: u32, x: u128, y: u128) -> Result<u128, Fault> {
    let all = wide_mask(width);
    let (sx, sy) = (wide_signed(x, width), wide_signed(y, width));
    let by = (y % u128::from(width.max(1))) as u32;
    let result = match op {
        BinaryOp::Add => x.wrapping_add(y),
        BinaryOp::Sub => x.wrapping_sub(y),
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::Shl => x << by,
        BinaryOp::LShr => x >> by,
        BinaryOp::AShr => (sx >> by) as u128,
        BinaryOp::UDiv => x.checked_div(y).ok_or(Fault::DivisionByZero)?,
        BinaryOp::URem => x.checked_rem(y).ok_or(Fault::DivisionByZero)?,
        BinaryOp::SDiv | BinaryOp::SRem if sy == 0 => return Err(Fault::DivisionByZero),
        BinaryOp::SDiv | BinaryOp::SRem
            if sy == -1 && sx == wide_signed(1 << (width.clamp(1, 128) - 1), width) =>
        {
            return Err(Fault::DivisionOverflow);
        }
        BinaryOp::SDiv => (sx / sy) as u128,
        BinaryOp::SRem => (sx % sy) as u128,
        BinaryOp::SMin => sx.min(sy) as u128,
        BinaryOp::SMax => sx.max(sy) as u128,
        BinaryOp::UMin => x.min(y),
        BinaryOp::UMax => x.max(y),
        BinaryOp::Float(_) => 0,
    };
    Ok(result & all)
}

#[cold]
fn slow(op: BinaryOp, width: u32, a: &Value, b: &Value) -> Result<Value, Fault> {
    if width > 128 || width > 64 && (a.number().is_none() || b.number().is_none()) {
        return long::binary(op, width, a, b);
    }
    let divides = matches!(
        op,
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
    );
    if divides && b.number().is_none() {
        return Err(Fault::Uninitialized {
            for_what: Use::Divisor,
            poison: *b == Value::Poison,
        });
    }
    if *a == Value::Poison || *b == Value::Poison {
        return Ok(Value::Poison);
    }
    if let (Some(x), Some(y)) = (a.number(), b.number()) {
        return Ok(Value::of_width(wide(op, width, x, y)?, width));
    }
    let (Some((x, u, p)), Some((y, v, q))) = (a.parts_of_scalar(width), b.parts_of_scalar(width))
    else {
        return Ok(Value::Undefined);
    };
    let none = ObjectId::NONE;
    let bits = if divides { 0 } else { narrow(op, width, x, y)? };
    // What a carry can reach from the lowest bit without a value.
    let above = |u: u64| {
        if u == 0 {
            0
        } else {
            u64::MAX << u.trailing_zeros()
        }
    };
    let undefined = match op {
        BinaryOp::And => (u & v) | (u & y) | (v & x),
        BinaryOp::Or => (u & v) | (u & !y) | (v & !x),
        BinaryOp::Xor => u | v,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => above(u | v),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if v == 0 => {
            narrow(op, width, u, y).unwrap_or(u64::MAX)
        }
        _ => u64::MAX,
    };
    Ok(Value::partly(
        bits,
        undefined,
        width,
        belongs(op, p, if v == 0 { q } else { none }),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OPS: [BinaryOp; 13] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::SMin,
        BinaryOp::SMax,
        BinaryOp::UMin,
        BinaryOp::UMax,
    ];

    proptest! {
        /// What is said to have a value has it, whatever the bits without one are.
        #[test]
        fn defined_bits_do_not_depend_on_undefined_ones(
            op in prop::sample::select(OPS.to_vec()),
            width in prop::sample::select(vec![1u32, 7, 8, 32, 64]),
            (x, u, y, v) in any::<(u64, u64, u64, u64)>(),
            (fill_a, fill_b) in any::<(u64, u64)>(),
            keep_b in any::<bool>(),
        ) {
            let (u, v) = (u & mask(width), if keep_b { 0 } else { v & mask(width) });
            let a = Value::partly(x, u, width, ObjectId::NONE);
            let b = Value::partly(y, v, width, ObjectId::NONE);
            let result = binary(op, width, &a, &b).unwrap();
            let (bits, undefined, _) = result.parts_of_scalar(width).unwrap();
            let a = ((x & !u) | (fill_a & u)) & mask(width);
            let b = ((y & !v) | (fill_b & v)) & mask(width);
            let real = narrow(op, width, a, b).unwrap();
            prop_assert_eq!(real & !undefined, bits & !undefined);
        }

        #[test]
        fn wide_and_narrow_arithmetic_agree(
            op in prop::sample::select(OPS.to_vec()),
            width in 1u32..=64,
            (x, y) in any::<(u64, u64)>(),
        ) {
            let (x, y) = (x & mask(width), y & mask(width));
            let narrow = narrow(op, width, x, y).unwrap();
            prop_assert_eq!(u128::from(narrow), wide(op, width, x.into(), y.into()).unwrap());
        }
    }

    #[test]
    fn divisions_that_are_not_defined_are_faults() {
        let [zero, one, least] = [0, 1, 1 << 31].map(Value::integer);
        let minus = Value::integer(0xffff_ffff);
        let divided = |a, b| binary(BinaryOp::SDiv, 32, a, b);
        assert_eq!(divided(&one, &zero), Err(Fault::DivisionByZero));
        assert_eq!(divided(&least, &minus), Err(Fault::DivisionOverflow));
        assert_eq!(divided(&one, &minus), Ok(minus.clone()));
        assert!(divided(&one, &Value::Undefined).is_err());
    }
}
