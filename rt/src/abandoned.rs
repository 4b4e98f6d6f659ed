//! Stacks on which frames were left, or are about to be, without their epilogues: what these have poisoned is made good.

use crate::{fake, init, platform, shadow, thread};
use core::ops::Range;

/// Most bytes of stack that are made good when it is not known how far the stack reaches.
const UNKNOWN_STACK: usize = 64 << 10;

/// Frames below the current one's callers are about to be left.
pub fn handle_no_return() {
    init::memory();
    fake::frames_are_left();
    let sp = platform::stack_pointer() & !7;
    let own = thread::current().stack();
    if let Some(own) = own.clone().filter(|own| own.contains(&sp)) {
        return clear(sp..own.end);
    }
    match platform::running_signal_stack().filter(|stack| stack.contains(&sp)) {
        Some(signal_stack) => {
            clear(sp..signal_stack.end);
            // The way out may lead to the stack that the signal interrupted, nobody knows where on it.
            clear(own.unwrap_or(0..0));
        }
        // A coroutine's stack, say. Past its end lies at worst someone else's memory, whose poison is lost.
        None => {
            let end =
                platform::mapping_of(sp).map_or(sp, |mapping| mapping.end.min(sp + UNKNOWN_STACK));
            clear(sp..end);
        }
    }
}

/// `vfork` has returned in the parent, to a frame that ends at `sp`: the child ran on the stack below, and has ended in the
/// middle of some function.
pub fn vfork_returned(sp: usize) {
    init::memory();
    fake::frames_are_left();
    let stack = thread::current()
        .stack()
        .filter(|own| own.contains(&sp))
        .or_else(|| platform::running_signal_stack().filter(|stack| stack.contains(&sp)))
        .unwrap_or_else(|| sp.saturating_sub(UNKNOWN_STACK)..sp);
    clear(stack.start..sp);
}

fn clear(stack: Range<usize>) {
    let (start, end) = (stack.start.next_multiple_of(8), stack.end & !7);
    shadow::clear(start, end.saturating_sub(start));
}
