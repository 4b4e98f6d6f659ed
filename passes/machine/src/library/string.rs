//! `<string.h>`: copying and comparing.

use super::typed::Outcome;
use super::{Call, Row, errors};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__memcpy_chk", memcpy),
    ("__memmove_chk", memmove),
    ("__mempcpy_chk", mempcpy),
    ("__memset_chk", memset),
    ("__stpcpy_chk", stpcpy),
    ("__stpncpy_chk", stpncpy),
    ("__strcat_chk", strcat),
    ("__strcpy_chk", strcpy),
    ("__strncat_chk", strncat),
    ("__strncpy_chk", strncpy),
    ("bcmp", memcmp),
    ("bcopy", bcopy),
    ("bzero", bzero),
    ("explicit_bzero", bzero),
    ("ffs", ffs),
    ("ffsl", ffsl),
    ("ffsll", ffsll),
    ("memccpy", memccpy),
    ("memcmp", memcmp),
    ("memcpy", memcpy),
    ("memmove", memmove),
    ("mempcpy", mempcpy),
    ("memset", memset),
    ("stpcpy", stpcpy),
    ("stpncpy", stpncpy),
    ("strcasecmp", strcasecmp),
    ("strcat", strcat),
    ("strcmp", strcmp),
    ("strcoll", strcmp),
    ("strcpy", strcpy),
    ("strdup", strdup),
    ("__strdup", strdup),
    ("strlen", strlen),
    ("strncasecmp", strncasecmp),
    ("strncat", strncat),
    ("strncmp", strncmp),
    ("strncpy", strncpy),
    ("strndup", strndup),
    ("strnlen", strnlen),
    ("strxfrm", strxfrm),
    ("swab", swab),
];

fn memcpy(call: &mut dyn Call) -> Outcome {
    copy(call, false)
}

fn memmove(call: &mut dyn Call) -> Outcome {
    copy(call, true)
}

fn copy(call: &mut dyn Call, may_overlap: bool) -> Outcome {
    let (to, from, bytes) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    if bytes > 0 {
        call.copy(to, from, bytes, may_overlap)?;
    }
    Ok(Value::pointer(to))
}

fn mempcpy(call: &mut dyn Call) -> Outcome {
    memcpy(call)?;
    let end = call.pointer(0)?.offset(call.size(2)? as i64);
    Ok(Value::pointer(end))
}

fn bcopy(call: &mut dyn Call) -> Outcome {
    let (from, to, bytes) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    if bytes > 0 {
        call.copy(to, from, bytes, true)?;
    }
    Ok(Value::nothing())
}

fn memccpy(call: &mut dyn Call) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let (end, most) = (call.int(2)? as u8, call.size(3)?);
    for at in 0..most as i64 {
        let byte = call.byte(from.offset(at))?;
        call.write(to.offset(at), &[byte])?;
        if byte == end {
            return Ok(Value::pointer(to.offset(at + 1)));
        }
    }
    Ok(Value::pointer(Pointer::NULL))
}

fn memset(call: &mut dyn Call) -> Outcome {
    let (to, byte, bytes) = (call.pointer(0)?, call.int(1)? as u8, call.size(2)?);
    if bytes > 0 {
        call.fill(to, byte, bytes)?;
    }
    Ok(Value::pointer(to))
}

fn bzero(call: &mut dyn Call) -> Outcome {
    let (to, bytes) = (call.pointer(0)?, call.size(1)?);
    if bytes > 0 {
        call.fill(to, 0, bytes)?;
    }
    Ok(Value::nothing())
}

/// Compares bytes up to the first difference; strings also up to their end.
fn compare(
    call: &mut dyn Call,
    most: u64,
    strings: bool,
    fold: impl Fn(u8) -> u8,
) -> Result<i32, Stop> {
    let (left, right) = (call.pointer(0)?, call.pointer(1)?);
    compare_at(call, [left, right], most, strings, fold)
}

fn compare_at(
    call: &mut dyn Call,
    [left, right]: [Pointer; 2],
    most: u64,
    strings: bool,
    fold: impl Fn(u8) -> u8,
) -> Result<i32, Stop> {
    let mut at = call.same_bytes([left, right], most, strings) as i64;
    while (at as u64) < most {
        let one = call.byte(left.offset(at))?;
        let other = call.byte(right.offset(at))?;
        let difference = i32::from(fold(one)) - i32::from(fold(other));
        if difference != 0 || strings && one == 0 {
            return Ok(difference);
        }
        at += 1;
    }
    Ok(0)
}

fn memcmp(call: &mut dyn Call) -> Outcome {
    let most = call.size(2)?;
    let (left, right) = (call.pointer(0)?, call.pointer(1)?);
    let both = [left, right].map(|pointer| call.for_bytes(pointer, most));
    let difference = compare_at(call, both, most, false, |byte| byte)?;
    // All of both must be there, but only what decides must have a value.
    if most > 0 {
        call.reachable(both[0], most)?;
        call.reachable(both[1], most)?;
    }
    Ok(Value::int(difference))
}

