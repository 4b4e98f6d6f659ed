//! Objects that the program has poisoned by hand, also in part: their accesses ask the shadow, too.

use super::{SHADOW_DECIDES, parts, record};
use crate::heap::header::State;
use crate::{globals, heap, platform};
use core::sync::atomic::Ordering;
use sanecc_abi::provenance::{DISTANCE, LARGEST_LOCAL, UNKNOWN, living, record_at, start_of};

/// Bytes of which it is asked first whether any of their records was ever written.
const PIECE: usize = 64 << 10;

/// Not all of these bytes may be accessed from now on: the objects that they lie in ask the shadow as long as they live.
pub fn let_shadow_decide(address: usize, size: usize) {
    if !super::is_followed() || size == 0 {
        return;
    }
    // What begins before the bytes: a chunk, a variable, or else a local.
    let chunk = heap::nearest(address)
        .filter(|found| found.chunk.state == State::Allocated)
        .map(|found| found.start);
    let variable = || globals::nearest(address).map(|global| global.address() as usize);
    match chunk.or_else(variable) {
        Some(start) if covers(start, address) => mark(start),
        _ => {
            let farthest = address.saturating_sub(LARGEST_LOCAL as usize);
            let begins = (farthest..address).step_by(DISTANCE as usize);
            begins.filter(|at| covers(*at, address)).for_each(mark);
        }
    }
    // What begins among them.
    let end = address.saturating_add(size);
    for piece in (address..end).step_by(PIECE) {
        let records = record_at(piece as u64) as usize;
        let piece_end = end.min(piece + PIECE);
        // To ask the kernel is dear, too.
        if size < 2 * PIECE || platform::was_touched(records, PIECE / DISTANCE as usize * 16) {
            let begins = (piece..piece_end).step_by(DISTANCE as usize);
            begins.for_each(mark);
            mark(piece_end - 1);
        }
    }
}

/// Not all of the object that begins at an address may be accessed from now on.
pub fn let_shadow_decide_of(start: usize) {
    if super::is_followed() {
        mark(start);
    }
}

/// Whether the object with the record of an address covers another one.
fn covers(at: usize, address: usize) -> bool {
    let record = record(at);
    let alive = record.living();
    let span = record.span.load(Ordering::Relaxed);
    alive != UNKNOWN && (address as u64).wrapping_sub(start_of(alive)) < span
}

/// The object with the record of this address asks. What has none, or begins elsewhere, is none the worse for it.
fn mark(address: usize) {
    let record = record(address);
    let known = record.alive.load(Ordering::Relaxed);
    // What asks already has told its parts, and later ones look at it.
    if living(known) != UNKNOWN && known & SHADOW_DECIDES == 0 {
        // Who ends it or begins another at this moment has the last word.
        let _ = record.alive.compare_exchange(
            known,
            known | SHADOW_DECIDES,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        let start = start_of(known) as usize;
        parts::ask_object(start, record.span.load(Ordering::Relaxed) as usize);
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::provenance::{begin, end, follow_once};

    fn asks(start: usize) -> bool {
        record(start).alive.load(Ordering::Relaxed) & SHADOW_DECIDES != 0
    }

    #[test]
    fn objects_among_the_bytes_ask_until_they_end() {
        follow_once();
        // Beyond the heap and all variables.
        let start = 0x6300_0000_0010;
        let others = [start - 64, start + 256];
        for object in others.into_iter().chain([start, start + 128]) {
            begin(object, 48);
        }
        let_shadow_decide(start, 200);
        assert!(asks(start) && asks(start + 128));
        assert!(!others.into_iter().any(asks));
        end(start);
        assert_eq!(record(start).living(), UNKNOWN);
        begin(start, 48);
        assert!(!asks(start));
        let_shadow_decide(start + 96, 0);
        assert!(!asks(start));
        let local = 0x6300_0100_0020;
        begin(local, LARGEST_LOCAL as usize);
        let_shadow_decide(local + LARGEST_LOCAL as usize - 8, 8);
        assert!(asks(local));
    }
}
