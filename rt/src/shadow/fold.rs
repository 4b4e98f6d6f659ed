//! Making an object addressable: runs folded so that the first byte of a range tells (almost) all of it.

use super::{at, map};
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, MAX_RUN, PARTIAL, Poison};

/// Granules whose fold is copied from a table; longer ones have long equal stretches.
const TABLE: usize = 512;
/// Granules of redzone that are copied with a fold.
const REDZONE: usize = 32;

/// The fold of [`TABLE`] addressable granules, and a redzone behind it. What a byte promises depends only on its
/// distance to the end of the run, so the last `n` bytes of the former are the fold of `n` granules.
static FOLD: [u8; TABLE + REDZONE] = {
    let mut table = [Poison::Heap as u8; TABLE + REDZONE];
    let mut index = 0;
    while index < TABLE {
        table[index] = sanecc_abi::shadow::run(TABLE - index);
        index += 1;
    }
    table
};

/// Makes `[address, address + size)` addressable: whole granules folded, the rest of the last one partial.
/// `address` is a multiple of 8. Whether the granule after the object is addressable does not matter.
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

/// Makes `[address, address + size)` addressable and everything from there to `end` a heap redzone. `address` and `end`
/// are multiples of 8.
#[inline]
pub fn lay_out(address: usize, size: usize, end: usize) {
    let granules = size >> GRANULE_SHIFT;
    let count = (end - address) >> GRANULE_SHIFT;
    if count <= REDZONE {
        map::ensure(address, end - address);
        let first = at(address);
        // SAFETY: the shadow up to `end` is mapped; the table goes on behind the fold for as long.
        unsafe {
            let from = FOLD.as_ptr().add(TABLE - granules);
            move_few(from, first, count);
            let rest = size & (GRANULE - 1);
            if rest != 0 {
                *first.add(granules) = PARTIAL + rest as u8;
            }
        }
        return;
    }
    let tail = address + size.next_multiple_of(GRANULE);
    super::poison(tail, end - tail, Poison::Heap);
    unpoison(address, size);
}

/// Writes the fold of `granules` addressable granules.
///
/// # Safety
/// `[first, first + granules)` is shadow.
#[inline]
pub unsafe fn fold(first: *mut u8, granules: usize) {
    if granules <= 32 {
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

/// Copies `count` bytes: the first and the last of a width that reaches from one to the other.
///
/// # Safety
/// `count` bytes can be read and written there; it is at least the width of `W` and at most twice that.
#[inline(always)]
unsafe fn both_ends<W: Copy>(from: *const u8, to: *mut u8, count: usize) {
    let last = count - size_of::<W>();
    // SAFETY: both lie inside.
    unsafe {
        let (head, tail) = (
            from.cast::<W>().read_unaligned(),
            from.add(last).cast::<W>().read_unaligned(),
        );
        to.cast::<W>().write_unaligned(head);
        to.add(last).cast::<W>().write_unaligned(tail);
    }
}

/// Copies at most 32 bytes.
///
/// # Safety
/// `count` bytes can be read and written there.
#[inline(always)]
unsafe fn move_few(from: *const u8, to: *mut u8, count: usize) {
    // SAFETY: as the caller promises; each width fits its counts.
    unsafe {
        match count {
            16.. => both_ends::<[u64; 2]>(from, to, count),
            8.. => both_ends::<u64>(from, to, count),
            4.. => both_ends::<u32>(from, to, count),
            2.. => both_ends::<u16>(from, to, count),
            1 => *to = *from,
            0 => {}
        }
    }
}

/// Writes `byte` over `count` bytes.
///
/// # Safety
/// They are shadow.
#[inline(always)]
pub unsafe fn fill(first: *mut u8, byte: u8, count: usize) {
    if count > 32 {
        // SAFETY: as the caller promises.
        return unsafe { first.write_bytes(byte, count) };
    }
    // SAFETY: as the caller promises; each width fits its counts.
    unsafe {
        match count {
            16.. => fill_ends(first, [byte; 16], count),
            8.. => fill_ends(first, [byte; 8], count),
            4.. => fill_ends(first, [byte; 4], count),
            2.. => fill_ends(first, [byte; 2], count),
            1 => *first = byte,
            0 => {}
        }
    }
}

/// Writes `word` over the first and the last bytes.
///
/// # Safety
/// `count` bytes can be written there; it is at least the width of `W` and at most twice that.
#[inline(always)]
unsafe fn fill_ends<W: Copy>(first: *mut u8, word: W, count: usize) {
    // SAFETY: both lie inside.
    unsafe {
        first.cast::<W>().write_unaligned(word);
        first
            .add(count - size_of::<W>())
            .cast::<W>()
            .write_unaligned(word);
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
