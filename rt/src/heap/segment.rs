//! Segments: aligned pieces of address space that each hold slots of one class, found again from any
//! address in them by a table of two levels.

mod place;

use super::size_class::{HEADER, MAX_SLOT, SLOT};
use crate::platform;
use crate::shadow;
use core::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use sanecc_abi::shadow::Poison;

/// Bytes of a segment, and its alignment. With smaller ones more of them lose their last chunk; the largest slots waste a part
/// of their addresses, but no memory.
pub const SEGMENT: usize = 1 << 18;
/// Bytes at the end of a segment that no slot uses: redzone of the last slot.
const TAIL: usize = 64;
const SECOND_LEVEL: usize = 1 << 15;
/// Entries, and behind them notes.
const SECOND_BYTES: usize = SECOND_LEVEL * (size_of::<Entry>() + size_of::<Note>());
const FIRST_LEVEL: usize = (platform::MOST_ADDRESSES / SEGMENT).div_ceil(SECOND_LEVEL);

/// What is known of a segment; 16 bytes, zero where there is none. Each word is read at once, so that whoever looks a stale
/// pointer up while the segment changes hands finds a slot inside it, old or new.
#[repr(C)]
pub struct Entry {
    /// Class of the slots plus 1; above, bytes from the segment's start that have ever been slots of that class.
    content: AtomicU64,
    /// Bytes of a slot; above, 2^36 / bytes of a slot, rounded up: with offsets in 16 bytes a division by multiplication.
    division: AtomicU64,
}

impl Entry {
    #[inline(always)]
    fn content(&self) -> (usize, usize) {
        halves(self.content.load(Ordering::Acquire))
    }
}

const HALF: u32 = 32;

#[inline(always)]
fn halves(word: u64) -> (usize, usize) {
    (word as u32 as usize, (word >> HALF) as usize)
}

/// Slots begin at multiples of this many bytes.
const UNIT: usize = 16;

// The quotient is right as long as offset * slot size stays below 2^32, both in units.
const _: () = assert!((SEGMENT / UNIT) as u64 * (MAX_SLOT / UNIT) as u64 <= 1 << 32);
const _: () = assert!((1u64 << 32) / (SLOT[0] / UNIT) as u64 <= u32::MAX as u64);

static TABLE: [AtomicPtr<Entry>; FIRST_LEVEL] =
    [const { AtomicPtr::new(core::ptr::null_mut()) }; FIRST_LEVEL];

/// A slot and what surrounds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// First byte.
    pub start: usize,
    /// Its class.
    pub class: usize,
    /// Its bytes.
    pub bytes: usize,
}

#[inline]
fn entry_of(address: usize) -> Option<&'static Entry> {
    let number = address / SEGMENT;
    let second = TABLE.get(number / SECOND_LEVEL)?.load(Ordering::Acquire);
    if second.is_null() {
        return None;
    }
    // SAFETY: second levels have SECOND_LEVEL entries and stay for ever.
    Some(unsafe { &*second.add(number % SECOND_LEVEL) })
}

/// The slot that holds `address`, if it lies in one that was ever used.
#[inline(always)]
pub fn slot_at(address: usize) -> Option<Slot> {
    place_of(address).map(|(slot, _)| slot)
}

/// [`slot_at`], and how far behind the slot's first byte `address` is.
#[inline(always)]
fn place_of(address: usize) -> Option<(Slot, usize)> {
    let entry = entry_of(address)?;
    let offset = address % SEGMENT;
    let (class, used) = entry.content();
    if offset >= used {
        return None;
    }
    let (bytes, reciprocal) = halves(entry.division.load(Ordering::Relaxed));
    let index = (((offset / UNIT) as u64 * reciprocal as u64) >> HALF) as usize;
    let behind = offset - index * bytes;
    let slot = Slot {
        start: address - behind,
        class: class - 1,
        bytes,
    };
    Some((slot, behind))
}

/// The slot that begins a header before `address`.
#[inline(always)]
pub fn slot_behind_header(address: usize) -> Option<Slot> {
    let (slot, behind) = place_of(address)?;
    (behind == HEADER).then_some(slot)
}

/// The slot at or below an address in its segment, and the first one of the segment behind that.
pub fn slots_beside(address: usize) -> [Option<Slot>; 2] {
    let start = address & !(SEGMENT - 1);
    let below = || {
        let (_, used) = entry_of(address)?.content();
        slot_at(start + used.min(address - start + 1).checked_sub(1)?)
    };
    [below(), slot_at(start.saturating_add(SEGMENT))]
}

/// Whether `address` lies in the inaccessible redzone below a segment.
pub fn is_lead(address: usize) -> bool {
    contains(address.saturating_add(place::LEAD))
        && !contains(address)
        && shadow::map::is_readable(address)
        && shadow::get(address) == Poison::Heap as u8
}

/// Whether `address` lies in a segment without slots, all chunks of which were freed.
pub fn is_emptied(address: usize) -> bool {
    entry_of(address).is_some_and(|entry| matches!(entry.content(), (1.., 0)))
}

