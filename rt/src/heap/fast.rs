//! The short way of `malloc` and `free`, for small chunks of threads that are set up and known stack traces.
//!
//! It asks each question in the cheapest way and gives up before it has changed anything where an answer is not the
//! usual one; the long way, which is complete, then begins anew. So nothing is decided here: no failure, no report.
//! Nobody takes it before the runtime is set up, and nobody again once something wants to see every chunk.

use super::header::{Alignment, Chunk, Family, Header, State};
use super::segment;
use super::size_class::{self, HEADER, SLOT};
use super::small::SlotRef;
use crate::provenance::former;
use crate::stack::{self, Caller};
use crate::{shadow, thread};
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_abi::shadow::GRANULE;

/// Slots of more bytes go the long way: more shadow than a few words is laid out there.
const MAX_SLOT: usize = 1344;
/// The largest chunk whose class is in a table.
const MAX_SIZE: usize = size_class::TABLED;

const _: () = assert!(matches!(
    size_class::usual_slot_for(MAX_SIZE),
    Some(slot) if slot <= MAX_SLOT
));
const _: () = assert!((MAX_SLOT - HEADER) / GRANULE <= shadow::short::MOST);

/// Chunks of up to so many bytes may go the short way, but for those of none: 0 is "no chunk".
static UP_TO: AtomicUsize = AtomicUsize::new(0);

/// Allows the short way, to requests of at most `bytes`. Nothing that it does needs address space of its own.
pub fn allow(bytes: usize) {
    UP_TO.store(bytes.min(MAX_SIZE), Ordering::Relaxed);
}

/// Forbids the short way from now on: every chunk is seen by [`super::allocate`] and [`super::free`].
pub fn forbid() {
    UP_TO.store(0, Ordering::Relaxed);
}

/// Allocates a chunk, aligned as all are; its address, and whether its memory is zero. `None`: go the long way.
#[inline(always)]
pub fn allocate(size: usize, family: Family, caller: Caller) -> Option<(usize, bool)> {
    if size.wrapping_sub(1) >= UP_TO.load(Ordering::Relaxed) {
        return None;
    }
    let thread = thread::current();
    let workspace = thread.workspace();
    if workspace.is_null() {
        return None;
    }
    // SAFETY: the thread's own, and used by one call at a time.
    let workspace = unsafe { &mut *workspace };
    let trace = stack::recall(thread, workspace, caller)?;
    // SAFETY: at most MAX_SIZE.
    let class = unsafe { size_class::tabled(size) };
    let slot_ref = workspace.slots.take_ready(class)?;
    let start = slot_ref.start() + HEADER;
    // SAFETY: a slot of the class between headers, which has at most MAX_SLOT bytes and room for `size`.
    unsafe { shadow::short::lay_out(start, size, SLOT[class] - HEADER) };
    let chunk = Chunk {
        size,
        state: State::Allocated,
        family,
        align: Alignment::NONE,
    };
    // SAFETY: the slot begins with the header.
    let header = unsafe { Header::of(start) };
    former::note_header(start, header);
    header.write(chunk, trace);
    Some((start, slot_ref.is_zero()))
}

