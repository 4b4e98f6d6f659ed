//! Blocks that are mapped by themselves. Their records live apart from them, so that a block which was
//! freed can be sealed or unmapped and still be named in a report.

use super::header::{Block, Family, Header, SIZE_LIMIT, State};
use super::quarantine;
use super::queue::{Links, Queue};
use super::size_class::{HEADER, redzone};
use super::small;
use crate::lock::{Lock, Locked};
use crate::platform::{self, PAGE};
use crate::shadow;
use crate::stack::depot;
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_abi::shadow::Poison;

/// How a large block's memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    /// The program's, or freed and waiting.
    Present,
    /// Freed and inaccessible: address space, and its shadow.
    Sealed,
}

/// A large block.
#[derive(Clone, Copy, Debug)]
struct Record {
    base: usize,
    mapped: usize,
    start: usize,
    memory: Memory,
    /// Copies of what the header says, for when it cannot be read.
    block: Block,
    traces: (depot::Id, depot::Id),
    next_in_bucket: *mut Record,
    /// Link of the quarantine's queue, or of the unused records.
    link: usize,
    weight: usize,
}

const BUCKETS: usize = 1 << 12;
/// Freed blocks that are kept for reuse.
const SPARES: usize = 16;
/// Freed blocks of more bytes are sealed; less is not worth the system calls.
const SEAL_FROM: usize = 1 << 20;
/// Fewer bytes are copied faster than their pages are moved.
const MOVE_FROM: usize = 256 << 10;
/// An inaccessible block still has its shadow, which takes this part of its bytes.
const SHADOW_PART: usize = 8;

/// Bytes of the blocks that the program has.
static IN_USE: AtomicUsize = AtomicUsize::new(0);

/// Bytes of the large blocks that are allocated, with their redzones.
pub fn in_use() -> usize {
    IN_USE.load(Ordering::Relaxed)
}

/// Bytes of large blocks that may wait, and as many that may be kept for reuse.
fn share() -> usize {
    quarantine::bound(1, small::handed_out() + in_use())
}

struct Registry {
    buckets: [*mut Record; BUCKETS],
    unused: usize,
    waiting: Queue<Records>,
    /// Oldest first, then nulls.
    spares: [*mut Record; SPARES],
    spare_bytes: usize,
}

// SAFETY: records are only touched by the holder of the registry.
unsafe impl Send for Registry {}

struct Records;

impl Links for Records {
    fn link(record: usize) -> *mut usize {
        // SAFETY: records stay mapped.
        unsafe { &raw mut (*(record as *mut Record)).link }
    }
    fn bytes(record: usize) -> Option<usize> {
        // SAFETY: records stay mapped, and no program's pointer leads to them.
        Some(unsafe { (*(record as *mut Record)).weight })
    }
}

static REGISTRY: Locked<Registry> = Locked::new(Registry {
    buckets: [core::ptr::null_mut(); BUCKETS],
    unused: 0,
    waiting: Queue::new(),
    spares: [core::ptr::null_mut(); SPARES],
    spare_bytes: 0,
});

/// The registry's lock, for `fork`.
pub fn lock() -> &'static Lock {
    REGISTRY.lock()
}

/// A large block as reports and `free` see it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// First byte of the program's memory.
    pub start: usize,
    /// Size and state.
    pub block: Block,
    /// Where allocated, where freed.
    pub traces: (depot::Id, depot::Id),
}

/// Maps a block; the address of the program's memory and whether it is zero. `None` when memory is out.
pub fn allocate(
    size: usize,
    align: usize,
    family: Family,
    trace: depot::Id,
) -> Option<(usize, bool)> {
    if size >= SIZE_LIMIT || align >= SIZE_LIMIT {
        return None;
    }
    // The page before the block holds the header; aligning may skip some more.
    let before = PAGE + if align > PAGE { align } else { 0 };
    let mapped = (before + size + redzone(size)).next_multiple_of(PAGE);
    let (record, is_zero) = REGISTRY.hold().obtain(mapped)?;
    // SAFETY: `obtain` hands the record to us alone until it is entered below.
    let block = unsafe { &mut *record };
    IN_USE.fetch_add(block.mapped, Ordering::Relaxed);
    block.start = (block.base + PAGE).next_multiple_of(align.max(16));
    block.block = Block {
        size,
        state: State::Allocated,
        family,
    };
    block.traces = (trace, depot::Id(0));
    let (start, end) = (block.start, block.base + block.mapped);
    shadow::poison(block.base, start - block.base, Poison::Heap);
    let tail = start + size.next_multiple_of(8);
    shadow::poison(tail, end - tail, Poison::Heap);
    shadow::unpoison(start, size);
    // SAFETY: the page before `start` is ours.
    unsafe { Header::of(start) }.write(block.block, trace);
    REGISTRY.hold().enter(record);
    Some((start, is_zero))
}

