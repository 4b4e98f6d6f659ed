//! `<math.h>` for `double` and `float`. What the host computes is what the program would get from the same C library.

use super::errors::{EDOM, ERANGE};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("acos", |call| one(call, f64::acos)),
    ("acosf", |call| one_single(call, f32::acos)),
    ("acosh", |call| one(call, libm::acosh)),
    ("asin", |call| one(call, f64::asin)),
    ("asinf", |call| one_single(call, f32::asin)),
    ("asinh", |call| one(call, libm::asinh)),
    ("atan", |call| one(call, f64::atan)),
    ("atan2", |call| two(call, f64::atan2)),
    ("atan2f", |call| two_single(call, f32::atan2)),
    ("atanf", |call| one_single(call, f32::atan)),
    ("atanh", |call| one(call, libm::atanh)),
    ("cbrt", |call| one(call, f64::cbrt)),
    ("cbrtf", |call| one_single(call, f32::cbrt)),
    ("ceil", |call| one(call, f64::ceil)),
    ("ceilf", |call| one_single(call, f32::ceil)),
    ("copysign", |call| two(call, f64::copysign)),
    ("copysignf", |call| two_single(call, f32::copysign)),
    ("cos", |call| one(call, f64::cos)),
    ("cosf", |call| one_single(call, f32::cos)),
    ("cosh", |call| one(call, f64::cosh)),
    ("coshf", |call| one_single(call, f32::cosh)),
    ("drem", |call| two(call, libm::remainder)),
    ("erf", |call| one(call, libm::erf)),
    ("erfc", |call| one(call, libm::erfc)),
    ("erfcf", |call| one_single(call, libm::erfcf)),
    ("erff", |call| one_single(call, libm::erff)),
    ("exp", |call| one(call, f64::exp)),
    ("exp10", |call| one(call, libm::exp10)),
    ("exp2", |call| one(call, f64::exp2)),
    ("exp2f", |call| one_single(call, f32::exp2)),
    ("expf", |call| one_single(call, f32::exp)),
    ("expm1", |call| one(call, f64::exp_m1)),
    ("expm1f", |call| one_single(call, f32::exp_m1)),
    ("fabs", |call| one(call, f64::abs)),
    ("fabsf", |call| one_single(call, f32::abs)),
    ("fdim", |call| two(call, libm::fdim)),
    ("fdimf", |call| two_single(call, libm::fdimf)),
    ("floor", |call| one(call, f64::floor)),
    ("floorf", |call| one_single(call, f32::floor)),
    ("fma", fma),
    ("fmaf", fmaf),
    ("fmax", |call| two(call, maximum)),
    ("fmaxf", |call| {
        two_single(call, |x, y| maximum(x.into(), y.into()) as f32)
    }),
    ("fmin", |call| two(call, minimum)),
    ("fminf", |call| {
        two_single(call, |x, y| minimum(x.into(), y.into()) as f32)
    }),
    ("fmod", |call| two(call, |x, y| x % y)),
    ("fmodf", |call| two_single(call, |x, y| x % y)),
    ("hypot", |call| two(call, f64::hypot)),
    ("hypotf", |call| two_single(call, f32::hypot)),
    ("j0", |call| one(call, libm::j0)),
    ("j1", |call| one(call, libm::j1)),
    ("lgamma", lgamma),
    ("log", |call| one(call, f64::ln)),
    ("log10", |call| one(call, f64::log10)),
    ("log10f", |call| one_single(call, f32::log10)),
    ("log1p", |call| one(call, f64::ln_1p)),
    ("log1pf", |call| one_single(call, f32::ln_1p)),
    ("log2", |call| one(call, f64::log2)),
    ("log2f", |call| one_single(call, f32::log2)),
    ("logb", |call| one(call, logarithm)),
    ("logf", |call| one_single(call, f32::ln)),
    ("nearbyint", |call| one(call, f64::round_ties_even)),
    ("nearbyintf", |call| one_single(call, f32::round_ties_even)),
    ("nextafter", |call| two(call, libm::nextafter)),
    ("nextafterf", |call| two_single(call, libm::nextafterf)),
    ("pow", |call| two(call, f64::powf)),
    ("powf", |call| two_single(call, f32::powf)),
    ("remainder", |call| two(call, libm::remainder)),
    ("remainderf", |call| two_single(call, libm::remainderf)),
    ("rint", |call| one(call, f64::round_ties_even)),
    ("rintf", |call| one_single(call, f32::round_ties_even)),
    ("round", |call| one(call, f64::round)),
    ("roundeven", |call| one(call, f64::round_ties_even)),
    ("roundf", |call| one_single(call, f32::round)),
    ("sin", |call| one(call, f64::sin)),
    ("sinf", |call| one_single(call, f32::sin)),
    ("sinh", |call| one(call, f64::sinh)),
    ("sinhf", |call| one_single(call, f32::sinh)),
    ("sqrt", |call| one(call, f64::sqrt)),
    ("sqrtf", |call| one_single(call, f32::sqrt)),
    ("tan", |call| one(call, f64::tan)),
    ("tanf", |call| one_single(call, f32::tan)),
    ("tanh", |call| one(call, f64::tanh)),
    ("tanhf", |call| one_single(call, f32::tanh)),
    ("tgamma", |call| one(call, libm::tgamma)),
    ("trunc", |call| one(call, f64::trunc)),
    ("truncf", |call| one_single(call, f32::trunc)),
    ("y0", |call| one(call, libm::y0)),
    ("y1", |call| one(call, libm::y1)),
];

