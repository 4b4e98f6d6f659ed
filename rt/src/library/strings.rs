//! Strings of bytes. The length of a string that is read to its end is looked for before it is checked, as ASan does
//! it: reading a few bytes of a redzone does no harm.

use super::switches::*;
use super::{Invocation, scan};
use crate::shadow;

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
        } else if !scan::ends_in_good::<u8>(text) {
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

/// `strcpy`, `stpcpy`: the function is left to do what begins so many bytes further. To look for the end of a long string first
/// takes half as long as to copy it, so it is copied as far as both sides are known to be good, and checked then.
#[inline(always)]
pub fn copy(to: usize, from: usize, call: Invocation) -> usize {
    match scan::near_end(from) {
        Some(end) => {
            if is_on(STRINGS) {
                copies(to, from, end + 1, call);
            }
            0
        }
        None => copy_long(to, from, call),
    }
}

#[inline(never)]
fn copy_long(to: usize, from: usize, call: Invocation) -> usize {
    if !is_on(STRINGS) {
        return 0;
    }
    let (copied, length) = copy_if_long(to, from);
    copies(to, from, length + 1, call);
    copied
}

/// How much of a string was copied, and its length.
fn copy_if_long(to: usize, from: usize) -> (usize, usize) {
    let length = scan::bounded_length(from, LONG);
    if length < LONG {
        return (0, length);
    }
    let copied = scan::copy_good::<u8>(to, from);
    (copied, copied + scan::length(from + copied))
}

/// `__strcpy_chk` and the like, which are told how much room there is.
#[inline(always)]
pub fn before_copy(to: usize, from: usize, call: Invocation) {
    if is_on(STRINGS) {
        copies(to, from, scan::length(from) + 1, call);
    }
}

#[inline(always)]
fn copies(to: usize, from: usize, size: usize, call: Invocation) {
    call.disjoint((to, size), (from, size));
    call.reads_all(from, size);
    call.writes_all(to, size);
}

/// `strncpy`, `stpncpy`: what is left of the bound is filled.
#[inline(always)]
pub fn copy_and_fill(to: usize, from: usize, bound: usize, call: Invocation) {
    if is_on(STRINGS) {
        let read = bound.min(scan::bounded_length(from, bound) + 1);
        call.disjoint((to, read), (from, read));
        call.reads(from, read);
        call.writes(to, bound);
    }
}

/// What is left of `strcat`: where it goes on to append, and what.
pub struct Appended {
    /// Bytes before the end of the string at `to`.
    pub to: usize,
    /// Bytes of the other string that are copied.
    pub from: usize,
}

/// `strcat`, as far as [`copy`] goes.
#[inline(always)]
pub fn append(to: usize, from: usize, call: Invocation) -> Appended {
    if !is_on(STRINGS) {
        return Appended { to: 0, from: 0 };
    }
    let before = scan::length(to);
    let end = to + before;
    let (copied, added) = match scan::near_end(from) {
        Some(added) => (0, added),
        None => copy_if_long(end, from),
    };
    appends(to, before, from, added, call);
    if copied > 0 {
        // SAFETY: the copy has been here; the rest is appended to it.
        unsafe { *((end + copied) as *mut u8) = 0 };
    }
    Appended {
        to: before + copied,
        from: copied,
    }
}

/// `__strcat_chk`.
#[inline(always)]
pub fn before_append(to: usize, from: usize, call: Invocation) {
    if is_on(STRINGS) {
        let (added, before) = (scan::length(from), scan::length(to));
        appends(to, before, from, added, call);
    }
}

#[inline(always)]
fn appends(to: usize, before: usize, from: usize, added: usize, call: Invocation) {
    call.reads_all(from, added + 1);
    // Its end is written over.
    call.reads(to, if is_on(STRICT) { before + 1 } else { before });
    call.writes_all(to + before, added + 1);
    if added > 0 {
        call.disjoint((to, before + added + 1), (from, added + 1));
    }
}

/// `strncat`.
#[inline(always)]
pub fn append_bounded(to: usize, from: usize, bound: usize, call: Invocation) {
    if is_on(STRINGS) {
        let before = scan::length(to);
        // The usual case, told without a look at the other string.
        let whole = before.saturating_add(bound).saturating_add(1);
        if shadow::is_surely_good(from, bound)
            && shadow::is_surely_good(to, whole)
            && !super::overlap((to, whole), (from, bound))
        {
            return;
        }
        let added = scan::bounded_length(from, bound);
        let read = bound.min(added + 1);
        call.reads(from, read);
        call.reads(to, if is_on(STRICT) { before + 1 } else { before });
        call.writes(to + before, added + 1);
        if added > 0 {
            call.disjoint((to, before + read + 1), (from, read));
        }
    }
}

/// `strlcpy`: as much as fits into `room`.
#[inline(always)]
pub fn copy_fitting(to: usize, from: usize, room: usize, call: Invocation) {
    if is_on(STRINGS) {
        let size = scan::length(from) + 1;
        call.reads(from, size);
        call.writes(to, size.min(room));
    }
}

/// `strlcat`: as much as fits into `room` with what is there.
#[inline(always)]
pub fn append_fitting(to: usize, from: usize, room: usize, call: Invocation) {
    if is_on(STRINGS) {
        let (size, before) = (scan::length(from) + 1, scan::bounded_length(to, room));
        call.reads(from, size);
        call.reads(to, room.min(before + 1));
        call.writes(to + before, size.min(room - before));
    }
}

/// `strcmp`: its result.
#[inline(always)]
pub fn compare(a: usize, b: usize, call: Invocation) -> i32 {
    let equal = scan::first_difference(a, b, usize::MAX);
    if is_on(STRCMP) {
        call.reads_part(a, equal.saturating_add(1));
        call.reads_part(b, equal.saturating_add(1));
    }
    difference(a + equal, b + equal)
}

/// `strncmp`: its result.
#[inline(always)]
pub fn compare_bounded(a: usize, b: usize, bound: usize, call: Invocation) -> i32 {
    let equal = scan::first_difference(a, b, bound);
    if is_on(STRCMP) {
        reads_bounded([a, b], bound, equal, call);
    }
    match equal < bound {
        true => difference(a + equal, b + equal),
        false => 0,
    }
}

#[inline(always)]
fn difference(a: usize, b: usize) -> i32 {
    i32::from(scan::byte(a)) - i32::from(scan::byte(b))
}

/// `strcoll` and the like, which look at least as far as `strcmp`.
#[inline(always)]
pub fn compare_in_locale(a: usize, b: usize, call: Invocation) {
    compare(a, b, call);
}

/// `strcasecmp`. Where the locale takes more letters for alike than ASCII's, too little is checked.
#[inline(always)]
pub fn compare_letters(a: usize, b: usize, call: Invocation) {
    if !is_on(STRCMP) {
        return;
    }
    let equal = scan::first_other_letter(a, b, LONG);
    if equal < LONG {
        call.reads_part(a, equal + 1);
        call.reads_part(b, equal + 1);
    } else {
        compare_many_letters(a, b, call);
    }
}

#[inline(never)]
fn compare_many_letters(a: usize, b: usize, call: Invocation) {
    if !(scan::ends_in_good::<u8>(a) && scan::ends_in_good::<u8>(b)) {
        let equal = LONG + scan::first_other_letter(a + LONG, b + LONG, usize::MAX);
        call.reads_part(a, equal + 1);
        call.reads_part(b, equal + 1);
    }
}

/// `strncasecmp`.
#[inline(always)]
pub fn compare_letters_bounded(a: usize, b: usize, bound: usize, call: Invocation) {
    let is_good = |text| shadow::is_surely_good(text, bound);
    if is_on(STRCMP) && !(is_good(a) && is_good(b)) {
        let equal = scan::first_other_letter(a, b, bound);
        reads_bounded([a, b], bound, equal, call);
    }
}

#[inline(always)]
fn reads_bounded(texts: [usize; 2], bound: usize, equal: usize, call: Invocation) {
    for text in texts {
        let equal = match is_on(STRICT) {
            true => scan::bounded_length(text, bound),
            false => equal,
        };
        call.reads(text, bound.min(equal.saturating_add(1)));
    }
}

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
pub fn transform(to: usize, from: usize, room: usize, result: usize, call: Invocation) {
    call.reads_string(from);
    if result < room {
        call.writes(to, result + 1);
    }
}

/// `strerror_r`; the result of GNU's is a string, which may lie elsewhere.
#[inline(always)]
pub fn message(buffer: usize, room: usize, is_used: bool, call: Invocation) {
    if is_used && room != 0 {
        let length = scan::bounded_length(buffer, room);
        call.writes(buffer, room.min(length + 1));
    }
}
