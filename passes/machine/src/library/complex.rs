//! `<complex.h>` for `double`, and the functions that the compiler calls for products and quotients of complex numbers (C17 annex G.5.1).

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__divdc3", |call| double(call, quotient)),
    ("__divsc3", |call| single(call, quotient_of_singles)),
    ("__muldc3", |call| double(call, product)),
    ("__mulsc3", |call| single(call, product)),
    ("cabs", |call| part(call, f64::hypot)),
    ("carg", |call| {
        part(call, |real, imaginary| imaginary.atan2(real))
    }),
    ("cimag", |call| part(call, |_, imaginary| imaginary)),
    ("conj", conjugate),
    ("creal", |call| part(call, |real, _| real)),
];

/// A complex number: its real part and its imaginary part.
type Complex = [f64; 2];

fn operands(call: &dyn Call) -> Result<[Complex; 2], Stop> {
    let left = [call.double(0)?, call.double(1)?];
    Ok([left, [call.double(2)?, call.double(3)?]])
}

fn double(call: &mut dyn Call, compute: fn(Complex, Complex) -> Complex) -> Outcome {
    let [left, right] = operands(call)?;
    let parts = compute(left, right).map(Value::double);
    Ok(Value::Parts(parts.into_iter().collect()))
}

/// Of two `float` in one vector. Products of them are exact in `double`.
fn single(call: &mut dyn Call, compute: fn(Complex, Complex) -> Complex) -> Outcome {
    let [left, right] = operands(call)?;
    let parts = compute(left, right).map(|part| Value::float(part as f32));
    Ok(Value::Parts(parts.into_iter().collect()))
}

fn part(call: &mut dyn Call, of: fn(f64, f64) -> f64) -> Outcome {
    let (real, imaginary) = (call.double(0)?, call.double(1)?);
    Ok(Value::double(of(real, imaginary)))
}

fn conjugate(call: &mut dyn Call) -> Outcome {
    let (real, imaginary) = (call.double(0)?, call.double(1)?);
    let parts = [Value::double(real), Value::double(-imaginary)];
    Ok(Value::Parts(parts.into_iter().collect()))
}

/// 1 for an infinite part and 0 for others, with its sign.
fn boxed(part: f64) -> f64 {
    f64::from(u8::from(part.is_infinite())).copysign(part)
}

/// 0 with the sign of a part that is no number; others stay.
fn cleared(part: f64) -> f64 {
    if part.is_nan() {
        0f64.copysign(part)
    } else {
        part
    }
}

fn is_infinite(number: Complex) -> bool {
    number[0].is_infinite() || number[1].is_infinite()
}

fn product(left: Complex, right: Complex) -> Complex {
    let multiply = |[a, b]: Complex, [c, d]: Complex| [a * c - b * d, a * d + b * c];
    let result = multiply(left, right);
    if !(result[0].is_nan() && result[1].is_nan()) {
        return result;
    }
    // G.5.1 4: a product with an infinite number is infinite, though its parts come out as no numbers.
    let (mut one, mut other) = (left, right);
    if is_infinite(one) {
        one = one.map(boxed);
        other = other.map(cleared);
    }
    if is_infinite(other) {
        other = other.map(boxed);
        one = one.map(cleared);
    }
    let partial = [
        left[0] * right[0],
        left[1] * right[1],
        left[0] * right[1],
        left[1] * right[0],
    ];
    let is_hidden = partial.iter().any(|part| part.is_infinite());
    if is_infinite(left) || is_infinite(right) {
        return multiply(one, other).map(|part| f64::INFINITY * part);
    }
    if is_hidden {
        let both = multiply(left.map(cleared), right.map(cleared));
        return both.map(|part| f64::INFINITY * part);
    }
    result
}

/// By the smaller part divided by the larger one (Smith 1962), unless their ratio vanishes (Baudin and Smith 2012).
fn ratio(a: f64, b: f64, c: f64, d: f64) -> Complex {
    let ratio = d / c;
    let below = c + d * ratio;
    match ratio.abs() > f64::MIN_POSITIVE {
        true => [(a + b * ratio) / below, (b - a * ratio) / below],
        false => [(a + d * (b / c)) / below, (b - d * (a / c)) / below],
    }
}

fn quotient(left: Complex, right: Complex) -> Complex {
    let ([a, b], [c, d]) = (left, right);
    let result = match c.abs() < d.abs() {
        // Both numbers turned by a quarter.
        true => ratio(b, -a, d, -c),
        false => ratio(a, b, c, d),
    };
    special(left, right, result)
}

fn quotient_of_singles(left: Complex, right: Complex) -> Complex {
    let ([a, b], [c, d]) = (left, right);
    let below = c * c + d * d;
    let result = [(a * c + b * d) / below, (b * c - a * d) / below];
    special(left, right, result)
}

/// The quotients that come out as no number, but are one (G.5.1 4).
fn special(left: Complex, right: Complex, result: Complex) -> Complex {
    let ([a, b], [c, d]) = (left, right);
    if !(result[0].is_nan() && result[1].is_nan()) {
        return result;
    }
    if c == 0.0 && d == 0.0 && !(a.is_nan() && b.is_nan()) {
        let infinite = f64::INFINITY.copysign(c);
        return [infinite * a, infinite * b];
    }
    if is_infinite(left) && c.is_finite() && d.is_finite() {
        let [a, b] = left.map(boxed);
        return [a * c + b * d, b * c - a * d].map(|part| f64::INFINITY * part);
    }
    if is_infinite(right) && a.is_finite() && b.is_finite() {
        let [c, d] = right.map(boxed);
        return [a * c + b * d, b * c - a * d].map(|part| 0.0 * part);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divides_and_multiplies() {
        assert_eq!(product([1.0, 2.0], [3.0, 4.0]), [-5.0, 10.0]);
        assert_eq!(quotient([-5.0, 10.0], [3.0, 4.0]), [1.0, 2.0]);
        assert_eq!(quotient([-5.0, 10.0], [1.0, 2.0]), [3.0, 4.0]);
        assert_eq!(quotient([1e300, 1e300], [1e300, 1e300]), [1.0, 0.0]);
        assert_eq!(quotient_of_singles([-5.0, 10.0], [3.0, 4.0]), [1.0, 2.0]);
    }

    #[test]
    fn knows_the_infinite() {
        let infinite = f64::INFINITY;
        assert!(is_infinite(product([infinite, f64::NAN], [1.0, 1.0])));
        assert!(is_infinite(quotient([1.0, 0.0], [0.0, 0.0])));
        assert_eq!(quotient([1.0, 1.0], [infinite, infinite]), [0.0, 0.0]);
    }
}
