//! Freed small chunks wait here before their memory is used again, so that a use after free meets poison.
//! First in, first out, in batches that threads fill on their own; bounded in bytes, absolutely and by a
//! share of what the program has in use.

mod batch;
mod bounds;

use super::large;
use super::small::{self, SlotRef};
use crate::lock::{Lock, Locked};
use crate::platform::{self, PAGE};

pub use batch::{Batch, DEFAULT_BATCH_BYTES, batch_bytes, set_batch_bytes};
pub use bounds::{DEFAULT_BYTES, DEFAULT_SHARE, FLOOR, bound, limit, set_limit, set_share};

struct Waiting {
    first: *mut Batch,
    last: *mut Batch,
    bytes: usize,
    unused: *mut Batch,
}

// SAFETY: the batches in the queue belong to whoever holds it.
unsafe impl Send for Waiting {}

static WAITING: Locked<Waiting> = Locked::new(Waiting {
    first: core::ptr::null_mut(),
    last: core::ptr::null_mut(),
    bytes: 0,
    unused: core::ptr::null_mut(),
});

/// The queue's lock, for `fork`.
pub fn lock() -> &'static Lock {
    WAITING.lock()
}

/// Bytes of the slots that wait in the queue.
pub fn waiting_bytes() -> usize {
    WAITING.hold().bytes
}

/// An empty batch, owned by the caller; `None` when memory is out.
#[cold]
pub fn empty_batch() -> Option<*mut Batch> {
    WAITING.hold().empty()
}

/// Lets a batch wait. Hands the slots whose time is over to `recycle` and returns an empty batch for the
/// next ones, null when memory is out.
///
/// # Safety
/// `batch` came from here and is given up.
pub unsafe fn exchange(batch: *mut Batch, mut recycle: impl FnMut(SlotRef)) -> *mut Batch {
    let mut over = {
        let mut waiting = WAITING.hold();
        // SAFETY: the batch is the caller's, and now the queue's.
        unsafe { waiting.push(batch) };
        let bytes = waiting.bytes;
        let in_use = small::handed_out().saturating_sub(bytes) + large::in_use();
        waiting.take_beyond(bound(3, in_use))
    };
    let mut kept = core::ptr::null_mut::<Batch>();
    while !over.is_null() {
        let oldest = over;
        // SAFETY: batches out of the queue are ours.
        unsafe {
            over = (*oldest).next;
            (*oldest).drain(&mut recycle);
        }
        if kept.is_null() {
            kept = oldest;
        } else {
            WAITING.hold().discard(oldest);
        }
    }
    if kept.is_null() {
        kept = empty_batch().unwrap_or(core::ptr::null_mut());
    }
    kept
}

/// Lets a batch wait without a new one in exchange; nothing is recycled until the next exchange.
///
/// # Safety
/// `batch` came from here and is given up.
pub unsafe fn give(batch: *mut Batch) {
    // SAFETY: as the caller promises.
    unsafe { WAITING.hold().push(batch) };
}

/// Hands every slot that waits to `recycle`.
pub fn end_all_waits(mut recycle: impl FnMut(SlotRef)) {
    let mut over = WAITING.hold().take_beyond(0);
    while !over.is_null() {
        let batch = over;
        // SAFETY: batches out of the queue are ours.
        unsafe {
            over = (*batch).next;
            (*batch).drain(&mut recycle);
        }
        WAITING.hold().discard(batch);
    }
}

impl Waiting {
    /// Adds a batch at the end.
    ///
    /// # Safety
    /// The batch is the caller's and is given up.
    unsafe fn push(&mut self, batch: *mut Batch) {
        // SAFETY: as the caller promises; the last one is ours.
        unsafe {
            (*batch).next = core::ptr::null_mut();
            if self.last.is_null() {
                self.first = batch;
            } else {
                (*self.last).next = batch;
            }
            self.bytes += (*batch).bytes;
        }
        self.last = batch;
    }

    /// Takes the oldest batches out until at most `limit` bytes wait; a list of them.
    fn take_beyond(&mut self, limit: usize) -> *mut Batch {
        let oldest = self.first;
        let mut last = core::ptr::null_mut::<Batch>();
        while self.bytes > limit && !self.first.is_null() {
            last = self.first;
            // SAFETY: a batch of the queue.
            unsafe {
                self.bytes -= (*last).bytes;
                self.first = (*last).next;
            }
        }
        if last.is_null() {
            return last;
        }
        // SAFETY: as above.
        unsafe { (*last).next = core::ptr::null_mut() };
        if self.first.is_null() {
            self.last = core::ptr::null_mut();
        }
        oldest
    }

    fn empty(&mut self) -> Option<*mut Batch> {
        const MAPPED: usize = 16 * PAGE;
        if self.unused.is_null() {
            let fresh = platform::map(0, MAPPED).ok()?;
            for index in 0..MAPPED / size_of::<Batch>() {
                self.discard((fresh as *mut Batch).wrapping_add(index));
            }
        }
        let batch = self.unused;
        // SAFETY: unused batches are linked; all of them are zero but for the link.
        unsafe {
            self.unused = (*batch).next;
            (*batch).next = core::ptr::null_mut();
        }
        Some(batch)
    }

    /// Keeps an empty batch for later.
    fn discard(&mut self, batch: *mut Batch) {
        // SAFETY: mapped memory for a batch, nobody's.
        unsafe { (*batch).next = self.unused };
        self.unused = batch;
    }
}

#[cfg(test)]
mod tests {
    use super::batch::{BATCH, filled};
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn first_in_first_out_and_bounded(counts in prop::collection::vec(1..BATCH, 1..60), limit in 0..20_000usize) {
            let mut batches: Vec<_> = counts.iter().enumerate().map(|(n, count)| filled(n, *count)).collect();
            let mut waiting = Waiting { first: core::ptr::null_mut(), last: core::ptr::null_mut(), bytes: 0, unused: core::ptr::null_mut() };
            let mut model = VecDeque::new();
            for batch in &mut batches {
                let pointer: *mut Batch = &mut **batch;
                // SAFETY: the batch lives until the end of the test.
                unsafe { waiting.push(pointer) };
                model.push_back((pointer, batch.bytes));
                let mut over = waiting.take_beyond(limit);
                while !over.is_null() {
                    prop_assert_eq!(model.pop_front().map(|(oldest, _)| oldest), Some(over));
                    // SAFETY: as above.
                    over = unsafe { (*over).next };
                }
                prop_assert_eq!(waiting.bytes, model.iter().map(|(_, bytes)| bytes).sum::<usize>());
                prop_assert!(waiting.bytes <= limit);
            }
        }
    }
}
