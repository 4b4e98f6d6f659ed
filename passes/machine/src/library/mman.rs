//! `<sys/mman.h>`, `<sys/resource.h>`: memory that belongs to no file, or is a copy of one; limits.

use super::errors::{EINVAL, ENOMEM};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("getrlimit", getrlimit),
    ("getrlimit64", getrlimit),
    ("madvise", |_| Ok(Value::int(0))),
    ("mmap", mmap),
    ("mmap64", mmap),
    ("munmap", munmap),
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
    Ok(Value::pointer(block))
}

fn munmap(call: &mut dyn Call) -> Outcome {
    let (block, bytes) = (call.pointer(0)?, call.size(1)?);
    if block.address % PAGE != 0 || bytes == 0 {
        return call.failed(EINVAL);
    }
    let whole = call.block_size(block)?;
    if bytes.checked_next_multiple_of(PAGE) != Some(whole) {
        let text = "munmap of a part of what mmap made: unmap all of it";
        return Err(Stop::Unsupported(text.to_owned()));
    }
    call.release(block)?;
    Ok(Value::int(0))
}

/// Nothing is limited but the stack.
fn getrlimit(call: &mut dyn Call) -> Outcome {
    const STACK: i32 = 3;
    const STACK_BYTES: u64 = 8 << 20;
    let (which, to): (i32, Pointer) = (call.int(0)?, call.pointer(1)?);
    let limit = if which == STACK {
        STACK_BYTES
    } else {
        u64::MAX
    };
    call.write_number(to, limit, 8)?;
    call.write_number(to.offset(8), u64::MAX, 8)?;
    Ok(Value::int(0))
}
