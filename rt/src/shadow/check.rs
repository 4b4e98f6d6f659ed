//! The exact check of a range.

use super::map::shadow_end;
use super::{get, is_addressable};
use crate::platform::{PAGE, SHADOW_OFFSET, address_end};
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, NOT_WHOLLY_ADDRESSABLE, PARTIAL};

/// Whether one byte may be accessed.
#[inline]
pub fn is_byte_addressable(address: usize) -> bool {
    is_index_addressable(get(address), address & (GRANULE - 1))
}

/// Whether byte `index` of a granule is addressable.
#[inline(always)]
fn is_index_addressable(byte: u8, index: usize) -> bool {
    // Below `PARTIAL` the difference wraps around to more than any index.
    byte < 0x80 && index < byte.wrapping_sub(PARTIAL).into()
}

/// Whether the shadow's first byte alone tells that `[address, address + length)` is addressable: `false` says nothing. The least that a
/// check can cost; for all that comes long before the end of an object.
#[inline(always)]
pub fn is_in_first_run(address: usize, length: usize) -> bool {
    let last = address.wrapping_add(length).wrapping_sub(1);
    if last < address || last >= address_end() {
        return false;
    }
    let first = address >> GRANULE_SHIFT;
    let promise = get(address);
    is_addressable(promise) && ((last >> GRANULE_SHIFT) - first) >> promise == 0
}

/// Granules of a short range, at most.
const SHORT: usize = 64;

/// Whether a short range is addressable granule by granule, as large chunks are, whose shadow is zero: `false` says nothing.
#[inline(always)]
fn is_short_and_untouched(address: usize, length: usize) -> bool {
    let last = address.wrapping_add(length).wrapping_sub(1);
    if last < address || last >= address_end() {
        return false;
    }
    let count = (last >> GRANULE_SHIFT) - (address >> GRANULE_SHIFT) + 1;
    let shadow = super::at(address);
    // SAFETY: no place goes beyond the last of its width, the first word apart, which lies in one page of shadow with its
    // first byte.
    unsafe {
        let word = |at: usize| shadow.add(at).cast::<u64>().read_unaligned();
        if count <= 8 {
            return shadow as usize % PAGE <= PAGE - 8 && word(0) << (64 - 8 * count) == 0;
        }
        let pair = |at: usize| word(at) | word(at + 8);
        let end = count.wrapping_sub(16);
        match count {
            9..=16 => word(0) | word(count - 8) == 0,
            17..=32 => pair(0) | pair(end) == 0,
            33..=SHORT => pair(0) | pair(16) | pair(end.min(32)) | pair(end) == 0,
            _ => false,
        }
    }
}

/// Whether `[address, address + length)` is addressable by the test that costs least for most ranges: [`is_in_first_run`], or of a large
/// chunk, short and granule by granule. `false` says nothing.
#[inline(always)]
pub fn is_readily_addressable(address: usize, length: usize) -> bool {
    is_in_first_run(address, length) || is_short_and_untouched(address, length)
}

/// Whether `[address, address + length)` is certainly addressable: `false` says nothing. It takes a word of shadow, or three bytes,
/// however long the range is, and is right (but for empty ranges) of all that lies in one object or is short.
#[inline(always)]
pub fn is_surely_addressable(address: usize, length: usize) -> bool {
    let last = address.wrapping_add(length).wrapping_sub(1);
    if last < address || last >= address_end() {
        return false;
    }
    let first = address >> GRANULE_SHIFT;
    // Granules that the range covers to their end must be wholly addressable; one more may be partial.
    let whole = ((last + 1) >> GRANULE_SHIFT) - first;
    if whole < 8 {
        let shadow = super::at(address);
        if shadow as usize % PAGE > PAGE - 8 {
            return false;
        }
        // SAFETY: it lies in one page of shadow, of which the first byte is the range's.
        let word = unsafe { shadow.cast::<u64>().read_unaligned() };
        let poisoned = u64::from_ne_bytes([NOT_WHOLLY_ADDRESSABLE; 8]) & !(u64::MAX << (8 * whole));
        let tail = word >> (8 * ((last >> GRANULE_SHIFT) - first));
        return word & poisoned == 0 && is_index_addressable(tail as u8, last & (GRANULE - 1));
    }
    // Two runs, one from either end, that meet: each is at least half as long as the range.
    let log = whole.ilog2();
    let goes_on = |granule: usize| {
        let byte = get(granule << GRANULE_SHIFT);
        byte.wrapping_sub(log as u8) < PARTIAL - log as u8
    };
    is_byte_addressable(last) && goes_on(first) && goes_on(first + whole - (1 << log))
}

/// Whether all bytes from `first` to `last` may be accessed, wherever that is. `false` may also mean that more than `most` granules would
/// have to be looked at one by one.
pub fn is_addressable_between(first: usize, last: usize, most: usize) -> bool {
    if first > last || last >= address_end() || (first < shadow_end() && last >= SHADOW_OFFSET) {
        return false;
    }
    let length = last - first + 1;
    is_surely_addressable(first, length)
        || is_short_and_untouched(first, length)
        || (length >> GRANULE_SHIFT <= most && walk(first, last).is_none())
}

