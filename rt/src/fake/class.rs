//! The slots of one size: taken in turn, so that each stays poisoned as long as possible after it was given back.
//!
//! A slot is taken by writing the stack pointer into its header and given back by writing 0, each in one store. So a
//! signal handler may take and give back slots between any two instructions here, and a coroutine may give one back
//! in another thread than it was taken in.

use crate::{platform, provenance, shadow};
use core::cell::Cell;
use core::mem::offset_of;
use sanecc_abi::frame::{FAKE_SMALLEST, TAKEN};
use sanecc_abi::shadow::Poison;

/// Most bytes that the slots of one class have in one thread.
pub const LIMIT: usize = 1 << 20;

/// A place that looks like a slot that is in use: where [`Class::next`] points when only [`Class::take`] knows more.
#[repr(C)]
pub struct Stop([usize; 4]);

/// The one [`Stop`].
pub static STOP: Stop = Stop([0, 0, 1, 0]);

/// The slots of one class. All of them but the last, which always looks taken, may be had.
#[repr(C)]
pub struct Class {
    /// The slot that the program's code tries first.
    pub next: Cell<usize>,
    /// First byte of the slots; 0 before the first is wanted.
    start: Cell<usize>,
    /// First byte of the last slot, which is never had.
    end: Cell<usize>,
    /// Where [`Self::take`] looks first when `next` is [`STOP`].
    cursor: Cell<usize>,
    /// So many requests are refused without a look, because a look has found nothing.
    refuse: Cell<usize>,
}

/// Offset of [`Class::next`] for the code that reads it.
pub const NEXT: usize = offset_of!(Class, next);

impl Class {
    /// Before first use.
    pub fn reset(&self) {
        self.next.set(&raw const STOP as usize);
    }

    /// Bytes from the first slot to the end of the last; empty before first use.
    pub fn span(&self, size: usize) -> core::ops::Range<usize> {
        let start = self.start.get();
        start..if start == 0 { 0 } else { self.end.get() + size }
    }

    /// Takes a slot for the function with this stack pointer; 0 if there is none. `size` is that of the class's slots.
    pub fn take(&self, size: usize, sp: usize) -> usize {
        if self.start.get() == 0 && !self.begin(size) {
            return 0;
        }
        let refuse = self.refuse.get();
        if refuse != 0 {
            self.refuse.set(refuse - 1);
            return 0;
        }
        let slots = (self.end.get() - self.start.get()) / size;
        // Where more than half is in use, the rest would not be left alone for long.
        let can_grow = 2 * (slots + 1) * size <= LIMIT;
        let looks = if can_grow { slots.div_ceil(2) } else { slots };
        let found = self.find(size, looks);
        let slot = match found {
            Some(slot) => slot,
            None if can_grow && self.grow(size) => match self.find(size, 2 * slots + 1) {
                Some(slot) => slot,
                None => return 0,
            },
            None => {
                self.refuse.set(slots / 4);
                return 0;
            }
        };
        set_taken(slot, sp);
        self.cursor.set(slot + size);
        slot
    }

    /// Lets the program's code go on after the slot that was taken last.
    pub fn go_on(&self) {
        let cursor = self.cursor.get();
        if cursor != 0 {
            self.next.set(cursor);
        }
    }

    /// Has every request come to [`Self::take`] from now on.
    pub fn hold(&self) {
        let next = self.next.get();
        if next != &raw const STOP as usize {
            self.cursor.set(next);
            self.reset();
        }
    }

    /// Gives back and poisons the slots whose stack pointer is in the range.
    pub fn collect(&self, size: usize, gone: &core::ops::Range<usize>) {
        let mut slot = self.start.get();
        while slot < self.end.get() {
            if gone.contains(&taken(slot)) {
                shadow::poison(slot, size, Poison::StackAfterReturn);
                provenance::end_within(slot, size);
                set_taken(slot, 0);
            }
            slot += size;
        }
        self.refuse.set(0);
    }

    fn find(&self, size: usize, looks: usize) -> Option<usize> {
        let (start, end) = (self.start.get(), self.end.get());
        let mut slot = self.cursor.get();
        for _ in 0..=looks {
            if slot >= end || slot < start {
                slot = start;
            }
            if taken(slot) == 0 {
                return Some(slot);
            }
            slot += size;
        }
        None
    }

    /// Reserves address space for all slots that there may ever be, and makes the first ones.
    #[cold]
    fn begin(&self, size: usize) -> bool {
        let Ok(start) = platform::reserve(LIMIT) else {
            self.refuse.set(1 << 10);
            return false;
        };
        let first = first_slots(size) * size;
        if !platform::unseal(start, first) {
            platform::unmap(start, LIMIT);
            return false;
        }
        shadow::poison(start, first, Poison::StackAfterReturn);
        set_taken(start + first - size, 1);
        self.end.set(start + first - size);
        self.cursor.set(start);
        self.start.set(start);
        true
    }

    /// Doubles the number of slots.
    #[cold]
    fn grow(&self, size: usize) -> bool {
        let (start, end) = (self.start.get(), self.end.get());
        let old = end + size;
        let new = old + (old - start);
        if !platform::unseal(old, new - old) {
            return false;
        }
        shadow::poison(old, new - old, Poison::StackAfterReturn);
        set_taken(new - size, 1);
        self.end.set(new - size);
        self.cursor.set(end);
        set_taken(end, 0);
        true
    }
}

/// Slots of a class in the beginning: enough that a short-lived frame is left alone for a while.
const fn first_slots(size: usize) -> usize {
    match size {
        FAKE_SMALLEST => 64,
        128..=1024 => 32,
        2048..=8192 => 16,
        _ => 8,
    }
}

/// The stack pointer of the function that has a slot; 0 if nobody has it.
pub fn taken(slot: usize) -> usize {
    // SAFETY: the slot is mapped, and its header is the runtime's.
    unsafe { ((slot + TAKEN) as *const usize).read_volatile() }
}

fn set_taken(slot: usize, sp: usize) {
    // SAFETY: as above.
    unsafe { ((slot + TAKEN) as *mut usize).write_volatile(sp) }
}
