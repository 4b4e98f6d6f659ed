//! AArch64: what hooks of system calls do with registers. `crate::syscalls::hooks` has the rest.

/// Assembly that goes to the common part of `\when` with the address of the record of `\name`.
macro_rules! hook_jump {
    () => {
        "adrp x16, .Lsanecc_\\when\\()_call_\\name
         add x16, x16, :lo12:.Lsanecc_\\when\\()_call_\\name
         b .Lsanecc_syscall_\\when"
    };
}

/// Assembly that puts the result, which is the first argument, where entry points keep it, moves the others down, and goes to the entry point.
macro_rules! hook_shift {
    () => {
        "mov x8, x0
         mov x0, x1
         mov x1, x2
         mov x2, x3
         mov x3, x4
         mov x4, x5
         mov x5, x6
         .Lsanecc_syscall_pre:
         b __sanecc_syscall_entry"
    };
}

/// Assembly that returns the result.
macro_rules! hook_result {
    () => {
        "mov x0, x8
         ret"
    };
}

pub(crate) use {hook_jump, hook_result, hook_shift};
