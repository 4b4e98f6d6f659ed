//! Texts that were cut off by a function that then fails (`swprintf`).
//!
//! The result does not tell why the call failed, and before glibc 2.37 neither does `errno`. A text that was cut off fills all of
//! its room, with its only NUL at the end; a format that failed elsewhere leaves less. Gives up where `errno` names another reason.

use super::{Checked, Ranges};
use crate::entry::errno;
use crate::library::text;
use crate::platform;
use sanecc_abi::library::effects::{Extent, Pointer};

/// Bytes of a `wchar_t`.
const WIDE: usize = 4;

impl<R: Ranges> Checked<'_, R> {
    /// Checks that all elements of such a text were allowed to be written.
    ///
    /// # Safety
    /// As [`after`](super::after).
    pub(super) unsafe fn has_truncated(&self, place: u8, count: u8) {
        let has_other_reason = matches!(errno(), libc::EILSEQ | libc::ENOMEM);
        let argument = Pointer::Argument(place);
        // SAFETY: as the caller promises.
        let (start, most) = unsafe { (self.address_of(argument), self.argument(count)) };
        let Some(start) = start.filter(|start| start.is_multiple_of(WIDE) && !has_other_reason)
        else {
            return;
        };
        let last = most
            .checked_sub(1)
            .and_then(|index| index.checked_mul(WIDE));
        let Some(last) = last.and_then(|offset| start.checked_add(offset)) else {
            return;
        };
        // Perhaps nothing is mapped there: then it was not written.
        let shift = last % 8 * 8;
        let is_nul = platform::read_word(last & !7).is_some_and(|word| (word >> shift) as u32 == 0);
        // SAFETY: all of it was written, or is mapped as far as its first NUL.
        if is_nul && unsafe { text::wide_size(start, most) } == most {
            // SAFETY: as the caller promises.
            unsafe { self.touch(argument, Extent::Elements(count, WIDE as u32), true) };
        }
    }
}
