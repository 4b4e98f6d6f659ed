//! The allocator: size classes for small chunks, mappings for large ones, a header before each chunk, a
//! quarantine for freed ones, and the shadow that makes errors visible.

pub mod cache;
pub mod census;
pub mod fast;
mod find;
pub mod free_list;
pub mod fresh;
pub mod header;
pub mod idle;
pub mod large;
pub mod poison;
pub mod quarantine;
pub mod queue;
pub mod segment;
pub mod size_class;
pub mod small;
pub mod usage;
pub mod walk;

use crate::provenance::former;
use crate::shadow;
use crate::stack::{self, Caller, depot};
use core::sync::atomic::{AtomicUsize, Ordering};
use find::chunk_start;
use header::{Chunk, Header, State};
use sanecc_abi::shadow::Poison;
use size_class::{HEADER, SLOT};
use small::SlotRef;

pub use find::{Sealed, beside, chunk_at, nearest, sealed, set_allocated_at, size_of_chunk};
pub use header::{Alignment, Family};

/// Alignment of every chunk in bytes.
pub const ALIGN: usize = 16;
/// What a request says that asks for no alignment of its own.
pub const UNALIGNED: usize = 1;

/// Larger requests fail (`max_allocation_size_mb`).
static MAX_SIZE: AtomicUsize = AtomicUsize::new(header::SIZE_LIMIT / 2);

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
    /// Alignment in bytes, a power of two; [`UNALIGNED`] where none was asked for.
    pub align: usize,
    /// Who asks.
    pub family: Family,
    /// Whether the memory must be zero.
    pub zeroed: bool,
    /// [`move_contents`] will move so many bytes into it: what [`movable`] says.
    pub moved_in: usize,
}

impl Request {
    /// The header of the chunk. Nobody asks what alignment the relatives of `malloc` were asked for.
    fn chunk(&self) -> Chunk {
        let align = match self.family {
            Family::Malloc => Alignment::NONE,
            Family::New | Family::NewArray => Alignment::of(self.align),
        };
        Chunk {
            size: self.size,
            state: State::Allocated,
            family: self.family,
            align,
        }
    }
}

/// Allocates a chunk; `None` when memory is out or the size is absurd.
#[inline]
pub fn allocate(request: Request, caller: Caller) -> Option<usize> {
    let Request {
        size,
        align,
        zeroed,
        ..
    } = request;
    if size > max_size() || align > header::SIZE_LIMIT / 2 {
        return None;
    }
    let trace = stack::remember(caller);
    let class = if align <= ALIGN {
        size_class::class_for(size)
    } else {
        size_class::slot_for(size).and_then(|slot| size_class::class_of(slot + align))
    };
    let Some(class) = class else {
        let (start, dirty) = large::allocate(request, trace)?;
        if zeroed {
            // SAFETY: the chunk has at least as many bytes.
            unsafe { (start as *mut u8).write_bytes(0, dirty) };
        }
        return Some(start);
    };
    let slot_ref = cache::with(|cache| cache.take(class))?;
    let slot = slot_ref.start();
    let start = if align <= ALIGN {
        slot + HEADER
    } else {
        place_aligned(slot, align)
    };
    // What the slot held before may have been larger.
    poison::lay_out(start, size, slot + SLOT[class]);
    // SAFETY: the slot begins at least a header before `start`.
    let header = unsafe { Header::of(start) };
    former::note_header(start, header);
    header.write(request.chunk(), trace);
    if zeroed && !slot_ref.is_zero() {
        // SAFETY: the chunk has `size` bytes.
        unsafe { (start as *mut u8).write_bytes(0, size) };
    }
    Some(start)
}

