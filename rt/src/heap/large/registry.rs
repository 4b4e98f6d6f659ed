//! All large blocks that are in use or wait: found by their start, in buckets.

use super::super::header::{Block, Family, State};
use super::super::queue::Queue;
use super::record::{Memory, Record, Records, Unused};
use super::spares::{Spares, weight};
use crate::platform::{self, PAGE};
use crate::shadow;

const BUCKETS: usize = 1 << 12;

/// See the module.
pub struct Registry {
    buckets: [*mut Record; BUCKETS],
    unused: Unused,
    waiting: Queue<Records>,
    spares: Spares,
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
            spares: Spares::new(),
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
    }

    fn leave(&mut self, record: *mut Record) {
        // SAFETY: records of the registry; links are only changed by its holder.
        unsafe {
            let mut place = &raw mut self.buckets[Self::bucket((*record).start)];
            while !(*place).is_null() {
                if *place == record {
                    *place = (*record).next_in_bucket;
                    return;
                }
                place = &raw mut (**place).next_in_bucket;
            }
        }
    }

    /// A record with at least `mapped` bytes of accessible memory, and whether they are zero. Where the system has none
    /// left, nothing waits any longer.
    pub fn obtain(&mut self, mapped: usize) -> Option<(*mut Record, bool)> {
        if let Some(record) = self.spares.take_fitting(mapped) {
            // SAFETY: as above.
            let block = unsafe { &mut *record };
            let was_sealed = block.memory == Memory::Sealed;
            if !was_sealed || platform::unseal(block.base, block.mapped) {
                block.memory = Memory::Present;
                // What was sealed lost its memory.
                return Some((record, was_sealed));
            }
            self.give_up(record);
        }
        let record = self.unused.take()?;
        let mut found = platform::map(0, mapped);
        if found.is_err() && self.give_everything_up() {
            found = platform::map(0, mapped);
        }
        let Ok(base) = found else {
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
        };
        // SAFETY: an unused record is ours.
        unsafe { record.write(block) };
        Some((record, true))
    }

    /// Lets a freed block wait, with its weight; ends the wait of others while more than `room` bytes do, and as many may
    /// be kept for reuse.
    pub fn wait(&mut self, record: *mut Record, room: usize) {
        // SAFETY: the record waits until it is popped here.
        unsafe { self.waiting.push(record as usize) };
        while let Some(oldest) = self.waiting.pop_beyond(room) {
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
        while let Some(spare) = self.spares.make_room(1, 0) {
            self.give_up(spare);
            any = true;
        }
        any
    }

    /// The wait is over: keeps the memory for reuse or gives it back.
    fn retire(&mut self, record: *mut Record, room: usize) {
        self.leave(record);
        // SAFETY: out of the buckets and out of the queue, the record is ours.
        let block = unsafe { &mut *record };
        block.weight = weight(block);
        if block.weight > room {
            return self.give_up(record);
        }
        block.block.state = State::Available;
        while let Some(oldest) = self.spares.make_room(block.weight, room) {
            self.give_up(oldest);
        }
        self.spares.keep(record);
    }

    /// Gives a block's memory back to the system.
    fn give_up(&mut self, record: *mut Record) {
        // SAFETY: in no bucket, no queue and no place for spares, the record is ours.
        let Record { base, mapped, .. } = unsafe { *record };
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
