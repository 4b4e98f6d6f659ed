//! Chunks that are mapped by themselves. Their records live apart from them, so that a chunk which was
//! freed can be sealed or unmapped and still be named in a report.

mod address_quarantine;
mod donors;
mod folds;
mod joints;
mod memory;
mod moves;
mod record;
mod registry;
mod retire;
mod secondary_cache;
mod usage;

use super::header::{Chunk, Family, Header, SIZE_LIMIT, State};
use super::size_class::{HEADER, redzone};
use super::{Request, idle, poison, quarantine, small};
use crate::lock::{Lock, Locked};
use crate::platform::PAGE;
use crate::provenance::former;
use crate::shadow;
use crate::stack::depot;
use core::sync::atomic::{AtomicUsize, Ordering};
use donors::Budget;
pub use folds::fold_around;
pub use moves::{MOVE_FROM, movable, move_contents};
use record::Memory;
use registry::{MOVED_FROM, Obtained, Registry};
use sanecc_abi::shadow::Poison;
pub use usage::{Usage, mapped_bytes, usage};

/// Freed chunks of more bytes are sealed; less is not worth the system calls.
const SEAL_FROM: usize = 1 << 20;
/// Bytes before a chunk, the last of which are the header: nobody else's, as far as AddressSanitizer's redzone goes.
const BEFORE: usize = 2 * PAGE;
/// Bytes after a chunk, at least. Both are address space: but for the header they are never touched.
const AFTER: usize = PAGE;

/// Bytes of the chunks that the program has.
static IN_USE: AtomicUsize = AtomicUsize::new(0);

/// Bytes of the large chunks that are allocated, with their redzones.
pub fn in_use() -> usize {
    IN_USE.load(Ordering::Relaxed)
}

/// The most bytes of all chunks that the program has had.
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// Bytes of large chunks that may wait, and how many may be kept for reuse.
fn budget() -> Budget {
    let now = small::handed_out() + in_use();
    let peak = PEAK.fetch_max(now, Ordering::Relaxed);
    Budget {
        share: quarantine::bound(1, now),
        below_peak: peak.saturating_sub(now),
    }
}

/// As if the program had never used more than now.
#[cfg(test)]
pub fn forget_peak() {
    PEAK.store(0, Ordering::Relaxed);
}

/// The heap grows: as much less is kept of freed large chunks.
pub fn make_way() {
    REGISTRY.hold().keep_less(budget());
}

static REGISTRY: Locked<Registry> = Locked::new(Registry::new());

/// The registry's lock, for `fork`.
pub fn lock() -> &'static Lock {
    REGISTRY.lock()
}

/// A large chunk as reports and `free` see it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// First byte of the program's memory.
    pub start: usize,
    /// Size and state.
    pub chunk: Chunk,
    /// Where allocated, where freed.
    pub traces: (depot::Id, depot::Id),
}

impl Found {
    /// Whether it is the same chunk, and not another one that begins there at another time.
    pub fn is(&self, other: &Found) -> bool {
        self.start == other.start && self.chunk == other.chunk && self.traces == other.traces
    }

    /// Whether the program's memory contains an address, or did.
    pub fn contains(&self, address: usize) -> bool {
        (self.start..self.start + self.chunk.size).contains(&address)
    }
}

/// Chunks of so many bytes have unfolded shadow, which is zero and so takes no memory: a fold takes an eighth of the chunk,
/// whether the program uses it or not. Checks of many bytes at once look through zeroes many at a time.
const SPARSE_FROM: usize = MOVED_FROM;
/// The shadow of freed chunks has memory, which new ones in their place keep and fold: to give it back, and get other pages for
/// it when they are freed, would take as long as half of what the program does with them. Not if it is so much.
const SPARSE_AGAIN_FROM: usize = 16 << 20;

/// Bytes of a freed chunk that are poisoned, at most, where the rest cannot be accessed anyway and not more may wait: several chunks
/// wait however large they are, and their shadow would take far more memory than is said to wait.
const POISON_MOST: usize = 8 << 20;

/// Maps a chunk; the address of the program's memory and how many of its first bytes may not be zero. `None` when memory
/// is out.
pub fn allocate(request: Request, trace: depot::Id) -> Option<(usize, usize)> {
    let Request { size, align, .. } = request;
    if size >= SIZE_LIMIT || align >= SIZE_LIMIT {
        return None;
    }
    // Aligning may skip some more.
    let before = BEFORE + if align > PAGE { align } else { 0 };
    let mapped = (before + size + redzone(size).max(AFTER)).next_multiple_of(PAGE);
    let Obtained {
        record,
        dirty,
        is_new,
    } = REGISTRY.hold().obtain(mapped, request.moved_in)?;
    // SAFETY: `obtain` hands the record to us alone until it is entered below.
    let chunk = unsafe { &mut *record };
    IN_USE.fetch_add(chunk.mapped, Ordering::Relaxed);
    make_way();
    former::note(&chunk.found());
    chunk.start = (chunk.base + BEFORE).next_multiple_of(align.max(16));
    chunk.chunk = request.chunk();
    chunk.traces = (trace, depot::Id(0));
    let (start, end) = (chunk.start, chunk.base + chunk.mapped);
    poison::poison(chunk.base, start - chunk.base, Poison::Heap);
    let tail = start + size.next_multiple_of(8);
    poison::poison(tail, end - tail, Poison::Heap);
    if !poison::is_wanted() {
        shadow::clear(chunk.base, chunk.mapped);
    } else if size
        < if is_new {
            SPARSE_FROM
        } else {
            SPARSE_AGAIN_FROM
        }
    {
        shadow::unpoison(start, size);
    } else {
        shadow::unpoison_sparsely(start, size);
    }
    // SAFETY: the page before `start` is ours.
    unsafe { Header::of(start) }.write(chunk.chunk, trace);
    REGISTRY.hold().enter(record);
    Some((start, dirty.saturating_sub(start - chunk.base).min(size)))
}

