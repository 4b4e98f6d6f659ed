//! Memory that is fetched before it is needed.

/// Has the cache line of an address fetched; any address will do.
#[inline(always)]
pub fn prefetch(address: usize) {
    // SAFETY: a hint, which never faults.
    unsafe {
        core::arch::x86_64::_mm_prefetch(address as *const i8, core::arch::x86_64::_MM_HINT_T0)
    };
}
