//! Integers of more than 64 bits of which some have no value, and those of more than 128 bits: storage of packed bit-fields, `_BitInt`.
//!
//! Bits without value are followed as in narrower integers; what they are in the end changes no other bit of a result.

use super::value::Value;
use crate::fault::{Fault, Use};
use crate::memory::ObjectId;
use num_bigint::{BigInt, BigUint};
use sanecc_ir::{BinaryOp, CastOp, Predicate};

/// The bits of such an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Long {
    /// The bits; those without value are zero.
    pub bits: BigUint,
    /// Which have no value.
    pub undefined: BigUint,
}

impl Long {
    /// The bits of words, the lowest first, and which of them have no value.
    pub fn of_words(bits: &[u64], undefined: &[u64]) -> Self {
        let [bits, undefined] = [bits, undefined].map(|words| {
            let halves = words.iter();
            BigUint::new(
                halves
                    .flat_map(|word| [*word as u32, (word >> 32) as u32])
                    .collect(),
            )
        });
        Long { bits, undefined }
    }

    /// Words of the bits, and of which have no value, the lowest first; those above the highest bit that is set may be missing.
    pub fn words(&self) -> [Vec<u64>; 2] {
        [&self.bits, &self.undefined].map(BigUint::to_u64_digits)
    }

    /// The bits of an integer of so many.
    fn of(value: &Value, width: u32) -> Option<Self> {
        let none = BigUint::ZERO;
        Some(match value {
            Value::Long(long) => (**long).clone(),
            Value::Wide(bits) => Long {
                bits: BigUint::from(**bits),
                undefined: none,
            },
            Value::Undefined => Long {
                bits: none,
                undefined: ones(width),
            },
            other => {
                let (bits, undefined, _) = other.parts_of_scalar(width)?;
                Long {
                    bits: BigUint::from(bits),
                    undefined: BigUint::from(undefined),
                }
            }
        })
    }

    /// The value of so many of the bits.
    pub fn into_value(self, width: u32) -> Value {
        let all = ones(width);
        let undefined = self.undefined & &all;
        let bits = without(&(self.bits & &all), &undefined);
        let low = |number: &BigUint| number.iter_u64_digits().next().unwrap_or(0);
        match u128::try_from(&bits) {
            _ if width <= 64 => Value::partly(low(&bits), low(&undefined), width, ObjectId::NONE),
            _ if undefined == all => Value::Undefined,
            Ok(bits) if width <= 128 && undefined == BigUint::ZERO => Value::Wide(Box::new(bits)),
            _ => Value::Long(Box::new(Long { bits, undefined })),
        }
    }

    /// Whether all bits have a value.
    pub fn is_defined(&self) -> bool {
        self.undefined == BigUint::ZERO
    }

    /// The same with zeros for the bits that have no value.
    pub fn filled(&self) -> Value {
        Value::Long(Box::new(Long {
            bits: self.bits.clone(),
            undefined: BigUint::ZERO,
        }))
    }
}

/// So many bits that are one.
fn ones(width: u32) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

/// The bits that another number has not.
fn without(bits: &BigUint, other: &BigUint) -> BigUint {
    bits - (bits & other)
}

/// A number of so many bits, read with its sign.
fn signed(bits: &BigUint, width: u32) -> BigInt {
    let number = BigInt::from(bits.clone());
    match bits.bit(u64::from(width.max(1)) - 1) {
        true => number - (BigInt::from(1u8) << width),
        false => number,
    }
}

/// The bits that stand for a number with its sign.
fn unsigned(number: BigInt, width: u32) -> BigUint {
    let modulus = BigInt::from(1u8) << width;
    let rest = ((number % &modulus) + &modulus) % &modulus;
    rest.magnitude().clone()
}

/// The result of an operation on two integers of more than 64 bits.
///
/// # Errors
/// If the division is not defined, or what divides has no value.
pub(super) fn binary(op: BinaryOp, width: u32, a: &Value, b: &Value) -> Result<Value, Fault> {
    if *a == Value::Poison || *b == Value::Poison {
        return Ok(Value::Poison);
    }
    let (Some(x), Some(y)) = (Long::of(a, width), Long::of(b, width)) else {
        return Ok(Value::Undefined);
    };
    let is_defined = x.is_defined() && y.is_defined();
    let result = match op {
        BinaryOp::And => Long {
            undefined: (&x.undefined & &y.undefined)
                | (&x.undefined & &y.bits)
                | (&y.undefined & &x.bits),
            bits: x.bits & y.bits,
        },
        BinaryOp::Or => Long {
            undefined: without(&x.undefined, &y.bits) | without(&y.undefined, &x.bits),
            bits: x.bits | y.bits,
        },
        BinaryOp::Xor => Long {
            undefined: x.undefined | y.undefined,
            bits: x.bits ^ y.bits,
        },
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if y.is_defined() => {
            let by = y.bits % width.max(1);
            let by = by.iter_u64_digits().next().unwrap_or(0);
            Long {
                bits: shifted(op, width, &x.bits, by),
                undefined: shifted(op, width, &x.undefined, by),
            }
        }
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
            let bits = match op {
                BinaryOp::Add => x.bits + y.bits,
                BinaryOp::Sub => x.bits + (ones(width) - y.bits) + 1u8,
                _ => x.bits * y.bits,
            };
            // A carry reaches every bit from the lowest without a value on.
            let first = (x.undefined | y.undefined).trailing_zeros();
            let reached = first.map(|first| ones(width) - ones(first as u32));
            Long {
                bits,
                undefined: reached.unwrap_or(BigUint::ZERO),
            }
        }
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem if !y.is_defined() => {
            return Err(Fault::Uninitialized {
                for_what: Use::Divisor,
                poison: false,
            });
        }
        _ if !is_defined => return Ok(Value::Undefined),
        _ => Long {
            bits: defined(op, width, x.bits, y.bits)?,
            undefined: BigUint::ZERO,
        },
    };
    Ok(result.into_value(width))
}

