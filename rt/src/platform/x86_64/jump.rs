//! Where `longjmp` goes on.

use core::arch::asm;

/// Offset in bytes of the stack pointer in what `setjmp` has saved, in all C libraries.
pub const SAVED_STACK_POINTER: usize = 6 * size_of::<usize>();

/// What a saved stack pointer may stand for: glibc mixes it with a secret of the process, others write it as it is. At most one of the two
/// can be a place on the stack.
pub fn saved_stack_pointers(word: usize) -> [usize; 2] {
    let secret: usize;
    // SAFETY: reads a word of the thread's control block, which is larger than that in every C library.
    unsafe {
        asm!(
            "mov {0}, qword ptr fs:[0x30]",
            out(reg) secret,
            options(nostack, pure, readonly),
        );
    }
    [word.rotate_right(17) ^ secret, word]
}
