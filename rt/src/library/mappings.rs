//! Memory that functions of the C library give and take away as a whole: mappings, stacks of contexts. No poison of what lay
//! there before may stay.

use super::Arguments;
use crate::platform::{self, PAGE, address_end};
use crate::{no_return, shadow, thread};
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

/// Whether the program has made memory unreadable that may be a part of an object.
static SOME_IS_UNREADABLE: AtomicBool = AtomicBool::new(false);

/// Whether a part of some object might not be readable, though nothing in the shadow says so.
#[inline(always)]
pub fn some_is_unreadable() -> bool {
    SOME_IS_UNREADABLE.load(Ordering::Relaxed)
}

/// `mprotect` and the like will let memory be used so from now on.
pub fn before_protection(protection: usize) {
    if protection & platform::PROTECTION_READ == 0 {
        SOME_IS_UNREADABLE.store(true, Ordering::Relaxed);
    }
}

/// `mmap` is asked for a mapping. The system would put it over the shadow.
pub fn before_mapping(address: usize, length: usize, flags: usize) {
    if flags & platform::MAPPING_FIXED != 0
        && let Some(pages) = pages(address, length)
    {
        shadow::map::refuse_if_over(pages);
    }
}

/// `mmap` has returned the mapping at `address`.
pub fn mapped(address: usize, length: usize, flags: usize) {
    if flags & platform::MAPPING_FIXED != 0 {
        // It may lie in an object, and may be that of a file that is shorter.
        SOME_IS_UNREADABLE.store(true, Ordering::Relaxed);
    }
    clear(address, length);
}

fn clear(address: usize, length: usize) {
    if let Some(pages) = pages(address, length) {
        shadow::set_up();
        shadow::clear_if_written(pages.start, pages.len());
    }
}

/// Whether `mlockall(flags)` does nothing but succeed: it would have the system fill all of the shadow, 14 TiB, or
/// refuse because of its size. What the C library would call an error still is one.
pub fn is_left_unlocked(flags: usize) -> bool {
    flags != 0 && flags & !platform::LOCK_FLAGS == 0
}

/// `munmap` will take the memory away. Afterwards it may be another thread's.
pub fn before_unmapping(address: usize, length: usize) {
    if let Some(pages) = pages(address, length) {
        shadow::map::refuse_if_over(pages);
    }
    clear(address, length);
}

/// The pages of a range; none if there is no such mapping.
fn pages(address: usize, length: usize) -> Option<Range<usize>> {
    let end = address
        .checked_add(length)?
        .checked_next_multiple_of(PAGE)?;
    (address.is_multiple_of(PAGE) && address < end && end <= address_end()).then_some(address..end)
}

/// `makecontext(context, ...)`: a function will begin on the context's stack.
pub fn before_makecontext(arguments: &Arguments) {
    // SAFETY: the library function reads it, too.
    let stack = unsafe { platform::context_stack(arguments.general[0]) };
    if is_stack(&stack) {
        // Frames in it are poisoned without regard for a fold.
        shadow::user::stop_folding();
        no_return::context_is_made(stack);
    }
}

/// `swapcontext(left, entered)`: both stacks may be used for something else before they are returned to. A program that tells
/// when it switches (`__sanitizer_start_switch_fiber`) keeps the poison.
pub fn before_swapcontext(arguments: &Arguments) {
    if thread::current().is_switching() {
        return;
    }
    let [left, entered, ..] = arguments.general;
    // SAFETY: the library function reads and writes them, too.
    let (left, (entered, target)) = unsafe { (platform::context_stack(left), entered_at(entered)) };
    no_return::enters_context(target, entered.clone());
    clear_if_on(left, platform::stack_pointer());
    clear_if_on(entered, target);
}

/// `setcontext(entered)`: the frames here are left, perhaps for good.
pub fn before_setcontext(arguments: &Arguments) {
    if !thread::current().is_switching() {
        // SAFETY: the library function reads it, too.
        let (stack, target) = unsafe { entered_at(arguments.general[0]) };
        no_return::context_is_set(target, stack);
    }
}

/// The stack that a context was given, empty if it is none, and where it goes on.
///
/// # Safety
/// `context` is the address of a `ucontext_t`.
unsafe fn entered_at(context: usize) -> (Range<usize>, usize) {
    // SAFETY: as the caller promises.
    let (stack, target) = unsafe {
        (
            platform::context_stack(context),
            platform::context_stack_pointer(context),
        )
    };
    let is_stack = is_stack(&stack);
    (if is_stack { stack } else { 0..0 }, target)
}

/// Only a context that was made has a stack of its own; others hold what lay in memory before.
fn clear_if_on(stack: Range<usize>, sp: usize) {
    if (stack.start..=stack.end).contains(&sp) && is_stack(&stack) {
        no_return::clear(stack);
    }
}

/// Whether memory may be there.
fn is_stack(stack: &Range<usize>) -> bool {
    stack.start < stack.end && stack.end <= address_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locking_everything_is_left_out_unless_it_would_fail() {
        let [current, future, on_fault] = [1, 2, 4];
        assert!(is_left_unlocked(current) && is_left_unlocked(current | future | on_fault));
        assert!(!is_left_unlocked(0) && !is_left_unlocked(current | 8));
    }

    #[test]
    fn only_whole_pages_of_the_program_are_mappings() {
        assert_eq!(pages(PAGE, 1), Some(PAGE..2 * PAGE));
        assert_eq!(pages(PAGE, PAGE + 1), Some(PAGE..3 * PAGE));
        for (address, length) in [
            (PAGE, 0),
            (PAGE + 8, PAGE),
            (PAGE, usize::MAX),
            (PAGE, usize::MAX - PAGE),
            (address_end(), PAGE),
            // What `mmap` returns when it fails.
            (usize::MAX, PAGE),
        ] {
            assert_eq!(pages(address, length), None, "{address:#x} {length:#x}");
        }
    }
}
