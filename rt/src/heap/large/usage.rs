//! What large chunks take.

use super::REGISTRY;
use super::record::Memory;
use crate::heap::header::State;
use crate::{platform, shadow};
use sanecc_abi::shadow::GRANULE_SHIFT;

/// Bytes of all mappings of large chunks, also of those that wait or are kept for reuse, but for what is inaccessible.
pub fn mapped_bytes() -> usize {
    let registry = REGISTRY.hold();
    // SAFETY: records of the registry, which we hold.
    let records = registry.all().map(|record| unsafe { &*record });
    records
        .filter(|chunk| chunk.memory != Memory::Sealed)
        .map(|chunk| chunk.mapped)
        .sum()
}

/// What large chunks take, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// What the program asked for.
    pub asked: usize,
    /// What has memory of chunks in use, with their redzones.
    pub in_use: usize,
    /// What has memory of freed ones.
    pub freed: usize,
    /// What has memory of the shadow of both.
    pub shadow: usize,
}

/// Asks the system what large chunks take.
pub fn usage() -> Usage {
    let mut usage = Usage::default();
    for record in REGISTRY.hold().all() {
        // SAFETY: a record of the registry, which we hold.
        let chunk = unsafe { &*record };
        let resident = platform::resident(chunk.base, chunk.mapped);
        if chunk.chunk.state == State::Allocated {
            usage.asked += chunk.chunk.size;
            usage.in_use += resident;
        } else {
            usage.freed += resident;
        }
        let shadow = shadow::at(chunk.base) as usize;
        usage.shadow += platform::resident(shadow, chunk.mapped >> GRANULE_SHIFT);
    }
    usage
}
