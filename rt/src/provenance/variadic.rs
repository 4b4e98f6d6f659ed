//! What is known of a list of variable arguments (`-fsanecc-mode=pointer`).
//!
//! Claims: a list is known only while the call runs that it was begun in. What is noted of it lies in the slots of the memory in which the function has saved its registers: no checked code
//! stores pointers there, and copies of the list lead there as well. Code without checks may begin a list of its own in the same memory later; so a note counts only for a list whose
//! arguments lie where they did, in front of which stands the same word: the address that the call returns to. Checked calls of functions with variable arguments are followed by more of their
//! function, so that address belongs to one call, and its arguments are always of the same types.

use super::{forget, is_followed};
use core::ffi::CStr;
use sanecc_abi::provenance::{ADDRESS, slot_at};
use sanecc_abi::variadic::{GENERAL_BYTES, List, Passed, Place, Rest, most_bytes};

/// What is noted of a list.
#[repr(C)]
#[derive(Clone, Copy)]
struct Note {
    /// The address of a [`Passed`].
    passed: u64,
    /// Where the list began.
    start: Place,
    /// The word in front of the arguments in memory.
    before: u64,
    /// Fixed parameters of the function.
    fixed: u64,
    /// What tells a note from anything else that slots hold.
    seal: u64,
}

/// The farthest that a list comes from its start, in bytes of memory.
const LONGEST: u64 = 64 << 10;

impl Note {
    /// Where the note of a list lies: beside the floating-point registers, which hold no pointers.
    fn place(list: &List) -> *mut Note {
        slot_at(list.saved + u64::from(GENERAL_BYTES)) as *mut Note
    }

    fn seal(&self, list: &List) -> u64 {
        let words = [
            self.passed,
            u64::from(self.start.general) << 32 | u64::from(self.start.floating),
            self.start.memory,
            self.before,
            self.fixed,
            list.saved,
        ];
        words.iter().fold(0x51_7cc1_b727_220a, |seal: u64, word| {
            (seal.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// The note of a list, if it is one of this very list.
    fn of(list: &List) -> Option<Note> {
        // SAFETY: slots of all addresses lie in the table, which is mapped, and every word may be read.
        let note = unsafe { Note::place(list).read() };
        let start = note.start.memory;
        let is_own = note.seal == note.seal(list)
            && note.passed != 0
            && (start..start.saturating_add(LONGEST)).contains(&list.at.memory)
            && start > list.saved;
        // SAFETY: the word lies between the saved registers of a function that runs and its arguments.
        (is_own && unsafe { word_before(start) } == note.before).then_some(note)
    }
}

/// The word in front of an address.
///
/// # Safety
/// It can be read.
unsafe fn word_before(address: u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { ((address - 8) as *const u64).read() }
}

/// Whether this may be a list at all.
fn is_possible(list: &List) -> bool {
    is_followed() && list.at.is_possible() && list.saved != 0 && list.saved & !ADDRESS == 0
}

/// A function with so many fixed parameters has begun a list of what a call has passed; null if nobody knows.
///
/// # Safety
/// The list was just begun by `va_start`.
pub unsafe fn begin(list: &List, passed: *const Passed, fixed: u64) {
    if !is_possible(list) {
        return;
    }
    let mut note = Note {
        passed: passed as u64,
        start: list.at,
        // SAFETY: what the function returns to, or an argument, lies in front of the other arguments.
        before: unsafe { word_before(list.at.memory) },
        fixed,
        seal: 0,
    };
    if note.passed != 0 {
        note.seal = note.seal(list);
    }
    // SAFETY: as in `Note::of`.
    unsafe { Note::place(list).write(note) };
}

/// The next argument of a list is about to be read. It was passed in registers or in memory of the call, and slots tell of what lay there before: nothing is known of it.
pub fn forget_next(list: &List, wanted: &[u8]) {
    if !is_possible(list) {
        return;
    }
    let Place {
        general, memory, ..
    } = list.at;
    if general < GENERAL_BYTES {
        let left = (GENERAL_BYTES - general).min(16);
        forget((list.saved + u64::from(general)) as usize, left as usize);
    }
    forget(memory as usize, most_bytes(wanted) as usize);
}

/// What a list has come to, with the record of the call that has passed the arguments; none if nobody knows.
pub fn rest(list: &List) -> Option<(&'static Passed, Rest<'static>)> {
    if !is_possible(list) {
        return None;
    }
    let note = Note::of(list)?;
    // SAFETY: a checked module has written the record's address, and the call has not returned, so the module is there.
    let passed = unsafe { (note.passed as *const Passed).as_ref() }?;
    let all = Rest::all(arguments(passed)?, note.fixed as usize, note.start)?;
    Some((passed, all.from(list.at)?))
}

/// What a call with so many fixed parameters passes.
pub fn passed(call: &'static Passed, fixed: usize) -> Option<Rest<'static>> {
    Rest::all(arguments(call)?, fixed, Place::default())
}

fn arguments(call: &'static Passed) -> Option<&'static [u8]> {
    // SAFETY: the compiler has written a text that ends with NUL.
    Some(unsafe { CStr::from_ptr(call.arguments.get()?) }.to_bytes())
}
