//! Memory that is fetched before it is needed.

/// Has the cache line of an address fetched; any address will do.
#[inline(always)]
pub fn prefetch(address: usize) {
    // SAFETY: a hint, which never faults.
    unsafe { core::arch::asm!("pld [{}]", in(reg) address, options(nostack, preserves_flags)) };
}
