//! Setting the shadow up, once, whoever needs it first: the dynamic linker's `malloc` or the program.

use super::map;
use core::sync::atomic::{AtomicU8, Ordering};

const NOTHING: u8 = 0;
const IN_PROGRESS: u8 = 1;
const READY: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(NOTHING);

/// Sets up what the allocator needs. Safe at any time, also before the C library has started.
#[inline(always)]
pub fn set_up() {
    if STATE.load(Ordering::Acquire) < READY {
        reserve();
    }
}

/// As [`set_up`] before anything of the C library works, even `memset`. Where something is in the way of the shadow, that
/// is left for later.
pub fn set_up_first() {
    if STATE.load(Ordering::Acquire) == NOTHING && map::reserve_all().is_ok() {
        STATE.store(READY, Ordering::Release);
    }
}

/// Whether this copy of the runtime is in use. One that is not keeps out of everything.
pub fn is_set_up() -> bool {
    STATE.load(Ordering::Acquire) >= READY
}

#[cold]
fn reserve() {
    if STATE
        .compare_exchange(NOTHING, IN_PROGRESS, Ordering::AcqRel, Ordering::Acquire)
        .is_ok()
    {
        map::reserve();
        STATE.store(READY, Ordering::Release);
    }
    while STATE.load(Ordering::Acquire) < READY {
        core::hint::spin_loop();
    }
}
