//! Pointers that are held to a part of an object: an array that is a member of a structure.
//!
//! Claims: while the whole object lives, the record of a part says of its pointers how far they reach, and no other part has that record. Who reads a record that says
//! [`SHADOW_DECIDES`] asks for the whole object, too. Those of variables and chunks say so when these have ended; those of locals and of very large objects always do, since nobody is
//! told of their end. A part that begins where another one of the same object does, or nearby, has no record: then its pointers are held to the whole.

use super::{SHADOW_DECIDES, record};
use core::sync::atomic::{AtomicU64, Ordering, fence};
use sanecc_abi::provenance::{
    ADDRESS, ADDRESS_BITS, DISTANCE, OF_PART, OF_STACK, UNKNOWN, generation_of, part_at,
    provenance, record_of, start_of, whole_at,
};
use sanecc_abi::site::Part;

/// A record that is being written.
const BUSY: u64 = u64::MAX;
/// Bytes of the largest object whose parts are told of its end: all places of their records are looked at then.
const LARGEST_NOTED: usize = 4 << 20;

/// Which sizes objects with parts have had, in units of 16 bytes and modulo the bits that are here.
static SIZES: [AtomicU64; 16] = [const { AtomicU64::new(0) }; 16];

/// The word and the bit of a size.
fn size_bit(size: usize) -> (&'static AtomicU64, u64) {
    let number = size / 16;
    (&SIZES[number / 64 % SIZES.len()], 1 << (number % 64))
}

/// The words of a part.
struct Words {
    alive: &'static AtomicU64,
    span: &'static AtomicU64,
    /// Where the whole object begins, and above that the low bits of where the part does.
    begins: &'static AtomicU64,
    array: &'static AtomicU64,
}

fn words(part: u64) -> Words {
    let place = record_of(part) as usize;
    let (begins, array) = (whole_at(part) as usize, part_at(part) as usize);
    // SAFETY: all words lie in the tables, which are mapped as soon as anybody follows provenance.
    unsafe {
        Words {
            alive: &*(place as *const AtomicU64),
            span: &*((place + 8) as *const AtomicU64),
            begins: &*(begins as *const AtomicU64),
            array: &*(array as *const AtomicU64),
        }
    }
}

/// What the record notes of where a part begins.
fn low_bits(part: u64) -> u64 {
    (part & (DISTANCE - 1)) << ADDRESS_BITS
}

impl Words {
    /// Whether the record is that of this part.
    fn are_of(&self, part: u64) -> bool {
        let alive = self.alive.load(Ordering::Acquire);
        let begins = self.begins.load(Ordering::Relaxed);
        alive ^ part <= SHADOW_DECIDES && begins & !ADDRESS == low_bits(part)
    }

    /// Where the whole object begins.
    fn whole(&self) -> u64 {
        self.begins.load(Ordering::Relaxed) & ADDRESS
    }
}

/// The first word of the record of a living object.
fn alive(known: u64) -> Option<u64> {
    let alive = record(start_of(known) as usize)
        .alive
        .load(Ordering::Acquire);
    (alive & !SHADOW_DECIDES == known).then_some(alive)
}

/// The provenance of the whole object of a part, also of one that has ended; unknown if nothing is noted of the part any more.
pub fn whole(known: u64) -> u64 {
    if known & OF_PART == 0 {
        return known;
    }
    let words = words(known);
    match words.are_of(known) {
        true => provenance(words.whole(), generation_of(known)),
        false => UNKNOWN,
    }
}

