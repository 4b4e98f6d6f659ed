//! Sorting and searching arrays, and conversions between character sets.

use super::Invocation;
use crate::shadow;
use sanecc_abi::shadow::GRANULE;

/// `qsort`, `qsort_r`: the whole array is written. A comparison function that was checked checks what it reads.
#[inline(always)]
pub fn sort(array: usize, count: usize, size: usize, call: Invocation) {
    call.writes(array, count.saturating_mul(size));
}

/// `bsearch`: which elements are compared depends on what the comparisons say, so all of them are looked at. They may have parts that the
/// program has poisoned by hand, which a comparison leaves alone.
#[inline(always)]
pub fn search_sorted(array: usize, count: usize, size: usize, call: Invocation) {
    let bytes = count.saturating_mul(size);
    if !shadow::is_surely_addressable(array, bytes) {
        look_through_elements(array, bytes, call);
    }
}

#[cold]
#[inline(never)]
fn look_through_elements(array: usize, bytes: usize, call: Invocation) {
    let mut seen = 0;
    while seen < bytes
        && let Some(poisoned) = shadow::first_poisoned(array + seen, bytes - seen)
    {
        if !shadow::user::is_poisoned_by_hand(poisoned) {
            return call.report_access(array, bytes, poisoned, false);
        }
        seen = (poisoned | (GRANULE - 1)) + 1 - array;
    }
}

/// `lfind` and `lsearch`: the count is read; elements are read one by one by the comparison function.
#[inline(always)]
pub fn linear(count: usize, is_written: bool, call: Invocation) {
    match is_written {
        true => call.writes(count, size_of::<usize>()),
        false => call.reads(count, size_of::<usize>()),
    }
}

/// `lsearch` has made an element of what it did not find.
#[inline(always)]
pub fn appended(element: usize, was: usize, now: usize, size: usize, call: Invocation) {
    if now > was {
        call.writes(element, size);
    }
}

/// The word at an address of the program.
#[inline(always)]
pub fn word_at(place: usize) -> usize {
    // SAFETY: the library function reads it, too.
    unsafe { (place as *const usize).read_unaligned() }
}

/// `iconv`, before it: the input's place and length, the output's.
#[inline(always)]
pub fn before_iconv(input: (usize, usize), output: (usize, usize), call: Invocation) {
    for place in [input.0, input.1, output.0, output.1] {
        if place != 0 {
            call.writes(place, size_of::<usize>());
        }
    }
    if input.0 != 0 && input.1 != 0 && word_at(input.0) != 0 {
        call.reads(word_at(input.0), word_at(input.1));
    }
}

/// `iconv`, after it: the output begins at `start` and ends where its place says.
#[inline(always)]
pub fn after_iconv(start: usize, output: usize, call: Invocation) {
    if output != 0 && word_at(output) > start {
        call.writes(start, word_at(output) - start);
    }
}
