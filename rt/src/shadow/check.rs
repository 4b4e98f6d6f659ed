//! The exact check of a range.

use super::{get, is_good};
use crate::platform::ADDRESS_END;
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, PARTIAL};

/// Whether one byte may be accessed.
#[inline]
pub fn is_byte_good(address: usize) -> bool {
    let byte = get(address);
    is_good(byte) || is_partial_good(byte, address & (GRANULE - 1))
}

/// Whether byte `index` of a granule is among the first good ones of a partial granule.
#[inline]
fn is_partial_good(byte: u8, index: usize) -> bool {
    byte & 0x80 == 0 && index < (byte - PARTIAL.min(byte)) as usize
}

/// The first byte of `[address, address + length)` that may not be accessed; `None` if there is none.
///
/// The shadow's first byte covers a folded object of any size up to half of what is left of it, a
/// second one, looked up from the end of the range, the rest. Only ranges that go over several objects or
/// over untouched memory are walked, from promise to promise.
#[inline]
pub fn first_bad(address: usize, length: usize) -> Option<usize> {
    if length == 0 {
        return None;
    }
    let last = match address.checked_add(length - 1) {
        Some(last) if last < ADDRESS_END => last,
        Some(_) | None => return Some(first_bad_before_end(address)),
    };
    let first = address >> GRANULE_SHIFT;
    let end = last >> GRANULE_SHIFT;
    let promise = get(address);
    if is_good(promise) && (end - first) >> promise == 0 {
        return None;
    }
    walk(address, last)
}

/// The first bad byte of a range that goes on to where no program has memory (a negative length, say).
/// Usually that is soon: the object's own redzone.
#[cold]
fn first_bad_before_end(address: usize) -> usize {
    // Where nothing was ever poisoned, the end of the address space is not worth the walk: the range is bad anyhow.
    const FAR: usize = 1 << 30;
    if address >= ADDRESS_END {
        return address;
    }
    let last = address.saturating_add(FAR).min(ADDRESS_END - 1);
    walk(address, last).unwrap_or(ADDRESS_END)
}

fn walk(address: usize, last: usize) -> Option<usize> {
    // Granules that the range covers to their end must be wholly good; the last one may be partial.
    let mut granule = address >> GRANULE_SHIFT;
    let end = (last + 1) >> GRANULE_SHIFT;
    while granule < end {
        let byte = get(granule << GRANULE_SHIFT);
        if !is_good(byte) {
            return Some(first_bad_in(granule, byte, address));
        }
        let run = 1usize.checked_shl(byte.into()).unwrap_or(usize::MAX);
        let left = end - granule;
        if run >= left {
            break;
        }
        // The other half, if it belongs to the same object.
        let half = end - run;
        if left <= 2 * run
            && is_good(get(half << GRANULE_SHIFT))
            && get(half << GRANULE_SHIFT) >= byte
        {
            break;
        }
        granule += run;
        if byte == 0 {
            granule = skip_zeroes(granule, end);
        }
    }
    let ends_inside = last & (GRANULE - 1) != GRANULE - 1;
    if !ends_inside || is_byte_good(last) {
        return None;
    }
    let start = (last & !(GRANULE - 1)).max(address);
    (start..=last).find(|at| !is_byte_good(*at))
}

/// Goes over untouched granules eight at a time.
fn skip_zeroes(mut granule: usize, end: usize) -> usize {
    while granule + 8 <= end {
        // SAFETY: shadow of the range that is being checked; unaligned reads are fine.
        let word = unsafe {
            super::at(granule << GRANULE_SHIFT)
                .cast::<u64>()
                .read_unaligned()
        };
        if word != 0 {
            return granule + word.trailing_zeros() as usize / 8;
        }
        granule += 8;
    }
    granule
}

/// The first bad byte of a granule that is not wholly good, but not before `from`.
fn first_bad_in(granule: usize, byte: u8, from: usize) -> usize {
    let start = granule << GRANULE_SHIFT;
    let good = if byte & 0x80 == 0 {
        (byte - PARTIAL) as usize
    } else {
        0
    };
    (start + good).max(from)
}
