//! The 16 bytes before a chunk's memory. Its first word carries a checksum, so that a wild write or a wild
//! pointer is told from a chunk.

mod alignment;
mod word;

use super::size_class::HEADER;
use crate::lock;
use crate::stack::depot;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

pub use alignment::Alignment;
pub use word::{Chunk, Family, SIZE_LIMIT, State};

/// A header in memory.
#[repr(C)]
pub struct Header {
    word: AtomicU64,
    allocated_at: AtomicU32,
    freed_at: AtomicU32,
}

const _: () = assert!(size_of::<Header>() == HEADER);

impl Header {
    /// The header of the chunk whose memory begins at `address`.
    ///
    /// # Safety
    /// The 16 bytes before `address`, a multiple of 8, are memory of the heap.
    #[inline(always)]
    pub unsafe fn of(address: usize) -> &'static Header {
        // SAFETY: as the caller promises; all fields are atomic, any value is valid.
        unsafe { &*((address - HEADER) as *const Header) }
    }

    fn address(&self) -> usize {
        self as *const Header as usize
    }

    /// The chunk, or `None` where no header was written or something else wrote over it.
    #[inline]
    pub fn read(&self) -> Option<Chunk> {
        self.look().chunk(self)
    }

    /// The first word as it is now.
    #[inline(always)]
    pub fn look(&self) -> Seen {
        Seen(self.word.load(Ordering::Acquire))
    }

    /// Writes the header of a new chunk.
    #[inline(always)]
    pub fn write(&self, chunk: Chunk, allocated_at: depot::Id) {
        self.allocated_at.store(allocated_at.0, Ordering::Relaxed);
        self.freed_at.store(0, Ordering::Relaxed);
        self.word
            .store(chunk.word(self.address()), Ordering::Release);
    }

    /// Gives the chunk that `seen` says the state `next`; false if the header is no longer as it was seen.
    #[inline(always)]
    pub fn change(&self, seen: Seen, next: State) -> bool {
        let new = word::with_state(seen.0, next);
        if lock::single_threaded() {
            let unchanged = self.word.load(Ordering::Relaxed) == seen.0;
            if unchanged {
                self.word.store(new, Ordering::Relaxed);
            }
            return unchanged;
        }
        self.word
            .compare_exchange(seen.0, new, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
    }

    /// Marks the chunk that `seen` says as freed at `id`, without asking whether another thread does the same just now:
    /// see [`Header::was_freed_at`].
    #[inline(always)]
    pub fn free_unasked(&self, seen: Seen, id: depot::Id) {
        self.word.store(word::freed(seen.0), Ordering::Release);
        self.set_freed_at(id);
    }

    /// Whether it was the free at `id` that came last. Ids of two threads differ: of two that free a chunk at the same
    /// moment, one finds out here.
    #[inline]
    pub fn was_freed_at(&self, id: depot::Id) -> bool {
        self.freed_at.load(Ordering::Relaxed) == id.0
    }

    /// Notes where the chunk was allocated.
    pub fn set_allocated_at(&self, id: depot::Id) {
        self.allocated_at.store(id.0, Ordering::Relaxed);
    }

    /// Notes where the chunk was freed.
    #[inline]
    pub fn set_freed_at(&self, id: depot::Id) {
        self.freed_at.store(id.0, Ordering::Relaxed);
    }

    /// Where it was allocated and, if it was, freed.
    pub fn traces(&self) -> (depot::Id, depot::Id) {
        (
            depot::Id(self.allocated_at.load(Ordering::Relaxed)),
            depot::Id(self.freed_at.load(Ordering::Relaxed)),
        )
    }

    /// Marks a slot whose chunk's memory does not begin right behind this header but `distance` bytes
    /// later, for the sake of its alignment.
    pub fn write_redirect(&self, distance: usize) {
        let word = word::redirect(distance, self.address());
        self.word.store(word, Ordering::Release);
    }

    /// The distance of [`Header::write_redirect`], if that is what stands here.
    #[inline]
    pub fn read_redirect(&self) -> Option<usize> {
        let Seen(word) = self.look();
        word::distance_of(word, self.address())
    }
}

/// The first word of a header at some moment.
#[derive(Clone, Copy)]
pub struct Seen(u64);

impl Seen {
    /// The word itself, for [`Chunk::parse`].
    #[inline(always)]
    pub fn word(self) -> u64 {
        self.0
    }

    /// The chunk, if it is in use and came from `family`, which was asked for no alignment.
    #[inline(always)]
    pub fn allocated_by(self, family: Family, header: &Header) -> Option<Chunk> {
        let state = State::Allocated;
        let size = word::size_of(self.0);
        let chunk = Chunk {
            size,
            state,
            family,
            align: Alignment::NONE,
        };
        (chunk.word(header.address()) == self.0).then_some(chunk)
    }

    /// The chunk that it says, if it does.
    #[inline(always)]
    pub fn chunk(self, header: &Header) -> Option<Chunk> {
        Chunk::parse(self.0, header.address())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place() -> Header {
        Header {
            word: AtomicU64::new(0),
            allocated_at: AtomicU32::new(0),
            freed_at: AtomicU32::new(0),
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(size in 0..SIZE_LIMIT, family in 0..3u8, align in 0..8u8) {
            let family = [Family::Malloc, Family::New, Family::NewArray][family as usize];
            let align = Alignment::from_code(align);
            let chunk = Chunk { size, state: State::Allocated, family, align };
            let header = place();
            header.write(chunk, depot::Id(7));
            prop_assert_eq!(header.read(), Some(chunk));
            prop_assert_eq!(header.traces(), (depot::Id(7), depot::Id(0)));
        }

        #[test]
        fn one_flipped_bit_is_noticed(size in 0..SIZE_LIMIT, bit in 0..48u32) {
            let header = place();
            let (family, align) = (Family::Malloc, Alignment::NONE);
            header.write(Chunk { size, state: State::Allocated, family, align }, depot::Id(7));
            header.word.fetch_xor(1 << bit, Ordering::Relaxed);
            prop_assert_eq!(header.read(), None);
        }
    }

    #[test]
    fn only_the_first_free_wins() {
        let header = place();
        let chunk = Chunk {
            size: 100,
            state: State::Allocated,
            family: Family::Malloc,
            align: Alignment::NONE,
        };
        header.write(chunk, depot::Id(1));
        let seen = header.look();
        assert_eq!(seen.chunk(&header), Some(chunk));
        assert!(header.change(seen, State::Quarantined));
        assert!(!header.change(seen, State::Quarantined));
        assert_eq!(header.read().unwrap().state, State::Quarantined);
    }

    #[test]
    fn a_redirect_is_no_chunk() {
        let header = place();
        header.write_redirect(4080);
        assert_eq!((header.read(), header.read_redirect()), (None, Some(4080)));
        header.write(
            Chunk {
                size: 5,
                state: State::Allocated,
                family: Family::New,
                align: Alignment::NONE,
            },
            depot::Id(1),
        );
        assert_eq!(header.read_redirect(), None);
    }

    #[test]
    fn zeroed_memory_is_no_header() {
        assert_eq!(place().read(), None);
    }
}
