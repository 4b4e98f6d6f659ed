//! Slots of the size classes: a list of free ones and the rest of a segment, each class behind its own lock.

use super::segment::{self, Slot};
use super::size_class::{CLASSES, HEADER, SLOT};
use crate::lock::{Lock, Locked};
use crate::shadow;
use sanecc_abi::shadow::Poison;

/// A slot that was handed out.
#[derive(Clone, Copy, Debug)]
pub struct Fresh {
    /// First byte of the slot.
    pub start: usize,
    /// Whether the memory has never been used, so that it is zero.
    pub is_zero: bool,
}

/// Slots of one class.
struct Class {
    /// First free slot; the next one's address stands behind its header. 0 is the end.
    free: usize,
    /// Rest of the newest segment.
    next: usize,
    /// Up to here the segment's shadow is poisoned.
    ready: usize,
    /// End of the last slot of the segment.
    end: usize,
    segment: usize,
}

static CLASS: [Locked<Class>; CLASSES] = [const {
    Locked::new(Class {
        free: 0,
        next: 0,
        ready: 0,
        end: 0,
        segment: 0,
    })
}; CLASSES];

/// Bytes of a segment that are prepared at once, ahead of use.
const STRIDE: usize = 64 << 10;

/// Takes a slot; `None` when memory is out.
#[inline]
pub fn take(class: usize) -> Option<Fresh> {
    let mut slots = CLASS[class].hold();
    if slots.free != 0 {
        let start = slots.free;
        if segment::slot_at(start) != Some(Slot { start, class }) {
            // Code without checks wrote over the link in a freed block: the list is lost.
            slots.free = 0;
            drop(slots);
            return take(class);
        }
        // SAFETY: free slots are the heap's own; `put` wrote the link.
        slots.free = unsafe { *link(start) };
        return Some(Fresh {
            start,
            is_zero: false,
        });
    }
    if slots.next == slots.ready {
        slots.prepare(class)?;
    }
    let start = slots.next;
    slots.next += SLOT[class];
    Some(Fresh {
        start,
        is_zero: true,
    })
}

/// Gives a slot back.
#[inline]
pub fn put(class: usize, start: usize) {
    let mut slots = CLASS[class].hold();
    // SAFETY: the slot is nobody's now, and at least 32 bytes.
    unsafe { *link(start) = slots.free };
    slots.free = start;
}

/// Where a free slot keeps the address of the next: behind the header, which still tells reports what was here.
#[inline]
fn link(start: usize) -> *mut usize {
    (start + HEADER) as *mut usize
}

impl Class {
    /// Makes the next slots ready, in a new segment if this one is used up.
    #[cold]
    fn prepare(&mut self, class: usize) -> Option<()> {
        if self.ready == self.end {
            self.segment = segment::map(class)?;
            self.next = self.segment;
            self.ready = self.segment;
            self.end = self.segment + segment::capacity(class);
        }
        let slots = STRIDE.div_ceil(SLOT[class]) * SLOT[class];
        let ready = (self.ready + slots).min(self.end);
        // The header that follows the last slot belongs to its redzone.
        shadow::poison(self.ready, ready - self.ready + HEADER, Poison::Heap);
        self.ready = ready;
        segment::set_used(self.segment, ready - self.segment);
        Some(())
    }
}

/// The locks of all classes, for `fork`.
pub fn locks() -> impl DoubleEndedIterator<Item = &'static Lock> {
    CLASS.iter().map(Locked::lock)
}
