//! Chunks of memory.

use super::switches::{INTRINSICS, MEMCMP, MEMMEM, STRICT_MEMCMP, is_on};
use super::{Invocation, overlap, scan};
use crate::shadow::is_readily_addressable;

/// Whether the short test tells that [`copy`] would find nothing.
#[inline(always)]
pub fn is_addressable_copy(to: usize, from: usize, length: usize) -> bool {
    !overlap((to, length), (from, length))
        && is_readily_addressable(from, length)
        && is_readily_addressable(to, length)
}

/// A copy between distinct chunks.
#[inline(always)]
pub fn copy(to: usize, from: usize, length: usize, call: Invocation) {
    if is_on(INTRINSICS) {
        call.distinct(to, from, length);
        call.reads(from, length);
        call.writes(to, length);
    }
}

/// A copy between chunks that may overlap.
#[inline(always)]
pub fn shift(to: usize, from: usize, length: usize, call: Invocation) {
    if is_on(INTRINSICS) {
        call.reads(from, length);
        call.writes(to, length);
    }
}

/// Writes all of a chunk.
#[inline(always)]
pub fn fill(to: usize, length: usize, call: Invocation) {
    if is_on(INTRINSICS) {
        call.writes(to, length);
    }
}

/// Compares two chunks.
#[inline(always)]
pub fn compare(a: usize, b: usize, length: usize, call: Invocation) {
    if !is_on(MEMCMP) {
        return;
    }
    let mut read = length;
    if !is_on(STRICT_MEMCMP) {
        let equal = (0..length).position(|i| scan::byte(a + i) != scan::byte(b + i));
        read = equal.map_or(length, |i| i + 1);
    }
    call.reads(a, read);
    call.reads(b, read);
}

/// `memchr`: reads up to what it finds.
#[inline(always)]
pub fn find(chunk: usize, length: usize, found: usize, call: Invocation) {
    let read = match found {
        0 => length,
        found => found - chunk + 1,
    };
    call.reads(chunk, read);
}

/// `memmem`.
#[inline(always)]
pub fn find_chunk(chunk: (usize, usize), wanted: (usize, usize), call: Invocation) {
    if is_on(MEMMEM) {
        call.reads(chunk.0, chunk.1);
        call.reads(wanted.0, wanted.1);
    }
}

/// `memccpy`: copies up to and with the first `byte`.
#[inline(always)]
pub fn copy_until(to: usize, from: usize, byte: u8, length: usize, call: Invocation) {
    let copied = match (0..length).position(|i| scan::byte(from + i) == byte) {
        Some(before) => before + 1,
        None => length,
    };
    copy(to, from, copied, call);
}

/// `swab`: pairs of bytes.
#[inline(always)]
pub fn swap_pairs(from: usize, to: usize, length: isize, call: Invocation) {
    let length = length.max(0) as usize & !1;
    call.reads(from, length);
    call.writes(to, length);
}
