//! What `setjmp` saves.

/// Offset in bytes of the stack pointer in what `setjmp` has saved.
pub const SAVED_STACK_POINTER: usize = 0;

/// Has the C library's `setjmp` fill in `buffer`; the stack pointer that it has saved there.
///
/// # Safety
/// `buffer` is large enough for a `jmp_buf`. Nobody may jump to it.
#[unsafe(naked)]
pub unsafe extern "C" fn stack_pointer_saved_here(buffer: *mut u8) -> usize {
    core::arch::naked_asm!(
        ".fnstart
         push {{r11, lr}}
         .save {{r11, lr}}
         bl _setjmp
         mov r0, sp
         pop {{r11, pc}}
         .fnend"
    )
}
