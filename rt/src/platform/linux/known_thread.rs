//! What the platform itself has to know of the calling thread: the first part of its thread-local block.

use super::super::thread_block;
use super::seccomp::SeccompState;
use core::cell::Cell;
use core::ops::Range;

/// Bounds of the stack, and the filters of system calls. All zero at first.
#[repr(C)]
pub struct KnownThread {
    stack_low: Cell<usize>,
    stack_high: Cell<usize>,
    seccomp: Cell<*const SeccompState>,
}

/// The calling thread's.
#[inline(always)]
pub fn known_thread() -> &'static KnownThread {
    // SAFETY: the block begins with it, is zero at first, and only this thread uses it.
    unsafe { &*thread_block().cast::<KnownThread>() }
}

impl KnownThread {
    /// The stack; `None` while nobody has named it.
    #[inline(always)]
    pub fn stack(&self) -> Option<Range<usize>> {
        (self.stack_high.get() != 0).then(|| self.stack_low.get()..self.stack_high.get())
    }

    /// Names the stack.
    pub fn set_stack(&self, stack: Range<usize>) {
        self.stack_low.set(stack.start);
        self.stack_high.set(stack.end);
    }

    /// The filters; null for none.
    pub fn seccomp(&self) -> *const SeccompState {
        self.seccomp.get()
    }

    /// Sets [`Self::seccomp`].
    pub fn set_seccomp(&self, seccomp: *const SeccompState) {
        self.seccomp.set(seccomp);
    }
}
