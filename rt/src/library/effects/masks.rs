//! Signals that a function chunks while it waits, and with it the handlers that then run: where shadow is mapped on demand, that by which it is
//! noticed stays open.

use super::note;
use crate::platform::CallFrame;
use crate::signal;
use sanecc_abi::library::effects::Effect;

/// Hands a function that waits another mask, which stays in the frame.
///
/// # Safety
/// The frame is of a call of the function that the effects are of.
#[inline]
pub(super) unsafe fn exchange(frame: &mut CallFrame, list: &[Effect]) {
    const OPEN: usize = 1 << (libc::SIGSEGV - 1);
    if let [Effect::Masks(mask), ..] = list
        && signal::is_ours(libc::SIGSEGV)
        && let Some(argument) = frame.general.get_mut(usize::from(*mask))
        // SAFETY: the function reads it, too. The kernel's signal sets are the first 8 bytes of the C library's.
        && let Some(blocked) = unsafe { (*argument as *const usize).as_ref() }
    {
        frame.notes[note::MASK] = blocked & !OPEN;
        *argument = &raw const frame.notes[note::MASK] as usize;
    }
}
