//! Freed chunks of which nothing is left but their addresses: inaccessible, without memory and shadow. A use of one faults, and
//! the report finds the chunk here. They cost address space, and a mapping each that the system has to know of.

use super::memory::may_seal;
use super::record::{Record, Records};
use crate::heap::quarantine;
use crate::heap::queue::Queue;
use crate::shadow;

/// Bytes of addresses that wait, unless the options say that more memory may wait, or none: as many as with AddressSanitizer.
const BYTES: usize = 256 << 20;

/// See the module.
pub struct AddressQuarantine {
    queue: Queue<Records>,
    count: usize,
}

fn bound() -> usize {
    match quarantine::limit() {
        0 => 0,
        limit => limit.max(BYTES),
    }
}

/// Whether a chunk of so many bytes may be kept here.
pub fn can_hold(mapped: usize) -> bool {
    may_seal() && mapped <= bound()
}

impl AddressQuarantine {
    /// None yet.
    pub const fn new() -> Self {
        AddressQuarantine {
            queue: Queue::new(),
            count: 0,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds a chunk that is sealed and waits nowhere else.
    pub fn add(&mut self, record: *mut Record) {
        // SAFETY: a record of the registry, which the caller holds.
        let chunk = unsafe { &mut *record };
        shadow::clear(chunk.base, chunk.mapped);
        chunk.weight = chunk.mapped;
        // SAFETY: the record waits here until it is taken.
        unsafe { self.queue.push(record as usize) };
        self.count += 1;
    }

    /// Takes the oldest out if they are too many.
    pub fn take_beyond(&mut self) -> Option<*mut Record> {
        let oldest = self.queue.pop_beyond(bound());
        self.taken(oldest)
    }

    /// Takes the oldest out.
    pub fn take(&mut self) -> Option<*mut Record> {
        let oldest = self.queue.pop();
        self.taken(oldest)
    }

    fn taken(&mut self, oldest: Option<usize>) -> Option<*mut Record> {
        self.count -= usize::from(oldest.is_some());
        oldest.map(|record| record as *mut Record)
    }
}
