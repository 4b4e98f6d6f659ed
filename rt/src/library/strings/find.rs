//! What is looked for in a string.

use super::super::switches::*;
use super::super::{Invocation, scan};

/// `strchrnul`, `strpbrk`: reads up to what it finds, or to the end.
#[inline(always)]
pub fn find(text: usize, found: usize, switch: u32, call: Invocation) {
    if is_on(switch) {
        match found {
            0 => call.reads_string(text),
            found => call.reads_part(text, found - text + 1),
        }
    }
}

/// `strrchr`.
#[inline(always)]
pub fn find_last(text: usize, call: Invocation) {
    if is_on(STRCHR) {
        call.reads_string(text);
    }
}

/// `strchr`: its result.
#[inline(always)]
pub fn find_first(text: usize, byte: i32, call: Invocation) -> usize {
    let found = scan::first_or_end(text, byte);
    if is_on(STRCHR) {
        call.reads_part(text, found - text + 1);
    }
    match scan::byte(found) == byte as u8 {
        true => found,
        false => 0,
    }
}

/// `strstr`, `strcasestr`.
#[inline(always)]
pub fn find_string(text: usize, wanted: usize, found: usize, call: Invocation) {
    if is_on(STRSTR) {
        match found {
            0 => call.reads_string(text),
            found => call.reads_part(text, found - text + scan::length(wanted)),
        }
        call.reads_string(wanted);
    }
}

/// `strspn`, `strcspn`.
#[inline(always)]
pub fn span(text: usize, set: usize, length: usize, call: Invocation) {
    if is_on(STRSPN) {
        call.reads_string(set);
        call.reads_part(text, length + 1);
    }
}

/// `strpbrk`.
#[inline(always)]
pub fn find_of(text: usize, set: usize, found: usize, call: Invocation) {
    if is_on(STRPBRK) {
        call.reads_string(set);
        find(text, found, STRPBRK, call);
    }
}
