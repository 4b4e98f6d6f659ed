//! `<math.h>`: functions that take numbers apart, yield integers, store a second result, or work on `long double`.

use super::math::note;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};

pub(super) const TABLE: &[Row] = &[
    ("__finite", |call| is(call, f64::is_finite)),
    ("__fpclassify", classify),
    ("__fpclassifyf", classify),
    ("__isinf", infinite),
    ("__isinff", infinite),
    ("__isnan", |call| is(call, f64::is_nan)),
    ("__isnanf", |call| is(call, f64::is_nan)),
    ("__signbit", |call| is(call, f64::is_sign_negative)),
    ("__signbitf", |call| is(call, f64::is_sign_negative)),
    ("ceill", |call| round_long(call, Round::TowardPositive)),
    ("fabsl", fabsl),
    ("finite", |call| is(call, f64::is_finite)),
    ("floorl", |call| round_long(call, Round::TowardNegative)),
    ("fmodl", fmodl),
    ("frexp", frexp),
    ("frexpf", frexpf),
    ("frexpl", frexpl),
    ("gamma", super::math::lgamma),
    ("ilogb", ilogb),
    ("ilogbf", ilogb),
    ("isinf", infinite),
    ("isnan", |call| is(call, f64::is_nan)),
    ("ldexp", scale),
    ("ldexpf", scale_single),
    ("ldexpl", scale_long),
    ("llrint", |call| to_long(call, f64::round_ties_even)),
    ("llrintf", |call| to_long(call, f64::round_ties_even)),
    ("llround", |call| to_long(call, f64::round)),
    ("llroundf", |call| to_long(call, f64::round)),
    ("lrint", |call| to_long(call, f64::round_ties_even)),
    ("lrintf", |call| to_long(call, f64::round_ties_even)),
    ("lround", |call| to_long(call, f64::round)),
    ("lroundf", |call| to_long(call, f64::round)),
    ("modf", modf),
    ("modff", modff),
    ("modfl", modfl),
    ("nan", |_| Ok(Value::double(f64::NAN))),
    ("nanf", |_| Ok(Value::float(f32::NAN))),
    ("remquo", remquo),
    ("rintl", |call| round_long(call, Round::NearestTiesToEven)),
    ("roundl", |call| round_long(call, Round::NearestTiesToAway)),
    ("scalb", scalb),
    ("scalbln", scale),
    ("scalblnf", scale_single),
    ("scalbn", scale),
    ("scalbnf", scale_single),
    ("scalbnl", scale_long),
    ("significand", significand),
    ("sincos", sincos),
    ("sincosf", sincosf),
    ("truncl", |call| round_long(call, Round::TowardZero)),
];

fn is(call: &mut dyn Call, holds: fn(f64) -> bool) -> Outcome {
    Ok(Value::int(i32::from(holds(call.double(0)?))))
}

fn infinite(call: &mut dyn Call) -> Outcome {
    Ok(Value::int(match call.double(0)? {
        f64::INFINITY => 1,
        f64::NEG_INFINITY => -1,
        _ => 0,
    }))
}

/// The number of a class in `<math.h>` of Linux. That of a `float` is decided by its own limits.
fn classify(call: &mut dyn Call) -> Outcome {
    use std::num::FpCategory;
    let number = call.double(0)?;
    let is_single = matches!(
        call.type_of(0),
        sanecc_ir::Type::Float(sanecc_ir::FloatFormat::Single)
    );
    let class = match is_single {
        true => (number as f32).classify(),
        false => number.classify(),
    };
    Ok(Value::int(match class {
        FpCategory::Nan => 0,
        FpCategory::Infinite => 1,
        FpCategory::Zero => 2,
        FpCategory::Subnormal => 3,
        FpCategory::Normal => 4,
    }))
}

fn store_int(call: &mut dyn Call, to: Pointer, number: i32) -> Result<(), Stop> {
    call.write_number(to, u64::from(number as u32), 4)
}

fn frexp(call: &mut dyn Call) -> Outcome {
    let (number, to) = (call.double(0)?, call.pointer(1)?);
    let (fraction, exponent) = libm::frexp(number);
    store_int(call, to, if number.is_finite() { exponent } else { 0 })?;
    Ok(Value::double(fraction))
}

fn frexpf(call: &mut dyn Call) -> Outcome {
    let (number, to) = (call.double(0)?, call.pointer(1)?);
    let (fraction, exponent) = libm::frexpf(number as f32);
    store_int(call, to, if number.is_finite() { exponent } else { 0 })?;
    Ok(Value::float(fraction))
}

fn ilogb(call: &mut dyn Call) -> Outcome {
    let number = call.double(0)?;
    Ok(Value::int(match number {
        0.0 => i32::MIN,
        number if number.is_nan() => i32::MIN,
        number if number.is_infinite() => i32::MAX,
        number => libm::ilogb(number),
    }))
}

/// A power of two as an argument: an `int` or a `long`.
fn power(call: &dyn Call) -> Result<i32, Stop> {
    let number = match call.type_of(1) {
        sanecc_ir::Type::Int(32) => i64::from(call.int(1)?),
        _ => call.long(1)?,
    };
    Ok(number.clamp(-100_000, 100_000) as i32)
}

