//! Wide characters. Lengths and sizes count characters of four bytes.

mod conversion;

pub use conversion::{
    LONGEST, after_narrowing, after_widening, before_conversion, before_narrowing, before_widening,
    narrow_string, one_narrowed, one_widened, state, widen_string,
};

use super::{Invocation, memory, scan};
use crate::{platform, shadow};

/// Bytes of a wide character.
const WIDE: usize = size_of::<i32>();

#[inline(always)]
fn at(text: usize, index: usize) -> i32 {
    // SAFETY: the library function reads it, too.
    unsafe { ((text + index * WIDE) as *const i32).read_unaligned() }
}

/// Characters before the end of a string.
#[inline(always)]
fn length(text: usize) -> usize {
    platform::wide_string_length(text)
}

/// The same, at most `bound`.
#[inline(always)]
fn bounded_length(text: usize, bound: usize) -> usize {
    platform::bounded_wide_string_length(text, bound)
}

impl Invocation {
    #[inline(always)]
    fn reads_wide(self, text: usize, count: usize) {
        self.reads_all(text, count.saturating_mul(WIDE));
    }

    #[inline(always)]
    fn writes_wide(self, text: usize, count: usize) {
        self.writes_all(text, count.saturating_mul(WIDE));
    }

    #[inline(always)]
    fn distinct_wide(self, a: (usize, usize), b: (usize, usize)) {
        self.disjoint((a.0, a.1.wrapping_mul(WIDE)), (b.0, b.1.wrapping_mul(WIDE)));
    }
}

/// `wcslen`, and `wcsnlen` with its bound.
#[inline(always)]
pub fn length_found(text: usize, bound: usize, length: usize, call: Invocation) {
    call.reads_wide(text, bound.min(length.wrapping_add(1)));
}

/// Characters from which on a string is long.
const LONG: usize = 128;

/// A string that is read to its end.
#[inline(always)]
pub fn whole(text: usize, call: Invocation) {
    let length = bounded_length(text, LONG);
    if length < LONG {
        call.reads_wide(text, length + 1);
    } else if !scan::ends_in_addressable::<i32>(text) {
        call.reads_wide(text, LONG + self::length(text + LONG * WIDE) + 1);
    }
}

/// `wcscpy`, `wcpcpy`: as `strings::copy`, the function is left to do what begins so many bytes further.
#[inline(always)]
pub fn copy(to: usize, from: usize, call: Invocation) -> usize {
    let near = bounded_length(from, LONG);
    if near < LONG {
        copies(to, from, near + 1, call);
        return 0;
    }
    let copied = scan::copy_addressable::<i32>(to, from);
    copies(to, from, copied / WIDE + length(from + copied) + 1, call);
    copied
}

/// `__wcscpy_chk`, which is told how much room there is.
#[inline(always)]
pub fn before_copy(to: usize, from: usize, call: Invocation) {
    copies(to, from, length(from) + 1, call);
}

#[inline(always)]
fn copies(to: usize, from: usize, size: usize, call: Invocation) {
    call.distinct_wide((to, size), (from, size));
    call.reads_wide(from, size);
    call.writes_wide(to, size);
}

/// `wcsncpy`, `wcpncpy`.
#[inline(always)]
pub fn copy_and_fill(to: usize, from: usize, bound: usize, call: Invocation) {
    let read = bound.min(bounded_length(from, bound) + 1);
    call.distinct_wide((to, read), (from, read));
    call.reads_wide(from, read);
    call.writes_wide(to, bound);
}

/// `wcscat`.
#[inline(always)]
pub fn append(to: usize, from: usize, call: Invocation) {
    let (added, before) = (length(from), length(to));
    call.reads_wide(from, added + 1);
    call.reads_wide(to, before + 1);
    call.writes_wide(to + before * WIDE, added + 1);
}

