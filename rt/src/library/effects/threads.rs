//! Threads that are joined or detached, once each.

use super::{Checked, Ranges};
use crate::library::switches;
use crate::stack::{self, Caller};
use crate::thread::handles::{self, Ending};

impl<R: Ranges> Checked<'_, R> {
    /// Tells of a thread that cannot be joined; otherwise notes what is about to become of it.
    pub(super) unsafe fn begins_to_end(&self, thread: u8, ending: Ending) -> usize {
        if !self.wants(switches::JOIN) {
            return 0;
        }
        // SAFETY: as the caller of `before` promises.
        let handle = unsafe { self.argument(thread) };
        if ending == Ending::Join
            && let Some(over) = handles::over(handle)
        {
            self.ranges.over(handle, over);
            return 0;
        }
        let caller = Caller {
            pc: self.frame.pc,
            // SAFETY: the entry stub has pushed the caller's frame pointer there.
            frame: unsafe { *(self.frame.of_entry() as *const usize) },
        };
        handles::begin(handle, ending, stack::remember(caller))
    }
}
