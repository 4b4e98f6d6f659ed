//! What loops ask before they begin.

use crate::{heap, shadow};
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT};

/// Whether all bytes from `first` to `last` may be accessed, wherever that is. `false` may also mean that more than `most` granules would have to be
/// looked at one by one.
pub fn is_addressable_between(first: usize, last: usize, most: usize) -> bool {
    const SHORT: usize = 64 * GRANULE;
    let is_addressable = |most| shadow::is_addressable_between(first, last, most);
    if is_addressable(0) {
        return true;
    }
    let length = last.saturating_sub(first);
    let is_large = shadow::map::is_readable(first) && length >= SHORT;
    // Two granules that both stand for themselves alone are of no fold.
    let is_unfolded = || shadow::get(first) == 0 && shadow::get(first + GRANULE) == 0;
    if is_large && is_unfolded() && heap::large::fold_around(first, last) {
        return is_addressable(0);
    }
    length >> GRANULE_SHIFT <= most && is_addressable(most)
}
