//! Signals that a function chunks while it waits, and with it the handlers that then run: where shadow is mapped on demand, that by which it is
//! noticed stays open.

use super::checked::place_of;
use super::note;
use crate::platform::CallFrame;
use crate::signal;
use sanecc_abi::library::effects::{Effect, Effects};

/// Words of the kernel's sets of signals, which have 8 bytes.
const SET: usize = 8 / size_of::<usize>();

/// Hands a function that waits another mask, which stays in the frame.
///
/// # Safety
/// The frame is of a call of the function that the effects are of.
#[inline]
pub(super) unsafe fn exchange(frame: &mut CallFrame, effects: &Effects) {
    const OPEN: usize = 1 << (libc::SIGSEGV - 1);
    let [Effect::Masks(mask), ..] = effects.list else {
        return;
    };
    if !signal::is_ours(libc::SIGSEGV) {
        return;
    }
    // SAFETY: as the caller promises. The function reads the set, too; the kernel's are the first bytes of the C library's.
    unsafe {
        let argument = place_of(frame, effects, *mask);
        if let Some(blocked) = (*argument as *const [usize; SET]).as_ref() {
            let note = &mut frame.notes[note::MASK..note::MASK + SET];
            note.copy_from_slice(blocked);
            note[0] &= !OPEN;
            *argument = note.as_ptr() as usize;
        }
    }
}
