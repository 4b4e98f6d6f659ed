//! `<locale.h>`, `<errno.h>`, `<langinfo.h>`: the "C" locale, and one with UTF-8.

use super::errors::EINVAL;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__errno_location", errno_location),
    ("localeconv", localeconv),
    ("nl_langinfo", nl_langinfo),
    ("setlocale", setlocale),
];

fn errno_location(call: &mut dyn Call) -> Outcome {
    Ok(Value::pointer(call.errno()))
}

/// The categories of a locale, by their numbers; that of all others has no name of its own.
const CATEGORIES: [&str; 13] = [
    "LC_CTYPE",
    "LC_NUMERIC",
    "LC_TIME",
    "LC_COLLATE",
    "LC_MONETARY",
    "LC_MESSAGES",
    "LC_ALL",
    "LC_PAPER",
    "LC_NAME",
    "LC_ADDRESS",
    "LC_TELEPHONE",
    "LC_MEASUREMENT",
    "LC_IDENTIFICATION",
];
const CHARACTERS: usize = 0;
const ALL: usize = 6;

/// Which categories have the locale with UTF-8.
#[derive(Default)]
pub struct Locale([bool; CATEGORIES.len()]);

/// Whether the locale of a name is the one with UTF-8; none if it is not known.
fn is_utf8(name: &[u8]) -> Option<bool> {
    match name {
        b"C.UTF-8" | b"C.utf8" => Some(true),
        b"C" | b"POSIX" => Some(false),
        _ => None,
    }
}

/// What the environment wants of a category. Languages are not known, but their characters are.
fn wanted(call: &mut dyn Call, category: usize) -> Result<bool, Stop> {
    for name in ["LC_ALL", CATEGORIES[category], "LANG"] {
        let value = super::process::value(call, name.as_bytes())?;
        if value.is_null() {
            continue;
        }
        let value = call.whole_string(value)?.to_ascii_lowercase();
        if !value.is_empty() {
            return Ok(value.ends_with(b".utf-8") || value.ends_with(b".utf8"));
        }
    }
    Ok(false)
}

fn setlocale(call: &mut dyn Call) -> Outcome {
    let (category, name) = (call.int(0)?, call.pointer(1)?);
    let category = usize::try_from(category).ok();
    let Some(category) = category.filter(|number| *number < CATEGORIES.len()) else {
        return call.null_with(EINVAL);
    };
    let meant = match category {
        ALL => 0..CATEGORIES.len(),
        one => one..one + 1,
    };
    if !name.is_null() {
        let name = call.whole_string(name)?;
        for number in meant {
            let is_utf8 = match name.is_empty() {
                true => wanted(call, number)?,
                false => match is_utf8(&name) {
                    Some(is_utf8) => is_utf8,
                    None => return Ok(Value::pointer(Pointer::NULL)),
                },
            };
            call.library().locale.0[number] = is_utf8;
        }
        call.library().utf8 = call.library().locale.0[CHARACTERS];
    }
    name_of(call, category)
}

/// The name of the locale of a category; all of them by name where they differ.
fn name_of(call: &mut dyn Call, category: usize) -> Outcome {
    let held = call.library().locale.0;
    let mut others = (0..held.len()).filter(|number| *number != ALL);
    let place = match category {
        ALL if others.any(|number| held[number] != held[CHARACTERS]) => {
            let each = (0..held.len()).filter(|number| *number != ALL);
            let each = each.map(|number| {
                let name = if held[number] { "C.UTF-8" } else { "C" };
                format!("{}={name}", CATEGORIES[number])
            });
            let names = each.collect::<Vec<_>>().join(";");
            let place = call.static_object("names of locales", &|| vec![0; 512]);
            call.write_string(place, names.as_bytes())?;
            place
        }
        _ => {
            let one = if category == ALL {
                CHARACTERS
            } else {
                category
            };
            match held[one] {
                true => call.static_object("C.UTF-8", &|| b"C.UTF-8\0".to_vec()),
                false => call.static_object("C", &|| b"C\0".to_vec()),
            }
        }
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
