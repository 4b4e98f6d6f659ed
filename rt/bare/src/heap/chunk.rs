//! A chunk: its header, and how one is found from an address.

use super::Chunk;
use crate::memory;
use crate::shadow::{self, GRANULE};
use sanecc_abi::shadow::Poison;

/// In front of a chunk.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Header {
    /// [`MAGIC`] with the address of the chunk, or that of a freed one.
    pub tag: u32,
    /// Bytes that were asked for.
    pub size: u32,
    /// Who allocated it.
    pub allocated: u32,
    /// Who freed it.
    pub freed: u32,
    /// What the allocator gave.
    pub block: u32,
    /// The chunk that was freed next.
    pub next: u32,
}

/// The tag of a live chunk at address 0.
pub const MAGIC: u32 = 0x5A4E_4348;
/// The same of one that was freed.
pub const FREED: u32 = 0x5A4E_4346;

/// Bytes before a chunk that hold its header.
pub const fn before() -> usize {
    size_of::<Header>().next_multiple_of(GRANULE)
}

/// Where the header of a chunk lies.
pub fn header(chunk: usize) -> usize {
    chunk - size_of::<Header>()
}

/// The header of an address, if a chunk begins there.
pub fn chunk_at(chunk: usize) -> Option<Header> {
    let inside =
        chunk.is_multiple_of(GRANULE) && memory::contains(chunk) && memory::contains(header(chunk));
    // Its granule says what it is, before the memory there is believed to be a header.
    if !inside || shadow::of(chunk - GRANULE) != Poison::Heap as u8 {
        return None;
    }
    // SAFETY: aligned memory.
    let found = unsafe { *(header(chunk) as *const Header) };
    let is_tag = |magic: u32| found.tag == magic ^ chunk as u32;
    (is_tag(MAGIC) || is_tag(FREED)).then_some(found)
}

/// The end of a chunk with its redzone.
pub fn end_of(chunk: usize, size: usize) -> usize {
    // At least eight bytes, also after a chunk that ends with a granule.
    chunk + (size + 8).next_multiple_of(GRANULE)
}

/// The chunk that an address lies in, or in the redzones of.
pub fn find(address: usize) -> Option<Chunk> {
    let here = address & !(GRANULE - 1);
    let holds = |at: usize| {
        let found = chunk_at(at)?;
        let holds = at - before() <= address && address < end_of(at, found.size as usize);
        holds.then(|| of(at, found))
    };
    // Large chunks are searched from their end only so far.
    let behind = (0..SEARCHED / GRANULE).map(|step| here.wrapping_sub(step * GRANULE));
    let mut behind = behind.take_while(|at| memory::contains(*at));
    let ahead = (1..=before() / GRANULE).map(|step| here + step * GRANULE);
    behind
        .find_map(holds)
        .or_else(|| ahead.into_iter().find_map(holds))
}

/// Bytes before an address in which the beginning of its chunk is looked for.
const SEARCHED: usize = 16 << 10;

/// What reports say of a chunk.
pub fn of(start: usize, found: Header) -> Chunk {
    Chunk {
        start,
        size: found.size,
        allocated: found.allocated,
        freed: if found.tag == FREED ^ start as u32 {
            found.freed
        } else {
            0
        },
    }
}
