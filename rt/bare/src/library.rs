//! Functions of the C library that checked code calls by these names: each checks what it reads and writes before it does.
//!
//! They stand for the library's, so that nothing depends on a library. Their speed is that of a byte at a time; copies of known size are not here, because the
//! compiler checks those itself and calls the library's.

use crate::arch::with_return_address;
use crate::checks::range;
use crate::memory::{byte, set_byte};
use sanecc_abi::site::flags::WRITE;

const READ: usize = 0;
const WRITES: usize = WRITE as usize;

/// The length of a text, each byte of which is checked; at most `most`.
fn length(text: usize, most: usize, pc: usize) -> usize {
    let mut count = 0;
    while count < most {
        range(text.wrapping_add(count), 1, READ, pc);
        // SAFETY: as the caller asks; it is addressable, as far as that is known.
        if unsafe { byte(text.wrapping_add(count)) } == 0 {
            break;
        }
        count += 1;
    }
    count
}

/// Copies upwards, or downwards where that would overwrite what is still to be read.
fn copy(to: usize, from: usize, bytes: usize) {
    let backwards = to > from;
    for step in 0..bytes {
        let at = if backwards { bytes - 1 - step } else { step };
        // SAFETY: both ranges have been checked.
        unsafe { set_byte(to.wrapping_add(at), byte(from.wrapping_add(at))) }
    }
}

extern "C" fn memory_copy(to: usize, from: usize, bytes: usize, pc: usize) -> usize {
    range(from, bytes, READ, pc);
    range(to, bytes, WRITES, pc);
    copy(to, from, bytes);
    to
}

extern "C" fn memory_set(to: usize, value: usize, bytes: usize, pc: usize) -> usize {
    range(to, bytes, WRITES, pc);
    for at in 0..bytes {
        // SAFETY: the range has been checked.
        unsafe { set_byte(to.wrapping_add(at), value as u8) }
    }
    to
}

extern "C" fn memory_compare(one: usize, other: usize, bytes: usize, pc: usize) -> i32 {
    range(one, bytes, READ, pc);
    range(other, bytes, READ, pc);
    for at in 0..bytes {
        // SAFETY: both ranges have been checked.
        let (a, b) = unsafe { (byte(one.wrapping_add(at)), byte(other.wrapping_add(at))) };
        if a != b {
            return i32::from(a) - i32::from(b);
        }
    }
    0
}

extern "C" fn memory_find(start: usize, value: usize, bytes: usize, pc: usize) -> usize {
    for at in 0..bytes {
        let here = start.wrapping_add(at);
        range(here, 1, READ, pc);
        // SAFETY: checked.
        if unsafe { byte(here) } == value as u8 {
            return here;
        }
    }
    0
}

extern "C" fn text_length(text: usize, _: usize, _: usize, pc: usize) -> usize {
    length(text, usize::MAX, pc)
}

extern "C" fn text_length_at_most(text: usize, most: usize, _: usize, pc: usize) -> usize {
    length(text, most, pc)
}

extern "C" fn text_copy(to: usize, from: usize, _: usize, pc: usize) -> usize {
    let bytes = length(from, usize::MAX, pc) + 1;
    range(to, bytes, WRITES, pc);
    copy(to, from, bytes);
    to
}

extern "C" fn text_copy_at_most(to: usize, from: usize, most: usize, pc: usize) -> usize {
    let bytes = length(from, most, pc);
    range(to, most, WRITES, pc);
    copy(to, from, bytes);
    for at in bytes..most {
        // SAFETY: the range has been checked.
        unsafe { set_byte(to.wrapping_add(at), 0) }
    }
    to
}

extern "C" fn text_append(to: usize, from: usize, _: usize, pc: usize) -> usize {
    append(to, from, usize::MAX, pc)
}

extern "C" fn text_append_at_most(to: usize, from: usize, most: usize, pc: usize) -> usize {
    append(to, from, most, pc)
}

fn append(to: usize, from: usize, most: usize, pc: usize) -> usize {
    let end = to.wrapping_add(length(to, usize::MAX, pc));
    let bytes = length(from, most, pc);
    range(end, bytes + 1, WRITES, pc);
    copy(end, from, bytes);
    // SAFETY: the range has been checked.
    unsafe { set_byte(end.wrapping_add(bytes), 0) };
    to
}

extern "C" fn text_compare(one: usize, other: usize, _: usize, pc: usize) -> i32 {
    text_compare_at_most(one, other, usize::MAX, pc)
}

extern "C" fn text_compare_at_most(one: usize, other: usize, most: usize, pc: usize) -> i32 {
    for at in 0..most {
        let (here, there) = (one.wrapping_add(at), other.wrapping_add(at));
        range(here, 1, READ, pc);
        range(there, 1, READ, pc);
        // SAFETY: checked.
        let (a, b) = unsafe { (byte(here), byte(there)) };
        if a != b || a == 0 {
            return i32::from(a) - i32::from(b);
        }
    }
    0
}

extern "C" fn text_find(text: usize, value: usize, _: usize, pc: usize) -> usize {
    let mut at = text;
    loop {
        range(at, 1, READ, pc);
        // SAFETY: checked.
        let here = unsafe { byte(at) };
        if here == value as u8 {
            return at;
        }
        if here == 0 {
            return 0;
        }
        at = at.wrapping_add(1);
    }
}

extern "C" fn text_find_last(text: usize, value: usize, _: usize, pc: usize) -> usize {
    let mut left = length(text, usize::MAX, pc) + 1;
    while left > 0 {
        left -= 1;
        // SAFETY: checked.
        if unsafe { byte(text.wrapping_add(left)) } == value as u8 {
            return text.wrapping_add(left);
        }
    }
    0
}

extern "C" fn text_find_text(text: usize, wanted: usize, _: usize, pc: usize) -> usize {
    let (all, some) = (length(text, usize::MAX, pc), length(wanted, usize::MAX, pc));
    let mut start = 0;
    while start + some <= all {
        let mut same = 0;
        let is_equal = |at: usize| {
            // SAFETY: both texts have been checked.
            unsafe { byte(text.wrapping_add(start + at)) == byte(wanted.wrapping_add(at)) }
        };
        while same < some && is_equal(same) {
            same += 1;
        }
        if same == some {
            return text.wrapping_add(start);
        }
        start += 1;
    }
    0
}

with_return_address! {
    __sanecc_call_memcpy => memory_copy;
    __sanecc_call_memmove => memory_copy;
    __sanecc_call_memset => memory_set;
    __sanecc_call_memcmp => memory_compare;
    __sanecc_call_memchr => memory_find;
    __sanecc_call_strlen => text_length;
    __sanecc_call_strnlen => text_length_at_most;
    __sanecc_call_strcpy => text_copy;
    __sanecc_call_strncpy => text_copy_at_most;
    __sanecc_call_strcat => text_append;
    __sanecc_call_strncat => text_append_at_most;
    __sanecc_call_strcmp => text_compare;
    __sanecc_call_strncmp => text_compare_at_most;
    __sanecc_call_strchr => text_find;
    __sanecc_call_strrchr => text_find_last;
    __sanecc_call_strstr => text_find_text;
    __sanecc_bare_overlap => crate::checks::overlap;
}
