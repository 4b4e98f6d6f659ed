//! The heap at one moment: where its chunks are, and what has been found out about each. A chunk is found from any
//! address inside of it by a search among regions, then by arithmetic.

use super::pages::Pages;
use super::readable::Readable;
use crate::heap::size_class::HEADER;
use crate::heap::walk::{self, Live, Region};
use core::ops::Range;

/// What is known of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Tag {
    /// Nothing: in the end, a leak that nothing points to.
    Lost,
    /// The program can get at it.
    Reachable,
    /// Not to be called a leak, or only reached from such chunks.
    Ignored,
    /// A leak to which another one points.
    Indirect,
}

/// A region, and what is needed to look chunks up in it.
#[derive(Clone, Copy)]
struct Entry {
    start: usize,
    end: usize,
    slot: usize,
    /// Place of its first chunk's tag.
    first: usize,
    /// Whether all of it can be read.
    is_open: bool,
}

impl Entry {
    fn region(&self) -> Region {
        Region {
            range: self.start..self.end,
            slot: self.slot,
        }
    }
}

/// See the module.
pub struct Snapshot {
    entries: Pages<Entry>,
    tags: Pages<Tag>,
    /// What can be read.
    pub readable: Readable,
}

impl Snapshot {
    /// Takes it; no other thread may run. `None` when memory is out.
    pub fn take() -> Option<Snapshot> {
        let readable = Readable::now();
        let mut entries = Pages::new();
        let mut complete = true;
        walk::for_each_region(|region| {
            let entry = Entry {
                start: region.range.start,
                // One past the end of a large chunk still is a pointer to it.
                end: region.range.end + usize::from(region.slot == 0) * HEADER,
                slot: region.slot,
                first: 0,
                is_open: readable.holds(region.range),
            };
            complete &= entries.push(entry).is_some();
        });
        entries.sort_unstable_by_key(|entry: &Entry| entry.start);
        let mut count = 0;
        for entry in entries.iter_mut() {
            entry.first = count;
            count += entry.region().slots();
        }
        let tags = Pages::filled(Tag::Lost, count)?;
        complete.then_some(Snapshot {
            entries,
            tags,
            readable,
        })
    }

    /// Addresses outside of which no chunk lies.
    pub fn bounds(&self) -> Range<usize> {
        match (self.entries.first(), self.entries.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        }
    }

    /// The region that holds an address, by its place.
    #[inline]
    pub fn region_of(&self, address: usize) -> Option<usize> {
        let after = self.entries.partition_point(|entry| entry.start <= address);
        let place = after.checked_sub(1)?;
        (address < self.entries[place].end).then_some(place)
    }

    /// Whether an address lies in the region at a place.
    #[inline]
    pub fn is_in(&self, place: usize, address: usize) -> bool {
        let entry = &self.entries[place];
        (entry.start..entry.end).contains(&address)
    }

    /// Place of the tag of the chunk that an address in a region may belong to, and the chunk's slot.
    #[inline]
    pub fn slot_of(&self, region: usize, address: usize) -> (usize, usize) {
        let entry = &self.entries[region];
        match (address - entry.start).checked_div(entry.slot) {
            Some(index) => (entry.first + index, entry.start + index * entry.slot),
            None => (entry.first, entry.start),
        }
    }

    /// The chunk in use in a slot.
    #[inline]
    pub fn live(&self, region: usize, slot: usize) -> Option<Live> {
        let entry = &self.entries[region];
        if !entry.is_open && !self.readable.holds(slot - slot.min(HEADER)..slot + HEADER) {
            return None;
        }
        walk::live_in(&entry.region(), slot)
    }

    /// Whether every byte of a region's chunks can be read.
    #[inline]
    pub fn is_open(&self, region: usize) -> bool {
        self.entries[region].is_open
    }

    /// What is known of a chunk.
    #[inline]
    pub fn tag(&self, place: usize) -> Tag {
        self.tags[place]
    }

    /// Notes what is known of a chunk.
    #[inline]
    pub fn set_tag(&mut self, place: usize, tag: Tag) {
        self.tags[place] = tag;
    }

    /// How many regions there are.
    pub fn regions(&self) -> usize {
        self.entries.len()
    }

    /// How many slots a region has.
    pub fn slots(&self, region: usize) -> usize {
        self.entries[region].region().slots()
    }

    /// Place of the tag, and the slot, of the chunk with a number in its region.
    #[inline]
    pub fn nth(&self, region: usize, index: usize) -> (usize, usize) {
        let entry = &self.entries[region];
        (entry.first + index, entry.start + index * entry.slot)
    }
}