/// Why a large block cannot be freed.
pub enum Refusal {
    /// No large block begins there.
    NotABlock,
    /// It was freed before.
    FreedBefore,
    /// It came from another family of functions.
    OtherFamily(Family),
}

/// Frees the block that begins at `start`.
pub fn free(start: usize, family: Option<Family>, trace: depot::Id) -> Result<(), Refusal> {
    let mut registry = REGISTRY.hold();
    let record = registry.find_start(start).ok_or(Refusal::NotABlock)?;
    // SAFETY: a record of the registry, which we hold.
    let block = unsafe { &mut *record };
    match block.block.state {
        State::Allocated => {}
        State::Quarantined | State::Available => return Err(Refusal::FreedBefore),
    }
    if family.is_some_and(|family| family != block.block.family) {
        return Err(Refusal::OtherFamily(block.block.family));
    }
    block.block.state = State::Quarantined;
    block.traces.1 = trace;
    // SAFETY: the page before `start` is ours and still accessible.
    let header = unsafe { Header::of(start) };
    header.write(block.block, block.traces.0);
    header.set_freed_at(trace);
    // The redzones may not be wider than the memory that stays: poison the program's bytes only.
    shadow::poison(start, block.block.size.max(1), Poison::Freed);
    IN_USE.fetch_sub(block.mapped, Ordering::Relaxed);
    let share = share();
    block.weight = block.mapped;
    if block.mapped > SEAL_FROM.max(share / 4)
        && !shadow::map::is_lazy()
        && share != 0
        && platform::seal(block.base, block.mapped)
    {
        block.memory = Memory::Sealed;
        // Remember a few blocks however large they are.
        block.weight = (block.mapped / SHADOW_PART).min(share / 8);
    }
    // SAFETY: the record waits until it is popped here.
    unsafe { registry.waiting.push(record as usize) };
    while let Some(oldest) = registry.waiting.pop_beyond(share) {
        registry.retire(oldest as *mut Record);
    }
    Ok(())
}

/// Moves the first `size` bytes of one large block into another, page by page where they lie on whole pages;
/// false, and nothing moved, where copying is the way. What remains in the old block must not be read: it may
/// be zero.
pub fn move_contents(from: usize, to: usize, size: usize) -> bool {
    let whole = size & !(PAGE - 1);
    let on_pages = from.is_multiple_of(PAGE) && to.is_multiple_of(PAGE);
    if !on_pages || whole < MOVE_FROM || !platform::move_pages(from, to, whole) {
        return false;
    }
    // SAFETY: both blocks have `size` bytes.
    unsafe {
        ((to + whole) as *mut u8)
            .copy_from_nonoverlapping((from + whole) as *const u8, size - whole)
    };
    true
}

/// The block that begins at `start`.
pub fn find_start(start: usize) -> Option<Found> {
    let registry = REGISTRY.hold();
    let record = registry.find_start(start)?;
    // SAFETY: a record of the registry, which we hold.
    Some(unsafe { &*record }.found())
}

/// Bytes of all mappings of large blocks, also of those that wait or are kept for reuse.
pub fn mapped_bytes() -> usize {
    let registry = REGISTRY.hold();
    let mut bytes = 0;
    for spare in registry.spares {
        if !spare.is_null() {
            // SAFETY: a record of the registry, which we hold.
            bytes += unsafe { (*spare).mapped };
        }
    }
    for first in registry.buckets {
        let mut record = first;
        while !record.is_null() {
            // SAFETY: a record of the registry, which we hold.
            let block = unsafe { &*record };
            bytes += block.mapped;
            record = block.next_in_bucket;
        }
    }
    bytes
}

/// The block whose mapping contains `address`, redzones included; for reports.
pub fn around(address: usize) -> Option<Found> {
    REGISTRY.peek(|registry| {
        let holds = |record: *mut Record| {
            // SAFETY: a record of the registry; records stay mapped.
            let block = unsafe { &*record };
            (block.base..block.base + block.mapped)
                .contains(&address)
                .then(|| block.found())
        };
        for first in registry.buckets {
            let mut record = first;
            while !record.is_null() {
                if let Some(found) = holds(record) {
                    return Some(found);
                }
                // SAFETY: as above.
                record = unsafe { (*record).next_in_bucket };
            }
        }
        let mut spares = registry.spares.into_iter();
        spares.find_map(|record| (!record.is_null()).then(|| holds(record))?)
    })
}

impl Record {
    fn found(&self) -> Found {
        Found {
            start: self.start,
            block: self.block,
            traces: self.traces,
        }
    }
}