fn shifted(op: BinaryOp, width: u32, bits: &BigUint, by: u64) -> BigUint {
    match op {
        BinaryOp::Shl => bits << by,
        BinaryOp::LShr => bits >> by,
        _ => unsigned(signed(bits, width) >> by, width),
    }
}

/// Operations that are asked of defined numbers alone.
fn defined(op: BinaryOp, width: u32, x: BigUint, y: BigUint) -> Result<BigUint, Fault> {
    let (sx, sy) = (signed(&x, width), signed(&y, width));
    Ok(match op {
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SRem | BinaryOp::SDiv if y == BigUint::ZERO => {
            return Err(Fault::DivisionByZero);
        }
        BinaryOp::SRem | BinaryOp::SDiv
            if y == ones(width) && x == BigUint::from(1u8) << (width - 1) =>
        {
            return Err(Fault::DivisionOverflow);
        }
        BinaryOp::UDiv => x / y,
        BinaryOp::URem => x % y,
        BinaryOp::SDiv => unsigned(sx / sy, width),
        BinaryOp::SRem => unsigned(sx % sy, width),
        BinaryOp::SMin => unsigned(sx.min(sy), width),
        BinaryOp::SMax => unsigned(sx.max(sy), width),
        BinaryOp::UMin => x.min(y),
        _ => x.max(y),
    })
}

/// Converts an integer of `from` bits to one of `to` bits, one of which is more than 64.
pub(super) fn cast(op: CastOp, from: u32, to: u32, value: &Value) -> Value {
    if *value == Value::Poison {
        return Value::Poison;
    }
    let Some(long) = Long::of(value, from) else {
        return Value::Undefined;
    };
    let copied = |bits: BigUint| match op == CastOp::SExt && to > from {
        true => unsigned(signed(&bits, from), to),
        false => bits,
    };
    let [bits, undefined] = [long.bits, long.undefined].map(copied);
    Long { bits, undefined }.into_value(to)
}