/// The provenance of pointers that are held to an array in the object of others; theirs if no more can be said.
pub fn part(known: u64, start: usize, array: &'static Part) -> u64 {
    let known = whole(known);
    let size = array.object.size as usize;
    if alive(known).is_none() {
        return known;
    }
    let first = start_of(known) as usize;
    let bytes = record(first).span.load(Ordering::Relaxed) as usize;
    let distance = start.wrapping_sub(first);
    let lies_inside = distance <= bytes && size <= bytes - distance;
    if !lies_inside || size == bytes {
        return known;
    }
    let part = provenance(start as u64, generation_of(known)) | OF_PART;
    let words = words(part);
    if words.are_of(part) {
        return match words.span.load(Ordering::Relaxed) == size as u64 {
            true => part,
            false => known,
        };
    }
    let found = words.alive.load(Ordering::Acquire);
    let is_used = found == BUSY
        || found != UNKNOWN && {
            let other = provenance(words.whole(), generation_of(found));
            alive(other).is_some()
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
    let begins = first as u64 | low_bits(part);
    words.begins.store(begins, Ordering::Relaxed);
    words
        .array
        .store(&raw const *array as u64, Ordering::Relaxed);
    words.alive.store(part ^ SHADOW_DECIDES, Ordering::Release);
    if known & OF_STACK == 0 && bytes <= LARGEST_NOTED {
        spare_object(&words, part, (known, bytes));
    }
    part
}

/// A new part is told when its object ends, so nobody needs to ask for that.
fn spare_object(words: &Words, part: u64, (known, bytes): (u64, usize)) {
    let (sizes, bit) = size_bit(bytes);
    sizes.fetch_or(bit, Ordering::Relaxed);
    words.alive.store(part, Ordering::Relaxed);
    // Whoever poisons a part of the object writes to its record before it looks at the parts.
    fence(Ordering::SeqCst);
    if alive(known) != Some(known) {
        words.alive.store(part ^ SHADOW_DECIDES, Ordering::Relaxed);
    }
}

/// The object that has begun here has ended, or not all of it may be accessed, which its own record says already: the records of its parts lead there.
#[inline]
pub(super) fn ask_object(start: usize, size: usize) {
    let (sizes, bit) = size_bit(size);
    if sizes.load(Ordering::Relaxed) & bit != 0 {
        ask_object_of_each(start, size);
    }
}

#[cold]
fn ask_object_of_each(start: usize, size: usize) {
    if size > LARGEST_NOTED {
        return;
    }
    fence(Ordering::SeqCst);
    let from = start & !(DISTANCE as usize - 1);
    for place in (from..start + size).step_by(DISTANCE as usize) {
        let words = words(place as u64 | OF_PART);
        let alive = words.alive.load(Ordering::Relaxed);
        if alive != UNKNOWN && alive != BUSY && words.whole() == start as u64 {
            let low = words.begins.load(Ordering::Relaxed) >> ADDRESS_BITS;
            let asks = alive & !(DISTANCE - 1) | low ^ SHADOW_DECIDES;
            // Who notes another part at this moment has the last word.
            let _ = words
                .alive
                .compare_exchange(alive, asks, Ordering::Relaxed, Ordering::Relaxed);
        }
    }
}

/// The array that pointers are held to: first byte, bytes, and what is known of it. None if it is unknown.
pub fn part_of(part: u64) -> Option<(usize, usize, &'static Part)> {
    let words = words(part);
    let size = words.span.load(Ordering::Relaxed) as usize;
    let array = words.array.load(Ordering::Relaxed) as *const Part;
    // SAFETY: checked code has noted one of its records, a constant; should its module be gone, so is the object, of which its callers ask first.
    let array = unsafe { array.as_ref() }.filter(|_| words.are_of(part))?;
    Some((start_of(part) as usize, size, array))
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::provenance::{array, begin, end, follow_once, let_shadow_decide_of};

    /// What the record of a part says other than its provenance; none if it is not its record.
    fn says(part: u64) -> Option<u64> {
        let words = words(part);
        words
            .are_of(part)
            .then(|| words.alive.load(Ordering::Relaxed) ^ part)
    }

    #[test]
    fn parts_of_a_chunk_ask_for_it_once_it_has_ended() {
        follow_once();
        let start = 0x6102_0000_0010;
        let known = begin(start, 96);
        let parts = [7, 37, 64].map(|at| part(known, start + at, array(8)));
        assert_eq!(parts.map(says), [Some(0); 3]);
        // The next chunk begins in the memory that belongs to the last record.
        let next = start + 128;
        let other = part(begin(next, 40), next + 8, array(8));
        end(start);
        assert_eq!(parts.map(says), [Some(SHADOW_DECIDES); 3]);
        assert_eq!(parts.map(whole), [known; 3]);
        assert_eq!(says(other), Some(0));
        end(next);
        assert_eq!(says(other), Some(SHADOW_DECIDES));
    }

    #[test]
    fn parts_of_a_poisoned_chunk_ask_the_shadow() {
        follow_once();
        let start = 0x6102_0000_1010;
        let known = begin(start, 80);
        let early = part(known, start + 5, array(9));
        let_shadow_decide_of(start);
        let late = part(known, start + 40, array(8));
        assert_eq!([early, late].map(says), [Some(SHADOW_DECIDES); 2]);
        assert_eq!([early, late].map(whole), [known; 2]);
        end(start);
        // The chunk without an end that anybody told.
        let again = begin(start, 80);
        let held = part(again, start + 5, array(9));
        assert_eq!(says(held), Some(0));
        begin(start, 80);
        assert_eq!(says(held), Some(SHADOW_DECIDES));
        end(start);
    }

    #[test]
    fn parts_of_locals_and_of_very_large_objects_ask_the_shadow() {
        follow_once();
        let start = 0x6102_0100_0010;
        let local = begin(start, 80) | OF_STACK;
        record(start).alive.store(local, Ordering::Relaxed);
        assert_eq!(says(part(local, start + 8, array(8))), Some(SHADOW_DECIDES));
        end(start);
        let large = begin(start, LARGEST_NOTED + 1);
        let held = part(large, start + 8, array(8));
        assert_eq!(says(held), Some(SHADOW_DECIDES));
        end(start);
        assert_eq!(says(held), Some(SHADOW_DECIDES));
    }
}
