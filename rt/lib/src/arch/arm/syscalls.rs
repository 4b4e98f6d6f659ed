//! 32-bit Arm: what hooks of system calls do with registers. `crate::syscalls::hooks` has the rest.

/// Assembly that goes to the entry point with the address of the record of `\name`. What the call has returned, and its arguments, stay where they are.
macro_rules! hook_jump {
    () => {
        "ldr r12, 3f
         2:
         add r12, pc, r12
         b __sanecc_syscall_entry
         3:
         .long .Lsanecc_\\when\\()_call_\\name - (2b + 8)"
    };
}

/// Nothing moves.
macro_rules! hook_shift {
    () => {
        ""
    };
}

/// Assembly that returns the result, which is the first argument.
macro_rules! hook_result {
    () => {
        "bx lr"
    };
}

pub(crate) use {hook_jump, hook_result, hook_shift};
