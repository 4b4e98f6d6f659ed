//! `<string.h>`: searching, and taking strings apart.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__strtok_r", strtok_r),
    ("basename", basename),
    ("index", strchr),
    ("memchr", memchr),
    ("memmem", memmem),
    ("memrchr", memrchr),
    ("rawmemchr", rawmemchr),
    ("rindex", strrchr),
    ("strcasestr", strcasestr),
    ("strchr", strchr),
    ("strchrnul", strchrnul),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
    ("strrchr", strrchr),
    ("strsep", strsep),
    ("strspn", strspn),
    ("strstr", strstr),
    ("strtok", strtok),
    ("strtok_r", strtok_r),
];

/// So many bytes behind the first argument, or null.
fn within(call: &dyn Call, at: Option<usize>) -> Outcome {
    Ok(Value::pointer(match at {
        Some(at) => call.pointer(0)?.offset(at as i64),
        None => Pointer::NULL,
    }))
}

fn memchr(call: &mut dyn Call) -> Outcome {
    let (from, byte, most) = (call.pointer(0)?, call.int(1)? as u8, call.size(2)?);
    // C17 7.24.5.1 2: as if byte by byte, so what lies behind the first match need not be there.
    for at in 0..most {
        if call.byte(from.offset(at as i64))? == byte {
            return within(call, Some(at as usize));
        }
    }
    within(call, None)
}

fn rawmemchr(call: &mut dyn Call) -> Outcome {
    let (mut at, byte) = (call.pointer(0)?, call.int(1)? as u8);
    while call.byte(at)? != byte {
        at = at.offset(1);
    }
    Ok(Value::pointer(at))
}

fn memrchr(call: &mut dyn Call) -> Outcome {
    let (from, byte, most) = (call.pointer(0)?, call.int(1)? as u8, call.size(2)?);
    for at in (0..most).rev() {
        if call.byte(from.offset(at as i64))? == byte {
            return within(call, Some(at as usize));
        }
    }
    within(call, None)
}

/// Where a text begins in another one.
fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    match wanted.is_empty() {
        true => Some(0),
        false => text.windows(wanted.len()).position(|some| some == wanted),
    }
}

fn memmem(call: &mut dyn Call) -> Outcome {
    let (from, bytes) = (call.pointer(0)?, call.size(1)?);
    let (wanted, length) = (call.pointer(2)?, call.size(3)?);
    if length > bytes {
        return within(call, None);
    }
    if length == 0 {
        return within(call, Some(0));
    }
    let (text, wanted) = (call.read(from, bytes)?, call.read(wanted, length)?);
    within(call, find(&text, &wanted))
}

fn strchr(call: &mut dyn Call) -> Outcome {
    let (from, byte) = (call.pointer(0)?, call.int(1)? as u8);
    let mut at = 0;
    loop {
        let found = call.byte(from.offset(at))?;
        if found == byte {
            return within(call, Some(at as usize));
        }
        if found == 0 {
            return within(call, None);
        }
        at += 1;
    }
}

fn strchrnul(call: &mut dyn Call) -> Outcome {
    let (mut at, byte) = (call.pointer(0)?, call.int(1)? as u8);
    loop {
        let found = call.byte(at)?;
        if found == byte || found == 0 {
            return Ok(Value::pointer(at));
        }
        at = at.offset(1);
    }
}

fn strrchr(call: &mut dyn Call) -> Outcome {
    let byte = call.int(1)? as u8;
    let mut text = call.text(0)?;
    text.push(0);
    within(call, text.iter().rposition(|found| *found == byte))
}

fn strstr(call: &mut dyn Call) -> Outcome {
    let (text, wanted) = (call.text(0)?, call.text(1)?);
    within(call, find(&text, &wanted))
}

fn strcasestr(call: &mut dyn Call) -> Outcome {
    let (text, wanted) = (call.text(0)?, call.text(1)?);
    let (text, wanted) = (text.to_ascii_lowercase(), wanted.to_ascii_lowercase());
    within(call, find(&text, &wanted))
}

/// How many bytes at the start of a string are of a set, or are not.
fn span(call: &mut dyn Call, inside: bool) -> Result<(usize, bool), Stop> {
    let (text, set) = (call.text(0)?, call.text(1)?);
    let end = text.iter().position(|byte| set.contains(byte) != inside);
    Ok((end.unwrap_or(text.len()), end.is_some()))
}

fn strspn(call: &mut dyn Call) -> Outcome {
    let (length, _) = span(call, true)?;
    Ok(call.of_size(length as u64))
}

fn strcspn(call: &mut dyn Call) -> Outcome {
    let (length, _) = span(call, false)?;
    Ok(call.of_size(length as u64))
}

fn strpbrk(call: &mut dyn Call) -> Outcome {
    let (at, is_found) = span(call, false)?;
    within(call, is_found.then_some(at))
}

/// The next part of a string between bytes of a set: it, and where the search goes on.
fn token(call: &mut dyn Call, from: Pointer, set: &[u8]) -> Result<(Pointer, Pointer), Stop> {
    if from.is_null() {
        return Ok((Pointer::NULL, Pointer::NULL));
    }
    let text = call.whole_string(from)?;
    let start = text.iter().position(|byte| !set.contains(byte));
    let Some(start) = start else {
        let end = from.offset(text.len() as i64);
        return Ok((Pointer::NULL, end));
    };
    let length = text[start..].iter().position(|byte| set.contains(byte));
    let first = from.offset(start as i64);
    match length {
        Some(length) => {
            let end = first.offset(length as i64);
            call.write(end, &[0])?;
            Ok((first, end.offset(1)))
        }
        None => Ok((first, from.offset(text.len() as i64))),
    }
}

fn strtok(call: &mut dyn Call) -> Outcome {
    let (given, set) = (call.pointer(0)?, call.text(1)?);
    let from = match given.is_null() {
        true => call.library().token,
        false => given,
    };
    let (found, next) = token(call, from, &set)?;
    call.library().token = next;
    Ok(Value::pointer(found))
}

fn strtok_r(call: &mut dyn Call) -> Outcome {
    let (given, set, place) = (call.pointer(0)?, call.text(1)?, call.pointer(2)?);
    let from = match given.is_null() {
        true => call.load_pointer(place)?,
        false => given,
    };
    let (found, next) = token(call, from, &set)?;
    call.store_pointer(place, next)?;
    Ok(Value::pointer(found))
}

fn strsep(call: &mut dyn Call) -> Outcome {
    let (place, set) = (call.pointer(0)?, call.text(1)?);
    let from = call.load_pointer(place)?;
    if from.is_null() {
        return Ok(Value::pointer(Pointer::NULL));
    }
    let text = call.whole_string(from)?;
    let next = match text.iter().position(|byte| set.contains(byte)) {
        Some(length) => {
            let end = from.offset(length as i64);
            call.write(end, &[0])?;
            end.offset(1)
        }
        None => Pointer::NULL,
    };
    call.store_pointer(place, next)?;
    Ok(Value::pointer(from))
}

/// That of GNU, which leaves its argument alone.
fn basename(call: &mut dyn Call) -> Outcome {
    let text = call.text(0)?;
    let slash = text.iter().rposition(|byte| *byte == b'/');
    within(call, Some(slash.map_or(0, |slash| slash + 1)))
}