/// Whether `address` lies in a segment, used or not.
pub fn contains(address: usize) -> bool {
    entry_of(address).is_some_and(|entry| entry.content().0 != 0)
}

/// Maps a segment for any class. `None` when memory is out.
pub fn map() -> Option<usize> {
    let start = place::map_aligned()?;
    if !shadow::map::try_ensure(start, SEGMENT) {
        platform::unmap(start, SEGMENT);
        return None;
    }
    let first = &TABLE[start / SEGMENT / SECOND_LEVEL];
    if first.load(Ordering::Acquire).is_null() {
        let Ok(fresh) = platform::map(0, SECOND_BYTES) else {
            platform::unmap(start, SEGMENT);
            return None;
        };
        if first
            .compare_exchange(
                core::ptr::null_mut(),
                fresh as *mut Entry,
                Ordering::AcqRel,
                Ordering::Acquire,
            )
            .is_err()
        {
            platform::unmap(fresh, SECOND_BYTES);
        }
    }
    SEGMENTS.fetch_add(1, Ordering::Relaxed);
    Some(start)
}

/// Gives a segment to a class, whose lock the caller holds. None of its bytes is a slot yet.
pub fn assign(start: usize, class: usize) {
    if let Some(entry) = entry_of(start) {
        let bytes = SLOT[class];
        let reciprocal = (1u64 << HALF).div_ceil((bytes / UNIT) as u64);
        entry
            .division
            .store(bytes as u64 | reciprocal << HALF, Ordering::Relaxed);
        entry.content.store(class as u64 + 1, Ordering::Release);
    }
}

/// Takes a segment from its class: it has no slots any more.
pub fn take_back(start: usize) {
    set_used(start, 0);
}

/// Two numbers for whoever looks for segments without chunks, which are 0 at first.
#[derive(Default)]
pub struct Note {
    /// Free slots that were counted.
    pub free: AtomicU32,
    /// Number of the next segment in a list.
    pub next: AtomicU32,
}

/// The note of a segment.
pub fn note(start: usize) -> Option<&'static Note> {
    let number = start / SEGMENT;
    let second = TABLE.get(number / SECOND_LEVEL)?.load(Ordering::Acquire);
    if second.is_null() {
        return None;
    }
    // SAFETY: the notes of a second level follow its entries.
    Some(unsafe {
        &*second
            .add(SECOND_LEVEL)
            .cast::<Note>()
            .add(number % SECOND_LEVEL)
    })
}

/// Calls `each` with the start of every slot that was ever used.
pub fn for_each_slot(mut each: impl FnMut(usize)) {
    for_each(|range, class| range.step_by(SLOT[class]).for_each(&mut each));
}

/// Slots that fit in a segment, in bytes.
pub fn capacity(class: usize) -> usize {
    (SEGMENT - TAIL) / SLOT[class] * SLOT[class]
}

/// Notes that the first `bytes` of a segment are slots; the caller holds the lock of its class.
pub fn set_used(start: usize, bytes: usize) {
    if let Some(entry) = entry_of(start) {
        let (class, _) = entry.content();
        let content = class as u64 | (bytes as u64) << HALF;
        entry.content.store(content, Ordering::Release);
    }
}

/// Calls `each` with the used slots of every segment and their class.
pub fn for_each(mut each: impl FnMut(core::ops::Range<usize>, usize)) {
    for (first, table) in TABLE.iter().enumerate() {
        let second = table.load(Ordering::Acquire);
        if second.is_null() {
            continue;
        }
        for number in 0..SECOND_LEVEL {
            // SAFETY: second levels have SECOND_LEVEL entries and stay for ever.
            let entry = unsafe { &*second.add(number) };
            let (class, used) = entry.content();
            if used != 0 {
                let start = (first * SECOND_LEVEL + number) * SEGMENT;
                each(start..start + used, class - 1);
            }
        }
    }
}

static SEGMENTS: AtomicUsize = AtomicUsize::new(0);

/// Bytes of all segments.
pub fn mapped_bytes() -> usize {
    SEGMENTS.load(Ordering::Relaxed) * SEGMENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_finds_its_slot() {
        for class in [0, 1, 7, 20, super::super::size_class::CLASSES - 1] {
            let start = map().unwrap();
            assign(start, class);
            assert_eq!(slot_at(start), None);
            set_used(start, capacity(class));
            for offset in 0..capacity(class) {
                let expected = Slot {
                    start: start + offset / SLOT[class] * SLOT[class],
                    class,
                    bytes: SLOT[class],
                };
                assert_eq!(slot_at(start + offset), Some(expected));
            }
            assert_eq!(slot_at(start + capacity(class)), None);
            take_back(start);
            assert_eq!(slot_at(start), None);
            assert!(contains(start));
        }
    }

    #[test]
    fn foreign_addresses_have_none() {
        let local = 0;
        for address in [
            0,
            1,
            &raw const local as usize,
            crate::platform::address_end() - 1,
            crate::platform::address_end(),
            usize::MAX,
        ] {
            assert_eq!(slot_at(address), None);
            assert!(!contains(address));
        }
    }
}
