//! `<ctype.h>` in the "C" locale, and the tables behind its macros.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__ctype_b_loc", b_loc),
    ("__ctype_get_mb_cur_max", get_mb_cur_max),
    ("__ctype_tolower_loc", tolower_loc),
    ("__ctype_toupper_loc", toupper_loc),
    ("isalnum", |call| is(call, ALNUM)),
    ("isalpha", |call| is(call, ALPHA)),
    ("isascii", isascii),
    ("isblank", |call| is(call, BLANK)),
    ("iscntrl", |call| is(call, CNTRL)),
    ("isdigit", |call| is(call, DIGIT)),
    ("isgraph", |call| is(call, GRAPH)),
    ("islower", |call| is(call, LOWER)),
    ("isprint", |call| is(call, PRINT)),
    ("ispunct", |call| is(call, PUNCT)),
    ("isspace", |call| is(call, SPACE)),
    ("isupper", |call| is(call, UPPER)),
    ("isxdigit", |call| is(call, XDIGIT)),
    ("toascii", toascii),
    ("tolower", tolower),
    ("toupper", toupper),
];

// Bits of the C library of Linux on little-endian targets.
const UPPER: u16 = 0x100;
const LOWER: u16 = 0x200;
const ALPHA: u16 = 0x400;
const DIGIT: u16 = 0x800;
const XDIGIT: u16 = 0x1000;
const SPACE: u16 = 0x2000;
const PRINT: u16 = 0x4000;
const GRAPH: u16 = 0x8000;
const BLANK: u16 = 0x1;
const CNTRL: u16 = 0x2;
const PUNCT: u16 = 0x4;
const ALNUM: u16 = 0x8;

/// All classes of a character.
fn classes(byte: u8) -> u16 {
    let rows = [
        (byte.is_ascii_uppercase(), UPPER),
        (byte.is_ascii_lowercase(), LOWER),
        (byte.is_ascii_alphabetic(), ALPHA),
        (byte.is_ascii_digit(), DIGIT),
        (byte.is_ascii_hexdigit(), XDIGIT),
        (matches!(byte, b' ' | b'\t'..=b'\r'), SPACE),
        (matches!(byte, b' '..=b'~'), PRINT),
        (byte.is_ascii_graphic(), GRAPH),
        (matches!(byte, b' ' | b'\t'), BLANK),
        (byte.is_ascii_control(), CNTRL),
        (byte.is_ascii_punctuation(), PUNCT),
        (byte.is_ascii_alphanumeric(), ALNUM),
    ];
    let holds = rows.iter().filter(|(holds, _)| *holds);
    holds.map(|(_, bit)| bit).sum()
}

fn is(call: &mut dyn Call, class: u16) -> Outcome {
    let code = call.int(0)?;
    let classes = u8::try_from(code).map_or(0, classes);
    Ok(Value::int(i32::from(classes & class)))
}

fn isascii(call: &mut dyn Call) -> Outcome {
    Ok(Value::int(i32::from((0..128).contains(&call.int(0)?))))
}

fn toascii(call: &mut dyn Call) -> Outcome {
    Ok(Value::int(call.int(0)? & 0x7f))
}

fn lower(code: i32) -> i32 {
    u8::try_from(code).map_or(code, |byte| i32::from(byte.to_ascii_lowercase()))
}

fn upper(code: i32) -> i32 {
    u8::try_from(code).map_or(code, |byte| i32::from(byte.to_ascii_uppercase()))
}

fn tolower(call: &mut dyn Call) -> Outcome {
    Ok(Value::int(lower(call.int(0)?)))
}

fn toupper(call: &mut dyn Call) -> Outcome {
    Ok(Value::int(upper(call.int(0)?)))
}

/// The tables begin at -128, so that a `char` with sign and EOF are in them. Macros index from 0 on.
const FIRST: i32 = -128;

/// A pointer to the middle of a table, in memory of the library.
fn table(
    call: &mut dyn Call,
    names: (&'static str, &'static str),
    make: &dyn Fn() -> Vec<u8>,
    bytes: i64,
) -> Result<Pointer, Stop> {
    let table = call.static_object(names.0, make);
    let place_bytes = call.layout().pointer_bytes() as usize;
    let place = call.static_object(names.1, &|| vec![0; place_bytes]);
    call.store_pointer(place, table.offset(-i64::from(FIRST) * bytes))?;
    Ok(place)
}

fn b_loc(call: &mut dyn Call) -> Outcome {
    let make = || {
        // On big-endian targets the bits are the other way round, so the bytes are the same.
        let rows = (FIRST..256).map(|code| u8::try_from(code).map_or(0, classes));
        rows.flat_map(u16::to_le_bytes).collect()
    };
    let place = table(call, ("__ctype_b", "__ctype_b_loc"), &make, 2)?;
    Ok(Value::pointer(place))
}

/// A table of characters; what is none maps to itself.
fn letters(map: fn(i32) -> i32, is_big: bool) -> Vec<u8> {
    let all = (FIRST..256).map(map);
    all.flat_map(|code| match is_big {
        true => code.to_be_bytes(),
        false => code.to_le_bytes(),
    })
    .collect()
}

fn tolower_loc(call: &mut dyn Call) -> Outcome {
    let is_big = call.layout().big_endian;
    let names = ("__ctype_tolower", "__ctype_tolower_loc");
    let place = table(call, names, &|| letters(lower, is_big), 4)?;
    Ok(Value::pointer(place))
}

fn toupper_loc(call: &mut dyn Call) -> Outcome {
    let is_big = call.layout().big_endian;
    let names = ("__ctype_toupper", "__ctype_toupper_loc");
    let place = table(call, names, &|| letters(upper, is_big), 4)?;
    Ok(Value::pointer(place))
}

fn get_mb_cur_max(call: &mut dyn Call) -> Outcome {
    let most = if call.library().utf8 { 6 } else { 1 };
    Ok(call.of_size(most))
}
