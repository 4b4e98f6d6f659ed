//! Floating-point arithmetic: single and double precision as the host has it, other formats by `rustc_apfloat`.

use super::value::{Value, wide_mask};
use rustc_apfloat::ieee::{BFloat, Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use sanecc_ir::{FloatCast, FloatFormat, FloatOp, FloatPredicate};
use std::cmp::Ordering;

/// The result of an operation on two numbers of a format.
#[inline]
pub fn float_binary(op: FloatOp, format: FloatFormat, a: &Value, b: &Value) -> Value {
    match (format, a, b) {
        (FloatFormat::Double, Value::Scalar { bits: x, .. }, Value::Scalar { bits: y, .. }) => {
            let (x, y) = (f64::from_bits(*x), f64::from_bits(*y));
            Value::double(match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Rem => x % y,
            })
        }
        (FloatFormat::Single, Value::Scalar { bits: x, .. }, Value::Scalar { bits: y, .. }) => {
            let (x, y) = (f32::from_bits(*x as u32), f32::from_bits(*y as u32));
            Value::float(match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Rem => x % y,
            })
        }
        _ => match (a.number(), b.number()) {
            (Some(x), Some(y)) => {
                let bits = match format {
                    FloatFormat::Half => soft::<Half>(op, x, y),
                    FloatFormat::BFloat => soft::<BFloat>(op, x, y),
                    FloatFormat::X87 => soft::<X87DoubleExtended>(op, x, y),
                    FloatFormat::Quad => soft::<Quad>(op, x, y),
                    FloatFormat::Single | FloatFormat::Double | FloatFormat::DoubleDouble => {
                        return Value::Undefined;
                    }
                };
                Value::of_width(bits, format.bits())
            }
            _ if *a == Value::Poison || *b == Value::Poison => Value::Poison,
            _ => Value::Undefined,
        },
    }
}

fn soft<F: Float>(op: FloatOp, x: u128, y: u128) -> u128 {
    let (x, y) = (F::from_bits(x), F::from_bits(y));
    let result = match op {
        FloatOp::Add => x + y,
        FloatOp::Sub => x - y,
        FloatOp::Mul => x * y,
        FloatOp::Div => x / y,
        FloatOp::Rem => x % y,
    };
    result.value.to_bits()
}

/// The number with its sign turned.
pub fn negate(format: FloatFormat, value: &Value) -> Value {
    let sign = format.bits() - 1;
    match value {
        Value::Scalar { bits, .. } => Value::integer(bits ^ 1 << sign),
        Value::Wide(bits) => Value::Wide(Box::new(**bits ^ 1 << sign)),
        other => other.clone(),
    }
}

/// Compares two numbers of a format.
#[inline]
pub fn float_compare(
    predicate: FloatPredicate,
    format: FloatFormat,
    a: &Value,
    b: &Value,
) -> Value {
    let (Some(x), Some(y)) = (a.number(), b.number()) else {
        return match *a == Value::Poison || *b == Value::Poison {
            true => Value::Poison,
            false => Value::Undefined,
        };
    };
    let order = match format {
        FloatFormat::Double => f64::from_bits(x as u64).partial_cmp(&f64::from_bits(y as u64)),
        FloatFormat::Single => f32::from_bits(x as u32).partial_cmp(&f32::from_bits(y as u32)),
        FloatFormat::Half => Half::from_bits(x).partial_cmp(&Half::from_bits(y)),
        FloatFormat::BFloat => BFloat::from_bits(x).partial_cmp(&BFloat::from_bits(y)),
        FloatFormat::X87 => {
            X87DoubleExtended::from_bits(x).partial_cmp(&X87DoubleExtended::from_bits(y))
        }
        FloatFormat::Quad => Quad::from_bits(x).partial_cmp(&Quad::from_bits(y)),
        FloatFormat::DoubleDouble => return Value::Undefined,
    };
    Value::bit(holds(predicate, order))
}

#[inline(always)]
pub(super) fn holds(predicate: FloatPredicate, order: Option<Ordering>) -> bool {
    use FloatPredicate::*;
    let Some(order) = order else {
        return matches!(
            predicate,
            Unordered | UEq | UGt | UGe | ULt | ULe | UNe | True
        );
    };
    match predicate {
        False | Unordered => false,
        True | Ordered => true,
        OEq | UEq => order.is_eq(),
        OGt | UGt => order.is_gt(),
        OGe | UGe => order.is_ge(),
        OLt | ULt => order.is_lt(),
        OLe | ULe => order.is_le(),
        ONe | UNe => order.is_ne(),
    }
}

/// What a number is converted from or to.
#[derive(Clone, Copy, Debug)]
pub enum Numeric {
    /// An integer of so many bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatFormat),
}

/// Converts between formats, or between a format and integers of up to 128 bits.
pub fn float_cast(op: FloatCast, from: Numeric, to: Numeric, value: &Value) -> Value {
    let Some(bits) = value.number() else {
        return match value {
            Value::Poison => Value::Poison,
            _ => Value::Undefined,
        };
    };
    match (from, to) {
        (Numeric::Float(from), Numeric::Float(to)) => {
            Value::of_width(between(from, to, bits), to.bits())
        }
        (Numeric::Float(from), Numeric::Int(width)) => {
            to_integer(op == FloatCast::ToSigned, from, width, bits)
        }
        (Numeric::Int(width), Numeric::Float(to)) => {
            let bits = from_integer(op == FloatCast::FromSigned, width, to, bits);
            Value::of_width(bits, to.bits())
        }
        (Numeric::Int(_), Numeric::Int(_)) => value.clone(),
    }
}

