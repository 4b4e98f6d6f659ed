//! Slots of the size classes: free ones and the rest of a segment, each class behind its own lock.
//! Threads take and return several at a time (see [`super::cache`]).

use super::free_list::FreeList;
use super::idle::{self, Segment};
use super::poison;
use super::segment::{self, SEGMENT};
use super::size_class::{CLASSES, HEADER, SLOT};
use crate::lock::{Lock, Locked};
use core::sync::atomic::{AtomicUsize, Ordering};

/// A slot on its way: its address, its class and whether its memory was never used, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotRef(u64);

const CLASS_SHIFT: u32 = 48;
const ZERO: u64 = 1;

impl SlotRef {
    /// Stands where no slot is.
    pub const NONE: SlotRef = SlotRef(0);

    /// A slot. Addresses are multiples of 16 below 2^47.
    #[inline]
    pub fn new(start: usize, class: usize, is_zero: bool) -> Self {
        SlotRef(start as u64 | (class as u64) << CLASS_SHIFT | is_zero as u64)
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
    free: FreeList,
    /// Rest of the newest segment.
    next: usize,
    /// Up to here the segment is slots.
    ready: usize,
    /// End of the last slot of the segment.
    end: usize,
    segment: usize,
    /// Whether the segment's memory is zero up to its first use.
    is_zero: bool,
    /// Bytes that are or were ready, in all segments that the class has.
    prepared: usize,
    /// Slots that were taken and not put back.
    handed_out: usize,
    /// Slots that were put back since segments without chunks were looked for.
    returned: usize,
    /// Bytes of all segments when they were looked for.
    looked_at: usize,
}

static CLASS: [Locked<Class>; CLASSES] = [const {
    Locked::new(Class {
        free: FreeList::EMPTY,
        next: 0,
        ready: 0,
        end: 0,
        segment: 0,
        is_zero: false,
        prepared: 0,
        handed_out: 0,
        returned: 0,
        looked_at: 0,
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

/// As [`take`], but 0 also where a new segment would be needed.
pub fn take_ready(class: usize, slots: &mut [SlotRef]) -> usize {
    let mut of_class = CLASS[class].hold();
    let count = of_class.take(class, slots);
    of_class.handed_out += count;
    HANDED_OUT.fetch_add(count * SLOT[class], Ordering::Relaxed);
    count
}

/// Whether so many slots of a class are free that some of its segments may be without chunks.
pub fn has_idle(class: usize) -> bool {
    CLASS[class].hold().is_worth_a_look(class)
}

/// Takes up to `slots.len()` slots; how many there were, 0 only when memory is out.
pub fn take(class: usize, slots: &mut [SlotRef]) -> usize {
    let mut of_class = CLASS[class].hold();
    let mut count = of_class.take(class, slots);
    while count == 0 && of_class.is_used_up() {
        // Other classes may have to be asked: not with this one's lock.
        drop(of_class);
        let Some(segment) = idle::obtain() else {
            return 0;
        };
        of_class = CLASS[class].hold();
        if of_class.is_used_up() {
            of_class.begin(class, segment);
        } else {
            idle::keep(segment);
        }
        count = of_class.take(class, slots);
    }
    of_class.handed_out += count;
    HANDED_OUT.fetch_add(count * SLOT[class], Ordering::Relaxed);
    count
}

/// Gives slots of one class back.
pub fn put(class: usize, slots: &[SlotRef]) {
    const LOOK_AFTER: usize = 1024;
    let mut of_class = CLASS[class].hold();
    of_class.free.put(slots);
    of_class.handed_out -= slots.len();
    HANDED_OUT.fetch_sub(slots.len() * SLOT[class], Ordering::Relaxed);
    of_class.returned += slots.len();
    let is_due = of_class.returned % LOOK_AFTER < slots.len();
    drop(of_class);
    if is_due {
        idle::give_back_now_and_then();
    }
}

impl Class {
    fn take(&mut self, class: usize, slots: &mut [SlotRef]) -> usize {
        let count = self.free.take(slots);
        // Recycled slots are in the cache; go on to new ones only when there are none.
        if count != 0 || (self.next == self.ready && self.prepare(class).is_none()) {
            return count;
        }
        let fresh = ((self.ready - self.next) / SLOT[class]).min(slots.len());
        // The last is taken from the cache first: addresses ascend.
        for slot in slots[..fresh].iter_mut().rev() {
            *slot = SlotRef::new(self.next, class, self.is_zero);
            self.next += SLOT[class];
        }
        fresh
    }

    /// Whether new slots need a new segment.
    fn is_used_up(&self) -> bool {
        self.next == self.end
    }

    fn begin(&mut self, class: usize, segment: Segment) {
        segment::assign(segment.start, class);
        self.segment = segment.start;
        self.is_zero = segment.is_zero;
        self.next = self.segment;
        self.ready = self.segment;
        self.end = self.segment + segment::capacity(class);
    }

    /// Makes the next slots of the segment ready; `None` if there are none, or no memory.
    #[cold]
    fn prepare(&mut self, class: usize) -> Option<()> {
        if self.is_used_up() {
            return None;
        }
        let slots = STRIDE.div_ceil(SLOT[class]) * SLOT[class];
        let ready = (self.ready + slots).min(self.end);
        // None of them is ever lost for want of a place to note that it is free.
        if !self.free.expect((ready - self.ready) / SLOT[class]) {
            return None;
        }
        // The header that follows the last slot belongs to its redzone.
        poison::renew(self.ready, ready - self.ready + HEADER);
        if !self.is_zero {
            // What lay there must not be taken for a header.
            for slot in (self.ready..ready).step_by(SLOT[class]) {
                // SAFETY: memory of the segment, in which there is no chunk.
                unsafe { (slot as *mut [u8; HEADER]).write([0; HEADER]) };
            }
        }
        self.prepared += ready - self.ready;
        self.ready = ready;
        segment::set_used(self.segment, ready - self.segment);
        Some(())
    }

    /// Bytes of the slots that wait on the free_list.
    fn free_bytes(&self, class: usize) -> usize {
        self.prepared - self.handed_out * SLOT[class] - (self.ready - self.next)
    }

    /// Whether there may be a segment without chunks, and enough has happened since the last look to pay for another: slots came
    /// back, or the heap has grown, which takes far longer.
    fn is_worth_a_look(&self, class: usize) -> bool {
        /// Bytes of growth for each slot that is looked at.
        const GROWTH: usize = 256;
        let free = self.free_bytes(class);
        let slots = free / SLOT[class];
        let grown = segment::mapped_bytes() - self.looked_at;
        free >= SEGMENT && (self.returned >= slots / 2 || grown >= slots * GROWTH)
    }

    /// Hands every segment of which all slots are free to `each`.
    fn give_up_segments(&mut self, class: usize, mut each: impl FnMut(usize)) {
        /// Stands in place of a count that is full.
        const EMPTY: u32 = u32::MAX;
        let start_of = |slot: SlotRef| slot.start() & !(SEGMENT - 1);
        let full = (segment::capacity(class) / SLOT[class]) as u32;
        (self.returned, self.looked_at) = (0, segment::mapped_bytes());
        self.free.for_each(|slot| {
            if let Some(note) = segment::note(start_of(slot)) {
                note.free.fetch_add(1, Ordering::Relaxed);
            }
        });
        let mut last = 0;
        let gone = self.free.retain(|slot| {
            let start = start_of(slot);
            let Some(note) = segment::note(start) else {
                return true;
            };
            let count = note.free.load(Ordering::Relaxed);
            if count == full {
                note.free.store(EMPTY, Ordering::Relaxed);
                note.next.store((last / SEGMENT) as u32, Ordering::Relaxed);
                last = start;
            } else if count != EMPTY {
                note.free.store(0, Ordering::Relaxed);
                return true;
            }
            false
        });
        self.free.expect_less(gone);
        self.prepared -= gone * SLOT[class];
        while last != 0 {
            let start = last;
            if let Some(note) = segment::note(start) {
                note.free.store(0, Ordering::Relaxed);
                last = note.next.load(Ordering::Relaxed) as usize * SEGMENT;
            }
            if start == self.segment {
                (self.segment, self.next, self.ready, self.end) = (0, 0, 0, 0);
            }
            segment::take_back(start);
            each(start);
        }
    }
}

/// Hands the segments of a class in which no chunk is to `each`, which must not call for classes. Without `anyway`, only
/// where that may be expected to find some at little cost.
pub fn give_up_segments(class: usize, anyway: bool, each: impl FnMut(usize)) {
    let mut of_class = CLASS[class].hold();
    if anyway || of_class.is_worth_a_look(class) {
        of_class.give_up_segments(class, each);
    }
}

/// Bytes of a class that were made ready for use.
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
