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
    fn word(self, address: usize) -> u64 {
        let word = self.size as u64 | (self.state as u64) << 44 | (self.family as u64) << 46;
        word | checksum(word, address) << 48
    }

    fn parse(word: u64, address: usize) -> Option<Block> {
        let content = word & ((1 << 48) - 1);
        if checksum(content, address) != word >> 48 {
            return None;
        }
        let state = match word >> 44 & 3 {
            0 => State::Available,
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

/// 16 bits, never 0 together with a zero word.
#[inline]
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
    #[inline]
    pub fn write(&self, block: Block, allocated_at: depot::Id) {
        self.allocated_at.store(allocated_at.0, Ordering::Relaxed);
        self.freed_at.store(0, Ordering::Relaxed);
        self.word
            .store(block.word(self.address()), Ordering::Release);
    }

    /// Gives `block`, which `seen` says, the state `next`; false if the header is no longer as it was seen.
    #[inline]
    pub fn change(&self, seen: Seen, block: Block, next: State) -> bool {
        let new = Block {
            state: next,
            ..block
        }
        .word(self.address());
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
        assert!(header.change(seen, block, State::Quarantined));
        assert!(!header.change(seen, block, State::Quarantined));
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
