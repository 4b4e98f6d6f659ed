//! The allocator: size classes for small blocks, mappings for large ones, a header before each block, a
//! quarantine for freed ones, and the shadow that makes errors visible.

pub mod header;
pub mod large;
pub mod quarantine;
pub mod segment;
pub mod size_class;
pub mod small;

use crate::shadow;
use crate::stack::{self, Caller, depot};
use core::sync::atomic::{AtomicUsize, Ordering};
use header::{Block, Header, State};
use sanecc_abi::shadow::Poison;
use size_class::{HEADER, SLOT};

pub use header::Family;

/// Alignment of every block in bytes.
pub const ALIGN: usize = 16;

/// Larger requests fail (`max_allocation_size_mb`).
static MAX_SIZE: AtomicUsize = AtomicUsize::new(1 << 40);

/// Lets requests of more than `bytes` fail.
pub fn set_max_size(bytes: usize) {
    MAX_SIZE.store(bytes.min(header::SIZE_LIMIT - 1), Ordering::Relaxed);
}

/// The largest request that may succeed.
pub fn max_size() -> usize {
    MAX_SIZE.load(Ordering::Relaxed)
}

/// A request for memory.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Bytes.
    pub size: usize,
    /// Alignment in bytes, a power of two.
    pub align: usize,
    /// Who asks.
    pub family: Family,
    /// Whether the memory must be zero.
    pub zeroed: bool,
}

/// Allocates a block; `None` when memory is out or the size is absurd.
#[inline]
pub fn allocate(request: Request, caller: Caller) -> Option<usize> {
    let Request {
        size,
        align,
        family,
        zeroed,
    } = request;
    if size > max_size() || align > header::SIZE_LIMIT / 2 {
        return None;
    }
    let trace = stack::remember(caller);
    let extra = if align > ALIGN { align } else { 0 };
    let class = size_class::slot_for(size).and_then(|slot| size_class::class_of(slot + extra));
    let Some(class) = class else {
        let (start, is_zero) = large::allocate(size, align, family, trace)?;
        if zeroed && !is_zero {
            // SAFETY: the block has `size` bytes.
            unsafe { (start as *mut u8).write_bytes(0, size) };
        }
        return Some(start);
    };
    let slot = small::take(class)?;
    let start = if align <= ALIGN {
        slot.start + HEADER
    } else {
        place_aligned(slot.start, align)
    };
    let granules_end = start + size.next_multiple_of(8);
    // What the slot held before may have been larger.
    shadow::poison(
        granules_end,
        slot.start + SLOT[class] - granules_end,
        Poison::Heap,
    );
    shadow::unpoison(start, size);
    // SAFETY: the slot begins at least a header before `start`.
    unsafe { Header::of(start) }.write(
        Block {
            size,
            state: State::Allocated,
            family,
        },
        trace,
    );
    if zeroed && !slot.is_zero {
        // SAFETY: the block has `size` bytes.
        unsafe { (start as *mut u8).write_bytes(0, size) };
    }
    Some(start)
}

/// Finds the place for an aligned block in a slot and leaves a note at the slot's start.
fn place_aligned(slot: usize, align: usize) -> usize {
    let first = slot + HEADER;
    let start = first.next_multiple_of(align);
    if start != first {
        shadow::poison(slot, start - slot, Poison::Heap);
        // SAFETY: the slot is ours.
        unsafe { Header::of(first) }.write_redirect(start - first);
    }
    start
}

/// Why a pointer cannot be freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeError {
    /// It was freed before.
    FreedBefore,
    /// No block begins there.
    NotABlock,
    /// The block came from functions of another family.
    OtherFamily(Family),
    /// The header of a block of the heap was overwritten.
    Corrupted,
}

