//! All chunks of the heap, one after the other, for whoever looks at the heap as a whole. Nothing is allocated
//! here, and the heap must stand still.

use super::header::{Header, State};
use super::large;
use super::segment;
use super::size_class::SLOT;
use crate::stack::depot;
use core::ops::Range;

/// Stands in place of the trace of `free` while a chunk is in use: the program does not want it called a leak.
const IGNORED: depot::Id = depot::Id(u32::MAX);

/// Memory that chunks lie in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Slots, or the memory of one large chunk.
    pub range: Range<usize>,
    /// Bytes of a slot; 0 for a large chunk, which begins at the range's start.
    pub slot: usize,
}

impl Region {
    /// How many chunks there can be.
    pub fn slots(&self) -> usize {
        match self.slot {
            0 => 1,
            slot => self.range.len() / slot,
        }
    }
}

/// Calls `each` with every region that may hold chunks in use. The heap's locks must not be held by others.
pub fn for_each_region(mut each: impl FnMut(Region)) {
    segment::for_each(|range, class| {
        each(Region {
            range,
            slot: SLOT[class],
        });
    });
    large::for_each(|found| {
        if found.chunk.state == State::Allocated {
            let range = found.start..found.start + found.chunk.size;
            each(Region { range, slot: 0 });
        }
    });
}

/// A chunk in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    /// First byte.
    pub start: usize,
    /// Bytes that the program asked for.
    pub size: usize,
    /// Where it was allocated.
    pub trace: depot::Id,
    /// Whether [`ignore`] was called for it.
    pub is_ignored: bool,
}

/// The chunk in use in a slot, or the large one that begins at `start`.
#[inline]
pub fn live_in(region: &Region, start: usize) -> Option<Live> {
    let start = match region.slot {
        0 => start,
        _ => super::find::chunk_start(start),
    };
    // SAFETY: regions are memory of the heap, with a header before each chunk.
    let header = unsafe { Header::of(start) };
    let chunk = header
        .read()
        .filter(|chunk| chunk.state == State::Allocated)?;
    let (trace, other) = header.traces();
    Some(Live {
        start,
        size: chunk.size,
        trace,
        is_ignored: other == IGNORED,
    })
}

/// Notes that the chunk in use which begins at `start` is not to be called a leak, until it is freed.
pub fn ignore(start: usize) {
    // SAFETY: callers hand in a chunk, which has a header before it.
    unsafe { Header::of(start) }.set_freed_at(IGNORED);
}

/// As [`ignore`], for the chunk that `address` lies in; false if there is none.
pub fn ignore_at(address: usize) -> bool {
    let found = super::nearest(address).filter(|found| {
        let end = found.start + found.chunk.size.max(1);
        found.chunk.state == State::Allocated && (found.start..end).contains(&address)
    });
    if let Some(found) = found {
        ignore(found.start);
    }
    found.is_some()
}

#[cfg(test)]
mod tests {
    use super::super::{ALIGN, Family, Request, allocate, free};
    use super::*;
    use crate::heap::still::while_still;
    use crate::stack::Caller;

    const HERE: Caller = Caller { pc: 7, frame: 0 };

    fn new(size: usize, align: usize) -> usize {
        let request = Request {
            size,
            align,
            family: Family::Malloc,
            zeroed: false,
            moved_in: 0,
        };
        crate::shadow::set_up();
        allocate(request, HERE).unwrap()
    }

    fn find(address: usize) -> Option<Live> {
        let mut found = None;
        for_each_region(|region| {
            for slot in 0..region.slots() {
                let start = region.range.start + slot * region.slot;
                if let Some(live) = live_in(&region, start).filter(|live| live.start == address) {
                    assert!(found.is_none(), "found twice");
                    found = Some(live);
                }
            }
        });
        found
    }

    #[test]
    fn chunks_of_all_kinds_are_found_while_they_are_in_use() {
        while_still(|| {
            for (size, align) in [
                (0, ALIGN),
                (7, ALIGN),
                (900, 512),
                (60_000, ALIGN),
                (5 << 20, ALIGN),
                (100, 8192),
            ] {
                let chunk = new(size, align);
                let live = find(chunk).unwrap();
                assert_eq!((live.size, live.is_ignored), (size, false));
                assert!(ignore_at(chunk + size / 2));
                assert!(find(chunk).unwrap().is_ignored);
                free(chunk, None, HERE).unwrap();
                assert_eq!(find(chunk), None);
                assert!(!ignore_at(chunk));
            }
        });
    }

    #[test]
    fn a_chunk_that_reuses_the_memory_is_not_ignored() {
        while_still(|| {
            let chunk = new(24, ALIGN);
            ignore(chunk);
            free(chunk, None, HERE).unwrap();
            for _ in 0..200_000 {
                let other = new(24, ALIGN);
                if other == chunk {
                    assert!(!find(other).unwrap().is_ignored);
                }
                free(other, None, HERE).unwrap();
            }
        });
    }
}
