//! The 16 bytes before a block's memory. Its first word carries a checksum, so that a wild write or a wild
//! pointer is told from a block.

use super::size_class::HEADER;
use crate::lock;
use crate::stack::depot;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What happened to a block last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum State {
    /// Unused, or kept for reuse after its quarantine. A small block stays [`State::Quarantined`] until its slot
    /// is handed out again.
    Available = 0,
    /// In use by the program.
    Allocated = 1,
    /// Freed.
    Quarantined = 2,
}

/// Which family of functions a block came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Family {
    /// `malloc` and its relatives.
    Malloc = 0,
    /// `operator new`.
    New = 1,
    /// `operator new[]`.
    NewArray = 2,
}

/// The first word of a header, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Bytes that the program asked for, below 2^44.
    pub size: usize,
    /// See [`State`].
    pub state: State,
    /// See [`Family`].
    pub family: Family,
}

/// In place of state and family: the header is elsewhere.
const REDIRECT: u64 = 3;

/// Sizes are below this.
pub const SIZE_LIMIT: usize = 1 << 44;

impl Block {
    /// The first word of a header. The checksum leaves the state out, so that a change of state need not make it anew; the
    /// two states that are written differ in two bits.
    #[inline(always)]
    fn word(self, address: usize) -> u64 {
        let identity = self.size as u64 | (self.family as u64) << 46;
        identity | (self.state as u64) << STATE_SHIFT | checksum(identity, address) << 48
    }

    fn parse(word: u64, address: usize) -> Option<Block> {
        let identity = word & IDENTITY;
        if checksum(identity, address) != word >> 48 {
            return None;
        }
        let state = match word >> STATE_SHIFT & 3 {
            1 => State::Allocated,
            2 => State::Quarantined,
            _ => return None,
        };
        let family = match word >> 46 & 3 {
            0 => Family::Malloc,
            1 => Family::New,
            2 => Family::NewArray,
            _ => return None,
        };
        Some(Block {
            size: (word & (SIZE_LIMIT as u64 - 1)) as usize,
            state,
            family,
        })
    }
}

const STATE_SHIFT: u32 = 44;
/// Size and family.
const IDENTITY: u64 = ((1 << 48) - 1) & !(3 << STATE_SHIFT);

/// 16 bits, never 0 together with a zero word.
#[inline(always)]
fn checksum(content: u64, address: usize) -> u64 {
    ((content ^ (address as u64).rotate_left(17))
        .wrapping_add(0x5A4E_C0DE)
        .wrapping_mul(0xD6E8_FEB8_6659_FD93))
        >> 48
}

/// A header in memory.
#[repr(C)]
pub struct Header {
    word: AtomicU64,
    allocated_at: AtomicU32,
    freed_at: AtomicU32,
}

const _: () = assert!(size_of::<Header>() == HEADER);

impl Header {
    /// The header of the block whose memory begins at `address`.
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

    /// The block, or `None` where no header was written or something else wrote over it.
    #[inline]
    pub fn read(&self) -> Option<Block> {
        self.look().block(self)
    }

    /// The first word as it is now.
    #[inline(always)]
    pub fn look(&self) -> Seen {
        Seen(self.word.load(Ordering::Acquire))
    }

    /// Writes the header of a new block.
    #[inline(always)]
    pub fn write(&self, block: Block, allocated_at: depot::Id) {
        self.allocated_at.store(allocated_at.0, Ordering::Relaxed);
        self.freed_at.store(0, Ordering::Relaxed);
        self.word
            .store(block.word(self.address()), Ordering::Release);
    }

