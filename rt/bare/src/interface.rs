//! AddressSanitizer's interface for memory pools, and what a debugger asks.

use crate::globals;
use crate::shadow::{self, GRANULE};
use sanecc_abi::shadow::{PARTIAL, Poison};

/// Poisons whole granules of a region; what lies before it in its first granule stays addressable.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_poison_memory_region(start: usize, size: usize) {
    globals::ensure();
    let end = start + size;
    let first = start & !(GRANULE - 1);
    let last = end & !(GRANULE - 1);
    let head = start - first;
    if head != 0 {
        let good = match shadow::of(first) {
            0 => GRANULE,
            byte @ PARTIAL..0x80 => usize::from(byte - PARTIAL),
            _ => 0,
        };
        // Memory behind the region in the same granule stays as it is, if there is any.
        if end - first >= good && good > head {
            shadow::fill(first, first + 1, PARTIAL + head as u8);
        }
    }
    shadow::fill(start.next_multiple_of(GRANULE), last, Poison::User as u8);
    if end > last
        && last >= start
        && let byte @ PARTIAL..0x80 = shadow::of(last)
        && usize::from(byte - PARTIAL) <= end - last
    {
        shadow::fill(last, last + 1, Poison::User as u8);
    }
}

/// Makes a region addressable, and what lies before it in its first granule.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_unpoison_memory_region(start: usize, size: usize) {
    globals::ensure();
    if size == 0 {
        return;
    }
    let first = start & !(GRANULE - 1);
    let end = start + size;
    let last = end & !(GRANULE - 1);
    shadow::fill(first, last, 0);
    let rest = end - last;
    let known = match shadow::of(last) {
        0 => GRANULE,
        byte @ PARTIAL..0x80 => usize::from(byte - PARTIAL),
        _ => 0,
    };
    if rest > known {
        shadow::open(last, rest);
    }
}

/// Whether a byte may not be touched.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_address_is_poisoned(address: usize) -> i32 {
    i32::from(shadow::first_poisoned(address, 1).is_some())
}

/// The first byte of a region that may not be touched; 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_region_is_poisoned(start: usize, size: usize) -> usize {
    shadow::first_poisoned(start, size).unwrap_or(0)
}
