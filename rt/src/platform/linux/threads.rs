//! What glibc keeps for a thread around its thread pointer.

use super::super::cached_stacks;
use super::thread_memory::vector_of;
use core::ops::Range;

/// Of a thread with this thread pointer, the vector that tells where its thread-local blocks are; empty if it has none.
///
/// # Safety
/// The thread stands still or is the calling one.
pub unsafe fn thread_vector(thread_pointer: usize) -> Range<usize> {
    const ENTRY: usize = 2 * size_of::<usize>();
    let vector = vector_of(thread_pointer);
    if vector == 0 || !vector.is_multiple_of(size_of::<usize>()) {
        return 0..0;
    }
    // SAFETY: the number of entries stands before it.
    let entries = unsafe { *((vector - ENTRY) as *const usize) };
    vector..vector + (entries.min(1 << 16) + 1) * ENTRY
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