    /// Gives the block that `seen` says the state `next`; false if the header is no longer as it was seen.
    #[inline(always)]
    pub fn change(&self, seen: Seen, next: State) -> bool {
        let new = seen.0 & !(3 << STATE_SHIFT) | (next as u64) << STATE_SHIFT;
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

    /// Marks the block that `seen` says as freed at `id`, without asking whether another thread does the same just now:
    /// see [`Header::was_freed_at`].
    #[inline(always)]
    pub fn free_unasked(&self, seen: Seen, id: depot::Id) {
        let new = seen.0 ^ (State::Allocated as u64 ^ State::Quarantined as u64) << STATE_SHIFT;
        self.word.store(new, Ordering::Release);
        self.set_freed_at(id);
    }

    /// Whether it was the free at `id` that came last. Ids of two threads differ: of two that free a block at the same
    /// moment, one finds out here.
    #[inline]
    pub fn was_freed_at(&self, id: depot::Id) -> bool {
        self.freed_at.load(Ordering::Relaxed) == id.0
    }

    /// Notes where the block was allocated.
    pub fn set_allocated_at(&self, id: depot::Id) {
        self.allocated_at.store(id.0, Ordering::Relaxed);
    }

    /// Notes where the block was freed.
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

    /// Marks a slot whose block's memory does not begin right behind this header but `distance` bytes
    /// later, for the sake of its alignment.
    pub fn write_redirect(&self, distance: usize) {
        let content = distance as u64 | REDIRECT << 44;
        self.word.store(
            content | checksum(content, self.address()) << 48,
            Ordering::Release,
        );
    }

    /// The distance of [`Header::write_redirect`], if that is what stands here.
    #[inline]
    pub fn read_redirect(&self) -> Option<usize> {
        let Seen(word) = self.look();
        let content = word & ((1 << 48) - 1);
        let is_redirect =
            content >> 44 == REDIRECT && checksum(content, self.address()) == word >> 48;
        is_redirect.then_some((content & (SIZE_LIMIT as u64 - 1)) as usize)
    }
}

/// The first word of a header at some moment.
#[derive(Clone, Copy)]
pub struct Seen(u64);

impl Seen {
    /// The block, if it is in use and came from `family`.
    #[inline(always)]
    pub fn allocated_by(self, family: Family, header: &Header) -> Option<Block> {
        let state = State::Allocated;
        let size = self.0 as usize & (SIZE_LIMIT - 1);
        let block = Block {
            size,
            state,
            family,
        };
        (block.word(header.address()) == self.0).then_some(block)
    }

    /// The block that it says, if it does.
    #[inline(always)]
    pub fn block(self, header: &Header) -> Option<Block> {
        Block::parse(self.0, header.address())
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
        fn what_is_written_is_read(size in 0..SIZE_LIMIT, family in 0..3u8) {
            let family = [Family::Malloc, Family::New, Family::NewArray][family as usize];
            let block = Block { size, state: State::Allocated, family };
            let header = place();
            header.write(block, depot::Id(7));
            prop_assert_eq!(header.read(), Some(block));
            prop_assert_eq!(header.traces(), (depot::Id(7), depot::Id(0)));
        }

        #[test]
        fn one_flipped_bit_is_noticed(size in 0..SIZE_LIMIT, bit in 0..48u32) {
            let header = place();
            header.write(Block { size, state: State::Allocated, family: Family::Malloc }, depot::Id(7));
            header.word.fetch_xor(1 << bit, Ordering::Relaxed);
            prop_assert_eq!(header.read(), None);
        }
    }

    #[test]
    fn only_the_first_free_wins() {
        let header = place();
        let block = Block {
            size: 100,
            state: State::Allocated,
            family: Family::Malloc,
        };
        header.write(block, depot::Id(1));
        let seen = header.look();
        assert_eq!(seen.block(&header), Some(block));
        assert!(header.change(seen, State::Quarantined));
        assert!(!header.change(seen, State::Quarantined));
        assert_eq!(header.read().unwrap().state, State::Quarantined);
    }

    #[test]
    fn a_redirect_is_no_block() {
        let header = place();
        header.write_redirect(4080);
        assert_eq!((header.read(), header.read_redirect()), (None, Some(4080)));
        header.write(
            Block {
                size: 5,
                state: State::Allocated,
                family: Family::New,
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
