//! `<wchar.h>`: strings that are converted in parts, and how wide characters are on a screen.

use super::errors::EILSEQ;
use super::typed::Outcome;
use super::wchar::{WIDE, first};
use super::wide::{Decoded, encode};
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use unicode_width::UnicodeWidthChar;

pub(super) const TABLE: &[Row] = &[
    ("mbsrtowcs", mbsrtowcs),
    ("wcsrtombs", wcsrtombs),
    ("wcswidth", wcswidth),
    ("wcwidth", |call| {
        let letter = call.int(0)? as u32;
        Ok(Value::int(width(call, letter)))
    }),
];

/// Ends a conversion: where it goes on is told only if something was written.
fn ends(call: &mut dyn Call, to: Pointer, at: Pointer, length: Option<u64>) -> Result<Value, Stop> {
    if !to.is_null() {
        let place = call.pointer(1)?;
        call.store_pointer(place, at)?;
    }
    match length {
        Some(length) => Ok(call.of_size(length)),
        None => {
            call.set_errno(EILSEQ)?;
            Ok(call.of_long(-1))
        }
    }
}

/// What the arguments are: where to, from where, and how much at most.
fn arguments(call: &mut dyn Call) -> Result<(Pointer, Pointer, u64), Stop> {
    let (to, place) = (call.pointer(0)?, call.pointer(1)?);
    let from = call.load_pointer(place)?;
    let most = match to.is_null() {
        true => u64::MAX,
        false => call.size(2)?,
    };
    Ok((to, from, most))
}

fn mbsrtowcs(call: &mut dyn Call) -> Outcome {
    let (to, from, most) = arguments(call)?;
    let (mut at, mut count) = (from, 0);
    while count < most {
        let Decoded::Character(code, length) = first(call, at, u64::MAX)? else {
            return ends(call, to, at, None);
        };
        if !to.is_null() {
            let place = to.offset((count * WIDE) as i64);
            call.write_number(place, u64::from(code), WIDE)?;
        }
        if code == 0 {
            return ends(call, to, Pointer::NULL, Some(count));
        }
        at = at.offset(length as i64);
        count += 1;
    }
    ends(call, to, at, Some(count))
}

fn wcsrtombs(call: &mut dyn Call) -> Outcome {
    let (to, from, most) = arguments(call)?;
    let (mut at, mut count) = (from, 0);
    while count < most {
        let code = call.read_number(at, WIDE)? as u32;
        let Some(bytes) = encode(call, code) else {
            return ends(call, to, at, None);
        };
        // Only whole characters are written.
        if bytes.len() as u64 > most - count {
            break;
        }
        if !to.is_null() {
            call.write(to.offset(count as i64), &bytes)?;
        }
        if code == 0 {
            return ends(call, to, Pointer::NULL, Some(count));
        }
        at = at.offset(WIDE as i64);
        count += bytes.len() as u64;
    }
    ends(call, to, at, Some(count))
}

/// How many columns a character takes, -1 if it is none that is printed.
fn width(call: &mut dyn Call, letter: u32) -> i32 {
    // The "C" locale has no more than ASCII.
    let is_known = call.library().utf8 || letter < 128;
    match char::from_u32(letter).filter(|_| is_known) {
        Some('\0') => 0,
        Some(letter) => letter.width().map_or(-1, |width| width as i32),
        None => -1,
    }
}

fn wcswidth(call: &mut dyn Call) -> Outcome {
    let (from, most) = (call.pointer(0)?, call.size(1)?);
    let mut all = 0;
    for letter in super::wide::string(call, from, most)? {
        match width(call, letter) {
            -1 => return Ok(Value::int(-1)),
            width => all += width,
        }
    }
    Ok(Value::int(all))
}