fn scale(call: &mut dyn Call) -> Outcome {
    let (number, power) = (call.double(0)?, power(call)?);
    let result = libm::scalbn(number, power);
    note(call, &[number], result)?;
    Ok(Value::double(result))
}

fn scale_single(call: &mut dyn Call) -> Outcome {
    let (number, power) = (call.double(0)?, power(call)?);
    let result = libm::scalbnf(number as f32, power);
    note(call, &[number], f64::from(result))?;
    Ok(Value::float(result))
}

fn scalb(call: &mut dyn Call) -> Outcome {
    let (number, power) = (call.double(0)?, call.double(1)?);
    let result = libm::scalbn(number, power as i32);
    note(call, &[number, power], result)?;
    Ok(Value::double(result))
}

fn significand(call: &mut dyn Call) -> Outcome {
    let number = call.double(0)?;
    let (fraction, _) = libm::frexp(number);
    Ok(Value::double(if number == 0.0 {
        number
    } else {
        2.0 * fraction
    }))
}

fn to_long(call: &mut dyn Call, round: fn(f64) -> f64) -> Outcome {
    let number = call.double(0)?;
    let rounded = round(number);
    // Out of range the processor yields the least number.
    let limit = 2f64.powi(63);
    let fits = (-limit..limit).contains(&rounded);
    Ok(call.of_long(if fits { rounded as i64 } else { i64::MIN }))
}

fn modf(call: &mut dyn Call) -> Outcome {
    let (number, to) = (call.double(0)?, call.pointer(1)?);
    let whole = number.trunc();
    call.write_number(to, whole.to_bits(), 8)?;
    let rest = if number.is_infinite() {
        0.0
    } else {
        number - whole
    };
    Ok(Value::double(rest.copysign(number)))
}

fn modff(call: &mut dyn Call) -> Outcome {
    let (number, to) = (call.double(0)? as f32, call.pointer(1)?);
    let whole = number.trunc();
    call.write_number(to, u64::from(whole.to_bits()), 4)?;
    let rest = if number.is_infinite() {
        0.0
    } else {
        number - whole
    };
    Ok(Value::float(rest.copysign(number)))
}

fn remquo(call: &mut dyn Call) -> Outcome {
    let (left, right, to) = (call.double(0)?, call.double(1)?, call.pointer(2)?);
    let (rest, quotient) = libm::remquo(left, right);
    store_int(call, to, quotient)?;
    note(call, &[left, right], rest)?;
    Ok(Value::double(rest))
}

fn sincos(call: &mut dyn Call) -> Outcome {
    let number = call.double(0)?;
    let (sine, cosine) = (call.pointer(1)?, call.pointer(2)?);
    call.write_number(sine, number.sin().to_bits(), 8)?;
    call.write_number(cosine, number.cos().to_bits(), 8)?;
    Ok(Value::nothing())
}

fn sincosf(call: &mut dyn Call) -> Outcome {
    let number = call.double(0)? as f32;
    let (sine, cosine) = (call.pointer(1)?, call.pointer(2)?);
    call.write_number(sine, u64::from(number.sin().to_bits()), 4)?;
    call.write_number(cosine, u64::from(number.cos().to_bits()), 4)?;
    Ok(Value::nothing())
}

fn long(call: &dyn Call, number: usize) -> Result<X87DoubleExtended, Stop> {
    Ok(X87DoubleExtended::from_bits(call.long_double(number)?))
}

fn of_long(number: X87DoubleExtended) -> Value {
    Value::of_width(number.to_bits(), 80)
}

fn fabsl(call: &mut dyn Call) -> Outcome {
    Ok(of_long(long(call, 0)?.abs()))
}

fn round_long(call: &mut dyn Call, round: Round) -> Outcome {
    let number = long(call, 0)?;
    Ok(of_long(
        number.round_to_integral(round).value.copy_sign(number),
    ))
}

fn fmodl(call: &mut dyn Call) -> Outcome {
    let (left, right) = (long(call, 0)?, long(call, 1)?);
    Ok(of_long(left.c_fmod(right).value))
}

fn scale_long(call: &mut dyn Call) -> Outcome {
    let (number, power) = (long(call, 0)?, power(call)?);
    Ok(of_long(number.scalbn(power)))
}

fn frexpl(call: &mut dyn Call) -> Outcome {
    let (number, to) = (long(call, 0)?, call.pointer(1)?);
    let mut exponent = 0;
    let fraction = number.frexp(&mut exponent);
    let is_number = number.is_finite_non_zero();
    store_int(call, to, if is_number { exponent } else { 0 })?;
    Ok(of_long(if is_number { fraction } else { number }))
}

fn modfl(call: &mut dyn Call) -> Outcome {
    let (number, to) = (long(call, 0)?, call.pointer(1)?);
    let whole = number.round_to_integral(Round::TowardZero).value;
    let whole = whole.copy_sign(number);
    call.write(to, &whole.to_bits().to_le_bytes()[..10])?;
    let rest = match number.is_infinite() {
        true => X87DoubleExtended::ZERO,
        false => (number - whole).value,
    };
    Ok(of_long(rest.copy_sign(number)))
}
