//! What a thread has freed lately, before it waits with the rest.

use super::super::small::SlotRef;
use crate::stack::depot;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Slots in a batch.
pub const BATCH: usize = 125;
/// A batch of more bytes joins the queue though it is not full, unless the options say otherwise.
pub const DEFAULT_BATCH_BYTES: usize = 64 << 10;
static BATCH_BYTES: AtomicUsize = AtomicUsize::new(DEFAULT_BATCH_BYTES);

/// Sets how many bytes a thread keeps at most of what it has freed, before that waits with the rest.
pub fn set_batch_bytes(bytes: usize) {
    BATCH_BYTES.store(bytes, Ordering::Relaxed);
}

/// Bytes that a thread keeps at most of what it has freed.
pub fn batch_bytes() -> usize {
    BATCH_BYTES.load(Ordering::Relaxed)
}

/// Freed slots that wait together. Their addresses are kept apart from the freed memory, where nothing that
/// the program does can change them.
pub struct Batch {
    pub(super) next: *mut Batch,
    pub(super) bytes: usize,
    count: usize,
    slots: [SlotRef; BATCH],
    /// Where each was freed, 0 where nobody asks.
    traces: [depot::Id; BATCH],
}

impl Batch {
    /// Adds a slot of `bytes`. Returns whether the batch should join the queue now, as no other slot may be added.
    ///
    /// # Safety
    /// The batch is not full: the last call returned false.
    #[inline(always)]
    pub unsafe fn add(&mut self, slot: SlotRef, bytes: usize, trace: depot::Id) -> bool {
        // SAFETY: as the caller promises.
        unsafe {
            *self.slots.get_unchecked_mut(self.count) = slot;
            *self.traces.get_unchecked_mut(self.count) = trace;
        }
        self.count += 1;
        self.bytes += bytes;
        self.count >= BATCH || self.bytes >= BATCH_BYTES.load(Ordering::Relaxed)
    }

    /// Takes the slots out that `is_wanted` does not want. Their bytes count until the batch is empty.
    pub fn retain(&mut self, mut is_wanted: impl FnMut(SlotRef, depot::Id) -> bool) {
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
    pub fn drain(&mut self, mut each: impl FnMut(SlotRef)) {
        self.slots[..self.count].iter().for_each(|slot| each(*slot));
        (self.count, self.bytes) = (0, 0);
    }
}

/// A batch of a test's own, of so many slots that no other number has.
#[cfg(test)]
pub fn filled(number: usize, slots: usize) -> std::boxed::Box<Batch> {
    let mut batch = std::boxed::Box::new(Batch {
        next: core::ptr::null_mut(),
        bytes: 0,
        count: 0,
        slots: [SlotRef::default(); BATCH],
        traces: [depot::Id(0); BATCH],
    });
    assert!(slots <= BATCH);
    for slot in 0..slots {
        let slot_ref = SlotRef::new((number << 20) + slot * 16, slot % 7, false);
        let bytes = super::super::size_class::SLOT[slot % 7];
        // SAFETY: there is room for as many.
        unsafe { batch.add(slot_ref, bytes, depot::Id(0)) };
    }
    batch
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_wants_leaves_a_batch() {
        let mut batch = filled(1, 5);
        let mut asked = 0;
        batch.retain(|_, _| {
            asked += 1;
            asked % 2 == 1
        });
        let mut left = Vec::new();
        batch.drain(|slot| left.push(slot.start() & 0xff));
        assert_eq!((asked, left), (5, [0x00, 0x20, 0x40].to_vec()));
    }
}
