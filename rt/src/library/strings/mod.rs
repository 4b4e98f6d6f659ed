//! Strings of bytes. The length of a string that is read to its end is looked for before it is checked, as ASan does
//! it: reading a few bytes of a redzone does no harm.

mod compare;
mod copy;
mod find;
mod tokens;

pub use compare::{
    compare, compare_bounded, compare_in_locale, compare_letters, compare_letters_bounded,
};
pub use copy::{
    Appended, append, append_bounded, append_fitting, before_append, before_copy, copy,
    copy_and_fill, copy_fitting,
};
pub use find::{find, find_first, find_last, find_of, find_string, span};
pub use tokens::{after_part, after_token, before_part, before_token};

use super::switches::*;
use super::{Invocation, scan};

impl Invocation {
    /// Checks all of a string with its end.
    #[inline(always)]
    pub fn reads_string(self, text: usize) {
        match scan::near_end(text) {
            Some(end) => self.reads_all(text, end + 1),
            None => self.reads_long_string(text),
        }
    }

    #[inline(never)]
    fn reads_long_string(self, text: usize) {
        let length = scan::bounded_length(text, LONG);
        if length < LONG {
            self.reads(text, length + 1);
        } else if self.is_held() || !scan::ends_in_addressable::<u8>(text) {
            self.reads(text, LONG + scan::length(text + LONG) + 1);
        }
    }

    /// Checks the first `read` bytes of a string, all of it where strings are taken strictly.
    #[inline(always)]
    pub fn reads_part(self, text: usize, read: usize) {
        if is_on(STRICT) {
            self.reads_string(text);
        } else {
            self.reads(text, read);
        }
    }
}

/// Bytes from which on a string is long: more than a look at its length is worth while.
const LONG: usize = 512;

/// `strlen`.
#[inline(always)]
pub fn length(text: usize, length: usize, call: Invocation) {
    if is_on(STRLEN) {
        call.reads_all(text, length.wrapping_add(1));
    }
}

/// `strnlen`.
#[inline(always)]
pub fn bounded_length(text: usize, bound: usize, length: usize, call: Invocation) {
    if is_on(STRLEN) {
        call.reads(text, bound.min(length.wrapping_add(1)));
    }
}

/// Any function that reads one string to its end.
#[inline(always)]
pub fn whole(text: usize, call: Invocation) {
    if is_on(STRINGS) && text != 0 {
        call.reads_string(text);
    }
}

/// `strndup`.
#[inline(always)]
pub fn duplicate_bounded(text: usize, bound: usize, call: Invocation) {
    if is_on(STRNDUP) {
        let length = scan::bounded_length(text, bound);
        call.reads(text, bound.min(length + 1));
    }
}

/// `strxfrm`.
#[inline(always)]
pub fn transform(to: usize, from: usize, capacity: usize, result: usize, call: Invocation) {
    call.reads_string(from);
    if result < capacity {
        call.writes(to, result + 1);
    }
}

/// `strerror_r`; the result of GNU's is a string, which may lie elsewhere.
#[inline(always)]
pub fn message(buffer: usize, capacity: usize, is_used: bool, call: Invocation) {
    if is_used && capacity != 0 {
        let length = scan::bounded_length(buffer, capacity);
        call.writes(buffer, capacity.min(length + 1));
    }
}
