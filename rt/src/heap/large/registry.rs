//! All large blocks that are in use or wait: found by their start, in buckets.

use super::super::header::{Block, Family, State};
use super::super::queue::Queue;
use super::BEFORE;
use super::donors::{Donors, Room};
use super::graves::{self, Graves};
use super::joints::Joints;
use super::memory::{self, release};
use super::record::{Memory, Record, Records, Unused};
use super::spares::{Spares, weight};
use crate::platform::{self, PAGE};
use crate::shadow;

const BUCKETS: usize = 1 << 12;

/// Smaller blocks wait and come again with their memory: to move it would take longer.
pub const MOVED_FROM: usize = 512 << 10;
/// With more blocks than this none gets memory of others, which makes several mappings of one.
const MOST_WITH_JOINTS: usize = 1000;

/// A record without a block.
pub struct Obtained {
    /// Nobody else's.
    pub record: *mut Record,
    /// How many of the first bytes of its memory may not be zero.
    pub dirty: usize,
    /// Whether no block was ever there.
    pub is_new: bool,
}

/// See the module.
pub struct Registry {
    buckets: [*mut Record; BUCKETS],
    unused: Unused,
    waiting: Queue<Records>,
    graves: Graves,
    spares: Spares,
    donors: Donors,
    entered: usize,
}

// SAFETY: records are only touched by the holder of the registry.
unsafe impl Send for Registry {}

impl Registry {
    /// No block yet.
    pub const fn new() -> Self {
        Registry {
            buckets: [core::ptr::null_mut(); BUCKETS],
            unused: Unused::new(),
            waiting: Queue::new(),
            graves: Graves::new(),
            spares: Spares::new(),
            donors: Donors::new(),
            entered: 0,
        }
    }

    fn bucket(start: usize) -> usize {
        (start / PAGE).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BUCKETS.ilog2())
    }

    /// The block that begins at `start`.
    pub fn find_start(&self, start: usize) -> Option<*mut Record> {
        let mut record = self.buckets[Self::bucket(start)];
        while !record.is_null() {
            // SAFETY: a record of the registry; records stay mapped.
            let block = unsafe { &*record };
            if block.start == start {
                return Some(record);
            }
            record = block.next_in_bucket;
        }
        None
    }

    /// Every block: in use, waiting, or kept for reuse.
    pub fn all(&self) -> impl Iterator<Item = *mut Record> {
        let bucket = |first: &*mut Record| {
            let first = Some(*first).filter(|record| !record.is_null());
            core::iter::successors(first, |record| {
                // SAFETY: records of the registry; records stay mapped.
                let next = unsafe { (**record).next_in_bucket };
                Some(next).filter(|record| !record.is_null())
            })
        };
        self.buckets
            .iter()
            .flat_map(bucket)
            .chain(self.spares.iter())
    }

    /// Lets a record with a block be found.
    pub fn enter(&mut self, record: *mut Record) {
        // SAFETY: the record is ours until it is in a bucket.
        let block = unsafe { &mut *record };
        let bucket = &mut self.buckets[Self::bucket(block.start)];
        block.next_in_bucket = *bucket;
        *bucket = record;
        self.entered += 1;
    }

    fn leave(&mut self, record: *mut Record) {
        // SAFETY: records of the registry; links are only changed by its holder.
        unsafe {
            let mut place = &raw mut self.buckets[Self::bucket((*record).start)];
            while !(*place).is_null() {
                if *place == record {
                    *place = (*record).next_in_bucket;
                    self.entered -= 1;
                    return;
                }
                place = &raw mut (**place).next_in_bucket;
            }
        }
    }

    /// Finds at least `mapped` bytes of accessible memory. Where the system has none left, nothing waits any longer. What lies
    /// behind the first [`BEFORE`] bytes for `moved_in` bytes will be moved there.
    pub fn obtain(&mut self, mapped: usize, moved_in: usize) -> Option<Obtained> {
        let spare = self.obtain_spare(mapped);
        let is_new = spare.is_none();
        let (record, had, mut dirty) = match spare {
            Some(found) => found,
            None => (self.obtain_new(mapped)?, 0, 0),
        };
        // SAFETY: in no bucket and no list, the record is ours.
        let block = unsafe { &mut *record };
        (block.memory, block.is_emptied) = (Memory::Present, false);
        if had < mapped && self.may_have_joints() {
            let (from, pieces) = match moved_in {
                0 => (had, usize::MAX),
                _ => (had.max(BEFORE + moved_in), 1),
            };
            let supplied = self.donors.supply(block, from..mapped, pieces, release);
            dirty = dirty.max(supplied);
        }
        Some(Obtained {
            record,
            dirty,
            is_new,
        })
    }

    /// A block whose wait is over, how many bytes of memory it has, and how many may not be zero.
    fn obtain_spare(&mut self, mapped: usize) -> Option<(*mut Record, usize, usize)> {
        let record = self.spares.take_fitting(mapped)?;
        let donated = self.donors.remove(record);
        // SAFETY: in no bucket and no list, the record is ours.
        let block = unsafe { &mut *record };
        match block.memory {
            Memory::Present => Some((record, donated.unwrap_or(block.mapped), block.mapped)),
            // Unchecked code may have written there since.
            Memory::Given => Some((record, 0, block.mapped)),
            Memory::Sealed if platform::unseal(block.base, block.mapped) => Some((record, 0, 0)),
            Memory::Sealed => {
                self.give_up(record);
                None
            }
        }
    }

    fn obtain_new(&mut self, mapped: usize) -> Option<*mut Record> {
        let record = self.unused.take()?;
        let mut found = memory::map(mapped);
        if found.is_none() && self.give_everything_up() {
            found = memory::map(mapped);
        }
        let Some(base) = found else {
            self.unused.put(record);
            return None;
        };
        let none = Block {
            size: 0,
            state: State::Available,
            family: Family::Malloc,
        };
        let block = Record {
            base,
            mapped,
            start: 0,
            memory: Memory::Present,
            block: none,
            traces: Default::default(),
            next_in_bucket: core::ptr::null_mut(),
            link: 0,
            weight: 0,
            pages: 0,
            is_emptied: false,
            joints: Joints::NONE,
        };
        // SAFETY: an unused record is ours.
        unsafe { record.write(block) };
        Some(record)
    }

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

    /// Whether what a block holds may be moved into another one: there, it makes more mappings of fewer.
    pub fn may_move(&self, record: &Record) -> bool {
        self.may_have_joints() && record.joints.are_few()
    }

    fn may_have_joints(&self) -> bool {
        self.entered - self.graves.count() < MOST_WITH_JOINTS
    }

    /// Gives a block's memory back to the system.
    fn give_up(&mut self, record: *mut Record) {
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
