//! Stacks on which frames were left, or are about to be, without their epilogues: what these have poisoned is made addressable.

pub mod announced;
pub mod fiber;

use crate::{fake, platform, shadow, thread};
use core::ops::Range;

/// Most bytes of stack that are made addressable when it is not known how far the stack reaches.
const UNKNOWN_STACK: usize = 64 << 10;

/// Frames below the current one's callers are about to be left.
pub fn handle_no_return() {
    frames_go(None);
    clear_all_above();
}

/// Makes addressable what any frames may have poisoned that are left from here on.
fn clear_all_above() {
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
        None => clear(sp..end_of_context(sp)),
    }
}

/// `longjmp` to what `setjmp` has saved in `buffer`: frames below the one that it leads to are about to be left, and no others. Where that
/// cannot be told, all are taken to be.
pub fn jumps(buffer: usize) {
    match target_of_jump(buffer) {
        Some((stack, target)) => leave_below(target, stack),
        None => handle_no_return(),
    }
}

/// The unwinder is about to go on in the frame that has this stack pointer at its call: frames below it are left, and no others.
pub fn unwound_to(target: usize) {
    let sp = platform::stack_pointer() & !7;
    let mut known = own_stacks().into_iter();
    if let Some(stack) = known.find(|stack| stack.contains(&target)) {
        return leave_below(target, stack);
    }
    if !(sp..sp + LARGEST_LEAP).contains(&target) {
        return handle_no_return();
    }
    // The stack of a coroutine that nobody has told of.
    frames_go(Some(sp..target));
    clear(sp..target);
}

/// Frames below `target` on `stack`, one of the thread's, are about to be left.
fn leave_below(target: usize, stack: Range<usize>) {
    let sp = platform::stack_pointer() & !7;
    let below = stack.start..target;
    let signal_stack = platform::running_signal_stack().filter(|signal| signal.contains(&sp));
    match signal_stack {
        // Nobody knows where on the other stack the signal came; this one may itself lie there.
        Some(signal) if !signal.contains(&target) => {
            frames_go(Some(below.clone()));
            clear(sp..signal.end);
            clear(below);
        }
        _ if stack.contains(&sp) && sp < target => {
            frames_go(Some(sp..target));
            clear(sp..target);
        }
        // From the stack of a coroutine, or from one for signals that the kernel knows no more.
        _ => {
            clear_all_above();
            frames_go(Some(below.clone()));
            clear(below);
        }
    }
}

/// What is known of frames may be of some that are left: of those in this part of a stack, if that is known.
fn frames_go(part: Option<Range<usize>>) {
    shadow::set_up();
    match part {
        Some(part) => fake::frames_are_left_in(part),
        None => fake::frames_are_left(),
    }
    let thread = thread::current();
    thread.allocates_for().set(0);
    thread.forget_astray();
}

/// The stack of the context that the thread has entered last, and its own, in which the former may lie.
fn own_stacks() -> [Range<usize>; 2] {
    let thread = thread::current();
    [thread.context_stack(), thread.stack().unwrap_or(0..0)]
}

/// The stack that a jump leads to, and the place on it.
fn target_of_jump(buffer: usize) -> Option<(Range<usize>, usize)> {
    let stacks = own_stacks();
    // SAFETY: the function that jumps reads it, too.
    let saved = unsafe {
        let place = buffer.wrapping_add(platform::SAVED_STACK_POINTER) as *const usize;
        place.read_unaligned()
    };
    let targets = platform::saved_stack_pointers(saved).into_iter();
    let mut places = targets
        .filter(|target| target.is_multiple_of(8))
        .flat_map(|target| stacks.iter().map(move |stack| (stack.clone(), target)));
    places.find(|(stack, target)| stack.contains(target))
}

/// Where the stack of a coroutine ends. Past its end lies at worst someone else's memory, whose poison is lost.
fn end_of_context(sp: usize) -> usize {
    let known = thread::current().context_stack();
    if known.contains(&sp) {
        return known.end;
    }
    platform::mapping_of(sp).map_or(sp, |mapping| mapping.end.min(sp + UNKNOWN_STACK))
}