/// How many bytes from `address` on are certainly addressable, and whether a poisoned one comes right behind them. Gives up where memory was
/// never touched: there each granule would have to be looked at.
pub fn addressable_ahead(address: usize) -> (usize, bool) {
    const MOST_GRANULES_ALONE: u32 = 4;
    let mut granule = address >> GRANULE_SHIFT;
    let mut alone = 0;
    while granule < address_end() >> GRANULE_SHIFT {
        let byte = get(granule << GRANULE_SHIFT);
        if !is_addressable(byte) {
            let end = granule_end(granule, byte);
            return (end.saturating_sub(address), true);
        }
        // The last granule of an object stands for itself alone, too.
        alone += u32::from(byte == 0);
        if alone > MOST_GRANULES_ALONE {
            break;
        }
        granule = granule.saturating_add(1 << byte);
    }
    let end = granule.min(address_end() >> GRANULE_SHIFT) << GRANULE_SHIFT;
    (end.saturating_sub(address), false)
}

/// The first byte of `[address, address + length)` that may not be accessed; `None` if there is none.
#[inline]
pub fn first_poisoned(address: usize, length: usize) -> Option<usize> {
    if length == 0 || is_surely_addressable(address, length) {
        return None;
    }
    search(address, length)
}

/// The same, by looking through the shadow from promise to promise.
#[cold]
#[inline(never)]
fn search(address: usize, length: usize) -> Option<usize> {
    if is_short_and_untouched(address, length) {
        return None;
    }
    match address.checked_add(length - 1) {
        Some(last) if last < address_end() => walk(address, last),
        Some(_) | None => Some(first_poisoned_before_end(address)),
    }
}

/// The first poisoned byte of a range that goes on to where no program has memory (a negative length, say).
/// Usually that is soon: the object's own redzone.
#[cold]
fn first_poisoned_before_end(address: usize) -> usize {
    // Where nothing was ever poisoned, the end of the address space is not worth the walk: the range is poisoned anyhow.
    const FAR: usize = 1 << 30;
    if address >= address_end() {
        return address;
    }
    let last = address.saturating_add(FAR).min(address_end() - 1);
    walk(address, last).unwrap_or(address_end())
}

fn walk(address: usize, last: usize) -> Option<usize> {
    // Granules that the range covers to their end must be wholly addressable; the last one may be partial.
    let mut granule = address >> GRANULE_SHIFT;
    let end = (last + 1) >> GRANULE_SHIFT;
    while granule < end {
        let byte = get(granule << GRANULE_SHIFT);
        if !is_addressable(byte) {
            return Some(first_poisoned_in(granule, byte, address));
        }
        let run = 1usize.checked_shl(byte.into()).unwrap_or(usize::MAX);
        let left = end - granule;
        if run >= left {
            break;
        }
        // The other half, if it belongs to the same object.
        let half = end - run;
        if left <= 2 * run
            && is_addressable(get(half << GRANULE_SHIFT))
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
    if !ends_inside || is_byte_addressable(last) {
        return None;
    }
    let start = (last & !(GRANULE - 1)).max(address);
    (start..=last).find(|at| !is_byte_addressable(*at))
}

/// Whether the shadow of all granules from that of `first` to that of `last` is zero, as that of memory of which nobody has said anything.
pub fn is_untouched(first: usize, last: usize) -> bool {
    let end = (last >> GRANULE_SHIFT) + 1;
    let rest = skip_zeroes(first >> GRANULE_SHIFT, end);
    (rest..end).all(|granule| get(granule << GRANULE_SHIFT) == 0)
}

/// Goes over untouched granules, many at a time.
fn skip_zeroes(mut granule: usize, end: usize) -> usize {
    const BLOCK: usize = 256;
    while granule + BLOCK <= end {
        // SAFETY: shadow of the range that is being checked; any bytes make words.
        let chunk = unsafe {
            super::at(granule << GRANULE_SHIFT)
                .cast::<[u64; BLOCK / 8]>()
                .read_unaligned()
        };
        // Without a way out of the loop it is done in vectors.
        if chunk.iter().fold(0, |all, word| all | word) != 0 {
            break;
        }
        granule += BLOCK;
    }
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

/// The first poisoned byte of a granule that is not wholly addressable, but not before `from`.
fn first_poisoned_in(granule: usize, byte: u8, from: usize) -> usize {
    granule_end(granule, byte).max(from)
}

/// Where the addressable bytes of a granule that is not wholly addressable end.
fn granule_end(granule: usize, byte: u8) -> usize {
    let addressable = if byte & 0x80 == 0 {
        (byte - PARTIAL) as usize
    } else {
        0
    };
    (granule << GRANULE_SHIFT) + addressable
}
