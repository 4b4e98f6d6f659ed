//! What is known of a large chunk, apart from it: in memory of its own that stays mapped.

use super::super::header::Chunk;
use super::super::queue::Links;
use super::Found;
use super::joints::Joints;
use crate::platform::{self, PAGE};
use crate::stack::depot;

/// How a large chunk's memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The program's, or freed and waiting.
    Present,
    /// Freed and accessible, but its memory went to others or to the system.
    Given,
    /// Freed and inaccessible: address space, and its shadow.
    Sealed,
}

/// A large chunk.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// First byte of the mapping.
    pub base: usize,
    /// Bytes of the mapping.
    pub mapped: usize,
    /// First byte of the program's memory.
    pub start: usize,
    /// How it is.
    pub memory: Memory,
    /// Copies of what the header says, for when it cannot be read.
    pub chunk: Chunk,
    /// See there.
    pub traces: (depot::Id, depot::Id),
    /// Link of the registry's bucket.
    pub next_in_bucket: *mut Record,
    /// Link of the quarantine's queue, or of the unused records.
    pub link: usize,
    /// Bytes that count while it waits or is kept.
    pub weight: usize,
    /// Freed and a donor: so many first bytes of the mapping have memory.
    pub pages: usize,
    /// What it held was moved elsewhere.
    pub is_emptied: bool,
    /// The mappings that it consists of.
    pub joints: Joints,
}

/// Records as elements of a queue.
pub struct Records;

impl Links for Records {
    fn link(record: usize) -> *mut usize {
        // SAFETY: records stay mapped.
        unsafe { &raw mut (*(record as *mut Record)).link }
    }

    fn bytes(record: usize) -> Option<usize> {
        // SAFETY: records stay mapped, and no program's pointer leads to them.
        Some(unsafe { (*(record as *mut Record)).weight })
    }
}

impl Record {
    /// As others see it.
    pub fn found(&self) -> Found {
        Found {
            start: self.start,
            chunk: self.chunk,
            traces: self.traces,
        }
    }
}

/// Records without a chunk.
pub struct Unused {
    first: usize,
}

impl Unused {
    /// None yet.
    pub const fn new() -> Self {
        Unused { first: 0 }
    }

    /// Memory for a record, the caller's; `None` when memory is out.
    pub fn take(&mut self) -> Option<*mut Record> {
        const PIECE: usize = 16 * PAGE;
        if self.first == 0 {
            let slot_ref = platform::map(0, PIECE).ok()?;
            for index in 0..PIECE / size_of::<Record>() {
                self.put((slot_ref + index * size_of::<Record>()) as *mut Record);
            }
        }
        let record = self.first as *mut Record;
        // SAFETY: unused records are linked through `link`.
        self.first = unsafe { (*record).link };
        Some(record)
    }

    /// Takes a record back that is nobody's.
    pub fn put(&mut self, record: *mut Record) {
        // SAFETY: mapped memory for a record, nobody's.
        unsafe { (*record).link = self.first };
        self.first = record as usize;
    }
}
