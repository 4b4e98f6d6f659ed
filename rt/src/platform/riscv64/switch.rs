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
         addi sp, sp, -16
         .cfi_def_cfa_offset 16
         sd ra, 8(sp)
         sd s0, 0(sp)
         .cfi_offset ra, -8
         .cfi_offset s0, -16
         addi s0, sp, 16
         .cfi_def_cfa s0, 0
         mv sp, a2
         mv t0, a0
         mv a0, a1
         jalr t0
         addi sp, s0, -16
         ld ra, 8(sp)
         ld s0, 0(sp)
         .cfi_restore ra
         .cfi_restore s0
         addi sp, sp, 16
         .cfi_def_cfa sp, 0
         ret
         .cfi_endproc"
    )
}
