//! Floating-point numbers as printf writes them.

use super::decimal::{Class, Decimal, Real};
use super::directive::{Directive, Length};

/// The sign and the rest.
pub fn text(
    real: Real,
    directive: &Directive,
    precision: Option<usize>,
) -> (&'static str, Vec<u8>) {
    let sign = match (real.negative, directive.plus, directive.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    };
    let letter = directive.conversion;
    let is_upper = letter.is_ascii_uppercase();
    let word = |word: &str| match is_upper {
        true => word.to_ascii_uppercase().into_bytes(),
        false => word.as_bytes().to_vec(),
    };
    let text = match real.class {
        Class::NotANumber => word("nan"),
        Class::Infinite => word("inf"),
        Class::Finite { mantissa, exponent } => match letter.to_ascii_lowercase() {
            b'a' => word(&hexadecimal(mantissa, exponent, directive, precision)),
            lower => {
                let precision = precision.map_or(6, |digits| digits.min(100_000) as i32);
                let decimal = Decimal::exact(mantissa, exponent);
                let e = if is_upper { b'E' } else { b'e' };
                finite(decimal, lower, e, precision, directive.alternative)
            }
        },
    };
    (sign, text)
}

fn finite(mut decimal: Decimal, letter: u8, e: u8, precision: i32, keep: bool) -> Vec<u8> {
    match letter {
        b'f' => {
            decimal.round(precision);
            decimal.fixed(precision, keep)
        }
        b'e' => {
            decimal.round_to_digits(precision + 1);
            decimal.scientific(precision, keep, e)
        }
        _ => {
            // C17 7.21.6.1 8: the exponent of the rounded number decides.
            let digits = precision.max(1);
            decimal.round_to_digits(digits);
            let exponent = decimal.exponent();
            match (-4..digits).contains(&exponent) {
                true => {
                    let text = decimal.fixed(digits - 1 - exponent, keep);
                    trimmed(text, keep)
                }
                false => {
                    let text = decimal.scientific(digits - 1, keep, e);
                    let at = text.iter().position(|byte| *byte == e);
                    let (front, back) = text.split_at(at.unwrap_or(text.len()));
                    [&trimmed(front.to_vec(), keep), back].concat()
                }
            }
        }
    }
}

/// Without zeros at the end of the fraction, unless they are kept.
fn trimmed(mut text: Vec<u8>, keep: bool) -> Vec<u8> {
    if keep || !text.contains(&b'.') {
        return text;
    }
    while text.last() == Some(&b'0') {
        text.pop();
    }
    if text.last() == Some(&b'.') {
        text.pop();
    }
    text
}

/// As `0xh.hhhp±d`: one digit in front of the point, which is 1 for a normal `double` and up to f for a `long double`.
fn hexadecimal(
    mantissa: u64,
    exponent: i32,
    directive: &Directive,
    precision: Option<usize>,
) -> String {
    let is_long = directive.length == Length::LongDouble;
    // Bits behind the point.
    let behind = if is_long { 60 } else { 52 };
    let (mut bits, mut power) = (u128::from(mantissa), exponent + behind);
    if mantissa == 0 {
        power = 0;
    } else if is_long {
        // The C library normalises a long double, and leaves a double as it is stored.
        let shift = mantissa.leading_zeros();
        bits <<= shift;
        power -= shift as i32;
    }
    let mut digits = behind / 4;
    if let Some(kept) = precision
        && kept < digits as usize
    {
        let dropped = behind - 4 * kept as i32;
        let (unit, rest) = (1u128 << dropped, bits & ((1 << dropped) - 1));
        bits >>= dropped;
        if 2 * rest > unit || 2 * rest == unit && bits & 1 == 1 {
            bits += 1;
        }
        digits = kept as i32;
    }
    let mut fraction: String = (0..digits)
        .rev()
        .map(|digit| {
            let nibble = (bits >> (4 * digit) & 15) as u32;
            char::from_digit(nibble, 16).unwrap_or('0')
        })
        .collect();
    match precision {
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
        Some(wanted) => fraction.extend(std::iter::repeat_n(
            '0',
            wanted.saturating_sub(fraction.len()),
        )),
    }
    let point = match fraction.is_empty() && !directive.alternative {
        true => "",
        false => ".",
    };
    format!("0x{:x}{point}{fraction}p{power:+}", bits >> (4 * digits))
}
