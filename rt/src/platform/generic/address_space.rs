//! How long addresses are, where the kernel decides.

use super::super::{SHADOW_OFFSET, stack_pointer};
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_abi::shadow::GRANULE_SHIFT;

/// First byte past the addresses that a program can have, and first byte above the shadow, as checks read them; 0 before anybody has asked.
#[unsafe(no_mangle)]
static __sanecc_address_end: AtomicUsize = AtomicUsize::new(0);
#[unsafe(no_mangle)]
static __sanecc_high_memory: AtomicUsize = AtomicUsize::new(0);

/// First byte past the addresses that a program can have.
#[inline(always)]
pub fn address_end() -> usize {
    match __sanecc_address_end.load(Ordering::Relaxed) {
        0 => measure(),
        end => end,
    }
}

/// Where the heap's first segment is looked for: above the shadow, and far below what the system places itself.
pub fn first_segment() -> usize {
    address_end() / 8 * 3
}

/// The kernel puts stacks as high as it puts anything.
#[cold]
fn measure() -> usize {
    let end = 1 << (usize::BITS - stack_pointer().leading_zeros());
    let shadow_end = (end >> GRANULE_SHIFT) + SHADOW_OFFSET;
    __sanecc_high_memory.store(shadow_end, Ordering::Relaxed);
    __sanecc_address_end.store(end, Ordering::Relaxed);
    end
}
