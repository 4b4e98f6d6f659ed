//! All large chunks that are in use or wait: found by their start, in buckets.

use super::super::header::{Alignment, Chunk, Family, State};
use super::super::queue::Queue;
use super::BEFORE;
use super::address_quarantine::AddressQuarantine;
use super::donors::Donors;
use super::joints::Joints;
use super::memory::{self, release};
use super::record::{Memory, Record, Records, Unused};
use super::secondary_cache::SecondaryCache;
use crate::hash;
use crate::platform::{self, PAGE};

const BUCKETS: usize = 1 << 12;

/// Smaller chunks wait and come again with their memory: to move it would take longer.
pub const MOVED_FROM: usize = 512 << 10;
/// With more chunks than this none gets memory of others, which makes several mappings of one.
const MOST_WITH_JOINTS: usize = 1000;

/// A record without a chunk.
pub struct Obtained {
    /// Nobody else's.
    pub record: *mut Record,
    /// How many of the first bytes of its memory may not be zero.
    pub dirty: usize,
    /// Whether no chunk was ever there.
    pub is_new: bool,
}

/// See the module.
pub struct Registry {
    buckets: [*mut Record; BUCKETS],
    pub(super) unused: Unused,
    pub(super) waiting: Queue<Records>,
    pub(super) address_quarantine: AddressQuarantine,
    pub(super) secondary_cache: SecondaryCache,
    pub(super) donors: Donors,
    entered: usize,
}

// SAFETY: records are only touched by the holder of the registry.
unsafe impl Send for Registry {}

impl Registry {
    /// No chunk yet.
    pub const fn new() -> Self {
        Registry {
            buckets: [core::ptr::null_mut(); BUCKETS],
            unused: Unused::new(),
            waiting: Queue::new(),
            address_quarantine: AddressQuarantine::new(),
            secondary_cache: SecondaryCache::new(),
            donors: Donors::new(),
            entered: 0,
        }
    }

    fn bucket(start: usize) -> usize {
        hash::of(start / PAGE, BUCKETS.ilog2())
    }

    /// The chunk that begins at `start`.
    pub fn find_start(&self, start: usize) -> Option<*mut Record> {
        let mut record = self.buckets[Self::bucket(start)];
        while !record.is_null() {
            // SAFETY: a record of the registry; records stay mapped.
            let chunk = unsafe { &*record };
            if chunk.start == start {
                return Some(record);
            }
            record = chunk.next_in_bucket;
        }
        None
    }

    /// Every chunk: in use, waiting, or kept for reuse.
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
            .chain(self.secondary_cache.iter())
    }

    /// Lets a record with a chunk be found.
    pub fn enter(&mut self, record: *mut Record) {
        // SAFETY: the record is ours until it is in a bucket.
        let chunk = unsafe { &mut *record };
        let bucket = &mut self.buckets[Self::bucket(chunk.start)];
        chunk.next_in_bucket = *bucket;
        *bucket = record;
        self.entered += 1;
    }

    pub(super) fn leave(&mut self, record: *mut Record) {
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
        let chunk = unsafe { &mut *record };
        (chunk.memory, chunk.is_emptied) = (Memory::Present, false);
        if had < mapped && self.may_have_joints() {
            let (from, pieces) = match moved_in {
                0 => (had, usize::MAX),
                _ => (had.max(BEFORE + moved_in), 1),
            };
            let supplied = self.donors.supply(chunk, from..mapped, pieces, release);
            dirty = dirty.max(supplied);
        }
        Some(Obtained {
            record,
            dirty,
            is_new,
        })
    }

    /// A chunk whose wait is over, how many bytes of memory it has, and how many may not be zero.
    fn obtain_spare(&mut self, mapped: usize) -> Option<(*mut Record, usize, usize)> {
        let record = self.secondary_cache.take_fitting(mapped)?;
        let donated = self.donors.remove(record);
        // SAFETY: in no bucket and no list, the record is ours.
        let chunk = unsafe { &mut *record };
        match chunk.memory {
            Memory::Present => Some((record, donated.unwrap_or(chunk.mapped), chunk.mapped)),
            // Unchecked code may have written there since.
            Memory::Given => Some((record, 0, chunk.mapped)),
            Memory::Sealed if platform::unseal(chunk.base, chunk.mapped) => Some((record, 0, 0)),
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
        let none = Chunk {
            size: 0,
            state: State::Available,
            family: Family::Malloc,
            align: Alignment::NONE,
        };
        let chunk = Record {
            base,
            mapped,
            start: 0,
            memory: Memory::Present,
            chunk: none,
            traces: Default::default(),
            next_in_bucket: core::ptr::null_mut(),
            link: 0,
            weight: 0,
            pages: 0,
            is_emptied: false,
            joints: Joints::NONE,
        };
        // SAFETY: an unused record is ours.
        unsafe { record.write(chunk) };
        Some(record)
    }

    /// Whether what a chunk holds may be moved into another one: there, it makes more mappings of fewer.
    pub fn may_move(&self, record: &Record) -> bool {
        self.may_have_joints() && record.joints.are_few()
    }

    fn may_have_joints(&self) -> bool {
        self.entered - self.address_quarantine.count() < MOST_WITH_JOINTS
    }
}
