//! Threads that give system calls up: what the runtime notes of it.

use super::{Checked, Ranges};
use crate::platform::{self, SeccompMode};

/// Flags of `seccomp`: all threads; a descriptor comes back; an error comes back as such, where all threads are meant.
const FOR_ALL: usize = 1;
const GIVES_DESCRIPTOR: usize = 8;
const SAYS_ERROR: usize = 16;

impl<R: Ranges> Checked<'_, R> {
    /// Notes what a filter says, while that can be read.
    pub(super) unsafe fn prepare_seccomp(&self, filter: Option<u8>, flags: Option<u8>) -> usize {
        // SAFETY: as the caller of `before` promises.
        unsafe {
            let step = match filter {
                Some(filter) => SeccompMode::Filter(self.argument(filter)),
                None => SeccompMode::Strict,
            };
            platform::prepare(step, self.flags(flags) & FOR_ALL != 0)
        }
    }

    /// The call has come back without an error.
    pub(super) unsafe fn has_entered_seccomp(&self, flags: Option<u8>, prepared: usize) {
        // SAFETY: as the caller of `after` promises.
        let flags = unsafe { self.flags(flags) };
        // Otherwise the result is the thread that could not follow.
        let says_others = flags & FOR_ALL != 0 && flags & (GIVES_DESCRIPTOR | SAYS_ERROR) == 0;
        if self.frame.result == 0 || !says_others {
            platform::done(prepared);
        } else {
            platform::forget(prepared);
        }
    }

    unsafe fn flags(&self, flags: Option<u8>) -> usize {
        // SAFETY: as the callers promise.
        flags.map_or(0, |flags| unsafe { self.argument(flags) })
    }
}
