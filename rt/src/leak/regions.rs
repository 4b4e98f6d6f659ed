//! Memory outside of the heap that the program has named as a place of pointers: mappings of its own, say.

use super::pages::Pages;
use crate::lock::{Lock, Locked};
use core::ops::Range;

/// Kept in pages of its own: where they begin may itself be an address in the heap, and must not keep the chunk.
static REGIONS: Locked<Pages<[usize; 2]>> = Locked::new(Pages::new());

/// The list's lock, for `fork` and for whoever stops the other threads.
pub fn lock() -> &'static Lock {
    REGIONS.lock()
}

/// Adds a region; the same one may be added more than once.
pub fn register(start: usize, size: usize) {
    let _ = REGIONS.hold().push([start, size]);
}

/// Takes a region back; false if it is not there.
pub fn unregister(start: usize, size: usize) -> bool {
    let mut regions = REGIONS.hold();
    let Some(place) = regions.iter().position(|region| *region == [start, size]) else {
        return false;
    };
    let last = regions.len() - 1;
    regions.swap(place, last);
    regions.truncate(last);
    true
}

/// Calls `each` with every region.
pub fn for_each(mut each: impl FnMut(Range<usize>)) {
    for [start, size] in REGIONS.hold().iter().copied() {
        each(start..start.saturating_add(size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_counts_as_often_as_it_was_added() {
        let count = || {
            let mut count = 0;
            for_each(|range| count += usize::from(range == (0x1000..0x1010)));
            count
        };
        register(0x1000, 0x10);
        register(0x1000, 0x10);
        assert_eq!(count(), 2);
        assert!(!unregister(0x1000, 0x11));
        assert!(unregister(0x1000, 0x10) && count() == 1);
        assert!(unregister(0x1000, 0x10) && !unregister(0x1000, 0x10));
    }
}
