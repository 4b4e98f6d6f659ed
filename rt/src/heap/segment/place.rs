//! Where segments lie in the address space, and what lies below them.

use super::SEGMENT;
use crate::heap::poison;
use crate::{platform, shadow};
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_abi::shadow::Poison;

/// Bytes of inaccessible redzone below a segment that does not follow another one: what a page of shadow stands for.
pub const LEAD: usize = 32 << 10;

/// How far behind the first one the next segment is looked for: one after the other, so that the shadow is dense as well.
static HINT: AtomicUsize = AtomicUsize::new(0);

/// Maps a segment.
pub fn map_aligned() -> Option<usize> {
    let first = platform::first_segment();
    let hint = first.wrapping_add(HINT.fetch_add(SEGMENT, Ordering::Relaxed));
    let got = platform::map(hint, SEGMENT).ok()?;
    if got.is_multiple_of(SEGMENT) {
        if hint == first || got != hint {
            map_lead(got);
        }
        return Some(got);
    }
    platform::unmap(got, SEGMENT);
    let got = platform::map(0, 2 * SEGMENT).ok()?;
    let start = got.next_multiple_of(SEGMENT);
    if start != got {
        platform::unmap(got, start - got);
    }
    platform::unmap(start + SEGMENT, got + SEGMENT - start);
    map_lead(start);
    Some(start)
}

/// Makes redzone of what lies below a segment, as far as nothing is there.
fn map_lead(start: usize) {
    let lead = start - LEAD;
    if platform::map_exactly(lead, LEAD, false).is_err() {
        return;
    }
    if shadow::map::try_ensure(lead, LEAD) {
        poison::poison(lead, LEAD, Poison::Heap);
    } else {
        platform::unmap(lead, LEAD);
    }
}
