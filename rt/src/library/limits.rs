//! Limits that a program sets for itself. All of the shadow counts as address space and as data, so a smaller limit would leave the
//! program nothing.

use super::Invocation;
use crate::{limited, platform, shadow};

/// Bytes of a `struct rlimit`: what counts now, and what it may be raised to.
const LIMIT: usize = 2 * size_of::<usize>();

/// `prlimit(process, resource, new, old)`, and `setrlimit` of this process, before them.
pub fn before(process: usize, resource: usize, new: usize, old: usize, call: Invocation) {
    if old != 0 {
        call.writes(old, LIMIT);
    }
    if new == 0 {
        return;
    }
    call.reads(new, LIMIT);
    let process = process as u32;
    if (process == 0 || process == platform::process_id())
        && platform::limits_address_space(resource as u32)
    {
        // SAFETY: the library function reads it, too.
        let limit = unsafe { (new as *const usize).read_unaligned() };
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
