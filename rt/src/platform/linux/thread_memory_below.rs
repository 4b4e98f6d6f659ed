//! Where glibc keeps what belongs to a thread, if thread-local variables lie below the thread pointer and the descriptor begins there.

use super::super::{thread_block, thread_pointer};
use super::read_word;
use core::ops::Range;

/// Bytes from the thread pointer on that glibc's `struct pthread` takes: thread-specific values, the start routine's
/// argument, the result.
const DESCRIPTOR: usize = 2304;

/// Handles are multiples of so many bytes: the C library puts its own data of the thread there.
pub const HANDLE_ALIGN: usize = 16;

/// The calling thread's handle (`pthread_t`).
#[inline(always)]
pub fn thread_handle() -> usize {
    thread_pointer()
}

/// Address of the block of the thread with this handle.
pub fn thread_block_of_handle(handle: usize) -> usize {
    thread_block_of(handle)
}

/// Address of the block of the thread with this thread pointer.
pub fn thread_block_of(pointer: usize) -> usize {
    let distance = (thread_block() as usize).wrapping_sub(thread_pointer());
    pointer.wrapping_add(distance)
}

/// The C library's descriptor of the thread with this thread pointer.
pub fn thread_descriptor(pointer: usize) -> Range<usize> {
    pointer..pointer + DESCRIPTOR
}

/// Whether such a descriptor, which can be read, still is one.
pub fn is_thread_descriptor(pointer: usize) -> bool {
    // It begins with its own address.
    read_word(pointer) == Some(pointer)
}

/// Where in a descriptor the thread's id may stand: before it stand the beginning of the descriptor and its place in the list of threads.
pub const THREAD_ID_AT: Range<usize> = 512..1024;

/// How far from the thread pointer a thread-local variable lies on the side where all are.
pub fn thread_local_distance(pointer: usize, variable: &Range<usize>) -> usize {
    pointer.wrapping_sub(variable.start)
}

/// The thread-local variables up to a distance, and the descriptor.
pub fn thread_local_memory(pointer: usize, distance: usize) -> Range<usize> {
    pointer - distance..pointer + DESCRIPTOR
}

/// The vector that tells where the thread-local blocks are, in memory.
pub(super) fn vector_of(pointer: usize) -> usize {
    // SAFETY: the second word of the descriptor of a thread.
    unsafe { *((pointer + 8) as *const usize) }
}