/// Notes in `errno` that a result is no number though the operands are, or too large for one.
pub(super) fn note(call: &mut dyn Call, operands: &[f64], result: f64) -> Result<(), Stop> {
    if result.is_finite() {
        return Ok(());
    }
    if result.is_nan() && operands.iter().all(|operand| !operand.is_nan()) {
        return call.set_errno(EDOM);
    }
    if result.is_infinite() && operands.iter().all(|operand| operand.is_finite()) {
        return call.set_errno(ERANGE);
    }
    Ok(())
}

fn one(call: &mut dyn Call, function: fn(f64) -> f64) -> Outcome {
    let operand = call.double(0)?;
    let result = function(operand);
    note(call, &[operand], result)?;
    Ok(Value::double(result))
}

fn two(call: &mut dyn Call, function: fn(f64, f64) -> f64) -> Outcome {
    let (left, right) = (call.double(0)?, call.double(1)?);
    let result = function(left, right);
    note(call, &[left, right], result)?;
    Ok(Value::double(result))
}

fn one_single(call: &mut dyn Call, function: fn(f32) -> f32) -> Outcome {
    let operand = call.double(0)?;
    let result = function(operand as f32);
    note(call, &[operand], f64::from(result))?;
    Ok(Value::float(result))
}

fn two_single(call: &mut dyn Call, function: fn(f32, f32) -> f32) -> Outcome {
    let (left, right) = (call.double(0)?, call.double(1)?);
    let result = function(left as f32, right as f32);
    note(call, &[left, right], f64::from(result))?;
    Ok(Value::float(result))
}

/// Of two zeros the second one, as the processor does it.
fn maximum(x: f64, y: f64) -> f64 {
    if y.is_nan() || x > y { x } else { y }
}

fn minimum(x: f64, y: f64) -> f64 {
    if y.is_nan() || x < y { x } else { y }
}

fn fma(call: &mut dyn Call) -> Outcome {
    let all = [call.double(0)?, call.double(1)?, call.double(2)?];
    let result = all[0].mul_add(all[1], all[2]);
    note(call, &all, result)?;
    Ok(Value::double(result))
}

fn fmaf(call: &mut dyn Call) -> Outcome {
    let all = [call.double(0)?, call.double(1)?, call.double(2)?];
    let result = (all[0] as f32).mul_add(all[1] as f32, all[2] as f32);
    note(call, &all, f64::from(result))?;
    Ok(Value::float(result))
}

/// The exponent of two, as a number.
fn logarithm(number: f64) -> f64 {
    match number {
        0.0 => f64::NEG_INFINITY,
        number if !number.is_finite() => number * number,
        number => f64::from(libm::ilogb(number)),
    }
}

/// Also stores the sign in `signgam`.
pub(super) fn lgamma(call: &mut dyn Call) -> Outcome {
    let operand = call.double(0)?;
    let (result, sign) = libm::lgamma_r(operand);
    let place = call.variable("signgam");
    call.write_number(place, u64::from(sign as u32), 4)?;
    note(call, &[operand], result)?;
    Ok(Value::double(result))
}
