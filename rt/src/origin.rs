//! Who created each thread, for reports.

use crate::stack::depot;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

/// Threads with higher numbers are not kept.
const MOST: usize = 1 << 14;

/// For each thread by number, the kept trace of the call that created it.
static TRACES: [AtomicU32; MOST] = [const { AtomicU32::new(0) }; MOST];

/// Memory that holds numbers only, each or any two of which may look like an address.
pub fn numbers() -> Range<usize> {
    let start = &raw const TRACES as usize;
    start..start + size_of_val(&TRACES)
}

/// Notes where a thread was created.
pub fn set(thread: u32, trace: depot::Id) {
    if let Some(place) = TRACES.get(thread as usize) {
        place.store(trace.0, Ordering::Relaxed);
    }
}

/// Where a thread was created, and by which; `None` if that was not noted.
pub fn of(thread: u32) -> Option<depot::Trace> {
    let kept = TRACES.get(thread as usize)?.load(Ordering::Relaxed);
    depot::get(depot::Id(kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_known_by_its_number() {
        let last = MOST as u32 - 1;
        assert!(of(last).is_none());
        set(last, depot::insert(7, &[11, 12]));
        let trace = of(last).unwrap();
        assert_eq!((trace.thread, trace.frames), (7, &[11, 12][..]));
        set(last + 1, depot::insert(7, &[11]));
        assert!(of(last + 1).is_none());
    }
}
