//! The shadow: writes poison, and asks whether a range may be touched.
//!
//! Claims: an address outside of the memory that the linker script names is addressable, and its shadow is never read. Partial granules are exact.

use crate::memory;
use sanecc_abi::bare::shadow_of;
use sanecc_abi::shadow::{PARTIAL, Poison};

/// Bytes that one shadow byte describes.
pub const GRANULE: usize = if cfg!(feature = "scale32") {
    32
} else if cfg!(feature = "scale16") {
    16
} else {
    8
};

/// Where the shadow of an address in the memory lies.
fn place(address: usize) -> usize {
    memory::shadow().0 + (address - memory::start()) / GRANULE
}

/// The shadow byte of an address; 0 where there is no shadow.
pub fn of(address: usize) -> u8 {
    match memory::contains(address) {
        // SAFETY: the shadow covers all of the memory, which `init` has made sure of.
        true => unsafe { memory::byte(place(address)) },
        false => 0,
    }
}

fn set(address: usize, value: u8) {
    if memory::contains(address) {
        // SAFETY: as above; the shadow is nobody else's.
        unsafe { memory::set_byte(place(address), value) }
    }
}

/// Writes one byte over the granules of `[start, end)`; the start is on a granule.
pub fn fill(start: usize, end: usize, value: u8) {
    let mut at = start;
    while at < end {
        set(at, value);
        at += GRANULE;
    }
}

/// Makes an object addressable that starts on a granule. What follows in its last granule is not.
pub fn open(start: usize, size: usize) {
    let whole = start + size / GRANULE * GRANULE;
    fill(start, whole, 0);
    if !size.is_multiple_of(GRANULE) {
        set(whole, shadow_of(size % GRANULE, GRANULE));
    }
}

/// Poisons what lies between the end of an object that starts on a granule and `end`, also in its last granule.
pub fn close_after(start: usize, size: usize, end: usize, code: Poison) {
    open(start + size / GRANULE * GRANULE, size % GRANULE);
    fill(start + size.next_multiple_of(GRANULE), end, code as u8);
}

/// The first byte of a range that may not be touched.
pub fn first_poisoned(start: usize, length: usize) -> Option<usize> {
    let mut at = start;
    let end = start.wrapping_add(length);
    let mut left = length;
    while left > 0 {
        let inside = at % GRANULE;
        let here = (GRANULE - inside).min(left);
        let byte = of(at);
        if byte >= 0x80 {
            return Some(at);
        }
        if byte >= PARTIAL {
            let good = usize::from(byte - PARTIAL);
            if inside + here > good {
                return Some(at + good.saturating_sub(inside));
            }
        }
        left -= here;
        at = end.wrapping_sub(left);
    }
    None
}

/// Forgets everything.
pub fn clear() {
    let (start, end) = memory::shadow();
    let mut at = start;
    while at < end {
        // SAFETY: the shadow is nobody else's.
        unsafe { memory::set_byte(at, 0) };
        at += 1;
    }
}
