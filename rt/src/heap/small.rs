//! Slots of the size classes: free ones and the rest of a segment, each class behind its own lock.
//! Threads take and return several at a time (see [`super::cache`]).

use super::segment;
use super::shelf::Shelf;
use super::size_class::{CLASSES, HEADER, SLOT};
use crate::lock::{Lock, Locked};
use crate::shadow;
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_abi::shadow::Poison;

/// A slot on its way: its address, its class and whether its memory was never used, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chunk(u64);

const CLASS_SHIFT: u32 = 48;
const ZERO: u64 = 1;

impl Chunk {
    /// Stands where no slot is.
    pub const NONE: Chunk = Chunk(0);

    /// A slot. Addresses are multiples of 16 below 2^47.
    #[inline]
    pub fn new(start: usize, class: usize, is_zero: bool) -> Self {
        Chunk(start as u64 | (class as u64) << CLASS_SHIFT | is_zero as u64)
    }

    /// First byte of the slot.
    #[inline]
    pub fn start(self) -> usize {
        (self.0 & ((1 << CLASS_SHIFT) - 1) & !ZERO) as usize
    }

    /// Size class.
    #[inline]
    pub fn class(self) -> usize {
        (self.0 >> CLASS_SHIFT) as usize
    }

    /// Whether the memory has never been used, so that it is zero.
    #[inline]
    pub fn is_zero(self) -> bool {
        self.0 & ZERO != 0
    }
}

/// Slots of one class.
struct Class {
    /// Slots that were in use and are not.
    free: Shelf,
    /// Rest of the newest segment.
    next: usize,
    /// Up to here the segment's shadow is poisoned.
    ready: usize,
    /// End of the last slot of the segment.
    end: usize,
    segment: usize,
    /// Bytes that were made ready, in all segments.
    prepared: usize,
    /// Slots that were taken and not put back.
    handed_out: usize,
}

static CLASS: [Locked<Class>; CLASSES] = [const {
    Locked::new(Class {
        free: Shelf::EMPTY,
        next: 0,
        ready: 0,
        end: 0,
        segment: 0,
        prepared: 0,
        handed_out: 0,
    })
}; CLASSES];

/// Bytes of all slots that were taken and not put back.
static HANDED_OUT: AtomicUsize = AtomicUsize::new(0);

/// Bytes of all slots that are in use, wait in the quarantine, or lie in a thread's cache.
pub fn handed_out() -> usize {
    HANDED_OUT.load(Ordering::Relaxed)
}

/// Bytes of a segment that are prepared at once, ahead of use.
const STRIDE: usize = 64 << 10;

/// Takes up to `slots.len()` slots; how many there were, 0 only when memory is out.
pub fn take(class: usize, slots: &mut [Chunk]) -> usize {
    let mut of_class = CLASS[class].hold();
    let mut count = of_class.free.take(slots);
    // Recycled slots are in the cache; go on to new ones only when there are none.
    if count == 0 {
        if of_class.next == of_class.ready && of_class.prepare(class).is_none() {
            return 0;
        }
        let fresh = ((of_class.ready - of_class.next) / SLOT[class]).min(slots.len());
        // The last is taken from the cache first: addresses ascend.
        for slot in slots[..fresh].iter_mut().rev() {
            *slot = Chunk::new(of_class.next, class, true);
            of_class.next += SLOT[class];
        }
        count = fresh;
    }
    of_class.handed_out += count;
    HANDED_OUT.fetch_add(count * SLOT[class], Ordering::Relaxed);
    count
}

/// Gives slots of one class back.
pub fn put(class: usize, slots: &[Chunk]) {
    let mut of_class = CLASS[class].hold();
    of_class.free.put(slots);
    of_class.handed_out -= slots.len();
    HANDED_OUT.fetch_sub(slots.len() * SLOT[class], Ordering::Relaxed);
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
        // None of them is ever lost for want of a place to note that it is free.
        if !self.free.expect((ready - self.ready) / SLOT[class]) {
            return None;
        }
        // The header that follows the last slot belongs to its redzone.
        shadow::poison(self.ready, ready - self.ready + HEADER, Poison::Heap);
        self.prepared += ready - self.ready;
        self.ready = ready;
        segment::set_used(self.segment, ready - self.segment);
        Some(())
    }
}

/// Bytes of a class that were ever made ready for use.
pub fn prepared(class: usize) -> usize {
    CLASS[class].hold().prepared
}

/// Slots of a class that are in use, wait in the quarantine, or lie in a thread's cache.
pub fn handed_out_of(class: usize) -> usize {
    CLASS[class].hold().handed_out
}

/// The locks of all classes, for `fork`.
pub fn locks() -> impl DoubleEndedIterator<Item = &'static Lock> {
    CLASS.iter().map(Locked::lock)
}
