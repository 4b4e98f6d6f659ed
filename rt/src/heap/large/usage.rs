//! What large blocks take.

use super::REGISTRY;
use super::record::Memory;
use crate::heap::header::State;
use crate::{platform, shadow};
use sanecc_abi::shadow::GRANULE_SHIFT;

/// Bytes of all mappings of large blocks, also of those that wait or are kept for reuse, but for what is inaccessible.
pub fn mapped_bytes() -> usize {
    let registry = REGISTRY.hold();
    // SAFETY: records of the registry, which we hold.
    let records = registry.all().map(|record| unsafe { &*record });
    records
        .filter(|block| block.memory != Memory::Sealed)
        .map(|block| block.mapped)
        .sum()
}

/// What large blocks take, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// What the program asked for.
    pub asked: usize,
    /// What has memory of blocks in use, with their redzones.
    pub in_use: usize,
    /// What has memory of freed ones.
    pub freed: usize,
    /// What has memory of the shadow of both.
    pub shadow: usize,
}

/// Asks the system what large blocks take.
pub fn usage() -> Usage {
    let mut usage = Usage::default();
    for record in REGISTRY.hold().all() {
        // SAFETY: a record of the registry, which we hold.
        let block = unsafe { &*record };
        let resident = platform::resident(block.base, block.mapped);
        if block.block.state == State::Allocated {
            usage.asked += block.block.size;
            usage.in_use += resident;
        } else {
            usage.freed += resident;
        }
        let shadow = shadow::at(block.base) as usize;
        usage.shadow += platform::resident(shadow, block.mapped >> GRANULE_SHIFT);
    }
    usage
}
