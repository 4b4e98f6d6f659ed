//! RISC-V: what hooks of system calls do with registers. `crate::syscalls::hooks` has the rest.

/// Assembly that goes to the common part of `\when` with the address of the record of `\name`.
macro_rules! hook_jump {
    () => {
        "lla t1, .Lsanecc_\\when\\()_call_\\name
         j .Lsanecc_syscall_\\when"
    };
}

/// Assembly that puts the result, which is the first argument, where entry points keep it, moves the others down, and goes to the entry point.
/// `tail` would overwrite `t1` on its way to one that is far away.
macro_rules! hook_shift {
    () => {
        "mv a7, a0
         mv a0, a1
         mv a1, a2
         mv a2, a3
         mv a3, a4
         mv a4, a5
         mv a5, a6
         .Lsanecc_syscall_pre:
         jump __sanecc_syscall_entry, t2"
    };
}

/// Assembly that returns the result.
macro_rules! hook_result {
    () => {
        "mv a0, a7
         ret"
    };
}

pub(crate) use {hook_jump, hook_result, hook_shift};