/// Most bytes between two places on one stack whose bounds are not known.
const LARGEST_LEAP: usize = 1 << 20;

/// `setcontext`: the thread goes on at `target`, which lies on `stack` if that is the stack of a context that was made.
/// Where it is now it may never come back to.
pub fn context_is_set(target: usize, stack: Range<usize>) {
    let sp = platform::stack_pointer() & !7;
    let own = OwnStack::before(target, &stack);
    let known = thread::current().context_stack();
    enters_context(target, stack);
    if known.contains(&sp) {
        return clear(sp..known.end);
    }
    match (own.holds(sp), own.holds(target)) {
        (true, true) if sp < target => {
            fake::frames_are_left_in(sp..target);
            clear(sp..target);
        }
        // Out of a handler whose stack lies further up on the same.
        (true, true) => clear(own.bounds.start..target),
        (true, false) => {}
        (false, false) if (sp..sp + LARGEST_LEAP).contains(&target) => clear(sp..target),
        (false, _) => clear(sp..end_of_context(sp)),
    }
}

/// The thread goes on at `target`, as above. Clears what lies below that on the stack there: frames that were called from there,
/// and have been left.
pub fn enters_context(target: usize, stack: Range<usize>) {
    shadow::set_up();
    let thread = thread::current();
    let own = OwnStack::before(target, &stack);
    let sp = platform::stack_pointer();
    match (own.holds(sp), own.holds(target)) {
        (true, false) => thread.leaves_at(sp),
        (false, true) => {
            let left_at = thread.comes_back();
            let is_known = left_at != 0 && own.holds(left_at);
            clear(if is_known { left_at } else { own.bounds.start }..target);
        }
        (true, true) | (false, false) => {}
    }
    if is_on(&stack, target) {
        clear(stack.start..target);
        thread.set_context_stack(stack);
    }
}

/// Whether a stack pointer is one of this stack. That of an empty stack is its end: so contexts begin on processors whose calls push nothing.
fn is_on(stack: &Range<usize>, pointer: usize) -> bool {
    stack.start < pointer && pointer <= stack.end
}

/// What of the thread's own stack is no context's: a program may have contexts run on arrays that lie there.
struct OwnStack {
    bounds: Range<usize>,
    contexts: [Range<usize>; 2],
}

impl OwnStack {
    /// Before the thread goes on at `target`, perhaps on `stack`.
    fn before(target: usize, stack: &Range<usize>) -> OwnStack {
        let thread = thread::current();
        let entered = is_on(stack, target).then(|| stack.clone());
        OwnStack {
            bounds: thread.stack().unwrap_or(0..0),
            contexts: [thread.context_stack(), entered.unwrap_or(0..0)],
        }
    }

    fn holds(&self, pointer: usize) -> bool {
        self.bounds.contains(&pointer) && !self.contexts.iter().any(|stack| is_on(stack, pointer))
    }
}

/// `makecontext`: a function will begin on this stack. Whatever was there is gone.
pub fn context_is_made(stack: Range<usize>) {
    shadow::set_up();
    fake::stack_is_gone(&stack);
    clear(stack);
}

/// `vfork` has returned in the parent, to a frame that ends at `sp`: the child ran on the stack below, and has ended in the
/// middle of some function.
pub fn vfork_returned(sp: usize) {
    frames_go(None);
    let stack = thread::current()
        .stack()
        .filter(|own| own.contains(&sp))
        .or_else(|| platform::running_signal_stack().filter(|stack| stack.contains(&sp)))
        .unwrap_or_else(|| sp.saturating_sub(UNKNOWN_STACK)..sp);
    clear(stack.start..sp);
}

/// Makes a part of a stack addressable.
pub fn clear(stack: Range<usize>) {
    let (start, end) = (stack.start.next_multiple_of(8), stack.end & !7);
    shadow::clear(start, end.saturating_sub(start));
}