/// Finds the place for an aligned chunk in a slot and leaves a note at the slot's start.
fn place_aligned(slot: usize, align: usize) -> usize {
    let first = slot + HEADER;
    let start = first.next_multiple_of(align);
    if start != first {
        poison::poison(slot, start - slot, Poison::Heap);
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
    /// No chunk begins there.
    NotAChunk,
    /// The chunk came from functions of another family.
    OtherFamily(Family),
    /// The header of a chunk of the heap was overwritten.
    Corrupted,
}

/// Frees a chunk. With a `family`, the chunk must have come from it.
#[inline]
pub fn free(address: usize, family: Option<Family>, caller: Caller) -> Result<(), FreeError> {
    let Some(slot) = segment::slot_at(address) else {
        let trace = stack::remember(caller);
        return large::free(address, family, trace).map_err(|refusal| match refusal {
            large::Refusal::NotAChunk => FreeError::NotAChunk,
            large::Refusal::FreedBefore => FreeError::FreedBefore,
            large::Refusal::OtherFamily(family) => FreeError::OtherFamily(family),
        });
    };
    // The header of a plain chunk is right at the slot's start; an aligned one's is found through a redirect.
    if slot.start + HEADER != address && chunk_start(slot.start) != address {
        return Err(FreeError::NotAChunk);
    }
    // SAFETY: inside a slot that was used; what stands there is judged below.
    let header = unsafe { Header::of(address) };
    let seen = header.look();
    let Some(chunk) = seen.chunk(header) else {
        return Err(why_unreadable(slot.start, address));
    };
    if chunk.state != State::Allocated {
        return Err(why_not_allocated(header, address));
    }
    if let Some(family) = family
        && family != chunk.family
    {
        return Err(FreeError::OtherFamily(chunk.family));
    }
    if !header.change(seen, State::Quarantined) {
        return Err(FreeError::FreedBefore);
    }
    let trace = stack::remember(caller);
    header.set_freed_at(trace);
    poison::poison(address, chunk.size.max(1), Poison::Freed);
    let slot_ref = SlotRef::new(slot.start, slot.class, false);
    // An aligned chunk's header stands elsewhere, and nobody frees it without asking.
    let asked = if slot.start + HEADER == address {
        trace
    } else {
        depot::Id(0)
    };
    cache::with(|cache| cache.keep(slot_ref, slot.bytes, asked));
    Ok(())
}

// SAFETY: `entry` defines the function and compares its type with this one.
unsafe extern "Rust" {
    /// Reports a chunk that two threads have freed at the same moment, and where one of them did. The linker binds the name, so errors before
    /// the runtime is set up are reported, too.
    #[link_name = "__sanecc_report_concurrent_free"]
    pub safe fn report_concurrent_free(address: usize, caller: Caller);
}

#[cold]
fn freed_twice(address: usize, trace: depot::Id) {
    let pc = depot::get(trace).and_then(|trace| trace.frames.first().copied());
    let caller = Caller {
        pc: pc.unwrap_or(0),
        frame: 0,
    };
    report_concurrent_free(address, caller);
}

/// The header says that a chunk is free. If nobody has freed it, the state was overwritten.
#[cold]
fn why_not_allocated(header: &Header, address: usize) -> FreeError {
    // Another thread may be about to free it.
    const PATIENCE: usize = 10_000;
    for _ in 0..PATIENCE {
        let (_, freed_at) = header.traces();
        if freed_at != depot::Id(0) || shadow::get(address) == Poison::Freed as u8 {
            return FreeError::FreedBefore;
        }
        core::hint::spin_loop();
    }
    FreeError::Corrupted
}

#[cold]
fn why_unreadable(slot: usize, address: usize) -> FreeError {
    if chunk_start(slot) != address {
        return FreeError::NotAChunk;
    }
    // A slot that was never used has no header at all.
    // SAFETY: inside a slot.
    let never_used = unsafe { *((address - HEADER) as *const u64) } == 0;
    if never_used {
        FreeError::NotAChunk
    } else {
        FreeError::Corrupted
    }
}

/// How many of the first `size` bytes of a chunk [`move_contents`] would move into one of the same size or more, rather than
/// copy.
pub fn movable(from: usize, size: usize) -> usize {
    match segment::slot_at(from) {
        None if size >= large::MOVE_FROM => large::movable(from, size),
        _ => 0,
    }
}

/// Moves the first `size` bytes of a chunk into a new one. What remains in the old chunk is unspecified: it is
/// about to be freed.
pub fn move_contents(from: usize, to: usize, size: usize) {
    let is_large = |start| segment::slot_at(start).is_none();
    if is_large(from) && is_large(to) && large::move_contents(from, to, size) {
        return;
    }
    // SAFETY: both chunks have `size` bytes, and the new one is nobody else's.
    unsafe { (to as *mut u8).copy_from_nonoverlapping(from as *const u8, size) };
}

/// Ends the wait of freed chunks for uses after free: of this thread's and of those in the common queues. Memory that no
/// chunk is left in goes back to the system.
pub fn purge() {
    cache::with(|cache| cache.empty());
    quarantine::end_all_waits(|slot_ref| small::put(slot_ref.class(), &[slot_ref]));
    large::give_everything_up();
    idle::give_back();
}

/// Bytes of address space that chunks lie in.
pub fn mapped_bytes() -> usize {
    segment::mapped_bytes() + large::mapped_bytes()
}

/// All locks of the heap in the order in which they are taken.
pub fn locks() -> impl DoubleEndedIterator<Item = &'static crate::lock::Lock> {
    let classes = small::locks();
    [cache::lock(), quarantine::lock(), large::lock()]
        .into_iter()
        .chain(classes)
        .chain([idle::lock(), free_list::lock(), depot::lock()])
}

#[cfg(test)]
pub mod still;
#[cfg(test)]
mod tests;
