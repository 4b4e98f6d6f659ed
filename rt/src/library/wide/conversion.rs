//! Conversions between wide characters and bytes.

use super::super::{Invocation, scan};
use super::{WIDE, bounded_length, whole};

/// Bytes of the state of a conversion.
const STATE: usize = 8;
/// The result of a conversion that failed.
const FAILED: usize = usize::MAX;

impl Invocation {
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

/// `mbstowcs`.
#[inline(always)]
pub fn widen_string(to: usize, from: usize, capacity: usize, made: usize, call: Invocation) {
    if made != FAILED && to != 0 {
        call.writes_wide(to, made + usize::from(made < capacity));
        if made < capacity {
            call.reads_string(from);
        }
    }
}

/// `wcstombs`.
#[inline(always)]
pub fn narrow_string(to: usize, from: usize, capacity: usize, made: usize, call: Invocation) {
    if made != FAILED && to != 0 {
        call.writes(to, made + usize::from(made < capacity));
        if made < capacity {
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
        call.reads(text, bytes.min(scan::bounded_length(text, bytes) + 1));
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
