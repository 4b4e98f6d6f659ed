//! Another stack for a call.

/// Calls `function` with `argument` on the stack that ends at `end`, a multiple of 16, and comes back to this one. The frames of both
/// stacks can be unwound together.
///
/// # Safety
/// The memory below `end` is nobody else's and as much as the function needs, which takes the argument.
#[unsafe(naked)]
pub unsafe extern "C" fn call_on_stack(
    function: unsafe extern "C" fn(usize),
    argument: usize,
    end: usize,
) {
    core::arch::naked_asm!(
        ".cfi_startproc
         stp x29, x30, [sp, -16]!
         .cfi_def_cfa_offset 16
         .cfi_offset x29, -16
         .cfi_offset x30, -8
         mov x29, sp
         .cfi_def_cfa_register x29
         mov sp, x2
         mov x9, x0
         mov x0, x1
         blr x9
         mov sp, x29
         ldp x29, x30, [sp], 16
         .cfi_restore x29
         .cfi_restore x30
         .cfi_def_cfa sp, 0
         ret
         .cfi_endproc"
    )
}
