//! `<locale.h>`, `<errno.h>`, `<langinfo.h>`: the "C" locale, and one with UTF-8.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};

pub(super) const TABLE: &[Row] = &[
    ("__errno_location", errno_location),
    ("localeconv", localeconv),
    ("nl_langinfo", nl_langinfo),
    ("setlocale", setlocale),
];

fn errno_location(call: &mut dyn Call) -> Outcome {
    Ok(Value::pointer(call.errno()))
}

/// Categories that decide about characters: LC_CTYPE and LC_ALL.
const CHARACTERS: [i32; 2] = [0, 6];

fn setlocale(call: &mut dyn Call) -> Outcome {
    let (category, name) = (call.int(0)?, call.pointer(1)?);
    let is_known = match name.is_null() {
        true => true,
        false => {
            let name = call.whole_string(name)?;
            let is_utf8 = matches!(name.as_slice(), b"C.UTF-8" | b"C.utf8");
            let is_known = is_utf8 || matches!(name.as_slice(), b"" | b"C" | b"POSIX");
            if is_known && CHARACTERS.contains(&category) {
                call.library().utf8 = is_utf8;
            }
            is_known
        }
    };
    if !is_known {
        return Ok(Value::pointer(Pointer::NULL));
    }
    let is_utf8 = call.library().utf8 && CHARACTERS.contains(&category);
    let place = match is_utf8 {
        true => call.static_object("C.UTF-8", &|| b"C.UTF-8\0".to_vec()),
        false => call.static_object("C", &|| b"C\0".to_vec()),
    };
    Ok(Value::pointer(place))
}

/// A `struct lconv` of x86-64 Linux: ten strings, fourteen `char` and none used behind them.
fn localeconv(call: &mut dyn Call) -> Outcome {
    const STRINGS: u64 = 10;
    const NUMBERS: usize = 14;
    let point = call.static_object("decimal point", &|| b".\0".to_vec());
    let empty = call.static_object("empty string", &|| b"\0".to_vec());
    let bytes = call.layout().pointer_bytes();
    let place = call.static_object("lconv", &|| {
        let mut all = vec![0; (STRINGS * bytes) as usize];
        all.resize(all.len() + NUMBERS, i8::MAX as u8);
        all.resize(all.len().next_multiple_of(bytes as usize), 0);
        all
    });
    for at in 0..STRINGS {
        let text = if at == 0 { point } else { empty };
        call.store_pointer(place.offset((at * bytes) as i64), text)?;
    }
    Ok(Value::pointer(place))
}

fn nl_langinfo(call: &mut dyn Call) -> Outcome {
    const CODESET: i32 = 14;
    const RADIX: i32 = 0x10000;
    let place = match (call.int(0)?, call.library().utf8) {
        (CODESET, true) => call.static_object("UTF-8", &|| b"UTF-8\0".to_vec()),
        (CODESET, false) => call.static_object("ANSI_X3.4-1968", &|| b"ANSI_X3.4-1968\0".to_vec()),
        (RADIX, _) => call.static_object("decimal point", &|| b".\0".to_vec()),
        _ => call.static_object("empty string", &|| b"\0".to_vec()),
    };
    Ok(Value::pointer(place))
}
