//! What becomes of freed chunks: they wait, their memory serves others, and in the end all of it is used again or goes back to the
//! system.

use super::address_quarantine;
use super::donors::Budget;
use super::memory::{self, release};
use super::record::{Memory, Record};
use super::registry::{MOVED_FROM, Registry};
use super::secondary_cache::weight;
use crate::heap::header::State;
use crate::platform::{self, PAGE};
use crate::shadow;

impl Registry {
    /// Keeps the memory of a chunk that was just freed for others, as far as there is room; false if not.
    pub fn donate(&mut self, record: *mut Record, budget: Budget) -> bool {
        // SAFETY: a record of the registry.
        let chunk = unsafe { &*record };
        if chunk.is_emptied {
            return false;
        }
        let pages = (chunk.start - chunk.base + chunk.chunk.size).next_multiple_of(PAGE);
        while let Some(oldest) = self.donors.evict_for(pages, budget) {
            release(oldest);
        }
        self.donors.add(record, pages, budget)
    }

    /// Gives the memory of freed chunks back that is more than there is room for: the program uses more by now.
    pub fn keep_less(&mut self, budget: Budget) {
        while let Some(oldest) = self.donors.take_beyond(budget) {
            release(oldest);
        }
    }

    /// Gives the memory of freed chunks back, which nobody has wanted since this was asked last, or at once; whether there was
    /// any.
    pub fn give_pages_back(&mut self, at_once: bool) -> bool {
        let mut any = false;
        if !self.donors.were_used() || at_once {
            self.donors.forget_sizes();
            while let Some(oldest) = self.donors.take_oldest() {
                release(oldest);
                any = true;
            }
        }
        any
    }

    /// Lets a freed chunk wait, with its weight; ends the wait of others while more bytes do than the share of `budget`, and as many may
    /// be kept for reuse.
    pub fn wait(&mut self, record: *mut Record, budget: Budget) {
        // SAFETY: the record waits until it is popped here.
        unsafe { self.waiting.push(record as usize) };
        while let Some(oldest) = self.waiting.pop_beyond(budget.share) {
            self.retire(oldest as *mut Record, budget);
        }
    }

    /// Ends every wait and gives the memory back, also what is kept for reuse; whether there was any.
    pub fn give_everything_up(&mut self) -> bool {
        let mut any = false;
        while let Some(oldest) = self.waiting.pop() {
            self.leave(oldest as *mut Record);
            self.give_up(oldest as *mut Record);
            any = true;
        }
        while let Some(oldest) = self.address_quarantine.take() {
            self.leave(oldest);
            self.give_up(oldest);
            any = true;
        }
        while let Some(spare) = self.secondary_cache.evict_for(1, 0) {
            self.give_up(spare);
            any = true;
        }
        any
    }

    /// Lets the addresses of a chunk wait on, without memory. False where that is not worth it.
    fn bury(&mut self, record: *mut Record) -> bool {
        // SAFETY: a record of the registry, which we hold.
        let chunk = unsafe { &mut *record };
        if chunk.mapped <= MOVED_FROM || !address_quarantine::can_hold(chunk.mapped) {
            return false;
        }
        self.donors.remove(record);
        if chunk.memory != Memory::Sealed && !memory::seal(chunk) {
            return false;
        }
        self.address_quarantine.add(record);
        while let Some(oldest) = self.address_quarantine.take_beyond() {
            self.leave(oldest);
            self.give_up(oldest);
        }
        true
    }

    /// The wait is over: keeps the memory for reuse or gives it back.
    fn retire(&mut self, record: *mut Record, budget: Budget) {
        if self.bury(record) {
            return;
        }
        self.leave(record);
        // SAFETY: out of the buckets and out of the queue, the record is ours.
        let chunk = unsafe { &mut *record };
        chunk.weight = weight(chunk);
        if chunk.weight > budget.share {
            return self.give_up(record);
        }
        chunk.chunk.state = State::Available;
        // Most of them are addresses and their shadow alone, both of which take time to make anew.
        while let Some(oldest) = self
            .secondary_cache
            .evict_for(chunk.weight, 2 * budget.share)
        {
            self.give_up(oldest);
        }
        if chunk.memory == Memory::Present && chunk.mapped <= MOVED_FROM {
            self.donate(record, budget);
        }
        self.secondary_cache.keep(record);
    }

    /// Gives a chunk's memory back to the system.
    pub(super) fn give_up(&mut self, record: *mut Record) {
        // SAFETY: in no bucket, no queue and no place for secondary_cache, the record is ours.
        let Record { base, mapped, .. } = unsafe { *record };
        self.donors.remove(record);
        // Unmapped addresses may be anybody's next, with addressable shadow. So it is addressable before.
        shadow::clear(base, mapped);
        if !platform::unmap(base, mapped) {
            // No more mappings, and this would have made two of one: the addresses are lost, but not the memory.
            shadow::poison(base, mapped, sanecc_abi::shadow::Poison::Freed);
            platform::release(base, mapped);
        }
        self.unused.put(record);
    }
}
