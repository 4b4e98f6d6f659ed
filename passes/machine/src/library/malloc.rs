//! The heap: `malloc` and its kin, of `<stdlib.h>` and `<malloc.h>`.

use super::errors::{EINVAL, ENOMEM};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};

pub(super) const TABLE: &[Row] = &[
    ("aligned_alloc", aligned_alloc),
    ("calloc", calloc),
    ("cfree", free),
    ("free", free),
    ("malloc", malloc),
    ("malloc_usable_size", malloc_usable_size),
    ("memalign", aligned_alloc),
    ("posix_memalign", posix_memalign),
    ("pvalloc", pvalloc),
    ("realloc", realloc),
    ("reallocarray", reallocarray),
    ("valloc", valloc),
];

/// Alignment of `malloc` in bytes.
const ALIGN: u64 = 16;
/// Bytes of a page.
const PAGE: u64 = 4096;

fn new(call: &mut dyn Call, bytes: u64, align: u64, zeroed: bool) -> Outcome {
    let is_possible = bytes <= call.layout().largest_object();
    let block = is_possible.then(|| call.allocate(bytes, align, zeroed));
    match block.flatten() {
        Some(block) => Ok(Value::pointer(block)),
        None => call.null_with(ENOMEM),
    }
}

fn malloc(call: &mut dyn Call) -> Outcome {
    let bytes = call.size(0)?;
    new(call, bytes, ALIGN, false)
}

fn product(call: &dyn Call, left: u64, right: u64) -> Option<u64> {
    let bytes = left.checked_mul(right)?;
    (bytes <= call.layout().largest_object()).then_some(bytes)
}

fn calloc(call: &mut dyn Call) -> Outcome {
    let (count, each) = (call.size(0)?, call.size(1)?);
    match product(call, count, each) {
        Some(bytes) => new(call, bytes, ALIGN, true),
        None => call.null_with(ENOMEM),
    }
}

fn aligned_alloc(call: &mut dyn Call) -> Outcome {
    let (align, bytes) = (call.size(0)?, call.size(1)?);
    match align.is_power_of_two() {
        true => new(call, bytes, align.max(ALIGN), false),
        false => call.null_with(EINVAL),
    }
}

fn valloc(call: &mut dyn Call) -> Outcome {
    let bytes = call.size(0)?;
    new(call, bytes, PAGE, false)
}

/// Whole pages.
fn pvalloc(call: &mut dyn Call) -> Outcome {
    let bytes = call.size(0)?;
    match bytes.checked_next_multiple_of(PAGE) {
        Some(whole) => new(call, whole, PAGE, false),
        None => call.null_with(ENOMEM),
    }
}

fn posix_memalign(call: &mut dyn Call) -> Outcome {
    let (place, align, bytes) = (call.pointer(0)?, call.size(1)?, call.size(2)?);
    let least = call.layout().pointer_bytes();
    if !align.is_power_of_two() || align < least {
        return Ok(Value::int(EINVAL));
    }
    match call.allocate(bytes, align.max(ALIGN), false) {
        Some(block) => {
            call.store_pointer(place, block)?;
            Ok(Value::int(0))
        }
        None => Ok(Value::int(ENOMEM)),
    }
}

fn free(call: &mut dyn Call) -> Outcome {
    let block = call.pointer(0)?;
    if !block.is_null() {
        call.release(block)?;
    }
    Ok(Value::nothing())
}

fn resize(call: &mut dyn Call, block: Pointer, bytes: u64) -> Outcome {
    if block.is_null() {
        return new(call, bytes, ALIGN, false);
    }
    let before = call.block_size(block)?;
    if bytes == 0 {
        // As the C library of Linux does; C leaves it open.
        call.release(block)?;
        return Ok(Value::pointer(Pointer::NULL));
    }
    // Always other memory, so that a pointer into the old one is stale.
    let made = new(call, bytes, ALIGN, false)?;
    if let Value::Scalar { bits, object } = made
        && bits != 0
    {
        let to = Pointer {
            address: bits,
            object,
        };
        let kept = before.min(bytes);
        if kept > 0 {
            call.copy(to, block, kept, false)?;
        }
        call.release(block)?;
    }
    Ok(made)
}

fn realloc(call: &mut dyn Call) -> Outcome {
    let (block, bytes) = (call.pointer(0)?, call.size(1)?);
    resize(call, block, bytes)
}

fn reallocarray(call: &mut dyn Call) -> Outcome {
    let (block, count, each) = (call.pointer(0)?, call.size(1)?, call.size(2)?);
    match product(call, count, each) {
        Some(bytes) => resize(call, block, bytes),
        None => call.null_with(ENOMEM),
    }
}

fn malloc_usable_size(call: &mut dyn Call) -> Outcome {
    let block = call.pointer(0)?;
    let bytes = match block.is_null() {
        true => 0,
        false => call.block_size(block)?,
    };
    Ok(call.of_size(bytes))
}
