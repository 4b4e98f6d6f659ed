//! Fibers that announce themselves: the fake stack and the stack's bounds change with them.

use super::clear;
use crate::fake::{FakeStack, NONE, NOT_NOW};
use crate::{platform, thread};
use core::ops::Range;

/// The running fiber is about to hand over to one with this stack. Returns what [`finish`] wants when it goes on;
/// `ends` says that it never does.
pub fn start(next: Range<usize>, ends: bool) -> usize {
    let thread = thread::current();
    let own = thread.fake_stack();
    thread.set_fake_stack(NOT_NOW);
    thread.set_next_stack(next);
    if ends {
        clear_stack();
    }
    if ends && own > NOT_NOW {
        // SAFETY: a fake stack that was made stays.
        unsafe { &*(own as *const FakeStack) }.ends();
    }
    if ends { NONE } else { own }
}

/// A fiber goes on, with what [`start`] returned when it handed over ([`NONE`] if it is new). Returns the bounds of the
/// stack that was left.
pub fn finish(saved: usize) -> Range<usize> {
    let thread = thread::current();
    let left = thread.take_next_stack();
    thread.set_fake_stack(saved);
    left
}

/// The running fiber hands over for good: nobody goes on in the frames on its stack.
fn clear_stack() {
    let sp = platform::stack_pointer() & !7;
    let own = thread::current().stack();
    if let Some(stack) = own.filter(|stack| stack.contains(&sp)) {
        clear(sp..stack.end);
    }
}
