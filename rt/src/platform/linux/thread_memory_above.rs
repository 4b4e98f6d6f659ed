//! Where glibc keeps what belongs to a thread, if thread-local variables lie above the thread pointer and the descriptor ends there.

use super::super::{VECTOR_AT, thread_block, thread_pointer};
use core::ops::Range;

/// Bytes from the thread pointer on that the C library has for itself.
const HEAD: usize = 2 * size_of::<usize>();

/// Handles are multiples of so many bytes: the C library puts its own data of the thread there.
pub const HANDLE_ALIGN: usize = 8;

/// The calling thread's handle (`pthread_t`): where its descriptor begins.
#[inline(always)]
pub fn thread_handle() -> usize {
    // SAFETY: computes an address from a register.
    unsafe { libc::pthread_self() as usize }
}

/// Bytes of a descriptor.
fn descriptor_size() -> usize {
    thread_pointer().wrapping_sub(thread_handle())
}

/// Address of the block of the thread with this handle.
pub fn thread_block_of_handle(handle: usize) -> usize {
    thread_block_of(handle.wrapping_add(descriptor_size()))
}

/// Address of the block of the thread with this thread pointer.
pub fn thread_block_of(pointer: usize) -> usize {
    let distance = (thread_block() as usize).wrapping_sub(thread_pointer());
    pointer.wrapping_add(distance)
}

/// The C library's descriptor of the thread with this thread pointer.
pub fn thread_descriptor(pointer: usize) -> Range<usize> {
    pointer.saturating_sub(descriptor_size())..pointer + HEAD
}

/// Whether such a descriptor, which can be read, still is one. Nothing in it tells, so memory that is something else by now may be searched, too.
pub fn is_thread_descriptor(_pointer: usize) -> bool {
    true
}

/// Where in a descriptor the thread's id may stand.
pub const THREAD_ID_AT: Range<usize> = 64..1024;

/// How far from the thread pointer a thread-local variable lies on the side where all are.
pub fn thread_local_distance(pointer: usize, variable: &Range<usize>) -> usize {
    variable.end.wrapping_sub(pointer)
}

/// The thread-local variables up to a distance, and the descriptor.
pub fn thread_local_memory(pointer: usize, distance: usize) -> Range<usize> {
    let descriptor = thread_descriptor(pointer);
    descriptor.start..descriptor.end.max(pointer + distance)
}

/// The vector that tells where the thread-local blocks are, in memory.
pub(super) fn vector_of(pointer: usize) -> usize {
    // SAFETY: a word of what the C library has for itself.
    unsafe { *(pointer.wrapping_add_signed(VECTOR_AT) as *const usize) }
}