/// Calls a generic function with the type of a format.
macro_rules! with_format {
    ($format:expr, $name:ident, $body:expr) => {
        match $format {
            FloatFormat::Half => {
                type $name = Half;
                $body
            }
            FloatFormat::BFloat => {
                type $name = BFloat;
                $body
            }
            FloatFormat::Single => {
                type $name = rustc_apfloat::ieee::Single;
                $body
            }
            FloatFormat::Double => {
                type $name = rustc_apfloat::ieee::Double;
                $body
            }
            FloatFormat::X87 => {
                type $name = X87DoubleExtended;
                $body
            }
            FloatFormat::Quad | FloatFormat::DoubleDouble => {
                type $name = Quad;
                $body
            }
        }
    };
}

fn between(from: FloatFormat, to: FloatFormat, bits: u128) -> u128 {
    match (from, to) {
        (FloatFormat::Single, FloatFormat::Double) => {
            f64::from(f32::from_bits(bits as u32)).to_bits().into()
        }
        (FloatFormat::Double, FloatFormat::Single) => {
            (f64::from_bits(bits as u64) as f32).to_bits().into()
        }
        _ => with_format!(from, From, {
            let number = From::from_bits(bits);
            let mut loses = false;
            with_format!(to, To, {
                let converted: To = number.convert(&mut loses).value;
                converted.to_bits()
            })
        }),
    }
}

/// An integer, towards zero. A number that does not fit is the least of the type, as the processor has it.
fn to_integer(signed: bool, from: FloatFormat, width: u32, bits: u128) -> Value {
    let all = wide_mask(width);
    let (number, fits) = with_format!(from, From, {
        let number = From::from_bits(bits);
        let mut exact = false;
        match signed {
            true => {
                let result = number.to_i128_r(width as usize, Round::TowardZero, &mut exact);
                (
                    result.value as u128,
                    !result.status.contains(Status::INVALID_OP),
                )
            }
            false => {
                let result = number.to_u128_r(width as usize, Round::TowardZero, &mut exact);
                (result.value, !result.status.contains(Status::INVALID_OP))
            }
        }
    });
    match fits {
        true => Value::of_width(number & all, width),
        false => Value::of_width(1 << (width.clamp(1, 128) - 1), width),
    }
}

fn from_integer(signed: bool, width: u32, to: FloatFormat, bits: u128) -> u128 {
    let number = super::value::wide_signed(bits, width);
    match (to, signed) {
        (FloatFormat::Double, true) => (number as f64).to_bits().into(),
        (FloatFormat::Double, false) => (bits as f64).to_bits().into(),
        (FloatFormat::Single, true) => (number as f32).to_bits().into(),
        (FloatFormat::Single, false) => (bits as f32).to_bits().into(),
        _ => with_format!(to, To, {
            match signed {
                true => To::from_i128(number).value.to_bits(),
                false => To::from_u128(bits).value.to_bits(),
            }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn double(number: f64) -> Value {
        Value::double(number)
    }

    proptest! {
        #[test]
        fn long_double_holds_every_double(x in any::<f64>(), y in any::<f64>()) {
            let wide = |n: f64| float_cast(FloatCast::Extend, Numeric::Float(FloatFormat::Double), Numeric::Float(FloatFormat::X87), &double(n));
            let back = |v: &Value| float_cast(FloatCast::Truncate, Numeric::Float(FloatFormat::X87), Numeric::Float(FloatFormat::Double), v);
            if !x.is_nan() && !y.is_nan() {
                prop_assert_eq!(back(&wide(x)), double(x));
                let less = float_compare(FloatPredicate::OLt, FloatFormat::X87, &wide(x), &wide(y));
                prop_assert_eq!(less, Value::bit(x < y));
            }
        }

        #[test]
        fn integers_come_back(n in any::<i64>()) {
            let wide = float_cast(FloatCast::FromSigned, Numeric::Int(64), Numeric::Float(FloatFormat::X87), &Value::long(n));
            let back = float_cast(FloatCast::ToSigned, Numeric::Float(FloatFormat::X87), Numeric::Int(64), &wide);
            prop_assert_eq!(back, Value::long(n));
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_the_least() {
        let from = Numeric::Float(FloatFormat::Double);
        let to =
            |n: f64, bits| float_cast(FloatCast::ToSigned, from, Numeric::Int(bits), &double(n));
        assert_eq!(to(-2.9, 32), Value::int(-2));
        assert_eq!(to(1e20, 32), Value::int(i32::MIN));
        assert_eq!(to(f64::NAN, 64), Value::long(i64::MIN));
        let rest = float_binary(
            FloatOp::Rem,
            FloatFormat::Double,
            &double(-7.5),
            &double(2.0),
        );
        assert_eq!(rest, double(-1.5));
        assert_eq!(negate(FloatFormat::Double, &double(1.0)), double(-1.0));
    }
}
