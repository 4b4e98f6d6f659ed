//! `<wchar.h>`: printf and scanf with formats of wide characters. A format is done as one of bytes in UTF-8, which holds every character. Where
//! widths or counts would count bytes in place of characters, the machine says so.

use super::arguments::Arguments;
use super::errors::{EILSEQ, EOVERFLOW};
use super::format::{print, scan};
use super::stdio::{put, standard};
use super::stdio_format::{arguments, scan_stream};
use super::typed::Outcome;
use super::wchar::WIDE;
use super::wide::{encode, string};
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__isoc23_fwscanf", |call| fwscanf(call, false)),
    ("__isoc23_swscanf", |call| swscanf(call, false)),
    ("__isoc23_vfwscanf", |call| fwscanf(call, true)),
    ("__isoc23_vswscanf", |call| swscanf(call, true)),
    ("__isoc23_vwscanf", |call| wscanf(call, true)),
    ("__isoc23_wscanf", |call| wscanf(call, false)),
    ("__isoc99_fwscanf", |call| fwscanf(call, false)),
    ("__isoc99_swscanf", |call| swscanf(call, false)),
    ("__isoc99_vfwscanf", |call| fwscanf(call, true)),
    ("__isoc99_vswscanf", |call| swscanf(call, true)),
    ("__isoc99_vwscanf", |call| wscanf(call, true)),
    ("__isoc99_wscanf", |call| wscanf(call, false)),
    ("fwprintf", |call| fwprintf(call, false)),
    ("fwscanf", |call| fwscanf(call, false)),
    ("swprintf", |call| swprintf(call, false)),
    ("swscanf", |call| swscanf(call, false)),
    ("vfwprintf", |call| fwprintf(call, true)),
    ("vfwscanf", |call| fwscanf(call, true)),
    ("vswprintf", |call| swprintf(call, true)),
    ("vswscanf", |call| swscanf(call, true)),
    ("vwprintf", |call| wprintf(call, true)),
    ("vwscanf", |call| wscanf(call, true)),
    ("wprintf", |call| wprintf(call, false)),
    ("wscanf", |call| wscanf(call, false)),
];

/// The wide string of an argument in UTF-8; none if it has what is no character.
fn text(call: &mut dyn Call, number: usize) -> Result<Option<Vec<u8>>, Stop> {
    let from = call.pointer(number)?;
    let codes = string(call, from, u64::MAX)?;
    let letters: Option<String> = codes.into_iter().map(char::from_u32).collect();
    Ok(letters.map(String::into_bytes))
}

/// Whether a format says how wide something is, or asks how much was read.
fn counts(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(b"%") {
            rest = after;
            continue;
        }
        let end = rest.iter().position(u8::is_ascii_alphabetic);
        let (directive, conversion) = rest.split_at(end.unwrap_or(rest.len()));
        let says = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'*' | b'.');
        if directive.iter().any(says) || conversion.first() == Some(&b'n') {
            return true;
        }
    }
    false
}

fn is_held(format: &[u8], text: &[u8]) -> Result<(), Stop> {
    match text.is_ascii() || !counts(format) {
        true => Ok(()),
        false => Err(Stop::Unsupported(
            "a wide format that counts characters beyond ASCII".to_owned(),
        )),
    }
}

/// Does something while all characters have an encoding.
fn in_utf8<T>(
    call: &mut dyn Call,
    what: impl FnOnce(&mut dyn Call) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let before = std::mem::replace(&mut call.library().utf8, true);
    let done = what(call);
    call.library().utf8 = before;
    done
}

/// The characters that a format makes; none if one is none.
fn made(call: &mut dyn Call, format: usize, is_list: bool) -> Result<Option<Vec<char>>, Stop> {
    let Some(format_text) = text(call, format)? else {
        call.set_errno(EILSEQ)?;
        return Ok(None);
    };
    let mut arguments = arguments(call, format, is_list)?;
    let made = in_utf8(call, |call| print(call, &format_text, &mut arguments))?;
    let made = made.and_then(|made| String::from_utf8(made).ok());
    let Some(made) = made else {
        call.set_errno(EILSEQ)?;
        return Ok(None);
    };
    is_held(&format_text, made.as_bytes())?;
    Ok(Some(made.chars().collect()))
}

fn swprintf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let (to, most) = (call.pointer(0)?, call.size(1)?);
    let Some(made) = made(call, 2, is_list)? else {
        return Ok(Value::int(-1));
    };
    let fits = (made.len() as u64) < most;
    let kept = made.len().min(most.saturating_sub(1) as usize);
    let mut bytes: Vec<u8> = made[..kept]
        .iter()
        .flat_map(|letter| (*letter as u32).to_le_bytes())
        .collect();
    if most > 0 {
        bytes.extend([0; WIDE as usize]);
        call.write(to, &bytes)?;
    }
    if !fits {
        call.set_errno(EOVERFLOW)?;
    }
    Ok(Value::int(if fits { made.len() as i32 } else { -1 }))
}

fn to_stream(call: &mut dyn Call, file: Pointer, format: usize, is_list: bool) -> Outcome {
    let Some(made) = made(call, format, is_list)? else {
        return Ok(Value::int(-1));
    };
    let mut bytes = Vec::new();
    for letter in &made {
        match encode(call, *letter as u32) {
            Some(encoded) => bytes.extend(encoded),
            None => {
                call.set_errno(EILSEQ)?;
                return Ok(Value::int(-1));
            }
        }
    }
    let is_done = put(call, file, &bytes)?;
    Ok(Value::int(if is_done { made.len() as i32 } else { -1 }))
}

fn wprintf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let file = standard(call, 1)?;
    to_stream(call, file, 0, is_list)
}

fn fwprintf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let file = call.pointer(0)?;
    to_stream(call, file, 1, is_list)
}

fn swscanf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let (from, format) = (text(call, 0)?, text(call, 1)?);
    let (Some(from), Some(format)) = (from, format) else {
        return call.failed(EILSEQ);
    };
    is_held(&format, &from)?;
    let mut arguments = arguments(call, 1, is_list)?;
    let mut source = (from.as_slice(), 0);
    let stored = in_utf8(call, |call| {
        scan(call, &mut source, &format, &mut arguments)
    })?;
    Ok(Value::int(stored))
}

fn of_stream(call: &mut dyn Call, file: Pointer, format: usize, is_list: bool) -> Outcome {
    let Some(format_text) = text(call, format)? else {
        return call.failed(EILSEQ);
    };
    let mut arguments: Arguments = arguments(call, format, is_list)?;
    scan_stream(call, file, &format_text, &mut arguments)
}

fn wscanf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let file = standard(call, 0)?;
    of_stream(call, file, 0, is_list)
}

fn fwscanf(call: &mut dyn Call, is_list: bool) -> Outcome {
    let file = call.pointer(0)?;
    of_stream(call, file, 1, is_list)
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn knows_formats_that_count() {
        for format in ["%5d", "a %*s", "%.3ls", "%n", "%% %2c"] {
            assert!(counts(format.as_bytes()), "{format}");
        }
        for format in ["%d", "plain 12", "%ls %c", "100%% 5", "%-d"] {
            assert!(!counts(format.as_bytes()), "{format}");
        }
    }
}
