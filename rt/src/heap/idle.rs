//! Segments in which no chunk is. Any class may have them next; what nobody wants for some time goes back to the system.
//!
//! Classes do not notice that a segment has become empty, which would cost every chunk something. They are asked: before
//! more memory is taken from the system, and now and then.

use super::segment::{self, SEGMENT};
use super::size_class::CLASSES;
use super::{large, poison, small};
use crate::lock::{Lock, Locked};
use crate::{platform, shadow};
use core::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use sanecc_abi::shadow::Poison;

/// A segment that is nobody's.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// First byte.
    pub start: usize,
    /// Whether its memory is zero.
    pub is_zero: bool,
}

/// Lists of segments, linked by their notes; numbers of the first ones, 0 for none.
struct Idle {
    /// With memory, and poisoned by the last owner: emptied since memory was given back last.
    young: List,
    /// The same, emptied before that.
    old: List,
    /// Inaccessible, without memory and shadow.
    sealed: List,
}

static IDLE: Locked<Idle> = Locked::new(Idle {
    young: List(0),
    old: List(0),
    sealed: List(0),
});

/// The lock of the lists, for `fork`.
pub fn lock() -> &'static Lock {
    IDLE.lock()
}

struct List(u32);

impl List {
    fn push(&mut self, start: usize) {
        if let Some(note) = segment::note(start) {
            note.next.store(self.0, Ordering::Relaxed);
            self.0 = (start / SEGMENT) as u32;
        }
    }

    fn pop(&mut self) -> Option<usize> {
        let start = self.0 as usize * SEGMENT;
        self.0 = segment::note(start)
            .filter(|_| start != 0)?
            .next
            .load(Ordering::Relaxed);
        Some(start)
    }
}

/// A segment for a class; `None` when memory is out. The caller holds no lock of a class.
pub fn obtain() -> Option<Segment> {
    if let Some(segment) = take_with_memory() {
        return Some(segment);
    }
    // Before the heap grows: what one class has left another may have.
    collect(false);
    if let Some(segment) = take_with_memory() {
        return Some(segment);
    }
    large::make_way();
    if let Some(start) = take_sealed().or_else(segment::map) {
        // All of it, however little of it will be slots: an access far behind the last chunk is one of the heap, too.
        poison::poison(start, SEGMENT, Poison::Heap);
        return Some(Segment {
            start,
            is_zero: true,
        });
    }
    collect(true);
    take_with_memory()
}

fn take_with_memory() -> Option<Segment> {
    let mut idle = IDLE.hold();
    let start = idle.young.pop().or_else(|| idle.old.pop())?;
    Some(Segment {
        start,
        is_zero: false,
    })
}

fn take_sealed() -> Option<usize> {
    let mut idle = IDLE.hold();
    let start = idle.sealed.pop()?;
    if !platform::unseal(start, SEGMENT) {
        idle.sealed.push(start);
        return None;
    }
    Some(start)
}

/// Keeps a segment that no class has.
pub fn keep(segment: Segment) {
    IDLE.hold().young.push(segment.start);
}

/// Asks the classes for segments in which no chunk is; without `anyway`, those that probably have some.
fn collect(anyway: bool) {
    for class in 0..CLASSES {
        small::give_up_segments(class, anyway, |start| IDLE.hold().young.push(start));
    }
}

/// Milliseconds between two times at which memory goes back to the system; negative: never.
static INTERVAL: AtomicIsize = AtomicIsize::new(5000);
/// When that was last, in milliseconds of the system's clock.
static LAST: AtomicUsize = AtomicUsize::new(0);

/// Sets the time that memory is kept which nobody wants, in milliseconds; negative: for ever.
pub fn set_interval(milliseconds: isize) {
    INTERVAL.store(milliseconds, Ordering::Relaxed);
}

/// Gives back what nobody has wanted for an interval. The caller holds no lock of a class.
#[cold]
pub fn give_back_now_and_then() {
    let Ok(interval) = usize::try_from(INTERVAL.load(Ordering::Relaxed)) else {
        return;
    };
    let (now, last) = (platform::milliseconds(), LAST.load(Ordering::Relaxed));
    if now.wrapping_sub(last) < interval
        || LAST
            .compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed)
            .is_err()
    {
        return;
    }
    if interval != 0 {
        large::give_pages_back(false);
        collect(false);
        seal_old();
        let mut idle = IDLE.hold();
        (idle.old.0, idle.young.0) = (idle.young.0, 0);
    } else {
        give_back();
    }
}

/// Gives the memory of all segments back in which no chunk is; whether there was any.
pub fn give_back() -> bool {
    collect(true);
    let mut any = large::give_pages_back(true);
    any |= seal_old();
    {
        let mut idle = IDLE.hold();
        (idle.old.0, idle.young.0) = (idle.young.0, idle.old.0);
    }
    any |= seal_old();
    any
}

static RELEASES: AtomicUsize = AtomicUsize::new(0);

/// How many times a segment's memory was given back.
pub fn releases() -> usize {
    RELEASES.load(Ordering::Relaxed)
}

/// Makes the old ones inaccessible, so that a stale pointer goes on to be found out, and gives their memory back, also that
/// of their shadow.
fn seal_old() -> bool {
    let mut any = false;
    if !poison::is_wanted() {
        return any;
    }
    loop {
        let mut idle = IDLE.hold();
        let Some(start) = idle.old.pop() else {
            return any;
        };
        if !platform::seal(start, SEGMENT) {
            idle.young.push(start);
            return any;
        }
        shadow::forget(start, SEGMENT);
        idle.sealed.push(start);
        RELEASES.fetch_add(1, Ordering::Relaxed);
        any = true;
    }
}

/// Bytes of address space that are kept for reuse: with memory, and without.
pub fn kept_bytes() -> (usize, usize) {
    let idle = IDLE.hold();
    let bytes = |list: &List| {
        let mut at = list.0;
        let mut count = 0;
        while at != 0 {
            count += 1;
            at = segment::note(at as usize * SEGMENT)
                .map_or(0, |note| note.next.load(Ordering::Relaxed));
        }
        count * SEGMENT
    };
    (bytes(&idle.young) + bytes(&idle.old), bytes(&idle.sealed))
}
