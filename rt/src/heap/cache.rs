//! What a thread has at hand without a lock: some free slots of each class, and the chunks that it freed and
//! that have not joined the quarantine's queue yet. All zero is an empty cache.

use super::header::Header;
use super::large;
use super::quarantine::{self, Batch};
use super::size_class::{CLASSES, HEADER, SLOT};
use super::small::{self, SlotRef};
use crate::lock::{self, Lock, Locked};
use crate::stack::depot;
use crate::{platform, provenance, thread};

/// Slots of a class that a thread keeps at most.
const MOST: usize = 127;
/// Bytes of a class that a thread keeps at most, two slots apart.
const MOST_BYTES: usize = 32 << 10;

/// Slots of each class that a thread keeps.
static CAPACITY: [u8; CLASSES] = {
    let mut capacity = [0; CLASSES];
    let mut class = 0;
    while class < CLASSES {
        let slots = MOST_BYTES / SLOT[class];
        capacity[class] = if slots > MOST {
            MOST as u8
        } else if slots < 2 {
            2
        } else {
            slots as u8
        };
        class += 1;
    }
    capacity
};

struct Magazine {
    count: usize,
    slots: [SlotRef; MOST],
}

/// See the module.
pub struct Cache {
    magazines: [Magazine; CLASSES],
    /// Chunks freed last; null until the first.
    freed: *mut Batch,
}

// SAFETY: its batch is its own.
unsafe impl Send for Cache {}

/// For threads that have no cache: those that start or end.
static SHARED: Locked<Cache> = Locked::new(Cache {
    magazines: [const {
        Magazine {
            count: 0,
            slots: [SlotRef::NONE; MOST],
        }
    }; CLASSES],
    freed: core::ptr::null_mut(),
});

/// The lock of the cache that some threads share, for `fork`.
pub fn lock() -> &'static Lock {
    SHARED.lock()
}

/// Runs something on the calling thread's cache. It must not call for the cache again.
#[inline(always)]
pub fn with<R>(run: impl FnOnce(&mut Cache) -> R) -> R {
    let own = thread::current().workspace();
    if own.is_null() {
        return run(&mut SHARED.hold());
    }
    // SAFETY: the thread's own, and used by one call at a time.
    run(unsafe { &mut (*own).slots })
}

impl Cache {
    /// Takes a slot; `None` when memory is out.
    pub fn take(&mut self, class: usize) -> Option<SlotRef> {
        if self.magazines[class].count == 0 && self.fill(class).is_none() {
            self.end_all_waits();
            self.fill(class)?;
        }
        self.take_ready(class)
    }

    #[cold]
    fn fill(&mut self, class: usize) -> Option<()> {
        let magazine = &mut self.magazines[class];
        let half = CAPACITY[class].div_ceil(2) as usize;
        magazine.count = small::take_ready(class, &mut magazine.slots[..half]);
        if magazine.count == 0 {
            // The class needs a segment. A few slots here may be all that keeps those of other classes from it.
            self.empty_idle();
            let magazine = &mut self.magazines[class];
            magazine.count = small::take(class, &mut magazine.slots[..half]);
        }
        (self.magazines[class].count != 0).then_some(())
    }

    /// Gives the slots back of classes of which much is free.
    fn empty_idle(&mut self) {
        for (class, magazine) in self.magazines.iter_mut().enumerate() {
            if magazine.count != 0 && small::has_idle(class) {
                small::put(class, &magazine.slots[..magazine.count]);
                magazine.count = 0;
            }
        }
    }

    /// Memory is out: what waits to be used again has waited long enough.
    #[cold]
    fn end_all_waits(&mut self) {
        let recycle = |slot: SlotRef| small::put(slot.class(), &[slot]);
        if !self.freed.is_null() {
            freed_by_this_thread_alone(self.freed);
            // SAFETY: the cache's own.
            unsafe { &mut *self.freed }.drain(recycle);
        }
        quarantine::end_all_waits(recycle);
        large::give_everything_up();
    }

    /// Takes one of the slots that are here.
    #[inline(always)]
    pub fn take_ready(&mut self, class: usize) -> Option<SlotRef> {
        let magazine = &mut self.magazines[class];
        let rest = magazine.count.checked_sub(1)?;
        magazine.count = rest;
        // SAFETY: a magazine never counts more than its slots.
        let slot = |index: usize| unsafe { *magazine.slots.get_unchecked(index) };
        // The next but one to go may have been touched long ago; have it here when its time comes.
        let next = slot(rest.saturating_sub(2)).start();
        platform::prefetch(next);
        provenance::expect(next + HEADER);
        Some(slot(rest))
    }

    /// Lets the slot of a freed chunk wait, which has `bytes`. With a `trace`, its header stands at its start and should
    /// name that one.
    #[inline(always)]
    pub fn keep(&mut self, slot: SlotRef, bytes: usize, trace: depot::Id) {
        if self.freed.is_null() {
            let Some(batch) = quarantine::empty_batch() else {
                // No memory to wait in.
                return self.put(slot);
            };
            self.freed = batch;
        }
        // SAFETY: the cache's own batch, which it has exchanged when it was full.
        if unsafe { (*self.freed).add(slot, bytes, trace) } {
            self.exchange();
        }
    }

    /// Where a freed slot can wait without further ado. What says that it is full is to be exchanged.
    #[inline(always)]
    pub fn batch(&self) -> Option<*mut Batch> {
        (!self.freed.is_null()).then_some(self.freed)
    }

    /// Lets the full batch wait with the rest.
    #[inline(never)]
    pub fn exchange(&mut self) {
        let batch = core::mem::replace(&mut self.freed, core::ptr::null_mut());
        freed_by_this_thread_alone(batch);
        // SAFETY: given up in the line above.
        self.freed = unsafe { quarantine::exchange(batch, |slot| self.put(slot)) };
    }

    /// Makes a slot available again, first of all to this thread.
    #[inline]
    fn put(&mut self, slot: SlotRef) {
        let class = slot.class();
        let magazine = &mut self.magazines[class];
        if magazine.count == CAPACITY[class] as usize {
            magazine.spill(class);
        }
        magazine.slots[magazine.count] = slot;
        magazine.count += 1;
    }

    /// Gives everything to the other threads.
    pub fn empty(&mut self) {
        for (class, magazine) in self.magazines.iter_mut().enumerate() {
            if magazine.count != 0 {
                small::put(class, &magazine.slots[..magazine.count]);
                magazine.count = 0;
            }
        }
        let batch = core::mem::replace(&mut self.freed, core::ptr::null_mut());
        if !batch.is_null() {
            freed_by_this_thread_alone(batch);
            // SAFETY: given up in the line above.
            unsafe { quarantine::give(batch) };
        }
    }
}

/// Takes the slots out of a batch that another thread has freed at the same moment, and reports them.
fn freed_by_this_thread_alone(batch: *mut Batch) {
    if lock::single_threaded() {
        return;
    }
    // SAFETY: the caller's own, in no queue yet.
    unsafe { &mut *batch }.retain(|slot, trace| {
        let address = slot.start() + HEADER;
        // SAFETY: slots begin with a header.
        let is_ours = trace == depot::Id(0) || unsafe { Header::of(address) }.was_freed_at(trace);
        if !is_ours {
            super::freed_twice(address, trace);
        }
        is_ours
    });
}

impl Magazine {
    /// Gives the older half back.
    #[cold]
    fn spill(&mut self, class: usize) {
        let half = self.count.div_ceil(2);
        small::put(class, &self.slots[..half]);
        self.slots.copy_within(half..self.count, 0);
        self.count -= half;
    }
}
