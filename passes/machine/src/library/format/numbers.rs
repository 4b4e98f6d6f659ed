//! Text as numbers, as strtol and strtod read it (C17 7.22.1.3, 7.22.1.4).

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};

/// A number in front of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Read<T> {
    /// It.
    pub value: T,
    /// Bytes of the text that are it, blanks in front too; none if it begins with no number.
    pub length: usize,
    /// It does not fit.
    pub range: bool,
}

/// How many blanks are in front of a text.
fn blanks(text: &[u8]) -> usize {
    let blank = |byte: &&u8| matches!(**byte, b' ' | b'\t'..=b'\r');
    text.iter().take_while(blank).count()
}

/// A sign, and how long it is.
fn sign(text: &[u8]) -> (bool, usize) {
    match text.first() {
        Some(b'-') => (true, 1),
        Some(b'+') => (false, 1),
        _ => (false, 0),
    }
}

/// An integer without sign and its sign. The base is 0 or 2 to 36.
pub fn parse_integer(text: &[u8], base: u32) -> Read<(bool, u64)> {
    let start = blanks(text);
    let (negative, length) = sign(&text[start..]);
    let mut at = start + length;
    let is_prefixed =
        matches!(text[at..], [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit());
    let base = match base {
        16 | 0 if is_prefixed => {
            at += 2;
            16
        }
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        base => base,
    };
    let digits = text[at..]
        .iter()
        .map_while(|byte| char::from(*byte).to_digit(base));
    let (mut value, mut range, mut count) = (0u64, false, 0);
    for digit in digits {
        let next = value.checked_mul(u64::from(base));
        match next.and_then(|next| next.checked_add(u64::from(digit))) {
            Some(next) => value = next,
            None => range = true,
        }
        count += 1;
    }
    Read {
        value: (negative, if range { u64::MAX } else { value }),
        length: if count == 0 { 0 } else { at + count },
        range,
    }
}

/// What a floating-point number is written as.
enum Written {
    /// A number in the syntax of C.
    Number,
    Infinite,
    NotANumber,
}

/// How much of a text without blanks and sign is a floating-point number.
fn real_length(text: &[u8]) -> Option<(Written, usize)> {
    let begins =
        |word: &[u8]| text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word);
    if begins(b"infinity") {
        return Some((Written::Infinite, 8));
    }
    if begins(b"inf") {
        return Some((Written::Infinite, 3));
    }
    if begins(b"nan") {
        let rest = &text[3..];
        let letters = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let inside = rest.iter().skip(1).take_while(letters).count();
        let is_closed = rest.first() == Some(&b'(') && rest.get(inside + 1) == Some(&b')');
        return Some((Written::NotANumber, if is_closed { inside + 5 } else { 3 }));
    }
    let is_hexadecimal = matches!(text, [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit())
        || matches!(text, [b'0', b'x' | b'X', b'.', digit, ..] if digit.is_ascii_hexdigit());
    let mut at = if is_hexadecimal { 2 } else { 0 };
    let digits = |at: usize| {
        let is_digit = |byte: &&u8| match is_hexadecimal {
            true => byte.is_ascii_hexdigit(),
            false => byte.is_ascii_digit(),
        };
        text[at.min(text.len())..]
            .iter()
            .take_while(is_digit)
            .count()
    };
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if text.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        if whole + fraction > 0 {
            at += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    let letter = if is_hexadecimal { b'p' } else { b'e' };
    if text
        .get(at)
        .is_some_and(|byte| byte.to_ascii_lowercase() == letter)
    {
        let (_, signed) = sign(&text[at + 1..]);
        let is_digit = |byte: &&u8| byte.is_ascii_digit();
        let power = text[at + 1 + signed..].iter().take_while(is_digit).count();
        if power > 0 {
            at += 1 + signed + power;
        }
    }
    Some((Written::Number, at))
}

fn parse_real<F: Float>(text: &[u8]) -> Read<F> {
    let start = blanks(text);
    let (negative, length) = sign(&text[start..]);
    let from = start + length;
    let Some((written, length)) = real_length(&text[from..]) else {
        return Read {
            value: F::ZERO,
            length: 0,
            range: false,
        };
    };
    let mut range = false;
    let value = match written {
        Written::Infinite => F::INFINITY,
        Written::NotANumber => F::NAN,
        Written::Number => {
            let mut number = String::from_utf8_lossy(&text[from..from + length]).into_owned();
            // APFloat wants the exponent of a hexadecimal number.
            if number[1..].starts_with(['x', 'X']) && !number.contains(['p', 'P']) {
                number.push_str("p0");
            }
            match F::from_str_r(&number, Round::NearestTiesToEven) {
                Ok(read) => {
                    range = read.status.intersects(Status::OVERFLOW | Status::UNDERFLOW);
                    read.value
                }
                Err(_) => F::ZERO,
            }
        }
    };
    Read {
        value: if negative { -value } else { value },
        length: from + length,
        range,
    }
}

/// A `double`.
pub fn parse_double(text: &[u8]) -> Read<f64> {
    let read = parse_real::<Double>(text);
    Read {
        value: f64::from_bits(read.value.to_bits() as u64),
        length: read.length,
        range: read.range,
    }
}

/// A `float`, rounded once.
pub fn parse_single(text: &[u8]) -> Read<f32> {
    let read = parse_real::<Single>(text);
    Read {
        value: f32::from_bits(read.value.to_bits() as u32),
        length: read.length,
        range: read.range,
    }
}

/// A `long double` of x87: its 80 bits.
pub fn parse_x87(text: &[u8]) -> Read<u128> {
    let read = parse_real::<X87DoubleExtended>(text);
    Read {
        value: read.value.to_bits(),
        length: read.length,
        range: read.range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_integers_as_strtol() {
        let read = |text: &str, base| {
            let read = parse_integer(text.as_bytes(), base);
            (read.value.0, read.value.1, read.length)
        };
        assert_eq!(read("  -12x", 10), (true, 12, 5));
        assert_eq!(read("0x1fg", 0), (false, 31, 4));
        assert_eq!(read("0xg", 16), (false, 0, 1));
        assert_eq!(read("017", 0), (false, 15, 3));
        assert_eq!(read("zz", 36), (false, 35 * 36 + 35, 2));
        assert_eq!(read("-", 10), (true, 0, 0));
        assert!(parse_integer(b"18446744073709551616", 10).range);
    }

    #[test]
    fn reads_real_numbers_as_strtod() {
        let read = |text: &str| {
            let read = parse_double(text.as_bytes());
            (read.value, read.length)
        };
        assert_eq!(read(" 1.5e3z"), (1500.0, 6));
        assert_eq!(read("1e"), (1.0, 1));
        assert_eq!(read("-.5"), (-0.5, 3));
        assert_eq!(read("."), (0.0, 0));
        assert_eq!(read("0x1.8p1"), (3.0, 7));
        assert_eq!(read("0x10"), (16.0, 4));
        assert_eq!(read("0x.8"), (0.5, 4));
        assert_eq!(read("infinite"), (f64::INFINITY, 3));
        assert_eq!(parse_double(b"nan(12)").length, 7);
        assert_eq!(read("0.1"), (0.1, 3));
        assert!(parse_double(b"1e999").range);
    }
}
