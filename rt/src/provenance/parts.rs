//! Pointers that are held to a part of an object: an array that is a member of a structure.
//!
//! Claims: while the whole object lives, the record of a part says of its pointers how far they reach, and no other part has that record. Nobody is told when a part ends, so whoever
//! reads the record asks for the object, too. A part that begins where another one of the same object does, or nearby, has no record: then its pointers are held to the whole.

use super::{SHADOW_DECIDES, record};
use core::sync::atomic::{AtomicU64, Ordering};
use sanecc_abi::provenance::{
    OF_VIEW, UNKNOWN, VIEW, generation_of, part_at, provenance, record_of, start_of, whole_at,
};
use sanecc_abi::site::Object;

/// A record that is being written.
const BUSY: u64 = u64::MAX;

/// The words of a part.
struct Words {
    alive: &'static AtomicU64,
    span: &'static AtomicU64,
    whole: &'static AtomicU64,
    object: &'static AtomicU64,
}

fn words(view: u64) -> Words {
    let place = record_of(view) as usize;
    let (whole, object) = (whole_at(view) as usize, part_at(view) as usize);
    // SAFETY: all words lie in the tables, which are mapped as soon as anybody follows provenance.
    unsafe {
        Words {
            alive: &*(place as *const AtomicU64),
            span: &*((place + 8) as *const AtomicU64),
            whole: &*(whole as *const AtomicU64),
            object: &*(object as *const AtomicU64),
        }
    }
}

/// The provenance of pointers to a living object, and its bytes.
fn living(known: u64) -> Option<(usize, usize)> {
    let start = start_of(known) as usize;
    let record = record(start);
    let is_alive = record.alive.load(Ordering::Acquire) & !SHADOW_DECIDES == known;
    is_alive.then(|| (start, record.span.load(Ordering::Relaxed) as usize))
}

/// The provenance of the whole object of a part, also of one that has ended; unknown if nothing is noted of the part any more.
pub fn whole(known: u64) -> u64 {
    if known & VIEW == 0 {
        return known;
    }
    let words = words(known);
    let start = words.whole.load(Ordering::Relaxed);
    match words.alive.load(Ordering::Acquire) ^ known == OF_VIEW {
        true => provenance(start, generation_of(known)),
        false => UNKNOWN,
    }
}

/// The provenance of pointers that are held to an array in the object of others; theirs if no more can be said.
pub fn part(known: u64, start: usize, object: &'static Object) -> u64 {
    let known = whole(known);
    let size = object.size as usize;
    let Some((first, bytes)) = living(known) else {
        return known;
    };
    let distance = start.wrapping_sub(first);
    let lies_inside = distance <= bytes && size <= bytes - distance;
    if !lies_inside || size == bytes {
        return known;
    }
    let view = provenance(start as u64, generation_of(known)) | VIEW;
    let words = words(view);
    let found = words.alive.load(Ordering::Acquire);
    let own = view ^ OF_VIEW;
    if found == own {
        return match words.span.load(Ordering::Relaxed) == size as u64 {
            true => view,
            false => known,
        };
    }
    let is_used = found == BUSY
        || found != UNKNOWN && {
            let other = provenance(words.whole.load(Ordering::Relaxed), generation_of(found));
            living(other).is_some()
        };
    let is_taken = is_used
        || words
            .alive
            .compare_exchange(found, BUSY, Ordering::Acquire, Ordering::Relaxed)
            .is_err();
    if is_taken {
        return known;
    }
    words.span.store(size as u64, Ordering::Relaxed);
    words.whole.store(first as u64, Ordering::Relaxed);
    words
        .object
        .store(&raw const *object as u64, Ordering::Relaxed);
    words.alive.store(own, Ordering::Release);
    view
}

/// The array that pointers are held to: first byte, bytes, and what is known of it. None if it is unknown.
pub fn part_of(view: u64) -> Option<(usize, usize, &'static Object)> {
    let words = words(view);
    let size = words.span.load(Ordering::Relaxed) as usize;
    let object = words.object.load(Ordering::Relaxed) as *const Object;
    let is_own = words.alive.load(Ordering::Acquire) ^ view == OF_VIEW;
    // SAFETY: checked code has noted one of its records, a constant; should its module be gone, so is the object, of which its callers ask first.
    let object = unsafe { object.as_ref() }.filter(|_| is_own)?;
    Some((start_of(view) as usize, size, object))
}
