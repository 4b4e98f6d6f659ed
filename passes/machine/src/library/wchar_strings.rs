//! `<wchar.h>`: strings and blocks of wide characters.

use super::typed::Outcome;
use super::wchar::WIDE;
use super::wide::string;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("wcpcpy", wcpcpy),
    ("wcpncpy", wcpncpy),
    ("wcscat", wcscat),
    ("wcschr", wcschr),
    ("wcscmp", |call| compare(call, None, true)),
    ("wcscpy", wcscpy),
    ("wcsdup", wcsdup),
    ("wcslen", wcslen),
    ("wcsncmp", |call| compare(call, Some(2), true)),
    ("wcsncpy", wcsncpy),
    ("wcsnlen", wcsnlen),
    ("wcsrchr", wcsrchr),
    ("wcsstr", wcsstr),
    ("wmemchr", wmemchr),
    ("wmemcmp", |call| compare(call, Some(2), false)),
    ("wmemcpy", |call| copy(call, false)),
    ("wmemmove", |call| copy(call, true)),
    ("wmempcpy", |call| {
        let count = call.size(2)?;
        copy(call, false)?;
        let to = call.pointer(0)?;
        Ok(Value::pointer(at(to, count)))
    }),
    ("wmemset", wmemset),
];

fn length(call: &mut dyn Call, number: usize, most: u64) -> Result<u64, Stop> {
    let from = call.pointer(number)?;
    Ok(string(call, from, most)?.len() as u64)
}

fn wcslen(call: &mut dyn Call) -> Outcome {
    let length = length(call, 0, u64::MAX)?;
    Ok(call.of_size(length))
}

fn wcsnlen(call: &mut dyn Call) -> Outcome {
    let most = call.size(1)?;
    let length = length(call, 0, most)?;
    Ok(call.of_size(length))
}

fn at(pointer: Pointer, index: u64) -> Pointer {
    pointer.offset((index * WIDE) as i64)
}

fn wcscpy(call: &mut dyn Call) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let length = length(call, 1, u64::MAX)?;
    call.copy(to, from, (length + 1) * WIDE, false)?;
    Ok(Value::pointer(to))
}

/// Yields where the end is.
fn wcpcpy(call: &mut dyn Call) -> Outcome {
    wcscpy(call)?;
    let length = length(call, 1, u64::MAX)?;
    Ok(Value::pointer(at(call.pointer(0)?, length)))
}

fn wcpncpy(call: &mut dyn Call) -> Outcome {
    wcsncpy(call)?;
    let most = call.size(2)?;
    let length = length(call, 1, most)?;
    Ok(Value::pointer(at(call.pointer(0)?, length)))
}

fn wcsdup(call: &mut dyn Call) -> Outcome {
    let from = call.pointer(0)?;
    let bytes = (length(call, 0, u64::MAX)? + 1) * WIDE;
    match call.allocate(bytes, 16, false) {
        Some(block) => {
            call.copy(block, from, bytes, false)?;
            Ok(Value::pointer(block))
        }
        None => call.null_with(super::errors::ENOMEM),
    }
}

fn wcsncpy(call: &mut dyn Call) -> Outcome {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    let length = length(call, 1, most)?;
    call.copy(to, from, length * WIDE, false)?;
    call.fill(at(to, length), 0, (most - length) * WIDE)?;
    Ok(Value::pointer(to))
}

fn wcscat(call: &mut dyn Call) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let before = length(call, 0, u64::MAX)?;
    let added = length(call, 1, u64::MAX)?;
    call.copy(at(to, before), from, (added + 1) * WIDE, false)?;
    Ok(Value::pointer(to))
}

fn copy(call: &mut dyn Call, may_overlap: bool) -> Outcome {
    let (to, from, count) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    call.copy(to, from, count.saturating_mul(WIDE), may_overlap)?;
    Ok(Value::pointer(to))
}

fn wmemset(call: &mut dyn Call) -> Outcome {
    let (to, code, count) = (call.pointer(0)?, call.int(1)?, call.size(2)?);
    for index in 0..count {
        call.write_number(at(to, index), u64::from(code as u32), WIDE)?;
    }
    Ok(Value::pointer(to))
}

fn compare(call: &mut dyn Call, most: Option<usize>, strings: bool) -> Outcome {
    let (left, right) = (call.pointer(0)?, call.pointer(1)?);
    let most = most.map_or(Ok(u64::MAX), |number| call.size(number))?;
    for index in 0..most {
        let one = call.read_number(at(left, index), WIDE)? as u32 as i32;
        let other = call.read_number(at(right, index), WIDE)? as u32 as i32;
        if one != other {
            return Ok(Value::int(if one < other { -1 } else { 1 }));
        }
        if strings && one == 0 {
            break;
        }
    }
    Ok(Value::int(0))
}

fn wcschr(call: &mut dyn Call) -> Outcome {
    let (from, wanted) = (call.pointer(0)?, u64::from(call.int(1)? as u32));
    for index in 0.. {
        let code = call.read_number(at(from, index), WIDE)?;
        if code == wanted {
            return Ok(Value::pointer(at(from, index)));
        }
        if code == 0 {
            break;
        }
    }
    Ok(Value::pointer(Pointer::NULL))
}

fn found(from: Pointer, index: Option<usize>) -> Value {
    Value::pointer(index.map_or(Pointer::NULL, |index| at(from, index as u64)))
}

fn wcsrchr(call: &mut dyn Call) -> Outcome {
    let (from, wanted) = (call.pointer(0)?, call.int(1)? as u32);
    let mut text = string(call, from, u64::MAX)?;
    text.push(0);
    Ok(found(from, text.iter().rposition(|code| *code == wanted)))
}

fn wcsstr(call: &mut dyn Call) -> Outcome {
    let (from, wanted) = (call.pointer(0)?, call.pointer(1)?);
    let text = string(call, from, u64::MAX)?;
    let wanted = string(call, wanted, u64::MAX)?;
    let index = match wanted.is_empty() {
        true => Some(0),
        false => text.windows(wanted.len()).position(|some| some == wanted),
    };
    Ok(found(from, index))
}

fn wmemchr(call: &mut dyn Call) -> Outcome {
    let (from, wanted, count) = (
        call.pointer(0)?,
        u64::from(call.int(1)? as u32),
        call.size(2)?,
    );
    for index in 0..count {
        if call.read_number(at(from, index), WIDE)? == wanted {
            return Ok(Value::pointer(at(from, index)));
        }
    }
    Ok(Value::pointer(Pointer::NULL))
}
