//! Limits that a program sets for itself. All of the shadow counts as address space and as data, so a smaller limit would leave the
//! program nothing.

use super::Invocation;
use crate::{limited, platform, shadow};

/// `prlimit(process, resource, new, old)`, and `setrlimit` of this process, before them. A limit is what counts now, and what it may be raised to:
/// two words in a `struct rlimit`, two numbers of 64 bits in a `struct rlimit64`.
pub fn before<L: TryInto<usize>>(
    process: usize,
    resource: usize,
    new: usize,
    old: usize,
    call: Invocation,
) {
    if old != 0 {
        call.writes(old, 2 * size_of::<L>());
    }
    if new == 0 {
        return;
    }
    call.reads(new, 2 * size_of::<L>());
    let process = process as u32;
    if (process == 0 || process == platform::process_id())
        && platform::limits_address_space(resource as u32)
    {
        // SAFETY: the library function reads it, too.
        let limit = unsafe { (new as *const L).read_unaligned() };
        // What is more than all addresses leaves them all.
        let limit = limit.try_into().unwrap_or(usize::MAX);
        if limit < shadow::map::shadow_end() - platform::SHADOW_OFFSET {
            limited::give_shadow_back(limit);
        }
    }
}

/// After them.
pub fn after() {
    // What cannot be kept back now will be tried again when a thread begins.
    let _ = shadow::reserve::fill();
}
