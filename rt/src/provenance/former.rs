//! Chunks whose memory was given out again: who had allocated and freed them, for reports about pointers that were derived from them.
//!
//! Claims: what is found is what the header of the chunk said that had this provenance. The next chunk there overwrites that header, so [`note`] copies it before, into a ring: of chunks
//! whose memory was used again long ago, nothing is found.

use super::record;
use crate::heap::header::{Chunk, Header, State};
use crate::heap::large::Found;
use crate::heap::size_class::HEADER;
use crate::lock;
use crate::stack::depot;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use sanecc_abi::provenance::{UNKNOWN, ended_by, start_of};

/// How many chunks are remembered: they take 192 KiB.
const MOST: usize = 1 << 13;

/// What is remembered of a chunk.
struct Note {
    /// Of pointers into it; [`UNKNOWN`] while the rest is written.
    provenance: AtomicU64,
    /// First word of its header.
    word: AtomicU64,
    /// Where it was allocated and, in the upper half, freed.
    traces: AtomicU64,
}

static RING: [Note; MOST] = [const {
    Note {
        provenance: AtomicU64::new(UNKNOWN),
        word: AtomicU64::new(0),
        traces: AtomicU64::new(0),
    }
}; MOST];
/// The number of the next note.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// The memory behind a header is given out again, and the header still says who had it.
#[inline]
pub fn note_header(start: usize, header: &Header) {
    if super::is_followed() {
        note_followed(start, header);
    }
}

#[inline(never)]
fn note_followed(start: usize, header: &Header) {
    note_words(start, header.look().word(), header.traces());
}

/// The memory of a large chunk is given out again, if it is one that was freed.
pub fn note(found: &Found) {
    if super::is_followed() && found.start != 0 {
        let word = found.chunk.word(found.start - HEADER);
        note_words(found.start, word, found.traces);
    }
}

/// Notes the first word of a header, and its traces, as they are: whether there was a chunk is asked by who reads the note.
fn note_words(start: usize, word: u64, (allocated, freed): (depot::Id, depot::Id)) {
    let record = record(start);
    let ended = ended_by(record.alive.load(Ordering::Relaxed));
    let Some(provenance) = ended.filter(|ended| start_of(*ended) as usize == start) else {
        return;
    };
    // What follows may have no provenance, and then is not taken for this one when its turn comes.
    record.alive.store(UNKNOWN, Ordering::Relaxed);
    let note = &RING[next()];
    note.provenance.store(UNKNOWN, Ordering::Relaxed);
    note.word.store(word, Ordering::Release);
    let traces = allocated.0 as u64 | (freed.0 as u64) << 32;
    note.traces.store(traces, Ordering::Release);
    note.provenance.store(provenance, Ordering::Release);
}

fn next() -> usize {
    if !lock::single_threaded() {
        return NEXT.fetch_add(1, Ordering::Relaxed) % MOST;
    }
    let number = NEXT.load(Ordering::Relaxed);
    NEXT.store(number.wrapping_add(1), Ordering::Relaxed);
    number % MOST
}

/// The chunk that pointers of a provenance were derived from, if its memory was given out again not too long ago.
pub fn find(provenance: u64) -> Option<Found> {
    let note = RING
        .iter()
        .find(|note| note.provenance.load(Ordering::Acquire) == provenance)?;
    let start = start_of(provenance) as usize;
    let traces = note.traces.load(Ordering::Acquire);
    let chunk = Chunk::parse(note.word.load(Ordering::Acquire), start - HEADER)?;
    // Another thread may have begun to note another chunk there.
    let is_whole = note.provenance.load(Ordering::Relaxed) == provenance;
    (is_whole && chunk.state != State::Allocated).then_some(Found {
        start,
        chunk,
        traces: (depot::Id(traces as u32), depot::Id((traces >> 32) as u32)),
    })
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::heap::{Alignment, Family};
    use crate::provenance::{begin, end, follow_once};

    fn freed(start: usize, size: usize) -> Found {
        Found {
            start,
            chunk: Chunk {
                size,
                state: State::Quarantined,
                family: Family::Malloc,
                align: Alignment::NONE,
            },
            traces: (depot::Id(3), depot::Id(5)),
        }
    }

    #[test]
    fn a_chunk_is_found_by_its_own_provenance() {
        follow_once();
        let start = 0x6103_0000_0010;
        let first = begin(start, 40);
        note(&freed(start, 40));
        assert!(find(first).is_none(), "it lives");
        end(start);
        note(&freed(start, 40));
        // Of the next one nobody asks, so it has no provenance.
        note(&freed(start, 24));
        let second = begin(start, 8);
        end(start);
        note(&freed(start, 8));
        for (provenance, size) in [(first, 40), (second, 8)] {
            let found = find(provenance).unwrap();
            assert_eq!((found.start, found.chunk.size), (start, size));
            assert_eq!(found.traces, (depot::Id(3), depot::Id(5)));
        }
    }
}
