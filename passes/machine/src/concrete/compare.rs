//! Comparisons of integers and addresses, and decisions.

use super::long;
use super::value::{Value, mask, wide_signed};
use crate::fault::{Fault, Use};
use sanecc_ir::Predicate;

/// Compares two integers or addresses of `width` bits.
#[inline]
pub fn compare(predicate: Predicate, width: u32, a: &Value, b: &Value) -> Value {
    if let (Value::Scalar { bits: x, .. }, Value::Scalar { bits: y, .. }) = (a, b) {
        return Value::bit(narrow(predicate, width, *x, *y));
    }
    slow(predicate, width, a, b)
}

/// Compares two defined numbers of up to 64 bits.
#[inline(always)]
pub(super) fn narrow(predicate: Predicate, width: u32, x: u64, y: u64) -> bool {
    // Without branches: nothing tells a processor which comparison comes next.
    let (signed, wanted) = match predicate {
        Predicate::Eq => (false, EQUAL),
        Predicate::Ne => (false, LESS | GREATER),
        Predicate::ULt => (false, LESS),
        Predicate::ULe => (false, LESS | EQUAL),
        Predicate::UGt => (false, GREATER),
        Predicate::UGe => (false, GREATER | EQUAL),
        Predicate::SLt => (true, LESS),
        Predicate::SLe => (true, LESS | EQUAL),
        Predicate::SGt => (true, GREATER),
        Predicate::SGe => (true, GREATER | EQUAL),
        Predicate::Float(_) => (false, 0),
    };
    // With the sign turned, signed numbers have the order of those without.
    let sign = u64::from(signed) << (width.clamp(1, 64) - 1);
    let (x, y) = (x ^ sign, y ^ sign);
    let order = LESS << (u8::from(x >= y) + u8::from(x > y));
    order & wanted != 0
}

// How two numbers may be ordered, each a bit.
const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

#[cold]
fn slow(predicate: Predicate, width: u32, a: &Value, b: &Value) -> Value {
    if width > 128 || width > 64 && (a.number().is_none() || b.number().is_none()) {
        return long::compare(predicate, width, a, b);
    }
    if *a == Value::Poison || *b == Value::Poison {
        return Value::Poison;
    }
    if let (Some(x), Some(y)) = (a.number(), b.number()) {
        let (sx, sy) = (wide_signed(x, width), wide_signed(y, width));
        return Value::bit(match predicate {
            Predicate::Eq => x == y,
            Predicate::Ne => x != y,
            Predicate::ULt => x < y,
            Predicate::ULe => x <= y,
            Predicate::UGt => x > y,
            Predicate::UGe => x >= y,
            Predicate::SLt => sx < sy,
            Predicate::SLe => sx <= sy,
            Predicate::SGt => sx > sy,
            Predicate::SGe => sx >= sy,
            Predicate::Float(_) => false,
        });
    }
    let (Some((x, u, _)), Some((y, v, _))) = (a.parts_of_scalar(width), b.parts_of_scalar(width))
    else {
        return Value::Undefined;
    };
    // Bits that both have and that differ decide whether the numbers are equal.
    if (x ^ y) & !u & !v != 0 {
        match predicate {
            Predicate::Eq => return Value::bit(false),
            Predicate::Ne => return Value::bit(true),
            _ => {}
        }
    }
    // The order is known where it is the same at all corners.
    if !matches!(predicate, Predicate::Eq | Predicate::Ne) {
        let sign = 1 << (width.clamp(1, 64) - 1);
        let is_signed = matches!(
            predicate,
            Predicate::SLt | Predicate::SLe | Predicate::SGt | Predicate::SGe
        );
        let ends = |bits: u64, undefined: u64| {
            let turned = if is_signed { undefined & sign } else { 0 };
            [bits | turned, bits | (undefined & !turned)].map(|n| n & mask(width))
        };
        let ([lx, hx], [ly, hy]) = (ends(x, u), ends(y, v));
        let [first, second] = [(lx, hy), (hx, ly)].map(|(x, y)| narrow(predicate, width, x, y));
        if first == second {
            return Value::bit(first);
        }
    }
    Value::Undefined
}

/// Whether a condition holds.
///
/// # Errors
/// If it has no value.
#[inline]
pub fn decide(condition: &Value) -> Result<bool, Fault> {
    match condition {
        Value::Scalar { bits, .. } => Ok(bits & 1 != 0),
        other => Err(Fault::Uninitialized {
            for_what: Use::Branch,
            poison: *other == Value::Poison,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::ObjectId;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_ordered_as_by_the_operators_of_rust(x in any::<u8>(), y in any::<u8>()) {
            let (a, b) = (Value::integer(x.into()), Value::integer(y.into()));
            let (sx, sy) = (x as i8, y as i8);
            for (predicate, expected) in [
                (Predicate::Eq, x == y), (Predicate::Ne, x != y),
                (Predicate::ULt, x < y), (Predicate::ULe, x <= y), (Predicate::UGt, x > y), (Predicate::UGe, x >= y),
                (Predicate::SLt, sx < sy), (Predicate::SLe, sx <= sy), (Predicate::SGt, sx > sy), (Predicate::SGe, sx >= sy),
            ] {
                prop_assert_eq!(compare(predicate, 8, &a, &b), Value::bit(expected), "{:?}", predicate);
            }
        }

        #[test]
        fn a_result_does_not_depend_on_undefined_bits(
            predicate in prop::sample::select(vec![
                Predicate::Eq, Predicate::Ne, Predicate::ULt, Predicate::ULe, Predicate::UGt, Predicate::UGe,
                Predicate::SLt, Predicate::SLe, Predicate::SGt, Predicate::SGe,
            ]),
            width in prop::sample::select(vec![1u32, 3, 8, 64]),
            (x, u, y, v) in any::<(u64, u64, u64, u64)>(),
            (fill_a, fill_b) in any::<(u64, u64)>(),
        ) {
            let (u, v) = (u & mask(width), v & mask(width));
            let a = Value::partly(x, u, width, ObjectId::NONE);
            let b = Value::partly(y, v, width, ObjectId::NONE);
            if let Value::Scalar { bits, .. } = compare(predicate, width, &a, &b) {
                let a = ((x & !u) | (fill_a & u)) & mask(width);
                let b = ((y & !v) | (fill_b & v)) & mask(width);
                prop_assert_eq!(bits == 1, narrow(predicate, width, a, b));
            }
        }
    }

    #[test]
    fn a_condition_without_value_is_no_decision() {
        assert_eq!(decide(&Value::bit(true)), Ok(true));
        assert!(decide(&Value::Undefined).is_err());
    }
}
