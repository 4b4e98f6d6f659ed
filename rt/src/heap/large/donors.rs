//! Freed chunks that still have their memory. New ones get it, page by page without copying: the system would have to
//! find and clear other pages, which takes many times as long. The addresses of the freed chunk go on waiting.

use super::record::Record;
use crate::platform;
use core::ops::Range;

/// How many chunks are kept with their memory.
const MOST: usize = 16;
/// Chunks of more bytes give their memory back at once. As the C library does, which maps such chunks anew each time.
const LARGEST: usize = 32 << 20;
/// What is always worth keeping, in bytes.
const FIRST: usize = 1 << 20;

/// How much memory of freed chunks is worth keeping, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// In any case.
    pub share: usize,
    /// As much beside, where chunks of that size come again: what the program uses less than it has used before. So the most
    /// that the process takes does not grow by it.
    pub below_peak: usize,
}

/// See the module.
pub struct Donors {
    /// Oldest first, then nulls.
    places: [*mut Record; MOST],
    bytes: usize,
    /// Bytes of the largest chunk that was freed: that there is a second one is worth having kept the first.
    largest: usize,
    /// Whether any memory was passed on since [`Donors::were_used`] was asked.
    used: bool,
}

impl Donors {
    /// None yet.
    pub const fn new() -> Self {
        Donors {
            places: [core::ptr::null_mut(); MOST],
            bytes: 0,
            largest: FIRST,
            used: false,
        }
    }

    /// Adds a freed chunk with the memory of its first `pages` bytes; false if that is more than is kept.
    pub fn add(&mut self, record: *mut Record, pages: usize, budget: Budget) -> bool {
        let fits = pages <= self.bound(budget);
        if pages <= LARGEST {
            self.largest = self.largest.max(pages);
        }
        if fits && let Some(place) = self.places.iter_mut().find(|place| place.is_null()) {
            *place = record;
            self.bytes += pages;
            // SAFETY: a record of the registry, which the caller holds.
            unsafe { (*record).pages = pages };
            return true;
        }
        false
    }

    fn bound(&self, budget: Budget) -> usize {
        budget
            .share
            .max(self.largest.min(budget.share + budget.below_peak))
    }

    /// Takes the oldest out if there are too many for another one of `more` bytes.
    pub fn evict_for(&mut self, more: usize, budget: Budget) -> Option<*mut Record> {
        let is_full = !self.places[MOST - 1].is_null();
        let too_much = more <= self.bound(budget) && self.bytes + more > self.bound(budget);
        (!self.places[0].is_null() && (is_full || too_much)).then(|| self.take(0))
    }

    /// Takes the oldest out if they have more memory than is kept.
    pub fn take_beyond(&mut self, budget: Budget) -> Option<*mut Record> {
        let too_much = self.bytes > self.bound(budget);
        (!self.places[0].is_null() && too_much).then(|| self.take(0))
    }

    /// Takes the oldest out.
    pub fn take_oldest(&mut self) -> Option<*mut Record> {
        (!self.places[0].is_null()).then(|| self.take(0))
    }

    /// The chunk is used or given up: it is no donor any more. How many bytes it had for others, if it was one.
    pub fn remove(&mut self, record: *mut Record) -> Option<usize> {
        let place = self.places.iter().position(|place| *place == record)?;
        // SAFETY: a record of the registry, which the caller holds.
        let pages = unsafe { (*record).pages };
        self.take(place);
        Some(pages)
    }

    fn take(&mut self, place: usize) -> *mut Record {
        let record = self.places[place];
        self.places[place..].rotate_left(1);
        self.places[MOST - 1] = core::ptr::null_mut();
        // SAFETY: as above.
        self.bytes -= unsafe { core::mem::take(&mut (*record).pages) };
        record
    }

    /// Whether any was of use lately, since this was asked last.
    pub fn were_used(&mut self) -> bool {
        core::mem::take(&mut self.used)
    }

    /// Forgets how large chunks are that come again.
    pub fn forget_sizes(&mut self) {
        self.largest = FIRST;
    }

    /// Gives a new chunk memory for a part of its bytes, in at most so many pieces; how far it got. Calls `emptied` with each
    /// chunk that has lost all of its own.
    pub fn supply(
        &mut self,
        to: &mut Record,
        part: Range<usize>,
        mut pieces: usize,
        mut emptied: impl FnMut(*mut Record),
    ) -> usize {
        let (mut has, wanted) = (part.start, part.end);
        while has < wanted && pieces > 0 && to.joints.has_capacity() {
            pieces -= 1;
            let Some(place) = self.best_for(wanted - has) else {
                break;
            };
            // SAFETY: a record of the registry, which the caller holds.
            let from = unsafe { &mut *self.places[place] };
            let piece = from.pages - from.joints.last_before(from.pages);
            let count = piece.min(wanted - has);
            let end = from.base + from.pages;
            if !platform::move_pages(end - count, to.base + has, count) {
                // The program has changed the mapping, or the system cannot move memory. It goes back as it is.
                let record = self.take(place);
                emptied(record);
                continue;
            }
            self.used = true;
            to.joints.add(has);
            has += count;
            to.joints.add(has);
            from.pages -= count;
            self.bytes -= count;
            if from.pages == 0 {
                emptied(self.take(place));
            }
        }
        has
    }

    /// The place of the smallest with enough memory, or of the largest.
    fn best_for(&self, wanted: usize) -> Option<usize> {
        // SAFETY: as above.
        let pages = |record: *mut Record| unsafe { (*record).pages };
        let all = || {
            let all = self.places.iter().enumerate();
            all.take_while(|(_, record)| !record.is_null())
        };
        all()
            .filter(|(_, record)| pages(**record) >= wanted)
            .min_by_key(|(_, record)| pages(**record))
            .or_else(|| all().max_by_key(|(_, record)| pages(**record)))
            .map(|(place, _)| place)
    }
}

/// Moves what `length` bytes of whole pages hold between two chunks, the last ones first, in as many pieces as they lie in;
/// how many of the first bytes could not be moved.
pub fn move_between(from: (&Record, usize), to: (&mut Record, usize), length: usize) -> usize {
    let (source, at) = from;
    let (target, to_at) = to;
    let mut left = length;
    while left > 0 {
        let end = at + left;
        let count = left.min(end - source.joints.last_before(end));
        let moved = target.joints.has_capacity()
            && platform::move_pages(
                source.base + end - count,
                target.base + to_at + left - count,
                count,
            );
        if !moved {
            break;
        }
        target.joints.add(to_at + left);
        left -= count;
        target.joints.add(to_at + left);
    }
    left
}
