//! Copies of strings, and strings appended to others.

use super::super::switches::*;
use super::super::{Invocation, overlap, scan};
use super::LONG;
use crate::shadow;

/// `strcpy`, `stpcpy`: the function is left to do what begins so many bytes further. To look for the end of a long string first
/// takes half as long as to copy it, so it is copied as far as both sides are known to be addressable, and checked then.
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
    let copied = scan::copy_addressable::<u8>(to, from);
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
        if !call.is_held()
            && shadow::is_surely_addressable(from, bound)
            && shadow::is_surely_addressable(to, whole)
            && !overlap((to, whole), (from, bound))
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

/// `strlcpy`: as much as fits into `capacity`.
#[inline(always)]
pub fn copy_fitting(to: usize, from: usize, capacity: usize, call: Invocation) {
    if is_on(STRINGS) {
        let size = scan::length(from) + 1;
        call.reads(from, size);
        call.writes(to, size.min(capacity));
    }
}

/// `strlcat`: as much as fits into `capacity` with what is there.
#[inline(always)]
pub fn append_fitting(to: usize, from: usize, capacity: usize, call: Invocation) {
    if is_on(STRINGS) {
        let (size, before) = (scan::length(from) + 1, scan::bounded_length(to, capacity));
        call.reads(from, size);
        call.reads(to, capacity.min(before + 1));
        call.writes(to + before, size.min(capacity - before));
    }
}