/// Frees a block. With a `family`, the block must have come from it.
#[inline]
pub fn free(address: usize, family: Option<Family>, caller: Caller) -> Result<(), FreeError> {
    let Some(slot) = segment::slot_at(address) else {
        let trace = stack::remember(caller);
        return large::free(address, family, trace).map_err(|refusal| match refusal {
            large::Refusal::NotABlock => FreeError::NotABlock,
            large::Refusal::FreedBefore => FreeError::FreedBefore,
            large::Refusal::OtherFamily(family) => FreeError::OtherFamily(family),
        });
    };
    if block_start(slot.start) != address {
        return Err(FreeError::NotABlock);
    }
    // SAFETY: a block of this slot begins at `address`.
    let header = unsafe { Header::of(address) };
    let Some(block) = header.read() else {
        return Err(why_unreadable(address));
    };
    if block.state != State::Allocated {
        return Err(FreeError::FreedBefore);
    }
    if let Some(family) = family
        && family != block.family
    {
        return Err(FreeError::OtherFamily(block.family));
    }
    if !header.change(block, State::Quarantined) {
        return Err(FreeError::FreedBefore);
    }
    header.set_freed_at(stack::remember(caller));
    shadow::poison(address, block.size.max(1), Poison::Freed);
    quarantine::keep(address, recycle);
    Ok(())
}

/// Where the block of a slot begins.
#[inline]
fn block_start(slot: usize) -> usize {
    let first = slot + HEADER;
    // SAFETY: slots begin with a header or a redirect.
    first + unsafe { Header::of(first) }.read_redirect().unwrap_or(0)
}

#[cold]
fn why_unreadable(address: usize) -> FreeError {
    // A slot that was never used has no header at all.
    // SAFETY: inside a slot.
    let never_used = unsafe { *((address - HEADER) as *const u64) } == 0;
    if never_used {
        FreeError::NotABlock
    } else {
        FreeError::Corrupted
    }
}

/// Gives a block back whose quarantine is over.
fn recycle(address: usize) {
    // SAFETY: the quarantine holds starts of blocks.
    let header = unsafe { Header::of(address) };
    let block = header
        .read()
        .filter(|block| block.state == State::Quarantined);
    let (Some(slot), Some(block)) = (segment::slot_at(address), block) else {
        // Something that is not instrumented wrote over it. The slot is left alone for ever.
        return;
    };
    header.change(block, State::Available);
    small::put(slot.class, slot.start);
}

/// Size in bytes of the allocated block that begins at `address`.
pub fn size_of_block(address: usize) -> Option<usize> {
    let found = match segment::slot_at(address) {
        Some(slot) => in_slot(slot.start),
        None => large::find_start(address),
    };
    found
        .filter(|found| found.start == address && found.block.state == State::Allocated)
        .map(|found| found.block.size)
}

/// The block of a slot, if one was ever there.
fn in_slot(slot: usize) -> Option<large::Found> {
    let start = block_start(slot);
    // SAFETY: inside the slot.
    let header = unsafe { Header::of(start) };
    Some(large::Found {
        start,
        block: header.read()?,
        traces: header.traces(),
    })
}

/// The block that an access at `address` most likely meant: the one it lies in, or the nearer neighbour of
/// a redzone, where an allocated block counts before a freed one.
pub fn nearest(address: usize) -> Option<large::Found> {
    let Some(slot) = segment::slot_at(address) else {
        // The byte after the last slot still is redzone.
        let before =
            segment::slot_at(address.wrapping_sub(HEADER)).and_then(|slot| in_slot(slot.start));
        return before.or_else(|| large::around(address));
    };
    let own = in_slot(slot.start);
    if own.is_some_and(|own| address >= own.start) {
        return own;
    }
    let previous =
        segment::slot_at(slot.start.wrapping_sub(1)).and_then(|slot| in_slot(slot.start));
    match (previous, own) {
        (Some(previous), Some(own)) => {
            let is_live = |found: &large::Found| found.block.state == State::Allocated;
            let after_previous = address - (previous.start + previous.block.size).min(address);
            let prefer_previous = match (is_live(&previous), is_live(&own)) {
                (true, false) => true,
                (false, true) => false,
                _ => after_previous < own.start - address,
            };
            Some(if prefer_previous { previous } else { own })
        }
        (previous, own) => previous.or(own),
    }
}

/// Bytes of address space that blocks lie in.
pub fn mapped_bytes() -> usize {
    segment::mapped_bytes() + large::mapped_bytes()
}

/// All locks of the heap in the order in which they are taken.
pub fn locks() -> impl DoubleEndedIterator<Item = &'static crate::lock::Lock> {
    let classes = small::locks();
    [quarantine::lock(), large::lock()]
        .into_iter()
        .chain(classes)
        .chain([depot::lock()])
}

#[cfg(test)]
mod tests;
