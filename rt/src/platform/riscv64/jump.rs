//! What `setjmp` saves.

/// Offset in bytes of the stack pointer in what `setjmp` has saved.
pub const SAVED_STACK_POINTER: usize = 13 * size_of::<usize>();

/// Has the C library's `setjmp` fill in `buffer`; the stack pointer that it has saved there.
///
/// # Safety
/// `buffer` is large enough for a `jmp_buf`. Nobody may jump to it.
#[unsafe(naked)]
pub unsafe extern "C" fn stack_pointer_saved_here(buffer: *mut u8) -> usize {
    core::arch::naked_asm!(
        ".cfi_startproc
         addi sp, sp, -16
         .cfi_def_cfa_offset 16
         sd ra, 8(sp)
         .cfi_offset ra, -8
         call _setjmp
         mv a0, sp
         ld ra, 8(sp)
         .cfi_restore ra
         addi sp, sp, 16
         .cfi_def_cfa_offset 0
         ret
         .cfi_endproc"
    )
}
