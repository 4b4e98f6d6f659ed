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
        ".fnstart
         push {{r11, lr}}
         .save {{r11, lr}}
         mov r11, sp
         .setfp r11, sp
         mov sp, r2
         mov r12, r0
         mov r0, r1
         blx r12
         mov sp, r11
         pop {{r11, pc}}
         .fnend"
    )
}
