//! `<stdio.h>`: reading lines.

use super::stdio::{flush_lines, with};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__fgets_chk", fgets_checked),
    ("__getdelim", getdelim),
    ("fgets", fgets),
    ("fgets_unlocked", fgets),
    ("getdelim", getdelim),
    ("getline", getline),
];

/// Bytes up to the end of a line or so many; none at the end.
fn line(call: &mut dyn Call, file: Pointer, most: usize, end: u8) -> Result<Vec<u8>, Stop> {
    flush_lines(call)?;
    let mut all = Vec::new();
    with(call, file, |stream, system| {
        while all.len() < most
            && let Some(byte) = stream.get(system)?
        {
            all.push(byte);
            if byte == end {
                break;
            }
        }
        Ok(())
    })?;
    Ok(all)
}

fn read_line(call: &mut dyn Call, to: Pointer, most: i32, file: Pointer) -> Outcome {
    let Ok(most @ 1..) = usize::try_from(most) else {
        return Ok(Value::pointer(Pointer::NULL));
    };
    let all = line(call, file, most - 1, b'\n')?;
    if all.is_empty() && most > 1 {
        return Ok(Value::pointer(Pointer::NULL));
    }
    call.write_string(to, &all)?;
    Ok(Value::pointer(to))
}

fn fgets(call: &mut dyn Call) -> Outcome {
    let (to, most, file) = (call.pointer(0)?, call.int(1)?, call.pointer(2)?);
    read_line(call, to, most, file)
}

fn fgets_checked(call: &mut dyn Call) -> Outcome {
    let (to, most, file) = (call.pointer(0)?, call.int(2)?, call.pointer(3)?);
    read_line(call, to, most, file)
}

/// Reads up to a byte into memory that grows.
fn delimited(call: &mut dyn Call, end: u8, file: Pointer) -> Outcome {
    let (place, size_place) = (call.pointer(0)?, call.pointer(1)?);
    let all = line(call, file, usize::MAX, end)?;
    let size_bytes = call.size_bytes();
    let mut to = call.load_pointer(place)?;
    let size = match to.is_null() {
        true => 0,
        false => call.read_number(size_place, size_bytes)?,
    };
    let needed = all.len() as u64 + 1;
    if size < needed {
        if !to.is_null() {
            call.release(to)?;
        }
        let grown = needed.max(120).max(2 * size);
        let Some(block) = call.allocate(grown, 16, false) else {
            call.set_errno(super::errors::ENOMEM)?;
            return Ok(call.of_long(-1));
        };
        to = block;
        call.store_pointer(place, to)?;
        call.write_number(size_place, grown, size_bytes)?;
    }
    if all.is_empty() {
        return Ok(call.of_long(-1));
    }
    call.write_string(to, &all)?;
    Ok(call.of_long(all.len() as i64))
}

fn getline(call: &mut dyn Call) -> Outcome {
    let file = call.pointer(2)?;
    delimited(call, b'\n', file)
}

fn getdelim(call: &mut dyn Call) -> Outcome {
    let (end, file) = (call.int(2)? as u8, call.pointer(3)?);
    delimited(call, end, file)
}