impl Registry {
    fn bucket(start: usize) -> usize {
        (start / PAGE).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BUCKETS.ilog2())
    }

    fn find_start(&self, start: usize) -> Option<*mut Record> {
        let mut record = self.buckets[Self::bucket(start)];
        while !record.is_null() {
            // SAFETY: a record of the registry; records stay mapped.
            let block = unsafe { &*record };
            if block.start == start {
                return Some(record);
            }
            record = block.next_in_bucket;
        }
        None
    }

    fn enter(&mut self, record: *mut Record) {
        // SAFETY: the record is ours until it is in a bucket.
        let block = unsafe { &mut *record };
        let bucket = &mut self.buckets[Self::bucket(block.start)];
        block.next_in_bucket = *bucket;
        *bucket = record;
    }

    fn leave(&mut self, record: *mut Record) {
        // SAFETY: records of the registry; links are only changed by its holder.
        unsafe {
            let mut place = &raw mut self.buckets[Self::bucket((*record).start)];
            while !(*place).is_null() {
                if *place == record {
                    *place = (*record).next_in_bucket;
                    return;
                }
                place = &raw mut (**place).next_in_bucket;
            }
        }
    }

    /// A record with at least `mapped` bytes of accessible memory, and whether they are zero.
    fn obtain(&mut self, mapped: usize) -> Option<(*mut Record, bool)> {
        let fits = |record: &*mut Record| {
            // SAFETY: spares are records of the registry.
            !record.is_null()
                && unsafe { (mapped..=mapped + mapped / 4).contains(&(**record).mapped) }
        };
        if let Some(place) = self.spares.iter().rposition(fits) {
            let record = self.take_spare(place);
            // SAFETY: as above.
            let block = unsafe { &mut *record };
            let was_sealed = block.memory == Memory::Sealed;
            if was_sealed && !platform::unseal(block.base, block.mapped) {
                self.give_up(record);
                return None;
            }
            block.memory = Memory::Present;
            // What was sealed lost its memory.
            return Some((record, was_sealed));
        }
        let record = self.unused_record()?;
        let Ok(base) = platform::map(0, mapped) else {
            self.discard(record);
            return None;
        };
        let none = Block {
            size: 0,
            state: State::Available,
            family: Family::Malloc,
        };
        let block = Record {
            base,
            mapped,
            start: 0,
            memory: Memory::Present,
            block: none,
            traces: Default::default(),
            next_in_bucket: core::ptr::null_mut(),
            link: 0,
            weight: 0,
        };
        // SAFETY: an unused record is ours.
        unsafe { record.write(block) };
        Some((record, true))
    }

    /// The wait is over: keeps the memory for reuse or gives it back.
    fn retire(&mut self, record: *mut Record) {
        self.leave(record);
        // SAFETY: out of the buckets and out of the queue, the record is ours.
        let block = unsafe { &mut *record };
        block.weight = match block.memory {
            Memory::Present => block.mapped,
            Memory::Sealed => block.mapped / SHADOW_PART,
        };
        let room = share();
        if block.weight > room {
            return self.give_up(record);
        }
        block.block.state = State::Available;
        self.spare_bytes += block.weight;
        // The one that nobody has wanted for longest makes room.
        while self.spare_bytes > room || !self.spares[SPARES - 1].is_null() {
            let oldest = self.take_spare(0);
            self.give_up(oldest);
        }
        if let Some(place) = self.spares.iter_mut().find(|spare| spare.is_null()) {
            *place = record;
        }
    }

    /// Takes the spare out at `place`, where one is.
    fn take_spare(&mut self, place: usize) -> *mut Record {
        let record = self.spares[place];
        self.spares[place..].rotate_left(1);
        self.spares[SPARES - 1] = core::ptr::null_mut();
        // SAFETY: spares are records of the registry.
        self.spare_bytes -= unsafe { (*record).weight };
        record
    }

    /// Gives a block's memory back to the system.
    fn give_up(&mut self, record: *mut Record) {
        // SAFETY: in no bucket, no queue and no place for spares, the record is ours.
        let Record { base, mapped, .. } = unsafe { *record };
        shadow::clear(base, mapped);
        platform::unmap(base, mapped);
        self.discard(record);
    }

    fn unused_record(&mut self) -> Option<*mut Record> {
        const CHUNK: usize = 16 * PAGE;
        if self.unused == 0 {
            let chunk = platform::map(0, CHUNK).ok()?;
            for index in 0..CHUNK / size_of::<Record>() {
                self.discard((chunk + index * size_of::<Record>()) as *mut Record);
            }
        }
        let record = self.unused as *mut Record;
        // SAFETY: unused records are linked through `link`.
        self.unused = unsafe { (*record).link };
        Some(record)
    }

    fn discard(&mut self, record: *mut Record) {
        // SAFETY: mapped memory for a record, nobody's.
        unsafe { (*record).link = self.unused };
        self.unused = record as usize;
    }
}

const _: () = assert!(HEADER <= PAGE);
