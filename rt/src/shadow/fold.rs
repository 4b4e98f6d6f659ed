//! Making an object good: runs folded so that the first byte of a range tells (almost) all of it.

use super::{at, map};
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, MAX_RUN, PARTIAL};

/// Granules whose fold is copied from a table; longer ones have long equal stretches.
const TABLE: usize = 512;

/// The fold of [`TABLE`] good granules. What a byte promises depends only on its distance to the end of
/// the run, so the last `n` bytes are the fold of `n` granules.
static FOLD: [u8; TABLE] = {
    let mut table = [0; TABLE];
    let mut index = 0;
    while index < TABLE {
        table[index] = sanecc_abi::shadow::run(TABLE - index);
        index += 1;
    }
    table
};

/// Makes `[address, address + size)` good: whole granules folded, the rest of the last one partial.
/// `address` is a multiple of 8. Whether the granule after the object is good does not matter.
#[inline]
pub fn unpoison(address: usize, size: usize) {
    map::ensure(address, size);
    let granules = size >> GRANULE_SHIFT;
    let rest = size & (GRANULE - 1);
    let first = at(address);
    // SAFETY: the shadow of the object is mapped.
    unsafe {
        fold(first, granules);
        if rest != 0 {
            *first.add(granules) = PARTIAL + rest as u8;
        }
    }
}

/// Writes the fold of `granules` good granules.
///
/// # Safety
/// `[first, first + granules)` is shadow.
#[inline]
pub unsafe fn fold(first: *mut u8, granules: usize) {
    if granules <= 16 {
        // Small objects are most of them: two overlapping moves beat a call.
        // SAFETY: the table has TABLE bytes, the target is the caller's.
        unsafe { move_few(FOLD.as_ptr().add(TABLE - granules), first, granules) };
    } else if granules <= TABLE {
        // SAFETY: the table has TABLE bytes, the target is the caller's.
        unsafe {
            FOLD.as_ptr()
                .add(TABLE - granules)
                .copy_to_nonoverlapping(first, granules)
        };
    } else {
        // SAFETY: as the caller promises.
        unsafe { fold_long(first, granules) };
    }
}

/// Copies at most 16 bytes.
///
/// # Safety
/// `count` bytes can be read and written there.
#[inline(always)]
unsafe fn move_few(from: *const u8, to: *mut u8, count: usize) {
    /// The first and the last bytes, of a width that reaches from one to the other.
    macro_rules! both_ends {
        ($word:ty) => {{
            let last = count - size_of::<$word>();
            // SAFETY: `count` is at least the width, so both lie inside.
            unsafe {
                let (head, tail) = (
                    from.cast::<$word>().read_unaligned(),
                    from.add(last).cast::<$word>().read_unaligned(),
                );
                to.cast::<$word>().write_unaligned(head);
                to.add(last).cast::<$word>().write_unaligned(tail);
            }
        }};
    }
    match count {
        8.. => both_ends!(u64),
        4.. => both_ends!(u32),
        2.. => both_ends!(u16),
        1 => both_ends!(u8),
        0 => {}
    }
}

/// Writes `byte` over `count` bytes.
///
/// # Safety
/// They are shadow.
#[inline(always)]
pub unsafe fn fill(first: *mut u8, byte: u8, count: usize) {
    if count > 16 {
        // SAFETY: as the caller promises.
        return unsafe { first.write_bytes(byte, count) };
    }
    let word = [byte; 8];
    if count >= 8 {
        // SAFETY: both ends lie inside, and meet.
        unsafe {
            first.cast::<[u8; 8]>().write_unaligned(word);
            first.add(count - 8).cast::<[u8; 8]>().write_unaligned(word);
        }
    } else {
        // SAFETY: as the caller promises.
        unsafe { move_few(word.as_ptr(), first, count) };
    }
}

#[cold]
unsafe fn fold_long(first: *mut u8, granules: usize) {
    // From the end: one byte of 0, two of 1, four of 2, ...; the first of these stretches may be cut short.
    let mut left = granules;
    let mut exponent = 0u8;
    while left > 0 {
        let stretch = if exponent >= MAX_RUN {
            left
        } else {
            left.min(1 << exponent)
        };
        left -= stretch;
        // SAFETY: `[left, left + stretch)` lies inside the caller's range.
        unsafe { first.add(left).write_bytes(exponent.min(MAX_RUN), stretch) };
        exponent += 1;
    }
}
