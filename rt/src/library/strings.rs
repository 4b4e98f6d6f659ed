//! Strings of bytes. The length of a string that is read to its end is looked for before it is checked, as ASan does
//! it: reading a few bytes of a redzone does no harm.

use super::switches::*;
use super::{Invocation, scan};

impl Invocation {
    /// Checks all of a string with its end.
    #[inline(always)]
    pub fn reads_string(self, text: usize) {
        self.reads(text, scan::length(text) + 1);
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

/// `strlen`.
#[inline(always)]
pub fn length(text: usize, length: usize, call: Invocation) {
    if is_on(STRLEN) {
        call.reads(text, length.wrapping_add(1));
    }
}

/// `strnlen`.
#[inline(always)]
pub fn bounded_length(text: usize, bound: usize, length: usize, call: Invocation) {
    if is_on(STRLEN) {
        call.reads(text, bound.min(length.wrapping_add(1)));
    }
}

/// `strcpy`, `stpcpy`.
#[inline(always)]
pub fn copy(to: usize, from: usize, call: Invocation) {
    if is_on(STRINGS) {
        let size = scan::length(from) + 1;
        call.disjoint((to, size), (from, size));
        call.reads(from, size);
        call.writes(to, size);
    }
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

/// `strcat`.
#[inline(always)]
pub fn append(to: usize, from: usize, call: Invocation) {
    if is_on(STRINGS) {
        let (added, before) = (scan::length(from), scan::length(to));
        call.reads(from, added + 1);
        // Its end is written over.
        call.reads(to, if is_on(STRICT) { before + 1 } else { before });
        call.writes(to + before, added + 1);
        if added > 0 {
            call.disjoint((to, before + added + 1), (from, added + 1));
        }
    }
}

/// `strncat`.
#[inline(always)]
pub fn append_bounded(to: usize, from: usize, bound: usize, call: Invocation) {
    if is_on(STRINGS) {
        let (added, before) = (scan::bounded_length(from, bound), scan::length(to));
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
    if is_on(STRCMP) {
        let read = scan::first_other_letter(a, b, usize::MAX).saturating_add(1);
        call.reads_part(a, read);
        call.reads_part(b, read);
    }
}

/// `strncasecmp`.
#[inline(always)]
pub fn compare_letters_bounded(a: usize, b: usize, bound: usize, call: Invocation) {
    if is_on(STRCMP) {
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
        let read = match found {
            0 => scan::length(text) + 1,
            found => found - text + 1,
        };
        call.reads_part(text, read);
    }
}

/// `strrchr`: its result.
#[inline(always)]
pub fn find_last(text: usize, byte: i32, call: Invocation) -> usize {
    let size = scan::length(text) + 1;
    if is_on(STRCHR) {
        call.reads(text, size);
    }
    scan::last(text, size, byte)
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
        let wanted_length = scan::length(wanted);
        let read = match found {
            0 => scan::length(text) + 1,
            found => found - text + wanted_length,
        };
        call.reads_part(text, read);
        call.reads(wanted, wanted_length + 1);
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
    if is_on(STRINGS) {
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
