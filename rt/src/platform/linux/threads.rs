//! What glibc keeps for a thread around its thread pointer.

use super::super::cached_stacks;
use core::ops::Range;

/// Bytes from the thread pointer on that glibc's `struct pthread` takes: thread-specific values, the start routine's
/// argument, the result.
pub const THREAD_DESCRIPTOR: usize = 2304;

/// Of a thread with this thread pointer, the vector that tells where its thread-local blocks are; empty if it has none.
///
/// # Safety
/// The thread stands still or is the calling one.
pub unsafe fn thread_vector(thread_pointer: usize) -> Range<usize> {
    const ENTRY: usize = 16;
    // SAFETY: the second word of the descriptor is the vector; its number of entries stands before it.
    unsafe {
        let vector = *((thread_pointer + 8) as *const usize);
        if vector == 0 || !vector.is_multiple_of(8) {
            return 0..0;
        }
        let entries = *((vector - ENTRY) as *const usize);
        vector..vector + (entries.min(1 << 16) + 1) * ENTRY
    }
}

/// Calls `each` with the descriptors of threads that have ended and whose stacks glibc keeps for the next ones; what a
/// descriptor points to is glibc's. Only in static programs, where the list can be reached.
///
/// # Safety
/// No other thread runs.
pub unsafe fn for_each_cached_descriptor(mut each: impl FnMut(Range<usize>)) {
    /// The list's links are at most so many bytes from the descriptor's beginning.
    const REACH: usize = 1024;
    const MOST: usize = 1 << 16;
    let head = cached_stacks() as usize;
    if head == 0 {
        return;
    }
    // SAFETY: a circular list of glibc's that nobody changes now.
    let mut node = unsafe { *(head as *const usize) };
    for _ in 0..MOST {
        if node == head || node == 0 {
            return;
        }
        each(node - REACH..node);
        // SAFETY: as above.
        node = unsafe { *(node as *const usize) };
    }
}
