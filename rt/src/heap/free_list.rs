//! Free slots of one class as a stack of addresses. They are kept apart from the slots: nothing that the program
//! writes after a free can change them, and to take or return slots touches none of their memory, which has left the
//! processor's caches long ago.

use super::small::SlotRef;
use crate::lock::{Lock, Locked};
use crate::platform::{self, PAGE};

/// Addresses in a sheet: as many as make it a page.
const FULL: usize = (PAGE - 2 * size_of::<usize>()) / size_of::<SlotRef>();
/// Sheets that are mapped at once; they take memory when they are used.
const MAPPED: usize = 16;

#[repr(C)]
struct Sheet {
    below: *mut Sheet,
    /// Sheets behind this one that were never used, as long as it was not used itself.
    unused: usize,
    slots: [SlotRef; FULL],
}

const _: () = assert!(size_of::<Sheet>() == PAGE);

/// Sheets that were some free list's.
struct Spare(*mut Sheet);

// SAFETY: its sheets are its own.
unsafe impl Send for Spare {}

static SPARE: Locked<Spare> = Locked::new(Spare(core::ptr::null_mut()));

/// The lock of the sheets that are no free list's, for `fork`.
pub fn lock() -> &'static Lock {
    SPARE.lock()
}

impl Spare {
    fn put(&mut self, sheet: *mut Sheet) {
        // SAFETY: given up by the free list that had it.
        unsafe { (*sheet).below = self.0 };
        self.0 = sheet;
    }

    fn take(&mut self) -> Option<*mut Sheet> {
        let sheet = (!self.0.is_null()).then_some(self.0)?;
        // SAFETY: a sheet of the list.
        self.0 = unsafe { (*sheet).below };
        Some(sheet)
    }
}

/// See the module. All zero is an empty one.
pub struct FreeList {
    top: *mut Sheet,
    /// Slots on the sheet at the top; those below it are full.
    count: usize,
    /// Sheets without slots.
    empty: *mut Sheet,
    /// Sheets that were never used: the first one of a mapping knows of the others and of the next mapping.
    fresh: *mut Sheet,
    /// Slots that all sheets have room for.
    capacity: usize,
    /// Slots that may come.
    expected: usize,
}

// SAFETY: its sheets are its own.
unsafe impl Send for FreeList {}

impl FreeList {
    /// Without slots.
    pub const EMPTY: FreeList = FreeList {
        top: core::ptr::null_mut(),
        count: 0,
        empty: core::ptr::null_mut(),
        fresh: core::ptr::null_mut(),
        capacity: 0,
        expected: 0,
    };

    /// Takes slots from the top, as many as there are and `slots` has room for; how many. The last one was put last.
    pub fn take(&mut self, slots: &mut [SlotRef]) -> usize {
        let mut remaining = slots.len();
        while remaining > 0 && !self.top.is_null() {
            // SAFETY: sheets in use are mapped and the free list's own.
            let sheet = unsafe { &mut *self.top };
            let count = remaining.min(self.count);
            self.count -= count;
            remaining -= count;
            slots[remaining..remaining + count]
                .copy_from_slice(&sheet.slots[self.count..self.count + count]);
            if self.count == 0 {
                (self.top, sheet.below, self.empty) = (sheet.below, self.empty, self.top);
                self.count = if self.top.is_null() { 0 } else { FULL };
            }
        }
        let taken = slots.len() - remaining;
        slots.copy_within(remaining.., 0);
        taken
    }

    /// Makes sure that so many slots more can be put, whatever becomes of the system's memory; false, and nothing changed,
    /// where it has none.
    pub fn expect(&mut self, slots: usize) -> bool {
        while self.capacity < self.expected + slots {
            if !self.map() {
                return false;
            }
        }
        self.expected += slots;
        true
    }

    /// Puts slots on top. Those that were not expected are lost where there is no memory to note them.
    pub fn put(&mut self, mut slots: &[SlotRef]) {
        while !slots.is_empty() {
            if (self.top.is_null() || self.count == FULL) && !self.add_sheet() {
                return;
            }
            let (now, later) = slots.split_at(slots.len().min(FULL - self.count));
            // SAFETY: sheets in use are mapped and the free list's own.
            let sheet = unsafe { &mut *self.top };
            sheet.slots[self.count..self.count + now.len()].copy_from_slice(now);
            self.count += now.len();
            slots = later;
        }
    }

