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
         stp x29, x30, [sp, -16]!
         .cfi_def_cfa_offset 16
         .cfi_offset x29, -16
         .cfi_offset x30, -8
         bl _setjmp
         mov x0, sp
         ldp x29, x30, [sp], 16
         .cfi_restore x29
         .cfi_restore x30
         .cfi_def_cfa_offset 0
         ret
         .cfi_endproc"
    )
}
