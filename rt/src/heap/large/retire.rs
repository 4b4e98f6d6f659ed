//! What becomes of freed blocks: they wait, their memory serves others, and in the end all of it is used again or goes back to the
//! system.

use super::donors::Room;
use super::graves;
use super::memory::{self, release};
use super::record::{Memory, Record};
use super::registry::{MOVED_FROM, Registry};
use super::spares::weight;
use crate::heap::header::State;
use crate::platform::{self, PAGE};
use crate::shadow;

impl Registry {
    /// Keeps the memory of a block that was just freed for others, as far as there is room; false if not.
    pub fn donate(&mut self, record: *mut Record, room: Room) -> bool {
        // SAFETY: a record of the registry.
        let block = unsafe { &*record };
        if block.is_emptied {
            return false;
        }
        let pages = (block.start - block.base + block.block.size).next_multiple_of(PAGE);
        while let Some(oldest) = self.donors.make_room(pages, room) {
            release(oldest);
        }
        self.donors.add(record, pages, room)
    }

    /// Gives the memory of freed blocks back that is more than there is room for: the program uses more by now.
    pub fn keep_less(&mut self, room: Room) {
        while let Some(oldest) = self.donors.take_beyond(room) {
            release(oldest);
        }
    }

    /// Gives the memory of freed blocks back, which nobody has wanted since this was asked last, or at once; whether there was
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

    /// Lets a freed block wait, with its weight; ends the wait of others while more bytes do than the share of `room`, and as many may
    /// be kept for reuse.
    pub fn wait(&mut self, record: *mut Record, room: Room) {
        // SAFETY: the record waits until it is popped here.
        unsafe { self.waiting.push(record as usize) };
        while let Some(oldest) = self.waiting.pop_beyond(room.share) {
            self.retire(oldest as *mut Record, room);
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
        while let Some(oldest) = self.graves.take() {
            self.leave(oldest);
            self.give_up(oldest);
            any = true;
        }
        while let Some(spare) = self.spares.make_room(1, 0) {
            self.give_up(spare);
            any = true;
        }
        any
    }

    /// Lets the addresses of a block wait on, without memory. False where that is not worth it.
    fn bury(&mut self, record: *mut Record) -> bool {
        // SAFETY: a record of the registry, which we hold.
        let block = unsafe { &mut *record };
        if block.mapped <= MOVED_FROM || !graves::has_room_for(block.mapped) {
            return false;
        }
        self.donors.remove(record);
        if block.memory != Memory::Sealed && !memory::seal(block) {
            return false;
        }
        self.graves.add(record);
        while let Some(oldest) = self.graves.take_beyond() {
            self.leave(oldest);
            self.give_up(oldest);
        }
        true
    }

    /// The wait is over: keeps the memory for reuse or gives it back.
    fn retire(&mut self, record: *mut Record, room: Room) {
        if self.bury(record) {
            return;
        }
        self.leave(record);
        // SAFETY: out of the buckets and out of the queue, the record is ours.
        let block = unsafe { &mut *record };
        block.weight = weight(block);
        if block.weight > room.share {
            return self.give_up(record);
        }
        block.block.state = State::Available;
        // Most of them are addresses and their shadow alone, both of which take time to make anew.
        while let Some(oldest) = self.spares.make_room(block.weight, 2 * room.share) {
            self.give_up(oldest);
        }
        if block.memory == Memory::Present && block.mapped <= MOVED_FROM {
            self.donate(record, room);
        }
        self.spares.keep(record);
    }

    /// Gives a block's memory back to the system.
    pub(super) fn give_up(&mut self, record: *mut Record) {
        // SAFETY: in no bucket, no queue and no place for spares, the record is ours.
        let Record { base, mapped, .. } = unsafe { *record };
        self.donors.remove(record);
        // Unmapped addresses may be anybody's next, with good shadow. So it is good before.
        shadow::clear(base, mapped);
        if !platform::unmap(base, mapped) {
            // No more mappings, and this would have made two of one: the addresses are lost, but not the memory.
            shadow::poison(base, mapped, sanecc_abi::shadow::Poison::Freed);
            platform::release(base, mapped);
        }
        self.unused.put(record);
    }
}
