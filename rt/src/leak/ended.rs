//! Threads that have ended and that nobody has waited for: what they returned is still to be had, out of the descriptor
//! that the C library keeps until then.

use super::pages::Pages;
use super::readable::Readable;
use crate::lock::{Lock, Locked};
use crate::platform;
use core::ops::Range;

/// Thread pointers of threads that have ended, each once: the C library uses their stacks again.
static ENDED: Locked<Pages<usize>> = Locked::new(Pages::new());

/// The list's lock, for `fork` and for whoever stops the other threads.
pub fn lock() -> &'static Lock {
    ENDED.lock()
}

/// Notes that the calling thread ends.
pub fn note() {
    let pointer = platform::thread_pointer();
    let mut ended = ENDED.hold();
    if !ended.contains(&pointer) {
        let _ = ended.push(pointer);
    }
}

/// Calls `each` with the descriptors of threads that have ended and still can be waited for. No other thread runs.
pub fn for_each_descriptor(readable: &Readable, mut each: impl FnMut(Range<usize>)) {
    let Some(id_at) = own_id_at() else { return };
    for pointer in ENDED.hold().iter().copied() {
        let descriptor = platform::thread_descriptor(pointer);
        let start = descriptor.start;
        // SAFETY: read only if all of it can be.
        let is_waiting = || unsafe {
            // The kernel clears the id when the thread has ended; it is negative once someone has waited.
            platform::is_thread_descriptor(pointer) && *((start + id_at) as *const i32) == 0
        };
        if readable.holds(descriptor.clone()) && is_waiting() {
            each(descriptor);
        }
    }
}

/// Where in its descriptor a thread's id stands: found where the calling thread's own is.
fn own_id_at() -> Option<usize> {
    let id = platform::kernel_thread_id() as i32;
    let descriptor = platform::thread_descriptor(platform::thread_pointer());
    platform::THREAD_ID_AT.step_by(4).find(|at| {
        // SAFETY: inside of the calling thread's descriptor.
        let word = unsafe { *((descriptor.start + at) as *const i32) };
        word == id
    })
}
