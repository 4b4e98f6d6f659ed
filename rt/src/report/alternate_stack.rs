//! Room on the stack for a report. Threads, coroutines and handlers of signals may have stacks of a few kilobytes; what reports there is
//! done on a stack of its own.

use crate::platform;
use crate::thread;
use core::cell::UnsafeCell;
use core::ops::Range;

/// Bytes that a report may need.
const NEEDED: usize = 128 << 10;
/// Bytes of the stack for reports.
const BYTES: usize = 256 << 10;

/// Takes no memory before it is used.
#[repr(C, align(4096))]
struct Stack(UnsafeCell<[u8; BYTES]>);

// SAFETY: only whoever holds the report lock to report uses it.
unsafe impl Sync for Stack {}

static STACK: Stack = Stack(UnsafeCell::new([0; BYTES]));

fn own() -> Range<usize> {
    let start = STACK.0.get() as usize;
    start..start + BYTES
}

/// Does the work of a report, here or on the stack for reports. Only for whoever holds the report lock; what an error has cut off on that stack
/// does not come back.
#[inline(never)]
pub fn run(work: &mut dyn FnMut()) {
    let sp = platform::stack_pointer();
    if own().contains(&sp) || has_enough(sp) {
        return work();
    }
    unsafe extern "C" fn call(work: usize) {
        // SAFETY: the address of the reference below.
        unsafe { (*(work as *mut &mut dyn FnMut()))() };
    }
    let mut work = work;
    // SAFETY: the stack is free, see above, and `call` gets what it takes.
    unsafe { platform::call_on_stack(call, (&raw mut work) as usize, own().end) };
}

/// Whether the stack that is in use is known to have room.
fn has_enough(sp: usize) -> bool {
    let thread = thread::current();
    let holds = |stack: &Range<usize>| stack.contains(&sp);
    let stack = Some(thread.context_stack())
        .filter(holds)
        .or_else(|| thread.known_stack().filter(holds))
        .or_else(|| platform::running_signal_stack().filter(holds));
    stack.is_some_and(|stack| sp - stack.start >= NEEDED)
}
