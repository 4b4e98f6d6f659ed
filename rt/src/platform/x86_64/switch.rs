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
         push rbp
         .cfi_def_cfa_offset 16
         .cfi_offset rbp, -16
         mov rbp, rsp
         .cfi_def_cfa_register rbp
         mov rsp, rdx
         mov rax, rdi
         mov rdi, rsi
         call rax
         mov rsp, rbp
         pop rbp
         .cfi_def_cfa rsp, 8
         ret
         .cfi_endproc"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(C, align(16))]
    struct Stack([u8; 4096]);

    unsafe extern "C" fn note(place: usize) {
        // SAFETY: the test hands over a variable.
        unsafe { *(place as *mut usize) = super::super::stack_pointer() };
    }

    #[test]
    fn a_call_runs_on_the_stack_that_it_is_given_and_comes_back() {
        let mut stack = Stack([0; 4096]);
        let mut seen = 0usize;
        let range = stack.0.as_mut_ptr_range();
        // SAFETY: the stack is large enough for the function, which gets a variable.
        unsafe { call_on_stack(note, (&raw mut seen) as usize, range.end as usize) };
        assert!((range.start as usize..range.end as usize).contains(&seen));
    }
}
