//! Large chunks that loops ask about get a fold: their shadow is zero at first, granule by granule addressable, and tells nothing of many bytes at once.
//!
//! It takes an eighth of the chunk, as freeing the chunk does. So only chunks about which it was asked some times get it, and of which the program uses
//! the greater part.

use super::record::Record;
use super::{REGISTRY, poison};
use crate::hash;
use crate::heap::header::State;
use crate::platform::{self, PAGE};
use crate::shadow;
use core::sync::atomic::{AtomicU32, Ordering};

/// How often it was asked about memory that has no fold, by address; shared by what lies far apart.
static ASKED: [AtomicU32; 64] = [const { AtomicU32::new(0) }; 64];

/// Bytes of memory about which is counted together.
const AREA: usize = super::SPARSE_FROM;
/// Questions before the first look, which takes about as long as they did. Afterwards twice as many, and in the end one look for so many questions.
const FIRST_LOOK: u32 = 16;
const ONE_LOOK_FOR: u32 = 1024;

/// Folds the shadow of the chunk in use in which all bytes from `first` to `last` lie, if that is worth it by now; whether it did. Does not wait: not
/// for another thread, and not for what a signal handler has interrupted.
#[cold]
pub fn fold_around(first: usize, last: usize) -> bool {
    if !is_due(first) || !poison::is_wanted() || platform::stack_pointer().abs_diff(first) < AREA {
        return false;
    }
    let Some(registry) = REGISTRY.try_hold() else {
        return false;
    };
    let found = registry.all().find(|record| {
        // SAFETY: a record of the registry, which we hold.
        let chunk = unsafe { &**record };
        let end = chunk.start + chunk.chunk.size;
        chunk.chunk.state == State::Allocated && chunk.start <= first && last < end
    });
    // SAFETY: as above. While the registry is held, nobody frees the chunk.
    let Some(chunk) = found.map(|record| unsafe { &*record }) else {
        return false;
    };
    is_used(chunk) && shadow::user::fold_untouched(chunk.start, chunk.chunk.size)
}

/// Counts a question; whether it is time to look at the chunk.
fn is_due(address: usize) -> bool {
    let slot = hash::of(address / AREA, ASKED.len().ilog2());
    let count = &ASKED[slot];
    // Another thread's question that gets lost does not matter.
    let asked = count.load(Ordering::Relaxed).wrapping_add(1);
    count.store(asked, Ordering::Relaxed);
    asked >= FIRST_LOOK && (asked.is_power_of_two() || asked.is_multiple_of(ONE_LOOK_FOR))
}

/// Whether the greater part of a chunk has memory, by some of its pages.
fn is_used(chunk: &Record) -> bool {
    const LOOKS: usize = 32;
    let pages = chunk.chunk.size / PAGE;
    let with_memory = (0..LOOKS).filter(|number| {
        let page = chunk.start + pages * number / LOOKS * PAGE;
        platform::resident(page & !(PAGE - 1), PAGE) != 0
    });
    with_memory.count() > LOOKS / 2
}