fn strcmp(call: &mut dyn Call) -> Outcome {
    compare(call, u64::MAX, true, |byte| byte).map(Value::int)
}

fn strncmp(call: &mut dyn Call) -> Outcome {
    let most = call.size(2)?;
    compare(call, most, true, |byte| byte).map(Value::int)
}

fn strcasecmp(call: &mut dyn Call) -> Outcome {
    compare(call, u64::MAX, true, |byte| byte.to_ascii_lowercase()).map(Value::int)
}

fn strncasecmp(call: &mut dyn Call) -> Outcome {
    let most = call.size(2)?;
    compare(call, most, true, |byte| byte.to_ascii_lowercase()).map(Value::int)
}

fn strlen(call: &mut dyn Call) -> Outcome {
    let length = call.text(0)?.len() as u64;
    Ok(call.of_size(length))
}

fn strnlen(call: &mut dyn Call) -> Outcome {
    let (from, most) = (call.pointer(0)?, call.size(1)?);
    let length = call.string(from, most)?.len() as u64;
    Ok(call.of_size(length))
}

/// Copies a string and its end; how long it is.
fn copy_string(call: &mut dyn Call, to: Pointer, from: Pointer) -> Result<u64, Stop> {
    let length = call.whole_string(from)?.len() as u64;
    call.writable(to, length + 1)?;
    call.copy(to, from, length + 1, false)?;
    Ok(length)
}

fn strcpy(call: &mut dyn Call) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    copy_string(call, to, from)?;
    Ok(Value::pointer(to))
}

fn stpcpy(call: &mut dyn Call) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let length = copy_string(call, to, from)?;
    Ok(Value::pointer(to.offset(length as i64)))
}

/// Copies at most so many bytes of a string and fills the rest with zeros; the bytes without zeros.
fn copy_part(call: &mut dyn Call) -> Result<u64, Stop> {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    if most == 0 {
        return Ok(0);
    }
    let length = call.string(from, most)?.len() as u64;
    call.writable(to, most)?;
    if length > 0 {
        call.copy(to, from, length, false)?;
    }
    if most > length {
        call.fill(to.offset(length as i64), 0, most - length)?;
    }
    Ok(length)
}

fn strncpy(call: &mut dyn Call) -> Outcome {
    copy_part(call)?;
    Ok(Value::pointer(call.pointer(0)?))
}

fn stpncpy(call: &mut dyn Call) -> Outcome {
    let length = copy_part(call)?;
    Ok(Value::pointer(call.pointer(0)?.offset(length as i64)))
}

fn strcat(call: &mut dyn Call) -> Outcome {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let before = call.whole_string(to)?.len() as i64;
    copy_string(call, to.offset(before), from)?;
    Ok(Value::pointer(to))
}

fn strncat(call: &mut dyn Call) -> Outcome {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    let before = call.whole_string(to)?.len() as i64;
    let length = call.string(from, most)?.len() as u64;
    let end = to.offset(before);
    if length > 0 {
        call.copy(end, from, length, false)?;
    }
    call.write(end.offset(length as i64), &[0])?;
    Ok(Value::pointer(to))
}

/// A new string on the heap.
pub(super) fn duplicate(call: &mut dyn Call, text: &[u8]) -> Outcome {
    match call.allocate(text.len() as u64 + 1, 16, false) {
        Some(block) => {
            call.write_string(block, text)?;
            Ok(Value::pointer(block))
        }
        None => call.null_with(errors::ENOMEM),
    }
}

fn strdup(call: &mut dyn Call) -> Outcome {
    let text = call.text(0)?;
    duplicate(call, &text)
}

fn strndup(call: &mut dyn Call) -> Outcome {
    let (from, most) = (call.pointer(0)?, call.size(1)?);
    let text = call.string(from, most)?;
    duplicate(call, &text)
}

fn strxfrm(call: &mut dyn Call) -> Outcome {
    let (to, most) = (call.pointer(0)?, call.size(2)?);
    let text = call.text(1)?;
    if (text.len() as u64) < most {
        call.write_string(to, &text)?;
    }
    Ok(call.of_size(text.len() as u64))
}

fn swab(call: &mut dyn Call) -> Outcome {
    let (from, to, bytes) = (call.pointer(0)?, call.pointer(1)?, call.long(2)?);
    let pairs = bytes.max(0) as u64 / 2 * 2;
    if pairs > 0 {
        let mut held = call.read(from, pairs)?;
        held.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
        call.write(to, &held)?;
    }
    Ok(Value::nothing())
}

fn first_bit(bits: u64) -> Value {
    Value::int(match bits {
        0 => 0,
        bits => bits.trailing_zeros() as i32 + 1,
    })
}

fn ffs(call: &mut dyn Call) -> Outcome {
    Ok(first_bit(u64::from(call.int(0)? as u32)))
}

fn ffsl(call: &mut dyn Call) -> Outcome {
    Ok(first_bit(call.long(0)? as u64))
}

fn ffsll(call: &mut dyn Call) -> Outcome {
    Ok(first_bit(call.integer(0)?))
}
