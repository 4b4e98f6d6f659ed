//! Slots of memory that is copied or written as bytes.

use super::static_provenance;
use crate::platform;
use core::sync::atomic::{AtomicU64, Ordering};
use sanecc_abi::provenance::{InitialPointer, Slot, UNKNOWN, slot_at};

const WORD: usize = 8;

/// The two words of the slot of a pointer at an address.
#[inline(always)]
fn slot(address: usize) -> (&'static AtomicU64, &'static AtomicU64) {
    let place = slot_at(address as u64) as usize;
    // SAFETY: both words lie in the table, which is mapped as soon as anybody follows provenance.
    unsafe {
        (
            &*(place as *const AtomicU64),
            &*((place + 8) as *const AtomicU64),
        )
    }
}

/// A pointer of this provenance lies at a place.
pub fn set(place: usize, known: u64, pointer: usize) {
    let new = Slot::new(known, pointer as u64);
    let (provenance, mixed) = slot(place);
    mixed.store(new.mixed, Ordering::Relaxed);
    provenance.store(new.provenance, Ordering::Relaxed);
}

/// Makes the slots of pointers that lie in variables from the start. The program has not run yet, so they still point where the compiler said.
pub fn begin_initial(pointers: &[InitialPointer]) {
    for pointer in pointers {
        let (Some(place), Some(target)) = (pointer.place.get(), pointer.target.get()) else {
            continue;
        };
        let known = static_provenance(target as usize);
        if known != UNKNOWN {
            // SAFETY: the variable of a module that is being loaded.
            set(place as usize, known, unsafe { place.read() } as usize);
        }
    }
}

/// The bytes from `address` on were written as bytes: slots of pointers that lie there, also in part, say nothing any more.
pub fn forget(address: usize, size: usize) {
    let first = address & !(WORD - 1);
    let end = match size {
        0 => first,
        _ => address.saturating_add(size),
    };
    for word in (first..end).step_by(WORD) {
        let (provenance, _) = slot(word);
        // What says nothing stays untouched memory.
        if provenance.load(Ordering::Relaxed) != UNKNOWN {
            provenance.store(UNKNOWN, Ordering::Relaxed);
        }
    }
}

/// A library function is about to write so many bytes, or has written them, which may be pointers that nobody follows.
#[inline]
pub fn forget_data(address: usize, size: usize) {
    if size >= WORD && super::is_followed() {
        forget_pieces(address, size);
    }
}

fn forget_pieces(address: usize, size: usize) {
    if size < 2 * PIECE {
        return forget(address, size);
    }
    for offset in (0..size).step_by(PIECE) {
        let (at, piece) = (address.saturating_add(offset), PIECE.min(size - offset));
        if !is_untouched(at, piece) {
            forget(at, piece);
        }
    }
}

/// Bytes of which it is asked first whether any of their slots was ever written.
const PIECE: usize = 64 << 10;

/// Whether the slots of some bytes are untouched memory, which is dear to look at.
fn is_untouched(address: usize, size: usize) -> bool {
    !platform::was_touched(slot_at(address as u64) as usize, size * 2)
}

/// Bytes were copied, and with them pointers: their slots follow. The ranges may overlap.
pub fn copy(to: usize, from: usize, size: usize) {
    if size < 2 * PIECE {
        return copy_slots(to, from, size);
    }
    let copy_piece = |piece: usize| {
        let offset = piece * PIECE;
        let (to, from, size) = (to + offset, from + offset, PIECE.min(size - offset));
        if !is_untouched(from, size) || !is_untouched(to, size) {
            copy_slots(to, from, size);
        }
    };
    let pieces = size.div_ceil(PIECE);
    match to <= from {
        true => (0..pieces).for_each(copy_piece),
        false => (0..pieces).rev().for_each(copy_piece),
    }
}

fn copy_slots(to: usize, from: usize, size: usize) {
    if !(to ^ from).is_multiple_of(WORD) {
        return forget(to, size);
    }
    let first = to.next_multiple_of(WORD) - to;
    if size < first + WORD {
        return forget(to, size);
    }
    let words = (size - first) / WORD;
    let behind = first + words * WORD;
    let move_word = |number: usize| {
        let offset = first + number * WORD;
        let (provenance, mixed) = slot(from + offset);
        let (new_provenance, new_mixed) = slot(to + offset);
        let known = provenance.load(Ordering::Relaxed);
        if known != UNKNOWN {
            new_mixed.store(mixed.load(Ordering::Relaxed), Ordering::Relaxed);
            new_provenance.store(known, Ordering::Relaxed);
        } else if new_provenance.load(Ordering::Relaxed) != UNKNOWN {
            new_provenance.store(UNKNOWN, Ordering::Relaxed);
        }
    };
    // As `memmove`, so that what is read has not been written.
    match to <= from {
        true => (0..words).for_each(move_word),
        false => (0..words).rev().for_each(move_word),
    }
    forget(to, first);
    forget(to + behind, size - behind);
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::provenance::follow_once;
    use proptest::prelude::*;

    const BASE: usize = 0x6200_0000_0000;

    fn put(address: usize, provenance: u64) {
        let new = Slot::new(provenance, 7);
        let (first, second) = slot(address);
        first.store(new.provenance, Ordering::Relaxed);
        second.store(new.mixed, Ordering::Relaxed);
    }

    fn get(address: usize) -> u64 {
        let (provenance, mixed) = slot(address);
        let provenance = provenance.load(Ordering::Relaxed);
        let mixed = mixed.load(Ordering::Relaxed);
        Slot { provenance, mixed }.of(7)
    }

    #[test]
    fn copies_are_as_those_of_memory() {
        follow_once();
        let strategy = (0..80usize, 0..80usize, 0..100usize);
        let mut runner = proptest::test_runner::TestRunner::default();
        let result = runner.run(&strategy, |(to, from, size)| {
            let before: Vec<u64> = (0..32).map(|n| n + 1).collect();
            for (number, provenance) in before.iter().enumerate() {
                put(BASE + number * WORD, *provenance);
            }
            copy(BASE + to, BASE + from, size);
            for (number, old) in before.iter().enumerate() {
                let start = number * WORD;
                let is_whole = start >= to && start + WORD <= to + size;
                let is_touched = size > 0 && start < to + size && start + WORD > to;
                let source = (start + from).wrapping_sub(to);
                let expected = match (is_touched, is_whole && (to ^ from).is_multiple_of(WORD)) {
                    (false, _) => *old,
                    (true, true) => before[source / WORD],
                    (true, false) => UNKNOWN,
                };
                prop_assert_eq!(get(BASE + start), expected, "word {}", number);
            }
            Ok(())
        });
        result.unwrap();
    }
}
