//! Which chunk an address belongs to.

use super::header::{Chunk, Header, State};
use super::size_class::HEADER;
use super::{large, segment};
use crate::stack::depot;

/// Where the chunk of a slot begins.
#[inline]
pub fn chunk_start(slot: usize) -> usize {
    let first = slot + HEADER;
    // SAFETY: slots begin with a header or a redirect.
    first + unsafe { Header::of(first) }.read_redirect().unwrap_or(0)
}

/// Size in bytes of the allocated chunk that begins at `address`.
pub fn size_of_chunk(address: usize) -> Option<usize> {
    chunk_at(address).map(|chunk| chunk.size)
}

/// The allocated chunk that begins at `address`.
pub fn chunk_at(address: usize) -> Option<Chunk> {
    let found = match segment::slot_at(address) {
        Some(slot) => in_slot(slot.start),
        None => large::find_start(address),
    };
    found
        .filter(|found| found.start == address && found.chunk.state == State::Allocated)
        .map(|found| found.chunk)
}

/// The chunk of a slot, if one was ever there.
pub fn in_slot(slot: usize) -> Option<large::Found> {
    let start = chunk_start(slot);
    // SAFETY: inside the slot.
    let header = unsafe { Header::of(start) };
    Some(large::Found {
        start,
        chunk: header.read()?,
        traces: header.traces(),
    })
}

/// The chunk that an access at `address` most likely meant: the one it lies in, or the nearer neighbour of
/// a redzone, where an allocated chunk counts before a freed one.
pub fn nearest(address: usize) -> Option<large::Found> {
    let Some(slot) = segment::slot_at(address) else {
        // The byte after the last slot still is redzone.
        let before =
            segment::slot_at(address.wrapping_sub(HEADER)).and_then(|slot| in_slot(slot.start));
        return before.or_else(|| large::around(address));
    };
    let own = in_slot(slot.start);
    if own.is_some_and(|own| address >= own.start) {
        return own;
    }
    let previous =
        segment::slot_at(slot.start.wrapping_sub(1)).and_then(|slot| in_slot(slot.start));
    match (previous, own) {
        (Some(previous), Some(own)) => {
            let is_live = |found: &large::Found| found.chunk.state == State::Allocated;
            let after_previous = address - (previous.start + previous.chunk.size).min(address);
            let prefer_previous = match (is_live(&previous), is_live(&own)) {
                (true, false) => true,
                (false, true) => false,
                _ => after_previous < own.start - address,
            };
            Some(if prefer_previous { previous } else { own })
        }
        (previous, own) => previous.or(own),
    }
}

/// The chunk that is nearest to an address of the heap which no chunk has: far behind the last one that was there, or before the
/// first of a segment.
pub fn beside(address: usize) -> Option<large::Found> {
    if !segment::contains(address) && !segment::is_lead(address) {
        return None;
    }
    let [below, behind] = segment::slots_beside(address);
    let next_below = |slot: &segment::Slot| segment::slot_at(slot.start.wrapping_sub(1));
    let below = core::iter::successors(below, next_below).find_map(|slot| in_slot(slot.start));
    let behind = behind.and_then(|slot| in_slot(slot.start));
    let distance = |found: &large::Found| match found.start > address {
        true => found.start - address,
        false => address - found.start,
    };
    below.into_iter().chain(behind).min_by_key(distance)
}

/// What was meant by an address that the heap has made inaccessible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// A freed chunk.
    Freed,
    /// No chunk: what lies around one.
    Redzone,
}

/// Whether the heap may have made an address inaccessible, whose shadow need not say so.
pub fn sealed(address: usize) -> Option<Sealed> {
    match large::freed_around(address) {
        Some(found) if found.contains(address) => Some(Sealed::Freed),
        Some(_) => Some(Sealed::Redzone),
        None if segment::is_emptied(address) => Some(Sealed::Freed),
        None => segment::is_lead(address).then_some(Sealed::Redzone),
    }
}

/// Notes another stack trace for where the allocated chunk at `address` was allocated; false if none begins there.
pub fn set_allocated_at(address: usize, trace: depot::Id) -> bool {
    if size_of_chunk(address).is_none() {
        return false;
    }
    match segment::slot_at(address) {
        // SAFETY: a chunk begins there.
        Some(_) => unsafe { Header::of(address) }.set_allocated_at(trace),
        None => large::set_allocated_at(address, trace),
    }
    true
}
