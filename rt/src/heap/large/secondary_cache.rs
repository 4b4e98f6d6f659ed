//! Large chunks whose wait is over, kept for reuse: the system would have to make the same mapping, and its pages if they
//! are still there, anew. Bounded in number and in bytes; what nobody has wanted for longest makes room.

use super::record::{Memory, Record};
use super::registry::MOVED_FROM;

/// How many are kept.
const MOST: usize = 16;

/// See the module.
pub struct SecondaryCache {
    /// Oldest first, then nulls.
    places: [*mut Record; MOST],
    bytes: usize,
}

impl SecondaryCache {
    /// None yet.
    pub const fn new() -> Self {
        SecondaryCache {
            places: [core::ptr::null_mut(); MOST],
            bytes: 0,
        }
    }

    /// All of them, for the holder of the registry.
    pub fn iter(&self) -> impl Iterator<Item = *mut Record> {
        self.places
            .into_iter()
            .take_while(|record| !record.is_null())
    }

    /// Takes the latest out that has `mapped` bytes and not much more; address space may be twice as much.
    pub fn take_fitting(&mut self, mapped: usize) -> Option<*mut Record> {
        let fits = |place: &*mut Record| {
            // SAFETY: cached records belong to the registry.
            let Some(record) = (unsafe { place.as_ref() }) else {
                return false;
            };
            let most = match record.memory {
                Memory::Present => mapped + mapped / 4,
                Memory::Given | Memory::Sealed => mapped * 2,
            };
            (mapped..=most).contains(&record.mapped)
        };
        let place = self.places.iter().rposition(fits)?;
        Some(self.take(place))
    }

    /// Keeps a record, for which [`SecondaryCache::evict_for`] has made room.
    pub fn keep(&mut self, record: *mut Record) {
        // SAFETY: a record of the registry.
        self.bytes += unsafe { (*record).weight };
        if let Some(place) = self.places.iter_mut().find(|place| place.is_null()) {
            *place = record;
        }
    }

    /// Takes the oldest out if `more` bytes are too many beside the others.
    pub fn evict_for(&mut self, more: usize, limit: usize) -> Option<*mut Record> {
        let is_full = !self.places[MOST - 1].is_null();
        (!self.places[0].is_null() && (is_full || self.bytes + more > limit)).then(|| self.take(0))
    }

    /// Takes the spare out at `place`, where one is.
    fn take(&mut self, place: usize) -> *mut Record {
        let record = self.places[place];
        self.places[place..].rotate_left(1);
        self.places[MOST - 1] = core::ptr::null_mut();
        // SAFETY: cached records belong to the registry.
        self.bytes -= unsafe { (*record).weight };
        record
    }
}

/// A chunk without memory still has its shadow, which takes this part of its bytes.
const SHADOW_PART: usize = 8;

/// What a freed chunk holds back, in bytes. The memory of large ones is counted where they are donors.
pub fn weight(record: &Record) -> usize {
    match record.memory {
        Memory::Present if record.mapped <= MOVED_FROM => record.mapped,
        _ => record.mapped / SHADOW_PART,
    }
}
