//! Who created each thread, for reports.

use crate::stack::depot;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Threads with higher numbers are not kept.
const MOST: usize = 1 << 14;
/// So that no number looks like an address when leaks are looked for.
const MARK: usize = 1 << 63;

/// For each thread by number, the kept trace of the call that created it.
static TRACES: [AtomicUsize; MOST] = [const { AtomicUsize::new(0) }; MOST];

/// Notes where a thread was created.
pub fn set(thread: u32, trace: depot::Id) {
    if let Some(place) = TRACES.get(thread as usize) {
        place.store(trace.0 as usize | MARK, Ordering::Relaxed);
    }
}

/// Where a thread was created, and by which; `None` if that was not noted.
pub fn of(thread: u32) -> Option<depot::Trace> {
    let kept = TRACES.get(thread as usize)?.load(Ordering::Relaxed);
    depot::get(depot::Id((kept & !MARK) as u32))
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
