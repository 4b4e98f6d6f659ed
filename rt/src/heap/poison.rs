//! The shadow of chunks, where the heap is to be poisoned (`poison_heap`).

use crate::shadow;
use core::sync::atomic::{AtomicBool, Ordering};
use sanecc_abi::shadow::Poison;

static IS_WANTED: AtomicBool = AtomicBool::new(true);

/// Whether memory that is not the program's is poisoned.
pub fn is_wanted() -> bool {
    IS_WANTED.load(Ordering::Relaxed)
}

/// Leaves all memory of the heap addressable from now on. What is poisoned already stays so until it is used again.
pub fn turn_off() {
    IS_WANTED.store(false, Ordering::Relaxed);
    super::fast::forbid();
}

/// As [`shadow::poison`].
#[inline]
pub fn poison(address: usize, size: usize, code: Poison) {
    if is_wanted() {
        shadow::poison(address, size, code);
    }
}

/// Makes redzone of memory without chunks, whatever it was.
pub fn renew(address: usize, size: usize) {
    if is_wanted() {
        shadow::poison(address, size, Poison::Heap);
    } else {
        shadow::clear(address, size);
    }
}

/// As [`shadow::lay_out`].
#[inline]
pub fn lay_out(address: usize, size: usize, end: usize) {
    if is_wanted() {
        shadow::lay_out(address, size, end);
    } else {
        // What the program has poisoned itself was in a chunk that is gone.
        shadow::clear(address, end - address);
    }
}