/// Compares two integers of more than 64 bits.
pub(super) fn compare(how: Predicate, width: u32, a: &Value, b: &Value) -> Value {
    if *a == Value::Poison || *b == Value::Poison {
        return Value::Poison;
    }
    let (Some(x), Some(y)) = (Long::of(a, width), Long::of(b, width)) else {
        return Value::Undefined;
    };
    let differ = without(&(&x.bits ^ &y.bits), &(&x.undefined | &y.undefined));
    let is_defined = x.is_defined() && y.is_defined();
    match how {
        Predicate::Eq | Predicate::Ne if differ != BigUint::ZERO => {
            return Value::bit(how == Predicate::Ne);
        }
        Predicate::Eq | Predicate::Ne if is_defined => return Value::bit(how == Predicate::Eq),
        Predicate::Eq | Predicate::Ne => return Value::Undefined,
        _ => {}
    }
    // The order is known where it is the same at all corners.
    let is_signed = matches!(
        how,
        Predicate::SLt | Predicate::SLe | Predicate::SGt | Predicate::SGe
    );
    let ends = |long: &Long| {
        let least = &long.bits;
        let most = &long.bits | &long.undefined;
        // With a sign, the numbers are in order if their highest bit is turned.
        let sign = BigUint::from(1u8) << (width.max(1) - 1);
        match is_signed {
            true if long.undefined.bit(u64::from(width.max(1)) - 1) => {
                [BigUint::ZERO | (least & (&sign - 1u8)), &most | &sign]
            }
            true => [least ^ &sign, &most ^ &sign],
            false => [least.clone(), most],
        }
    };
    let ([lx, hx], [ly, hy]) = (ends(&x), ends(&y));
    let holds = |x: &BigUint, y: &BigUint| match how {
        Predicate::ULt | Predicate::SLt => x < y,
        Predicate::ULe | Predicate::SLe => x <= y,
        Predicate::UGt | Predicate::SGt => x > y,
        _ => x >= y,
    };
    let first = holds(&lx, &hy);
    match first == holds(&hx, &ly) {
        true => Value::bit(first),
        false => Value::Undefined,
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::mask;
    use super::*;
    use proptest::prelude::*;

    const OPERATIONS: [BinaryOp; 17] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::UDiv,
        BinaryOp::URem,
        BinaryOp::SDiv,
        BinaryOp::SRem,
        BinaryOp::SMin,
        BinaryOp::SMax,
        BinaryOp::UMin,
        BinaryOp::UMax,
    ];
    const PREDICATES: [Predicate; 10] = [
        Predicate::Eq,
        Predicate::Ne,
        Predicate::ULt,
        Predicate::ULe,
        Predicate::UGt,
        Predicate::UGe,
        Predicate::SLt,
        Predicate::SLe,
        Predicate::SGt,
        Predicate::SGe,
    ];

    fn long(bits: u128, undefined: u128, width: u32) -> Value {
        let [bits, undefined] = [bits, undefined].map(BigUint::from);
        Long { bits, undefined }.into_value(width)
    }

    proptest! {
        #[test]
        fn long_and_wide_integers_agree(
            op in prop::sample::select(&OPERATIONS[..]),
            how in prop::sample::select(&PREDICATES[..]),
            width in 65u32..=128,
            (x, y) in any::<(u128, u128)>(),
            less in 0u32..128,
        ) {
            let all = super::super::value::wide_mask(width);
            let (x, y) = (x & all, (y >> less) & all);
            let [a, b] = [x, y].map(|number| Value::Wide(Box::new(number)));
            prop_assert_eq!(binary(op, width, &a, &b), super::super::binary(op, width, &a, &b));
            prop_assert_eq!(compare(how, width, &a, &b), super::super::compare(how, width, &a, &b));
            for cast_op in [CastOp::ZExt, CastOp::SExt] {
                let to = width.max(100);
                prop_assert_eq!(cast(cast_op, width, to, &a), super::super::cast(cast_op, width, to, &a));
            }
            prop_assert_eq!(cast(CastOp::Trunc, width, 40, &a), Value::integer(x as u64 & mask(40)));
        }

        #[test]
        fn a_result_does_not_depend_on_undefined_bits(
            op in prop::sample::select(&OPERATIONS[..9]),
            how in prop::sample::select(&PREDICATES[..]),
            width in 65u32..=128,
            (x, u, y, v) in any::<(u128, u128, u128, u128)>(),
            (fill_x, fill_y) in any::<(u128, u128)>(),
            shift in 0u128..64,
        ) {
            let all = super::super::value::wide_mask(width);
            let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
            let (y, v) = if is_shift { (shift, 0) } else { (y, v) };
            let (a, b) = (long(x & all, u & all, width), long(y & all, v & all, width));
            let filled = |n: u128, u: u128, fill: u128| Value::Wide(Box::new(((n & !u) | (fill & u)) & all));
            let (fa, fb) = (filled(x, u, fill_x), filled(y, v, fill_y));
            let [some, full] = [
                binary(op, width, &a, &b).unwrap(),
                binary(op, width, &fa, &fb).unwrap(),
            ]
            .map(|value| Long::of(&value, width).unwrap());
            prop_assert_eq!(without(&full.bits, &some.undefined), some.bits);
            if let Value::Scalar { bits, .. } = compare(how, width, &a, &b) {
                prop_assert_eq!(compare(how, width, &fa, &fb), Value::integer(bits));
            }
        }
    }

    #[test]
    fn storage_of_bit_fields_is_written_in_parts() {
        const WIDTH: u32 = 200;
        let field = BigUint::from(5u8) << 150;
        let others = long(0, 0, WIDTH);
        assert_eq!(others, Long::of_words(&[], &[]).into_value(WIDTH));
        let keep = Long {
            bits: ones(WIDTH) - (ones(3) << 150),
            undefined: BigUint::ZERO,
        };
        let cleared = binary(
            BinaryOp::And,
            WIDTH,
            &Value::Undefined,
            &keep.into_value(WIDTH),
        );
        let new = Long {
            bits: field,
            undefined: BigUint::ZERO,
        };
        let stored = binary(
            BinaryOp::Or,
            WIDTH,
            &cleared.unwrap(),
            &new.into_value(WIDTH),
        );
        let by = Value::integer(150);
        let read = binary(BinaryOp::LShr, WIDTH, &stored.unwrap(), &by).unwrap();
        assert_eq!(cast(CastOp::Trunc, WIDTH, 3, &read), Value::integer(5));
        assert_eq!(
            cast(CastOp::Trunc, WIDTH, 4, &read).parts_of_scalar(4),
            Some((5, 8, ObjectId::NONE))
        );
    }
}
