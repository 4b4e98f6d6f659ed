//! Comparisons of strings.

use super::super::switches::*;
use super::super::{Invocation, scan};
use super::LONG;
use crate::shadow;

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
    if call.is_held() || !(scan::ends_in_addressable::<u8>(a) && scan::ends_in_addressable::<u8>(b))
    {
        let equal = LONG + scan::first_other_letter(a + LONG, b + LONG, usize::MAX);
        call.reads_part(a, equal + 1);
        call.reads_part(b, equal + 1);
    }
}

/// `strncasecmp`.
#[inline(always)]
pub fn compare_letters_bounded(a: usize, b: usize, bound: usize, call: Invocation) {
    let is_addressable = |text| shadow::is_surely_addressable(text, bound);
    if is_on(STRCMP) && (call.is_held() || !(is_addressable(a) && is_addressable(b))) {
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
