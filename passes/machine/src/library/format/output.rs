//! printf: a format and its arguments as bytes.

use super::decimal::Real;
use super::directive::{Amount, Directive, Length, Piece, parse};
use super::real;
use crate::concrete::{Pointer, signed};
use crate::fault::Stop;
use crate::library::arguments::Arguments;
use crate::library::{Call, errors, wide};

/// An argument that a directive takes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Given {
    Integer(u64),
    Real(Real),
    Pointer(Pointer),
}

/// What type of argument a directive takes; integers with their bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Integer(u64),
    Double,
    LongDouble,
    Pointer,
}

/// The bytes that a format makes of arguments; none if one is no character of the locale.
///
/// # Errors
/// If an argument is missing or has no value, a string leaves its object, or C gives the format no meaning.
pub fn print(
    call: &mut dyn Call,
    format: &[u8],
    arguments: &mut Arguments,
) -> Result<Option<Vec<u8>>, Stop> {
    let pieces = parse(format)?;
    let given = take_all(call, &pieces, arguments)?;
    let mut made = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Text(text) => made.extend_from_slice(text),
            Piece::Directive(directive) => {
                if !convert(call, directive, &given, &mut made)? {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(made))
}

/// All arguments, in their order.
fn take_all(
    call: &mut dyn Call,
    pieces: &[Piece],
    arguments: &mut Arguments,
) -> Result<Vec<Given>, Stop> {
    let mut kinds: Vec<Option<Kind>> = Vec::new();
    let mut note = |number: usize, kind: Kind| {
        let count = kinds.len().max(number + 1);
        kinds.resize(count, None);
        kinds[number] = Some(kind);
    };
    for piece in pieces {
        let Piece::Directive(directive) = piece else {
            continue;
        };
        for amount in [directive.width, directive.precision].into_iter().flatten() {
            if let Amount::Argument(number) = amount {
                note(number, Kind::Integer(4));
            }
        }
        if directive.conversion != b'm' {
            note(directive.argument, kind(call, directive));
        }
    }
    let mut given = Vec::new();
    for kind in kinds {
        given.push(match kind {
            // C asks that all arguments up to the last one are named.
            None => Given::Integer(arguments.integer(call, 4)?),
            Some(Kind::Integer(bytes)) => Given::Integer(arguments.integer(call, bytes)?),
            Some(Kind::Pointer) => Given::Pointer(arguments.pointer(call)?),
            Some(Kind::Double) => Given::Real(Real::of_double(arguments.double(call)?)),
            Some(Kind::LongDouble) => Given::Real(Real::of_x87(arguments.long_double(call)?)),
        });
    }
    Ok(given)
}

fn kind(call: &dyn Call, directive: &Directive) -> Kind {
    match directive.conversion {
        b's' | b'S' | b'p' | b'n' => Kind::Pointer,
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => match directive.length {
            Length::LongDouble => Kind::LongDouble,
            _ => Kind::Double,
        },
        b'c' | b'C' => Kind::Integer(4),
        // What is shorter is passed as an int.
        _ => Kind::Integer(bytes(call, directive.length).max(4)),
    }
}

/// Bytes of the integer that a length stands for.
pub(super) fn bytes(call: &dyn Call, length: Length) -> u64 {
    match length {
        Length::Char => 1,
        Length::Short => 2,
        Length::Plain => 4,
        Length::Long => call.long_bytes(),
        Length::Size | Length::Difference => call.size_bytes(),
        Length::LongLong | Length::Greatest | Length::LongDouble => 8,
    }
}

/// Width and precision, with the flags that negative ones stand for.
fn amounts(directive: &Directive, given: &[Given]) -> (Directive, usize, Option<usize>) {
    let number = |amount: Amount| match amount {
        Amount::Fixed(number) => number,
        Amount::Argument(at) => match given[at] {
            Given::Integer(bits) => bits as u32 as i32,
            _ => 0,
        },
    };
    let width = directive.width.map_or(0, number);
    let precision = directive.precision.map(number);
    let mut directive = directive.clone();
    directive.left |= width < 0;
    let precision = precision.and_then(|number| usize::try_from(number).ok());
    (directive, width.unsigned_abs() as usize, precision)
}

fn convert(
    call: &mut dyn Call,
    directive: &Directive,
    given: &[Given],
    made: &mut Vec<u8>,
) -> Result<bool, Stop> {
    let (directive, width, precision) = amounts(directive, given);
    let conversion = directive.conversion;
    let is_wide = directive.length == Length::Long || matches!(conversion, b'C' | b'S');
    let argument = match conversion {
        b'm' => Given::Integer(0),
        _ => given[directive.argument],
    };
    match (conversion, argument) {
        (b'n', Given::Pointer(to)) => {
            let bytes = bytes(call, directive.length);
            call.write_number(to, made.len() as u64, bytes)?;
        }
        (b'c' | b'C', Given::Integer(code)) => {
            let text = match is_wide {
                true => match wide::encode(call, code as u32) {
                    Some(text) => text,
                    None => return Ok(false),
                },
                false => vec![code as u8],
            };
            pad(made, &text, width, directive.left);
        }
        (b's' | b'S', Given::Pointer(from)) => {
            let most = precision.map_or(u64::MAX, |most| most as u64);
            let text = match (from.is_null(), is_wide) {
                (true, _) if most < 6 => Vec::new(),
                (true, _) => b"(null)".to_vec(),
                (_, true) => match wide::narrow(call, from, most)? {
                    Some(text) => text,
                    None => return Ok(false),
                },
                (_, false) => call.string(from, most)?,
            };
            pad(made, &text, width, directive.left);
        }
        (b'm', _) => {
            let place = call.errno();
            let number = call.read_number(place, 4)? as i32;
            let text = errors::message(number);
            pad(made, text.as_bytes(), width, directive.left);
        }
        (b'p', Given::Pointer(pointer)) => match pointer.is_null() {
            true => pad(made, b"(nil)", width, directive.left),
            false => {
                let digits = format!("{:x}", pointer.address).into_bytes();
                number(made, &directive, width, precision, b"0x", digits);
            }
        },
        (_, Given::Real(real)) => {
            let (sign, digits) = real::text(real, &directive, precision);
            let is_finite = digits.iter().any(u8::is_ascii_digit);
            let directive = Directive {
                zero: directive.zero && is_finite,
                ..directive
            };
            let (front, digits) = match digits.get(1) {
                Some(b'x' | b'X') => digits.split_at(2),
                _ => digits.split_at(0),
            };
            let front = [sign.as_bytes(), front].concat();
            number(made, &directive, width, None, &front, digits.to_vec());
        }
        (_, Given::Integer(bits)) => integer(call, made, &directive, width, precision, bits),
        (_, Given::Pointer(_)) => {}
    }
    Ok(true)
}

fn integer(
    call: &dyn Call,
    made: &mut Vec<u8>,
    directive: &Directive,
    width: usize,
    precision: Option<usize>,
    bits: u64,
) {
    let size = 8 * bytes(call, directive.length) as u32;
    let unsigned = bits & crate::concrete::mask(size);
    let mut front: &[u8] = b"";
    let mut digits = match directive.conversion {
        b'd' | b'i' => {
            let value = signed(bits, size);
            front = match (value < 0, directive.plus, directive.space) {
                (true, ..) => b"-",
                (_, true, _) => b"+",
                (_, _, true) => b" ",
                _ => b"",
            };
            value.unsigned_abs().to_string()
        }
        b'o' => format!("{unsigned:o}"),
        b'x' => format!("{unsigned:x}"),
        b'X' => format!("{unsigned:X}"),
        _ => unsigned.to_string(),
    };
    if precision == Some(0) && unsigned == 0 {
        digits.clear();
    }
    if directive.alternative {
        match directive.conversion {
            b'x' if unsigned != 0 => front = b"0x",
            b'X' if unsigned != 0 => front = b"0X",
            b'o' if !digits.starts_with('0') && precision.unwrap_or(0) <= digits.len() => {
                digits.insert(0, '0');
            }
            _ => {}
        }
    }
    number(
        made,
        directive,
        width,
        precision,
        front,
        digits.into_bytes(),
    );
}

/// A number: sign or base, digits filled up with zeros, and spaces.
fn number(
    made: &mut Vec<u8>,
    directive: &Directive,
    width: usize,
    precision: Option<usize>,
    front: &[u8],
    digits: Vec<u8>,
) {
    let least = match precision {
        Some(least) => least,
        None if directive.zero && !directive.left => width.saturating_sub(front.len()),
        None => 0,
    };
    let mut text = front.to_vec();
    text.resize(front.len() + least.saturating_sub(digits.len()), b'0');
    text.extend(digits);
    pad(made, &text, width, directive.left);
}

fn pad(made: &mut Vec<u8>, text: &[u8], width: usize, left: bool) {
    let spaces = width.saturating_sub(text.len());
    if !left {
        made.resize(made.len() + spaces, b' ');
    }
    made.extend_from_slice(text);
    if left {
        made.resize(made.len() + spaces, b' ');
    }
}
