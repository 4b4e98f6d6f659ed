//! Giving shadow back that holds nothing, while other threads run.
//!
//! What looks unused is made inaccessible first, and looked at once more before it is unmapped: whoever writes there meanwhile has written
//! before that, and then it stays, or faults and waits ([`was_waited_for`]). So no poison is lost.

use super::{CHUNK, LAZY, MAPPED, areas, at, chunks, note, shadow_end};
use crate::platform::{self, SHADOW_OFFSET, address_end};
use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

/// 1 while shadow is being given back; nobody else maps any then.
static GIVING: AtomicU32 = AtomicU32::new(0);

/// Maps shadow on demand from now on, and gives all back that is not in use. Where that cannot be known, or it is so already, nothing
/// changes. `serve` lets faults of the shadow be resolved. The caller runs no handlers of signals meanwhile.
pub fn give_back(serve: impl FnOnce()) {
    if LAZY.load(Ordering::Acquire) {
        return;
    }
    GIVING.store(1, Ordering::SeqCst);
    LAZY.store(true, Ordering::SeqCst);
    note(0);
    if for_each_used(note) {
        serve();
        give_what_stays_unused();
    } else {
        LAZY.store(false, Ordering::SeqCst);
    }
    GIVING.store(0, Ordering::SeqCst);
    platform::wake_all(&GIVING);
}

/// Waits while shadow is being given back; whether it was.
pub fn was_waited_for() -> bool {
    let mut waited = false;
    while GIVING.load(Ordering::SeqCst) != 0 {
        platform::wait(&GIVING, 1);
        waited = true;
    }
    waited
}

fn give_what_stays_unused() {
    let mut all_closed = true;
    for_each_unused(|run| {
        all_closed &= accessible(&run).all(|part| platform::close_pages(part.start, part.len()));
    });
    let open = |run: Range<usize>| {
        accessible(&run).for_each(|part| {
            platform::unseal(part.start, part.len());
        });
    };
    let keep = |index: usize| {
        let start = SHADOW_OFFSET + index * CHUNK;
        open(start..start + CHUNK);
        note(index);
    };
    if all_closed && for_each_used(keep) {
        for_each_unused(|run| {
            platform::unmap(run.start, run.len());
        });
    } else {
        // All of it stays: the limit leaves the program less than it could.
        for_each_unused(open);
    }
}

/// What of a run is not shadow of the shadow, which stays inaccessible.
fn accessible(run: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let (first, end) = (run.start, run.end);
    let parts = areas().into_iter().take(2);
    parts
        .map(move |area| first.max(area.0)..end.min(area.1))
        .filter(|part| !part.is_empty())
}

/// Calls `each` with every piece of shadow that is not noted but may hold something; false where that cannot be known.
fn for_each_used(mut each: impl FnMut(usize)) -> bool {
    platform::for_each_mapping(|mapping| {
        let end = mapping.range.end.min(address_end());
        if mapping.range.start < end
            && !(SHADOW_OFFSET..shadow_end()).contains(&mapping.range.start)
        {
            chunks(at(mapping.range.start) as usize, at(end - 1) as usize)
                .filter(is_unused)
                .filter(|index| platform::was_touched(SHADOW_OFFSET + index * CHUNK, CHUNK))
                .for_each(&mut each);
        }
        true
    })
}

/// Calls `each` with the addresses of what is not noted, as much as lies together.
fn for_each_unused(mut each: impl FnMut(Range<usize>)) {
    let count = (shadow_end() - SHADOW_OFFSET).div_ceil(CHUNK);
    let mut index = 0;
    while index < count {
        let first = index;
        while index < count && is_unused(&index) {
            index += 1;
        }
        if first < index {
            let start = SHADOW_OFFSET + first * CHUNK;
            each(start..(SHADOW_OFFSET + index * CHUNK).min(shadow_end()));
        }
        index += 1;
    }
}

fn is_unused(index: &usize) -> bool {
    MAPPED[index / 64].load(Ordering::Acquire) & (1 << (index % 64)) == 0
}
