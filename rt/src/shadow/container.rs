//! Whether the poison in a container's memory is where its annotations should have put it.

use super::check::is_byte_addressable;
use core::ops::Range;
use sanecc_abi::shadow::GRANULE;

/// The bytes of a container in memory from `storage` on that are addressable while it has these elements: a granule cannot be addressable in its last
/// bytes alone. None without elements.
pub fn addressable_for(storage: usize, elements: &Range<usize>) -> Range<usize> {
    if elements.is_empty() {
        elements.clone()
    } else {
        storage.max(elements.start & !(GRANULE - 1))..elements.end
    }
}

/// The first byte of `storage` that is addressable but not as the elements want it, or the other way round. The bytes of the last granule
/// are left out if what follows the storage is addressable: then they are addressable with and without elements.
pub fn first_wrong(storage: Range<usize>, elements: Range<usize>) -> Option<usize> {
    let shares = !storage.end.is_multiple_of(GRANULE) && is_byte_addressable(storage.end);
    let end = if shares {
        storage.end & !(GRANULE - 1)
    } else {
        storage.end
    };
    let mut wanted = addressable_for(storage.start, &elements);
    let before = storage.start..wanted.start.min(end);
    let after = wanted.end..end;
    let poisoned = wanted.find(|address| !is_byte_addressable(*address));
    let mut unused = before.chain(after);
    poisoned
        .into_iter()
        .chain(unused.find(|address| is_byte_addressable(*address)))
        .min()
}
