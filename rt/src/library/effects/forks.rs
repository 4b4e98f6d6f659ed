//! Copies of the process that the kernel is asked for by number: the C library, which tells of others, knows nothing of them.

use super::{Checked, Ranges};
use crate::{fork, platform};

impl<R: Ranges> Checked<'_, R> {
    /// Stops what the copy is not to find half done; 0 if the process will not be copied with its memory.
    pub(super) unsafe fn begin_fork(&self, number: u8) -> usize {
        // SAFETY: as the caller of `before` promises; an argument more than it may need is a register.
        let [number, first] =
            [number, number + 1].map(|argument| unsafe { self.argument(argument) });
        let copies = platform::copies_memory(number, first);
        if copies {
            fork::before();
        }
        copies.into()
    }
}

/// Lets it go on, in the process or in its copy.
pub(super) fn end(was_begun: usize, is_copy: bool) {
    match (was_begun != 0, is_copy) {
        (false, _) => {}
        (true, false) => fork::after(),
        (true, true) => fork::after_in_copy(),
    }
}
