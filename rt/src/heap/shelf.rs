//! Free slots of one class as a stack of addresses. They are kept apart from the slots: nothing that the program
//! writes after a free can change them, and to take or return slots touches none of their memory, which has left the
//! processor's caches long ago.

use super::small::Chunk;
use crate::platform::{self, PAGE};

/// Addresses in a sheet: as many as make it a page.
const FULL: usize = PAGE / size_of::<Chunk>() - 2;
/// Sheets that are mapped at once; they take memory when they are used.
const MAPPED: usize = 16;

#[repr(C)]
struct Sheet {
    below: *mut Sheet,
    /// Sheets behind this one that were never used, as long as it was not used itself.
    unused: usize,
    slots: [Chunk; FULL],
}

const _: () = assert!(size_of::<Sheet>() == PAGE);

/// See the module. All zero is an empty one.
pub struct Shelf {
    top: *mut Sheet,
    /// Slots on the sheet at the top; those below it are full.
    count: usize,
    /// Sheets without slots.
    empty: *mut Sheet,
    /// Sheets that were never used: the first one of a mapping knows of the others and of the next mapping.
    fresh: *mut Sheet,
    /// Slots that all sheets have room for.
    room: usize,
    /// Slots that may come.
    expected: usize,
}

// SAFETY: its sheets are its own.
unsafe impl Send for Shelf {}

impl Shelf {
    /// Without slots.
    pub const EMPTY: Shelf = Shelf {
        top: core::ptr::null_mut(),
        count: 0,
        empty: core::ptr::null_mut(),
        fresh: core::ptr::null_mut(),
        room: 0,
        expected: 0,
    };

    /// Takes slots from the top, as many as there are and `slots` has room for; how many. The last one was put last.
    pub fn take(&mut self, slots: &mut [Chunk]) -> usize {
        let mut room = slots.len();
        while room > 0 && !self.top.is_null() {
            // SAFETY: sheets in use are mapped and the shelf's own.
            let sheet = unsafe { &mut *self.top };
            let count = room.min(self.count);
            self.count -= count;
            room -= count;
            slots[room..room + count].copy_from_slice(&sheet.slots[self.count..self.count + count]);
            if self.count == 0 {
                (self.top, sheet.below, self.empty) = (sheet.below, self.empty, self.top);
                self.count = if self.top.is_null() { 0 } else { FULL };
            }
        }
        let taken = slots.len() - room;
        slots.copy_within(room.., 0);
        taken
    }

    /// Makes sure that so many slots more can be put, whatever becomes of the system's memory; false, and nothing changed,
    /// where it has none.
    pub fn expect(&mut self, slots: usize) -> bool {
        while self.room < self.expected + slots {
            if !self.map() {
                return false;
            }
        }
        self.expected += slots;
        true
    }

    /// Puts slots on top. Those that were not expected are lost where there is no memory to note them.
    pub fn put(&mut self, mut slots: &[Chunk]) {
        while !slots.is_empty() {
            if (self.top.is_null() || self.count == FULL) && !self.add_sheet() {
                return;
            }
            let (now, later) = slots.split_at(slots.len().min(FULL - self.count));
            // SAFETY: sheets in use are mapped and the shelf's own.
            let sheet = unsafe { &mut *self.top };
            sheet.slots[self.count..self.count + now.len()].copy_from_slice(now);
            self.count += now.len();
            slots = later;
        }
    }

    fn add_sheet(&mut self) -> bool {
        if self.empty.is_null() && self.fresh.is_null() && !self.map() {
            return false;
        }
        let sheet = if !self.empty.is_null() {
            self.empty
        } else {
            // SAFETY: mapped, and nobody else's.
            let first = unsafe { &mut *self.fresh };
            let behind = first.unused;
            first.unused = behind.saturating_sub(1);
            self.fresh.wrapping_add(behind)
        };
        // SAFETY: as above.
        let links = unsafe { &mut *sheet };
        if sheet == self.empty {
            self.empty = links.below;
        } else if sheet == self.fresh {
            self.fresh = links.below;
        }
        links.below = self.top;
        (self.top, self.count) = (sheet, 0);
        true
    }

    #[cold]
    fn map(&mut self) -> bool {
        let Ok(address) = platform::map(0, MAPPED * PAGE) else {
            return false;
        };
        let first = address as *mut Sheet;
        // SAFETY: just mapped, and zero, which is a valid sheet.
        unsafe { ((*first).below, (*first).unused) = (self.fresh, MAPPED - 1) };
        self.fresh = first;
        self.room += MAPPED * FULL;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec::Vec;

    proptest! {
        #[test]
        fn what_was_put_last_is_taken_first(steps in prop::collection::vec((any::<bool>(), 0..1200usize), 1..40)) {
            let mut shelf = Shelf::EMPTY;
            let mut model = Vec::new();
            let mut number = 1;
            for (put, count) in steps {
                if put {
                    let slots: Vec<_> = (number..number + count).map(|n| Chunk::new(n * 16, 3, false)).collect();
                    number += count;
                    shelf.put(&slots);
                    model.extend(slots);
                } else {
                    let mut slots = std::vec![Chunk::NONE; count];
                    let taken = shelf.take(&mut slots);
                    prop_assert_eq!(taken, count.min(model.len()));
                    let expected = model.split_off(model.len() - taken);
                    prop_assert_eq!(&slots[..taken], &expected[..]);
                }
            }
        }
    }

    #[test]
    fn expected_slots_find_room_when_memory_is_out() {
        let mut shelf = Shelf::EMPTY;
        for _ in 0..7 {
            assert!(shelf.expect(3000));
        }
        platform::refusal::after(0);
        assert!(!shelf.expect(100_000));
        let slots: Vec<_> = (1..=21_000).map(|n| Chunk::new(n * 16, 1, false)).collect();
        let mut taken = std::vec![Chunk::NONE; 21_000];
        for _ in 0..2 {
            slots.chunks(100).for_each(|some| shelf.put(some));
            assert_eq!(shelf.take(&mut taken), 21_000);
            assert_eq!(taken, slots);
        }
        platform::refusal::after(usize::MAX);
    }

    #[test]
    fn without_memory_slots_are_lost_and_nothing_else() {
        let mut shelf = Shelf::EMPTY;
        let slots = [Chunk::new(32, 1, false); 5];
        platform::refusal::after(0);
        shelf.put(&slots);
        platform::refusal::after(usize::MAX);
        assert_eq!(shelf.take(&mut [Chunk::NONE; 8]), 0);
        shelf.put(&slots);
        assert_eq!(shelf.take(&mut [Chunk::NONE; 8]), 5);
    }
}
