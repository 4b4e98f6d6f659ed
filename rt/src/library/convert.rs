//! Numbers out of strings.

use super::{Arguments, Invocation};

/// `strtold`, before it: its result comes back on the processor's floating-point stack.
pub fn before_strtold(arguments: &Arguments, call: Invocation) {
    let [text, end, ..] = arguments.general;
    call.reads(text, 1);
    if end != 0 {
        call.writes(end, size_of::<usize>());
    }
}
