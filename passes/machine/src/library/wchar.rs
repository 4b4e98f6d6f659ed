//! `<wchar.h>`, `<wctype.h>` and the multibyte functions of `<stdlib.h>`.

use super::errors::EILSEQ;
use super::typed::Outcome;
use super::wide::{Decoded, decode, encode};
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("btowc", btowc),
    ("iswalnum", |call| is(call, char::is_alphanumeric)),
    ("iswalpha", |call| is(call, char::is_alphabetic)),
    ("iswblank", |call| {
        is(call, |letter| matches!(letter, ' ' | '\t'))
    }),
    ("iswcntrl", |call| is(call, char::is_control)),
    ("iswdigit", |call| {
        is(call, |letter| letter.is_ascii_digit())
    }),
    ("iswgraph", |call| {
        is(call, |letter| {
            !letter.is_control() && !letter.is_whitespace()
        })
    }),
    ("iswlower", |call| is(call, char::is_lowercase)),
    ("iswprint", |call| is(call, |letter| !letter.is_control())),
    ("iswpunct", |call| {
        is(call, |letter| {
            !letter.is_control() && !letter.is_whitespace() && !letter.is_alphanumeric()
        })
    }),
    ("iswspace", |call| is(call, char::is_whitespace)),
    ("iswupper", |call| is(call, char::is_uppercase)),
    ("iswxdigit", |call| {
        is(call, |letter| letter.is_ascii_hexdigit())
    }),
    ("mblen", mblen),
    ("mbrlen", mbrlen),
    ("mbrtowc", mbrtowc),
    ("mbsinit", |_| Ok(Value::int(1))),
    ("mbstowcs", mbstowcs),
    ("mbtowc", mbtowc),
    ("towlower", |call| {
        map(call, |letter| letter.to_lowercase().next())
    }),
    ("towupper", |call| {
        map(call, |letter| letter.to_uppercase().next())
    }),
    ("wcrtomb", wctomb),
    ("wcstombs", wcstombs),
    ("wctob", wctob),
    ("wctomb", |call| wctomb(call).map(as_int)),
];

/// Bytes of a `wchar_t`.
pub(super) const WIDE: u64 = 4;
/// WEOF.
const END: i32 = -1;

fn is(call: &mut dyn Call, holds: fn(char) -> bool) -> Outcome {
    let code = call.int(0)? as u32;
    // The "C" locale has no more than ASCII.
    let is_known = call.library().utf8 || code < 128;
    let letter = char::from_u32(code).filter(|_| is_known);
    Ok(Value::int(i32::from(letter.is_some_and(holds))))
}

fn map(call: &mut dyn Call, to: fn(char) -> Option<char>) -> Outcome {
    let code = call.int(0)? as u32;
    let is_known = call.library().utf8 || code < 128;
    let letter = char::from_u32(code).filter(|_| is_known).and_then(to);
    Ok(Value::integer(letter.map_or(u64::from(code), |letter| {
        u64::from(u32::from(letter))
    })))
}

fn btowc(call: &mut dyn Call) -> Outcome {
    let code = call.int(0)?;
    Ok(Value::int(if (0..128).contains(&code) {
        code
    } else {
        END
    }))
}

fn wctob(call: &mut dyn Call) -> Outcome {
    btowc(call)
}

/// The first character of at most so many bytes; a string that is shorter ends it.
pub(super) fn first(call: &mut dyn Call, from: Pointer, most: u64) -> Result<Decoded, Stop> {
    let mut bytes = Vec::new();
    loop {
        if bytes.len() as u64 >= most {
            return Ok(Decoded::Incomplete);
        }
        bytes.push(call.byte(from.offset(bytes.len() as i64))?);
        match decode(call, &bytes) {
            Decoded::Incomplete => {}
            decoded => return Ok(decoded),
        }
    }
}

/// The length of the first character: 0 for the end, -1 where it is wrong, -2 where it is cut if that is asked for.
fn to_wide(call: &mut dyn Call, to: Pointer, from: Pointer, most: u64, cut: i64) -> Outcome {
    if from.is_null() {
        return Ok(Value::int(0));
    }
    let length = match first(call, from, most)? {
        Decoded::Character(code, length) => {
            if !to.is_null() {
                call.write_number(to, u64::from(code), WIDE)?;
            }
            if code == 0 { 0 } else { length as i64 }
        }
        Decoded::Incomplete => cut,
        Decoded::Wrong => {
            call.set_errno(EILSEQ)?;
            -1
        }
    };
    Ok(call.of_long(length))
}

/// An `int` of a length.
fn as_int(value: Value) -> Value {
    Value::int(value.number().unwrap_or(0) as u32 as i32)
}

fn mbtowc(call: &mut dyn Call) -> Outcome {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    to_wide(call, to, from, most, -1).map(as_int)
}

fn mbrtowc(call: &mut dyn Call) -> Outcome {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    to_wide(call, to, from, most, -2)
}

fn mblen(call: &mut dyn Call) -> Outcome {
    let (from, most) = (call.pointer(0)?, call.size(1)?);
    to_wide(call, Pointer::NULL, from, most, -1).map(as_int)
}

fn mbrlen(call: &mut dyn Call) -> Outcome {
    let (from, most) = (call.pointer(0)?, call.size(1)?);
    to_wide(call, Pointer::NULL, from, most, -2)
}

/// Also `wcrtomb`: no state is kept.
fn wctomb(call: &mut dyn Call) -> Outcome {
    let to = call.pointer(0)?;
    if to.is_null() {
        return Ok(Value::int(0));
    }
    let code = call.int(1)? as u32;
    match encode(call, code) {
        Some(bytes) => {
            call.write(to, &bytes)?;
            Ok(call.of_long(bytes.len() as i64))
        }
        None => {
            call.set_errno(EILSEQ)?;
            Ok(call.of_long(-1))
        }
    }
}

fn mbstowcs(call: &mut dyn Call) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let most = if to.is_null() {
        u64::MAX
    } else {
        call.size(2)?
    };
    let (mut at, mut count) = (from, 0u64);
    while count < most {
        let Decoded::Character(code, length) = first(call, at, u64::MAX)? else {
            call.set_errno(EILSEQ)?;
            return Ok(call.of_long(-1));
        };
        if !to.is_null() {
            call.write_number(to.offset((count * WIDE) as i64), u64::from(code), WIDE)?;
        }
        if code == 0 {
            break;
        }
        at = at.offset(length as i64);
        count += 1;
    }
    Ok(call.of_size(count))
}

fn wcstombs(call: &mut dyn Call) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let most = if to.is_null() {
        u64::MAX
    } else {
        call.size(2)?
    };
    let Some(text) = super::wide::narrow(call, from, most)? else {
        call.set_errno(EILSEQ)?;
        return Ok(call.of_long(-1));
    };
    if !to.is_null() {
        call.write(to, &text)?;
        if (text.len() as u64) < most {
            call.write(to.offset(text.len() as i64), &[0])?;
        }
    }
    Ok(call.of_size(text.len() as u64))
}
