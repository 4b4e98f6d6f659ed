//! `<sys/mman.h>`, `<sys/resource.h>`: memory that belongs to no file, or is a copy of one; limits.

use super::errors::{EINVAL, ENOMEM, EPERM};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use crate::memory::Poison;

pub(super) const TABLE: &[Row] = &[
    ("getrlimit", getrlimit),
    ("getrlimit64", getrlimit),
    ("madvise", |_| Ok(Value::int(0))),
    // Objects have addresses here, but no pages.
    ("mincore", |call| call.failed(ENOMEM)),
    ("mlock", |_| Ok(Value::int(0))),
    ("mlockall", |_| Ok(Value::int(0))),
    ("mmap", mmap),
    ("mmap64", mmap),
    ("mprotect", mprotect),
    ("munlock", |_| Ok(Value::int(0))),
    ("munlockall", |_| Ok(Value::int(0))),
    ("munmap", munmap),
    ("prlimit", prlimit),
    ("prlimit64", prlimit),
    ("setrlimit", setrlimit),
    ("setrlimit64", setrlimit),
];

const PAGE: u64 = 4096;
const WRITE: i32 = 2;
const SHARED: i32 = 1;
const FIXED: i32 = 0x10;
const ANONYMOUS: i32 = 0x20;

/// MAP_FAILED, with the reason in `errno`.
fn failed(call: &mut dyn Call, number: i32) -> Outcome {
    call.set_errno(number)?;
    Ok(call.of_long(-1))
}

fn mmap(call: &mut dyn Call) -> Outcome {
    let (bytes, protection, flags) = (call.size(1)?, call.int(2)?, call.int(3)?);
    let (file, from) = (call.int(4)?, call.long(5)?);
    if flags & FIXED != 0 {
        let text = "mmap at a fixed address: let it choose one";
        return Err(Stop::Unsupported(text.to_owned()));
    }
    let is_anonymous = flags & ANONYMOUS != 0;
    if !is_anonymous && flags & SHARED != 0 && protection & WRITE != 0 {
        let text =
            "mmap that writes to a file: the machine maps files to be read, or copies of them";
        return Err(Stop::Unsupported(text.to_owned()));
    }
    let whole = bytes
        .checked_next_multiple_of(PAGE)
        .filter(|bytes| *bytes > 0);
    let Some(whole) = whole else {
        return failed(call, EINVAL);
    };
    let mut content = Vec::new();
    if !is_anonymous {
        content.resize(bytes as usize, 0);
        let mut read = 0;
        while read < content.len() {
            let at = from + read as i64;
            match call
                .library()
                .system
                .read_at(file, &mut content[read..], at)
            {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(number) => return failed(call, number),
            }
        }
    }
    let Some(block) = call.allocate(whole, PAGE, true) else {
        return failed(call, ENOMEM);
    };
    call.write(block, &content)?;
    call.set_poison(block.address, whole, protected(protection));
    Ok(Value::pointer(block))
}

/// What a protection forbids. The machine does not execute data, whatever a protection says.
fn protected(protection: i32) -> Option<Poison> {
    const READ: i32 = 1;
    match (protection & WRITE != 0, protection & READ != 0) {
        (true, _) => None,
        (false, true) => Some(Poison::ReadOnly),
        (false, false) => Some(Poison::Closed),
    }
}

fn mprotect(call: &mut dyn Call) -> Outcome {
    let (start, bytes, protection) = (call.pointer(0)?, call.size(1)?, call.int(2)?);
    let whole = bytes.checked_next_multiple_of(PAGE);
    let Some(whole) = whole.filter(|_| start.address.is_multiple_of(PAGE)) else {
        return call.failed(EINVAL);
    };
    call.set_poison(start.address, whole, protected(protection));
    Ok(Value::int(0))
}

fn munmap(call: &mut dyn Call) -> Outcome {
    let (block, bytes) = (call.pointer(0)?, call.size(1)?);
    if block.address % PAGE != 0 || bytes == 0 {
        return call.failed(EINVAL);
    }
    const MOST: u64 = 1 << 47;
    if bytes > MOST || block.address > MOST - bytes {
        return call.failed(EINVAL);
    }
    // Where no mapping is, none ends.
    if call.object_around(block).is_none() {
        return Ok(Value::int(0));
    }
    let whole = call.block_size(block)?;
    if bytes.checked_next_multiple_of(PAGE) != Some(whole) {
        let text = "munmap of a part of what mmap made: unmap all of it";
        return Err(Stop::Unsupported(text.to_owned()));
    }
    call.release(block)?;
    Ok(Value::int(0))
}

// Kinds of limits.
const DATA: i32 = 2;
const STACK: i32 = 3;
const ADDRESSES: i32 = 9;
const KINDS: std::ops::Range<i32> = 0..16;

/// The limit of a kind: at first only the stack has one.
fn limit(call: &mut dyn Call, kind: i32) -> [u64; 2] {
    const STACK_BYTES: u64 = 8 << 20;
    let first = match kind {
        STACK => [STACK_BYTES, u64::MAX],
        _ => [u64::MAX; 2],
    };
    call.library().limits.get(&kind).copied().unwrap_or(first)
}

fn read_limit(call: &mut dyn Call, kind: i32, to: Pointer) -> Outcome {
    if !KINDS.contains(&kind) {
        return call.failed(EINVAL);
    }
    for (number, at) in limit(call, kind).into_iter().zip([0, 8]) {
        call.write_number(to.offset(at), number, 8)?;
    }
    Ok(Value::int(0))
}

/// Limits of memory are those of allocations; other limits are kept, and hold nobody back.
fn set_limit(call: &mut dyn Call, kind: i32, from: Pointer) -> Outcome {
    let [now, most] = [
        call.read_number(from, 8)?,
        call.read_number(from.offset(8), 8)?,
    ];
    if !KINDS.contains(&kind) || now > most {
        return call.failed(EINVAL);
    }
    if most > limit(call, kind)[1] {
        return call.failed(EPERM);
    }
    call.library().limits.insert(kind, [now, most]);
    let bytes = [DATA, ADDRESSES].map(|kind| limit(call, kind)[0]);
    call.limit_memory(bytes[0].min(bytes[1]));
    Ok(Value::int(0))
}

fn getrlimit(call: &mut dyn Call) -> Outcome {
    let (kind, to) = (call.int(0)?, call.pointer(1)?);
    read_limit(call, kind, to)
}

fn setrlimit(call: &mut dyn Call) -> Outcome {
    let (kind, from) = (call.int(0)?, call.pointer(1)?);
    set_limit(call, kind, from)
}

/// Of the program itself alone.
fn prlimit(call: &mut dyn Call) -> Outcome {
    let (process, kind) = (call.int(0)?, call.int(1)?);
    let (new, old) = (call.pointer(2)?, call.pointer(3)?);
    let own = call.library().system.numbers()[0] as i32;
    if process != 0 && process != own {
        let text = "prlimit of another process: the machine runs one alone";
        return Err(Stop::Unsupported(text.to_owned()));
    }
    let before = limit(call, kind);
    if !new.is_null() {
        let result = set_limit(call, kind, new)?;
        if result != Value::int(0) {
            return Ok(result);
        }
    }
    if !old.is_null() {
        for (number, at) in before.into_iter().zip([0, 8]) {
            call.write_number(old.offset(at), number, 8)?;
        }
    }
    Ok(Value::int(0))
}
