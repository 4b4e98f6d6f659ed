//! The first word of a header: size, alignment, family and state of a chunk, or where the chunk is instead, under a checksum.

use super::alignment::{self, Alignment};

/// What happened to a chunk last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum State {
    /// Unused, or kept for reuse after its quarantine. A small chunk stays [`State::Quarantined`] until its slot
    /// is handed out again.
    Available = 0,
    /// In use by the program.
    Allocated = 1,
    /// Freed.
    Quarantined = 2,
}

/// Which family of functions a chunk came from.
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
pub struct Chunk {
    /// Bytes that the program asked for, below [`SIZE_LIMIT`].
    pub size: usize,
    /// See [`State`].
    pub state: State,
    /// See [`Family`].
    pub family: Family,
    /// The alignment that `operator new` was asked for.
    pub align: Alignment,
}

/// In place of state and family: the header is elsewhere.
const REDIRECT: u64 = 3;

/// Sizes are below this: 2^41, or half of the address space where that is less, as `ptrdiff_t` has it.
pub const SIZE_LIMIT: usize = 1
    << if ALIGN_SHIFT < usize::BITS {
        ALIGN_SHIFT
    } else {
        usize::BITS - 1
    };

impl Chunk {
    /// The first word of a header. The checksum leaves the state out, so that a change of state need not make it anew; the
    /// two states that are written differ in two bits.
    #[inline(always)]
    pub fn word(self, address: usize) -> u64 {
        let align = (self.align.code() as u64) << ALIGN_SHIFT;
        let identity = self.size as u64 | align | (self.family as u64) << 46;
        identity | (self.state as u64) << STATE_SHIFT | checksum(identity, address) << 48
    }

    /// The chunk that a first word says, `None` where it is none's.
    #[inline(always)]
    pub fn parse(word: u64, address: usize) -> Option<Chunk> {
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
        Some(Chunk {
            size: size_of(word),
            state,
            family,
            align: Alignment::from_code((word >> ALIGN_SHIFT) as u8),
        })
    }
}

const STATE_SHIFT: u32 = 44;
const ALIGN_SHIFT: u32 = STATE_SHIFT - alignment::BITS;
/// Size, alignment and family.
const IDENTITY: u64 = ((1 << 48) - 1) & !(3 << STATE_SHIFT);

/// The size that a first word says.
#[inline(always)]
pub fn size_of(word: u64) -> usize {
    word as usize & (SIZE_LIMIT - 1)
}

/// A first word with another state.
#[inline(always)]
pub fn with_state(word: u64, state: State) -> u64 {
    word & !(3 << STATE_SHIFT) | (state as u64) << STATE_SHIFT
}

/// The first word of an allocated chunk, as it is once that was freed.
#[inline(always)]
pub fn freed(word: u64) -> u64 {
    word ^ (State::Allocated as u64 ^ State::Quarantined as u64) << STATE_SHIFT
}

/// A first word that says how many bytes further the memory begins, and its header before it.
pub fn redirect(distance: usize, address: usize) -> u64 {
    let content = distance as u64 | REDIRECT << STATE_SHIFT;
    content | checksum(content, address) << 48
}

/// The distance of [`redirect`], if that is what a first word says.
#[inline(always)]
pub fn distance_of(word: u64, address: usize) -> Option<usize> {
    let content = word & ((1 << 48) - 1);
    let is_redirect =
        content >> STATE_SHIFT == REDIRECT && checksum(content, address) == word >> 48;
    is_redirect.then_some(size_of(word))
}

/// 16 bits, never 0 together with a zero word.
#[inline(always)]
fn checksum(content: u64, address: usize) -> u64 {
    ((content ^ (address as u64).rotate_left(17))
        .wrapping_add(0x5A4E_C0DE)
        .wrapping_mul(0xD6E8_FEB8_6659_FD93))
        >> 48
}
