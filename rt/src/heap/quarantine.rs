//! Freed small blocks wait here before their memory is used again, so that a use after free meets poison.
//! First in, first out, in batches that threads fill on their own; bounded in bytes, absolutely and by a
//! share of what the program has in use.

use super::large;
use super::small::{self, Chunk};
use crate::lock::{Lock, Locked};
use crate::platform::{self, PAGE};
use crate::stack::depot;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that may wait, unless the options say otherwise.
pub const DEFAULT_BYTES: usize = 16 << 20;
/// Percent of the bytes in use that may wait, unless the options say otherwise.
pub const DEFAULT_SHARE: usize = 25;
/// Bytes of small blocks, and of large ones, that may wait however little is in use.
pub const FLOOR: usize = 1 << 20;

static LIMIT: AtomicUsize = AtomicUsize::new(DEFAULT_BYTES);
static SHARE: AtomicUsize = AtomicUsize::new(DEFAULT_SHARE);

/// Sets how many bytes may wait at most; 0 hands freed memory out again at once.
pub fn set_limit(bytes: usize) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Sets how many percent of the bytes in use may wait, [`FLOOR`] apart; 0 lets only the limit count.
pub fn set_share(percent: usize) {
    SHARE.store(percent, Ordering::Relaxed);
}

/// Bytes that a thread keeps at most of what it has freed.
pub fn batch_bytes() -> usize {
    BATCH_BYTES.load(Ordering::Relaxed)
}

/// Bytes that may wait at most.
#[inline]
pub fn limit() -> usize {
    LIMIT.load(Ordering::Relaxed)
}

/// Bytes that may wait while `in_use` bytes are in use, out of `quarters` of the limit.
pub fn bound(quarters: usize, in_use: usize) -> usize {
    let most = limit() / 4 * quarters;
    match SHARE.load(Ordering::Relaxed) {
        0 => most,
        share => most.min((in_use / 100).saturating_mul(share).max(FLOOR)),
    }
}

/// Slots in a batch.
const BATCH: usize = 61;
/// A batch of more bytes joins the queue though it is not full, unless the options say otherwise.
pub const DEFAULT_BATCH_BYTES: usize = 64 << 10;
static BATCH_BYTES: AtomicUsize = AtomicUsize::new(DEFAULT_BATCH_BYTES);

/// Sets how many bytes a thread keeps at most of what it has freed, before that waits with the rest.
pub fn set_batch_bytes(bytes: usize) {
    BATCH_BYTES.store(bytes, Ordering::Relaxed);
}

/// Freed slots that wait together. Their addresses are kept apart from the freed memory, where nothing that
/// the program does can change them.
pub struct Batch {
    next: *mut Batch,
    bytes: usize,
    count: usize,
    slots: [Chunk; BATCH],
    /// Where each was freed, 0 where nobody asks.
    traces: [depot::Id; BATCH],
}

impl Batch {
    /// Adds a slot of `bytes`; the batch is not full. Returns whether it should join the queue now.
    #[inline(always)]
    pub fn add(&mut self, slot: Chunk, bytes: usize, trace: depot::Id) -> bool {
        if let Some(place) = self.slots.get_mut(self.count) {
            *place = slot;
            self.traces[self.count] = trace;
            self.count += 1;
            self.bytes += bytes;
        }
        self.count >= BATCH || self.bytes >= BATCH_BYTES.load(Ordering::Relaxed)
    }

    /// Takes the slots out that `is_wanted` does not want. Their bytes count until the batch is empty.
    pub fn retain(&mut self, mut is_wanted: impl FnMut(Chunk, depot::Id) -> bool) {
        let mut kept = 0;
        for index in 0..self.count {
            let (slot, trace) = (self.slots[index], self.traces[index]);
            if is_wanted(slot, trace) {
                (self.slots[kept], self.traces[kept]) = (slot, trace);
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Takes all slots out.
    pub fn drain(&mut self, mut each: impl FnMut(Chunk)) {
        self.slots[..self.count].iter().for_each(|slot| each(*slot));
        (self.count, self.bytes) = (0, 0);
    }
}

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
pub unsafe fn exchange(batch: *mut Batch, mut recycle: impl FnMut(Chunk)) -> *mut Batch {
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
pub fn end_all_waits(mut recycle: impl FnMut(Chunk)) {
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
    use super::super::size_class::SLOT;
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    fn batch(number: usize, slots: usize) -> std::boxed::Box<Batch> {
        let mut batch = std::boxed::Box::new(Batch {
            next: core::ptr::null_mut(),
            bytes: 0,
            count: 0,
            slots: [Chunk::default(); BATCH],
            traces: [depot::Id(0); BATCH],
        });
        for slot in 0..slots {
            batch.add(
                Chunk::new((number << 20) + slot * 16, slot % 7, false),
                SLOT[slot % 7],
                depot::Id(0),
            );
        }
        batch
    }

    proptest! {
        #[test]
        fn first_in_first_out_and_bounded(counts in prop::collection::vec(1..BATCH, 1..60), limit in 0..20_000usize) {
            let mut batches: Vec<_> = counts.iter().enumerate().map(|(n, count)| batch(n, *count)).collect();
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

    #[test]
    fn what_nobody_wants_leaves_a_batch() {
        let mut batch = batch(1, 5);
        let mut asked = 0;
        batch.retain(|_, _| {
            asked += 1;
            asked % 2 == 1
        });
        let mut left = Vec::new();
        batch.drain(|slot| left.push(slot.start() & 0xff));
        assert_eq!((asked, left), (5, [0x00, 0x20, 0x40].to_vec()));
    }

    #[test]
    fn the_bound_follows_what_is_in_use() {
        assert_eq!(bound(3, 0), FLOOR);
        assert_eq!(bound(3, 20 << 20), (20 << 20) / 100 * 25);
        assert_eq!(bound(3, 1 << 40), DEFAULT_BYTES / 4 * 3);
    }
}