/// Why a large chunk cannot be freed.
pub enum Refusal {
    /// No large chunk begins there.
    NotAChunk,
    /// It was freed before.
    FreedBefore,
    /// It came from another family of functions.
    OtherFamily(Family),
}

/// Frees the chunk that begins at `start`.
pub fn free(start: usize, family: Option<Family>, trace: depot::Id) -> Result<(), Refusal> {
    let mut registry = REGISTRY.hold();
    let record = registry.find_start(start).ok_or(Refusal::NotAChunk)?;
    // SAFETY: a record of the registry, which we hold.
    let chunk = unsafe { &mut *record };
    match chunk.chunk.state {
        State::Allocated => {}
        State::Quarantined | State::Available => return Err(Refusal::FreedBefore),
    }
    if family.is_some_and(|family| family != chunk.chunk.family) {
        return Err(Refusal::OtherFamily(chunk.chunk.family));
    }
    chunk.chunk.state = State::Quarantined;
    chunk.traces.1 = trace;
    // SAFETY: the page before `start` is ours and still accessible.
    let header = unsafe { Header::of(start) };
    header.write(chunk.chunk, chunk.traces.0);
    header.set_freed_at(trace);
    IN_USE.fetch_sub(chunk.mapped, Ordering::Relaxed);
    let budget = budget();
    chunk.weight = chunk.mapped;
    if chunk.mapped > MOVED_FROM && budget.share != 0 {
        if !registry.donate(record, budget) {
            memory::release(record);
        }
        // Remember a few chunks however large they are.
        chunk.weight = secondary_cache::weight(chunk).min(budget.share / 8);
    }
    // The redzones may not be wider than the memory that stays: poison the program's bytes only. Where accesses fault
    // anyway, not all of a giant.
    let poisoned = match chunk.memory {
        Memory::Sealed => chunk.chunk.size.min(budget.share.max(POISON_MOST)),
        Memory::Present | Memory::Given => chunk.chunk.size,
    };
    shadow::populate(start, poisoned);
    poison::poison(start, poisoned.max(1), Poison::Freed);
    registry.wait(record, budget);
    drop(registry);
    idle::give_back_now_and_then();
    Ok(())
}

/// Gives the memory of freed chunks back that nobody wants, or all of it; whether there was any.
pub fn give_pages_back(at_once: bool) -> bool {
    REGISTRY.hold().give_pages_back(at_once)
}

/// The chunk that begins at `start`.
pub fn find_start(start: usize) -> Option<Found> {
    let registry = REGISTRY.hold();
    let record = registry.find_start(start)?;
    // SAFETY: a record of the registry, which we hold.
    Some(unsafe { &*record }.found())
}

/// Notes where the chunk that begins at `start` was allocated.
pub fn set_allocated_at(start: usize, trace: depot::Id) {
    let registry = REGISTRY.hold();
    if let Some(record) = registry.find_start(start) {
        // SAFETY: a record of the registry, which we hold.
        unsafe { (*record).traces.0 = trace };
    }
}

/// Ends every wait and gives the memory back to the system; whether there was any.
pub fn give_everything_up() -> bool {
    REGISTRY.hold().give_everything_up()
}

/// Calls `each` with every chunk that is in use, waits or may be used again. `each` must not call for large chunks.
pub fn for_each(mut each: impl FnMut(Found)) {
    // SAFETY: records of the registry, which we hold.
    REGISTRY
        .hold()
        .all()
        .for_each(|record| each(unsafe { (*record).found() }));
}

/// The chunk whose mapping contains `address`, redzones included; for reports.
pub fn around(address: usize) -> Option<Found> {
    REGISTRY.peek(|registry| {
        registry.all().find_map(|record| {
            // SAFETY: a record of the registry; records stay mapped.
            let chunk = unsafe { &*record };
            let mapping = chunk.base..chunk.base + chunk.mapped;
            mapping.contains(&address).then(|| chunk.found())
        })
    })
}

/// The same where that chunk was freed: its memory may be gone.
pub fn freed_around(address: usize) -> Option<Found> {
    around(address).filter(|found| found.chunk.state != State::Allocated)
}

const _: () = assert!(HEADER <= BEFORE);
