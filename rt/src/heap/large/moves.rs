//! What a chunk holds goes to another chunk: whole pages move, the rest is copied.

use super::{REGISTRY, donors};
use crate::platform::PAGE;
use core::ops::Range;

/// Fewer bytes are copied faster than their pages are moved.
pub const MOVE_FROM: usize = 256 << 10;

/// Bytes of whole pages that are moved rather than copied with the first `size` bytes of a chunk.
fn moved_pages(size: usize) -> usize {
    Some(size & !(PAGE - 1))
        .filter(|whole| *whole >= MOVE_FROM)
        .unwrap_or(0)
}

/// How many of the first `size` bytes of the chunk at `start` [`move_contents`] would move, rather than copy.
pub fn movable(start: usize, size: usize) -> usize {
    let whole = moved_pages(size);
    if whole == 0 || !start.is_multiple_of(PAGE) {
        return 0;
    }
    let registry = REGISTRY.hold();
    let found = registry.find_start(start);
    // SAFETY: a record of the registry, which we hold.
    match found.map(|record| unsafe { &*record }) {
        Some(record) if registry.may_move(record) => whole,
        _ => 0,
    }
}

/// Moves the first `size` bytes of one large chunk into another, page by page where they lie on whole pages;
/// false, and nothing moved, where copying is the way. What remains in the old chunk must not be read: it may
/// be zero.
pub fn move_contents(from: usize, to: usize, size: usize) -> bool {
    let whole = moved_pages(size);
    let on_pages = from.is_multiple_of(PAGE) && to.is_multiple_of(PAGE);
    if !on_pages || whole == 0 {
        return false;
    }
    let left = {
        let registry = REGISTRY.hold();
        let records = (registry.find_start(from), registry.find_start(to));
        let (Some(source), Some(target)) = records else {
            return false;
        };
        // SAFETY: two records of the registry, which we hold.
        let (source, target) = unsafe { (&mut *source, &mut *target) };
        if !registry.may_move(source) {
            return false;
        }
        let places = (from - source.base, to - target.base);
        let left = donors::move_between((source, places.0), (target, places.1), whole);
        source.is_emptied = left < whole;
        left
    };
    // SAFETY: both chunks have `size` bytes.
    let copy = |range: Range<usize>| unsafe {
        ((to + range.start) as *mut u8)
            .copy_from_nonoverlapping((from + range.start) as *const u8, range.len())
    };
    copy(0..left);
    copy(whole..size);
    true
}
