//! Strings that are taken to pieces.

use super::super::Invocation;
use super::super::switches::*;

/// `strtok` and `strtok_r`, before them.
#[inline(always)]
pub fn before_token(text: usize, set: usize, call: Invocation) {
    if !is_on(STRTOK) {
        return;
    }
    let strict = is_on(STRICT);
    for (place, whole) in [(text, strict), (set, strict)] {
        match (place, whole) {
            (0, _) => {}
            (place, true) => call.reads_string(place),
            (place, false) => call.reads(place, 1),
        }
    }
}

/// `strtok` and `strtok_r`, after them.
#[inline(always)]
pub fn after_token(text: usize, token: usize, call: Invocation) {
    if !is_on(STRTOK) || is_on(STRICT) {
        return;
    }
    if token != 0 {
        call.reads_string(token);
    } else if text != 0 {
        // Nothing but delimiters: all of it was looked at.
        call.reads_string(text);
    }
}

/// `strsep`, before it: the place of the string is read and written.
#[inline(always)]
pub fn before_part(place: usize, set: usize, call: Invocation) {
    if is_on(STRTOK) {
        call.writes(place, size_of::<usize>());
        call.reads(set, 1);
    }
}

/// `strsep`, after it.
#[inline(always)]
pub fn after_part(part: usize, call: Invocation) {
    if is_on(STRTOK) && part != 0 {
        call.reads_string(part);
    }
}
