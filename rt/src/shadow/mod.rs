//! The shadow of the program's memory: one byte per granule of 8 bytes, encoded as `sanecc_abi::shadow` says.
//!
//! Invariant of the addressable bytes, which every operation here keeps: where a byte promises that a run goes on
//! to granule `e`, every addressable byte `g` inside that run promises at least `log2(e - g)`. Hence a reader may
//! trust any byte it finds, and whoever poisons inside a run finds all bytes that promise too much.

pub mod check;
pub mod container;
pub mod fold;
pub mod map;
pub mod reserve;
mod set_up;
pub mod short;
mod taken;
pub mod user;

use crate::platform::{self, PAGE};
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, PARTIAL, Poison};

pub use check::{
    addressable_ahead, first_poisoned, is_addressable_between, is_in_first_run,
    is_readily_addressable, is_surely_addressable,
};
pub use fold::{lay_out, unpoison};
pub use set_up::{is_set_up, set_up, set_up_first};

/// The shadow byte of an address.
#[inline(always)]
pub fn at(address: usize) -> *mut u8 {
    ((address >> GRANULE_SHIFT).wrapping_add(platform::SHADOW_OFFSET)) as *mut u8
}

/// The shadow byte's value.
#[inline(always)]
pub fn get(address: usize) -> u8 {
    // SAFETY: the shadow of every address of the program is mapped, or is mapped when it faults.
    unsafe { *at(address) }
}

/// Writes one shadow byte.
#[inline(always)]
pub fn set(address: usize, byte: u8) {
    map::ensure(address, 1);
    // SAFETY: as in `get`.
    unsafe { *at(address) = byte }
}

/// Whether a byte stands for a wholly addressable granule.
#[inline(always)]
pub fn is_addressable(byte: u8) -> bool {
    byte & sanecc_abi::shadow::NOT_WHOLLY_ADDRESSABLE == 0
}

/// Writes one code over all granules that `[address, address + size)` touches. The caller owns these
/// granules: no run that begins before them reaches into them.
#[inline]
pub fn poison(address: usize, size: usize, code: Poison) {
    if size != 0 {
        map::ensure(address, size);
        let first = at(address);
        let count = at(address + size - 1) as usize - first as usize + 1;
        // SAFETY: the shadow of the range is mapped.
        unsafe { fold::fill(first, code as u8, count) };
    }
}

/// Shadow bytes from which it is cheaper to hand pages back than to write zeroes over them.
const RELEASE_FROM: usize = 16 * PAGE;
/// Shadow bytes from which it is cheaper to ask for all pages at once than for each when it is written.
const POPULATE_FROM: usize = 4 * PAGE;

/// Makes all granules of `[address, address + size)` untouched (0). Both are multiples of 8. As with
/// [`poison`], the caller owns them.
pub fn clear(address: usize, size: usize) {
    if size == 0 {
        return;
    }
    let (start, end) = (at(address) as usize, at(address + size - 1) as usize + 1);
    if end - start < RELEASE_FROM {
        map::ensure(address, size);
        // SAFETY: the shadow of the range is mapped.
        unsafe { (start as *mut u8).write_bytes(0, end - start) };
        return;
    }
    // Unmapped shadow, in the lazy mode, is zero already: only the ends have to be there.
    let (first_page, last_page) = (start.next_multiple_of(PAGE), end & !(PAGE - 1));
    map::ensure(address, (first_page - start) << GRANULE_SHIFT);
    map::ensure(
        address + ((last_page - start) << GRANULE_SHIFT),
        (end - last_page) << GRANULE_SHIFT,
    );
    // SAFETY: the shadow of both ends is mapped.
    unsafe {
        (start as *mut u8).write_bytes(0, first_page - start);
        (last_page as *mut u8).write_bytes(0, end - last_page);
    }
    platform::release(first_page, last_page - first_page);
}

/// Gives the shadow of `[address, address + size)` memory, all of which is about to be written: at once, without a fault for each page.
pub fn populate(address: usize, size: usize) {
    let first = (at(address) as usize).next_multiple_of(PAGE);
    let last = at(address + size) as usize & !(PAGE - 1);
    if !map::is_lazy() && first + POPULATE_FROM <= last {
        platform::populate(first, last - first);
    }
}

/// The same for memory of the heap that nobody will touch for long, and whose shadow is whole pages: they go back to the system.
pub fn forget(address: usize, size: usize) {
    let (start, length) = (at(address) as usize, size >> GRANULE_SHIFT);
    if !(start.is_multiple_of(PAGE)
        && length.is_multiple_of(PAGE)
        && platform::release(start, length))
    {
        clear(address, size);
    }
}

/// The same for memory of which little is thought to have been touched: shadow that is zero stays without memory.
pub fn clear_if_written(address: usize, size: usize) {
    const STEP: usize = PAGE << GRANULE_SHIFT;
    if size >> GRANULE_SHIFT >= RELEASE_FROM {
        return clear(address, size);
    }
    let end = address + size;
    let mut start = address;
    while start < end {
        let next = ((start & !(STEP - 1)) + STEP).min(end);
        map::ensure(start, next - start);
        // SAFETY: the shadow of the range is mapped. Any bytes make a word.
        let (first, words, last) = unsafe {
            core::slice::from_raw_parts(at(start), (next - start) >> GRANULE_SHIFT)
                .align_to::<u64>()
        };
        // Without a way out of the loop it is done in vectors.
        let written = words.iter().fold(0, |all, word| all | word) != 0;
        if written || first.iter().chain(last).any(|byte| *byte != 0) {
            clear(start, next - start);
        }
        start = next;
    }
}

/// Makes `[address, address + size)` addressable, as [`unpoison`] does, but unfolded, so that the shadow takes no memory. `address`
/// is a multiple of 8. For objects that are too large to fold and are seldom looked at as a whole.
pub fn unpoison_sparsely(address: usize, size: usize) {
    let whole = size & !(GRANULE - 1);
    clear(address, whole);
    if size != whole {
        set(address + whole, PARTIAL + (size - whole) as u8);
    }
}

#[cfg(test)]
mod tests;
