//! Address space kept back for shadow in the lazy mode.
//!
//! The heap refuses a chunk for whose shadow no address space is left. A thread's stack and the program's own mappings come from the
//! system, and nobody asks before they are used: for the shadow of these some is kept, and as long as it is not there, no thread begins.

use super::map::{CHUNK, is_lazy};
use crate::platform;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Pieces as large as the shadow that is mapped at once, which is that of 8 MiB. Of little address space, fewer are kept.
static PIECES: [AtomicUsize; 16] = [const { AtomicUsize::new(NONE) }; 16];
/// The share of the address space that is kept at most.
const SHARE: usize = 16;

const NONE: usize = 0;
/// Somebody is about to map it.
const COMING: usize = 1;

/// Fills up what has been used; whether all is there. Nothing is kept where all of the shadow is mapped.
pub fn fill() -> bool {
    !is_lazy() || PIECES.iter().take(wanted()).all(is_kept)
}

fn wanted() -> usize {
    let least = platform::address_space_limit().unwrap_or(usize::MAX);
    (least / SHARE / CHUNK).max(2)
}

fn is_kept(piece: &AtomicUsize) -> bool {
    if let Err(kept) = piece.compare_exchange(NONE, COMING, Ordering::Acquire, Ordering::Relaxed) {
        return kept != COMING;
    }
    let mapping = platform::map(0, CHUNK).unwrap_or(NONE);
    piece.store(mapping, Ordering::Release);
    mapping != NONE
}

/// Gives a piece back to the system; false if there is none.
pub fn give() -> bool {
    PIECES.iter().any(|piece| {
        let kept = piece.load(Ordering::Acquire);
        kept > COMING
            && piece
                .compare_exchange(kept, NONE, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
            && platform::unmap(kept, CHUNK)
    })
}
