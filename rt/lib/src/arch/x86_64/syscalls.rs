//! x86-64: what hooks of system calls do with registers. `crate::syscalls::hooks` has the rest.

/// Assembly that goes to the common part of `\when` with the address of the record of `\name`.
macro_rules! hook_jump {
    () => {
        "lea r10, [rip + .Lsanecc_\\when\\()_call_\\name]
         jmp .Lsanecc_syscall_\\when"
    };
}

/// Assembly that puts the result, which is the first argument, where entry points keep it, moves the others down, and goes to the entry point.
macro_rules! hook_shift {
    () => {
        "mov rax, rdi
         mov rdi, rsi
         mov rsi, rdx
         mov rdx, rcx
         mov rcx, r8
         mov r8, r9
         mov r9, [rsp + 8]
         .Lsanecc_syscall_pre:
         jmp __sanecc_syscall_entry"
    };
}

/// Assembly that returns the result.
macro_rules! hook_result {
    () => {
        "ret"
    };
}

pub(crate) use {hook_jump, hook_result, hook_shift};