/// `wcsncat`.
#[inline(always)]
pub fn append_bounded(to: usize, from: usize, bound: usize, call: Invocation) {
    let (added, before) = (bounded_length(from, bound), length(to));
    call.reads_wide(from, bound.min(added + 1));
    call.reads_wide(to, before + 1);
    call.writes_wide(to + before * WIDE, added + 1);
}

/// `wcscmp`, and `wcsncmp` with its bound.
#[inline(always)]
pub fn compare(a: usize, b: usize, bound: usize, call: Invocation) {
    let is_end = |i: &usize| at(a, *i) != at(b, *i) || at(a, *i) == 0;
    let near = (0..bound.min(LONG)).find(is_end);
    if near.is_none() && bound > LONG && [a, b].into_iter().all(scan::ends_in_addressable::<i32>) {
        return;
    }
    let end = near.or_else(|| (LONG..bound).find(is_end));
    let read = end.map_or(bound, |i| i + 1);
    call.reads_wide(a, read);
    call.reads_wide(b, read);
}

/// `wcschr`, `wcspbrk`: reads up to what it finds, or to the end.
#[inline(always)]
pub fn find(text: usize, found: usize, call: Invocation) {
    match found {
        0 => whole(text, call),
        found => call.reads(text, found - text + WIDE),
    }
}

/// `wcsstr`.
#[inline(always)]
pub fn find_string(text: usize, wanted: usize, found: usize, call: Invocation) {
    let wanted_length = length(wanted);
    call.reads_wide(wanted, wanted_length + 1);
    match found {
        0 => whole(text, call),
        found => call.reads(text, found - text + wanted_length * WIDE),
    }
}

/// `wcsspn`, `wcscspn`.
#[inline(always)]
pub fn span(text: usize, set: usize, length: usize, call: Invocation) {
    whole(set, call);
    call.reads_wide(text, length + 1);
}

/// `wcstok`, after it.
#[inline(always)]
pub fn token(text: usize, state: usize, token: usize, call: Invocation) {
    call.writes(state, size_of::<usize>());
    if token != 0 {
        whole(token, call);
    } else if text != 0 {
        whole(text, call);
    }
}

/// `wcsxfrm`.
#[inline(always)]
pub fn transform(to: usize, from: usize, capacity: usize, result: usize, call: Invocation) {
    whole(from, call);
    if result < capacity {
        call.writes_wide(to, result + 1);
    }
}

/// Whether a short test tells that a chunk is addressable.
#[inline(always)]
pub fn is_addressable_array(chunk: usize, count: usize) -> bool {
    shadow::is_in_first_run(chunk, count.saturating_mul(WIDE))
}

/// Whether a short test tells that [`copy_memory`] would find nothing.
#[inline(always)]
pub fn is_addressable_array_copy(to: usize, from: usize, count: usize) -> bool {
    memory::is_addressable_copy(to, from, count.saturating_mul(WIDE))
}

/// `wmemcpy`, `wmempcpy`.
#[inline(always)]
pub fn copy_memory(to: usize, from: usize, count: usize, call: Invocation) {
    if to != from {
        call.distinct_wide((to, count), (from, count));
    }
    shift_memory(to, from, count, call);
}

/// `wmemmove`.
#[inline(always)]
pub fn shift_memory(to: usize, from: usize, count: usize, call: Invocation) {
    call.reads_wide(from, count);
    call.writes_wide(to, count);
}

/// `wmemset`.
#[inline(always)]
pub fn fill_memory(to: usize, count: usize, call: Invocation) {
    call.writes_wide(to, count);
}

/// `wmemcmp`.
#[inline(always)]
pub fn compare_blocks(a: usize, b: usize, count: usize, call: Invocation) {
    call.reads_wide(a, count);
    call.reads_wide(b, count);
}

/// `wmemchr`.
#[inline(always)]
pub fn find_in_chunk(chunk: usize, count: usize, found: usize, call: Invocation) {
    match found {
        0 => call.reads_wide(chunk, count),
        found => call.reads(chunk, found - chunk + WIDE),
    }
}