    /// As many fewer may come than [`FreeList::expect`] was told: sheets that are too many go to whoever needs them next.
    pub fn expect_less(&mut self, slots: usize) {
        self.expected -= slots;
        while !self.empty.is_null() && self.capacity - FULL >= self.expected {
            let sheet = self.empty;
            // SAFETY: sheets without slots are mapped and the free list's own.
            self.empty = unsafe { (*sheet).below };
            self.capacity -= FULL;
            SPARE.hold().put(sheet);
        }
    }

    /// Calls `each` with every slot.
    pub fn for_each(&self, mut each: impl FnMut(SlotRef)) {
        let (mut at, mut count) = (self.top, self.count);
        while !at.is_null() {
            // SAFETY: sheets in use are mapped and the free list's own.
            let sheet = unsafe { &*at };
            sheet.slots[..count].iter().for_each(|slot| each(*slot));
            (at, count) = (sheet.below, FULL);
        }
    }

    /// Takes the slots out that `is_wanted` does not want; how many. The order of the others stays.
    pub fn retain(&mut self, mut is_wanted: impl FnMut(SlotRef) -> bool) -> usize {
        if self.top.is_null() {
            return 0;
        }
        let (top, top_count) = (self.top, self.count);
        // From the bottom to the top: `below` of these sheets is what lies above.
        let bottom = turned(top);
        let (mut to, mut kept, mut gone) = (bottom, 0, 0);
        let mut from = bottom;
        while !from.is_null() {
            let count = if from == top { top_count } else { FULL };
            for index in 0..count {
                // SAFETY: sheets in use are mapped and the free list's own; no reference to one is held.
                unsafe {
                    let slot = (*from).slots[index];
                    if !is_wanted(slot) {
                        gone += 1;
                        continue;
                    }
                    if kept == FULL {
                        (to, kept) = ((*to).below, 0);
                    }
                    (*to).slots[kept] = slot;
                }
                kept += 1;
            }
            // SAFETY: as above.
            from = unsafe { (*from).below };
        }
        // SAFETY: as above.
        let mut rest = unsafe { core::mem::replace(&mut (*to).below, core::ptr::null_mut()) };
        (self.top, self.count) = (turned(bottom), kept);
        if kept == 0 {
            // Only the bottom can be left without slots.
            (self.top, rest) = (core::ptr::null_mut(), join(to, rest));
        }
        while !rest.is_null() {
            // SAFETY: as above.
            let above = unsafe { core::mem::replace(&mut (*rest).below, self.empty) };
            (self.empty, rest) = (rest, above);
        }
        gone
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
        if let Some(sheet) = SPARE.hold().take() {
            // SAFETY: nobody else's any more.
            unsafe { (*sheet).below = self.empty };
            self.empty = sheet;
            self.capacity += FULL;
            return true;
        }
        let Ok(address) = platform::map(0, MAPPED * PAGE) else {
            return false;
        };
        let first = address as *mut Sheet;
        // SAFETY: just mapped, and zero, which is a valid sheet.
        unsafe { ((*first).below, (*first).unused) = (self.fresh, MAPPED - 1) };
        self.fresh = first;
        self.capacity += MAPPED * FULL;
        true
    }
}

/// A list of sheets in the other order; its new first.
fn turned(first: *mut Sheet) -> *mut Sheet {
    let (mut at, mut done) = (first, core::ptr::null_mut());
    while !at.is_null() {
        // SAFETY: sheets of a free list that the caller holds.
        let next = unsafe { core::mem::replace(&mut (*at).below, done) };
        (done, at) = (at, next);
    }
    done
}

/// A sheet, and behind it a list.
fn join(first: *mut Sheet, rest: *mut Sheet) -> *mut Sheet {
    // SAFETY: as above.
    unsafe { (*first).below = rest };
    first
}
