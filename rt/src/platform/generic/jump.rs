//! Where `longjmp` goes on.

use super::super::{SAVED_STACK_POINTER, stack_pointer_saved_here};
use core::sync::atomic::{AtomicUsize, Ordering};

/// What a saved stack pointer may stand for: glibc mixes it with a secret of the process on some processors, others write it as it is. At most one
/// of the two can be a place on the stack.
pub fn saved_stack_pointers(word: usize) -> [usize; 2] {
    [word ^ secret(), word]
}

/// What the C library mixes with, found by letting it save a stack pointer that is known.
fn secret() -> usize {
    static SECRET: AtomicUsize = AtomicUsize::new(0);
    static IS_KNOWN: AtomicUsize = AtomicUsize::new(0);
    if IS_KNOWN.load(Ordering::Acquire) == 0 {
        let mut saved = Saved([0; 128]);
        let place = &raw mut saved;
        // SAFETY: the place is larger than what `setjmp` saves on any of these processors.
        let sp = unsafe { stack_pointer_saved_here(place.cast()) };
        let word = saved.0[SAVED_STACK_POINTER / size_of::<usize>()];
        SECRET.store(word ^ sp, Ordering::Relaxed);
        IS_KNOWN.store(1, Ordering::Release);
    }
    SECRET.load(Ordering::Relaxed)
}

/// A `jmp_buf`, or more.
#[repr(C, align(16))]
struct Saved([usize; 128]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::stack_pointer;

    #[test]
    fn a_saved_stack_pointer_is_read() {
        let mut saved = Saved([0; 128]);
        // SAFETY: the place is large enough.
        let sp = unsafe { stack_pointer_saved_here((&raw mut saved).cast()) };
        let word = saved.0[SAVED_STACK_POINTER / size_of::<usize>()];
        assert_eq!(saved_stack_pointers(word)[0], sp);
        assert!(sp.abs_diff(stack_pointer()) < 1 << 16);
    }
}