/// Frees a chunk; false: go the long way.
#[inline(always)]
pub fn free(address: usize, family: Option<Family>, caller: Caller) -> bool {
    let Some(family) = family else { return false };
    let thread = thread::current();
    let workspace = thread.workspace();
    if UP_TO.load(Ordering::Relaxed) == 0 || workspace.is_null() {
        return false;
    }
    // First of all what needs memory that may have left the processor's caches.
    let Some(slot) = segment::slot_behind_header(address) else {
        return false;
    };
    if slot.bytes > MAX_SLOT {
        return false;
    }
    // SAFETY: inside a slot that was used; what stands there is judged below.
    let header = unsafe { Header::of(address) };
    let seen = header.look();
    let Some(chunk) = seen.allocated_by(family, header) else {
        return false;
    };
    if chunk.size.wrapping_sub(1) >= slot.bytes - HEADER {
        return false;
    }
    // SAFETY: the thread's own, and used by one call at a time.
    let workspace = unsafe { &mut *workspace };
    let Some(trace) = stack::recall(thread, workspace, caller) else {
        return false;
    };
    let Some(batch) = workspace.slots.batch() else {
        return false;
    };
    // To ask with an exchange whether another thread frees it at this moment would cost a fifth of all that is done
    // for a chunk. The answer has time until the slot joins the queue.
    header.free_unasked(seen, trace);
    // SAFETY: the slot is nobody's now, lies between headers, and has at most MAX_SLOT bytes.
    unsafe { shadow::short::seal(address, chunk.size, slot.bytes - HEADER) };
    let slot_ref = SlotRef::new(address - HEADER, slot.class, false);
    // SAFETY: the cache's own batch, which it has exchanged when it was full.
    if unsafe { (*batch).add(slot_ref, slot.bytes, trace) } {
        workspace.slots.exchange();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::tests::WAITS;
    use super::super::{self as heap, ALIGN, FreeError, Request};
    use super::*;
    use crate::shadow::{first_poisoned, user::is_poisoned};

    /// A place that no frame pointer leads on from.
    const HERE: Caller = Caller {
        pc: 0x1234,
        frame: 0,
    };

    /// Lets this thread take the short way, whatever the other tests do: with a trace that is known, a batch, and slots of
    /// the class.
    fn prepare(size: usize) {
        crate::shadow::set_up();
        allow(MAX_SIZE);
        let request = Request {
            size,
            align: ALIGN,
            family: Family::Malloc,
            zeroed: false,
            moved_in: 0,
        };
        for _ in 0..2 {
            let address = heap::allocate(request, HERE).unwrap();
            heap::free(address, Some(Family::Malloc), HERE).unwrap();
        }
    }

    /// A chunk that came the short way.
    fn new(size: usize, family: Family) -> usize {
        // The slots of the class may just have been used up.
        for _ in 0..3 {
            prepare(size);
            if let Some((address, _)) = allocate(size, family, HERE) {
                return address;
            }
        }
        panic!("{size} bytes do not go the short way");
    }

    #[test]
    fn chunks_of_the_short_way_are_as_those_of_the_long_one() {
        let _ended_by_none = WAITS.read();
        for size in 1..=MAX_SIZE {
            let address = new(size, Family::Malloc);
            assert_eq!(address % ALIGN, 0);
            assert_eq!(first_poisoned(address, size), None);
            assert!(
                (0..16)
                    .all(|past| is_poisoned(address + size + past)
                        && is_poisoned(address - 1 - past))
            );
            assert_eq!(heap::size_of_chunk(address), Some(size));
            assert!(free(address, Some(Family::Malloc), HERE));
            assert_eq!(first_poisoned(address, size), Some(address));
            assert_eq!(
                heap::nearest(address).unwrap().chunk.state,
                State::Quarantined
            );
        }
    }

    #[test]
    fn what_is_unusual_goes_the_long_way() {
        let _ended_by_none = WAITS.read();
        static HERE_TOO: u64 = 0;
        prepare(40);
        assert_eq!(allocate(0, Family::Malloc, HERE), None);
        assert_eq!(allocate(MAX_SIZE + 1, Family::Malloc, HERE), None);
        let elsewhere = Caller { pc: 0x4321, ..HERE };
        assert_eq!(allocate(40, Family::Malloc, elsewhere), None);
        let address = new(40, Family::New);
        for (address, family) in [
            (address, Some(Family::Malloc)),
            (address, None),
            (address + 16, Some(Family::New)),
            (address - 16, Some(Family::New)),
            (&raw const HERE_TOO as usize, Some(Family::New)),
            (usize::MAX, Some(Family::New)),
        ] {
            assert!(!free(address, family, HERE));
        }
        assert!(free(address, Some(Family::New), HERE));
        assert!(!free(address, Some(Family::New), HERE));
        let again = heap::free(address, Some(Family::New), HERE);
        assert_eq!(again, Err(FreeError::FreedBefore));
    }

    #[test]
    fn of_two_frees_at_once_one_is_noticed() {
        let address = new(40, Family::Malloc);
        // SAFETY: a chunk of the heap.
        let header = unsafe { Header::of(address) };
        let seen = header.look();
        let (first, second) = (crate::stack::depot::Id(1), crate::stack::depot::Id(2));
        header.free_unasked(seen, first);
        header.free_unasked(seen, second);
        assert!(!header.was_freed_at(first) && header.was_freed_at(second));
        assert_eq!(header.read().unwrap().state, State::Quarantined);
    }
}
