//! Whether the poison in a container's memory is where its annotations should have put it.

use super::check::is_byte_good;
use core::ops::Range;
use sanecc_abi::shadow::GRANULE;

/// The first byte of `storage` that is good but not in `elements`, or in `elements` but not good. Bytes that share a granule with
/// something good cannot all be told apart, so they are left out: those before the elements in their first granule, and those of the
/// last granule if what follows the storage is good.
pub fn first_wrong(storage: Range<usize>, elements: Range<usize>) -> Option<usize> {
    let start = elements.start & !(GRANULE - 1);
    let shares = !storage.end.is_multiple_of(GRANULE) && is_byte_good(storage.end);
    let end = if shares {
        storage.end & !(GRANULE - 1)
    } else {
        storage.end
    };
    let before = storage.start..if elements.is_empty() {
        elements.start
    } else {
        start
    };
    let after = elements.end..end;
    let mut unused = before.chain(after.clone());
    let bad = elements.clone().find(|address| !is_byte_good(*address));
    bad.into_iter()
        .chain(unused.find(|address| is_byte_good(*address)))
        .min()
}
