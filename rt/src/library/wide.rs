//! Wide characters, and conversions between them and bytes. Lengths and sizes count characters of four bytes.

use super::{Invocation, memory, scan};
use crate::{platform, shadow};

/// Bytes of a wide character.
const WIDE: usize = size_of::<i32>();
/// Bytes of the state of a conversion.
const STATE: usize = 8;
/// The result of a conversion that failed.
const FAILED: usize = usize::MAX;

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

    /// The state of a conversion, if the caller has one.
    #[inline(always)]
    fn reads_state(self, state: usize) {
        if state != 0 {
            self.reads(state, STATE);
        }
    }

    /// A pointer that the function reads and moves, if it is there.
    #[inline(always)]
    fn reads_place(self, place: usize) {
        if place != 0 {
            self.writes(place, size_of::<usize>());
        }
    }
}

/// The pointer at an address of the program.
#[inline(always)]
fn pointer_at(place: usize) -> usize {
    // SAFETY: the library function reads it, too.
    unsafe { (place as *const usize).read_unaligned() }
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
    } else if !scan::ends_in_good::<i32>(text) {
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
    let copied = scan::copy_good::<i32>(to, from);
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
    if near.is_none() && bound > LONG && [a, b].into_iter().all(scan::ends_in_good::<i32>) {
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
pub fn transform(to: usize, from: usize, room: usize, result: usize, call: Invocation) {
    whole(from, call);
    if result < room {
        call.writes_wide(to, result + 1);
    }
}

/// Whether a short test tells that a block is good.
#[inline(always)]
pub fn is_good_block(block: usize, count: usize) -> bool {
    shadow::is_in_first_run(block, count.saturating_mul(WIDE))
}

/// Whether a short test tells that [`copy_block`] would find nothing.
#[inline(always)]
pub fn is_good_block_copy(to: usize, from: usize, count: usize) -> bool {
    memory::is_good_copy(to, from, count.saturating_mul(WIDE))
}

/// `wmemcpy`, `wmempcpy`.
#[inline(always)]
pub fn copy_block(to: usize, from: usize, count: usize, call: Invocation) {
    if to != from {
        call.distinct_wide((to, count), (from, count));
    }
    shift_block(to, from, count, call);
}

/// `wmemmove`.
#[inline(always)]
pub fn shift_block(to: usize, from: usize, count: usize, call: Invocation) {
    call.reads_wide(from, count);
    call.writes_wide(to, count);
}

/// `wmemset`.
#[inline(always)]
pub fn fill_block(to: usize, count: usize, call: Invocation) {
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
pub fn find_in_block(block: usize, count: usize, found: usize, call: Invocation) {
    match found {
        0 => call.reads_wide(block, count),
        found => call.reads(block, found - block + WIDE),
    }
}

/// `mbstowcs`.
#[inline(always)]
pub fn widen_string(to: usize, from: usize, room: usize, made: usize, call: Invocation) {
    if made != FAILED && to != 0 {
        call.writes_wide(to, made + usize::from(made < room));
        if made < room {
            call.reads_string(from);
        }
    }
}

/// `wcstombs`.
#[inline(always)]
pub fn narrow_string(to: usize, from: usize, room: usize, made: usize, call: Invocation) {
    if made != FAILED && to != 0 {
        call.writes(to, made + usize::from(made < room));
        if made < room {
            whole(from, call);
        }
    }
}

/// `mbsrtowcs` and `wcsrtombs`, before them.
#[inline(always)]
pub fn before_conversion(place: usize, state: usize, call: Invocation) {
    call.reads_place(place);
    call.reads_state(state);
}

/// `mbsrtowcs` and `mbsnrtowcs`, after them: the end is written if the place was cleared.
#[inline(always)]
pub fn after_widening(to: usize, place: usize, made: usize, call: Invocation) {
    if made != FAILED && to != 0 && place != 0 {
        call.writes_wide(to, made + usize::from(pointer_at(place) == 0));
    }
}

/// `wcsrtombs` and `wcsnrtombs`, after them.
#[inline(always)]
pub fn after_narrowing(to: usize, place: usize, made: usize, call: Invocation) {
    if made != FAILED && to != 0 && place != 0 {
        call.writes(to, made + usize::from(pointer_at(place) == 0));
    }
}

/// `mbsnrtowcs`, before it: at most `bytes` of the string.
#[inline(always)]
pub fn before_widening(place: usize, bytes: usize, state: usize, call: Invocation) {
    before_conversion(place, state, call);
    if place != 0 {
        let text = pointer_at(place);
        call.reads(
            text,
            bytes.min(super::scan::bounded_length(text, bytes) + 1),
        );
    }
}

/// `wcsnrtombs`, before it.
#[inline(always)]
pub fn before_narrowing(place: usize, characters: usize, state: usize, call: Invocation) {
    before_conversion(place, state, call);
    if place != 0 {
        let text = pointer_at(place);
        let read = characters.min(bounded_length(text, characters) + 1);
        call.reads_wide(text, read);
    }
}

/// `mbrtowc`, `mbtowc`, `mbrlen`, `mblen`: one character of at most `bound` bytes, of which `used` were read (a
/// negative result: an error, or all of them).
#[inline(always)]
pub fn one_widened(to: usize, from: usize, bound: usize, used: isize, call: Invocation) {
    const INCOMPLETE: isize = -2;
    if from == 0 {
        return;
    }
    match used {
        INCOMPLETE => call.reads(from, bound),
        ..0 => {}
        0 => {
            call.reads(from, bound.min(1));
            written(to, call);
        }
        used => {
            call.reads(from, used as usize);
            written(to, call);
        }
    }
}

fn written(to: usize, call: Invocation) {
    if to != 0 {
        call.writes(to, WIDE);
    }
}

/// Room for any character in bytes.
pub const LONGEST: usize = 16;

/// `wcrtomb` and `wctomb`: `made` bytes in `from` go to the program, unless the conversion failed.
pub fn one_narrowed(to: usize, from: &[u8; LONGEST], made: isize, call: Invocation) {
    if let Ok(made) = usize::try_from(made) {
        call.writes(to, made);
        // SAFETY: where reports return, the program gets what it asked for.
        unsafe { core::ptr::copy_nonoverlapping(from.as_ptr(), to as *mut u8, made.min(LONGEST)) };
    }
}

/// The state of a single conversion.
pub fn state(state: usize, call: Invocation) {
    call.reads_state(state);
}
