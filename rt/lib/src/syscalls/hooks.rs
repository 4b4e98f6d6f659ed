//! The assembly of hooks: what it does with registers is [`crate::arch`]'s.

/// Makes both functions of each system call: `name: SUCCESS [effects];` of those that touch memory of the program, then in brackets the
/// names of the others.
///
/// In the assembler's macro, `\when` is `pre` or `post`. The result of the call comes before its arguments in `post`, of which there are at
/// most six: it waits in a register that entry points keep for the real function, or stays where it is, as the first of seven arguments.
macro_rules! syscalls {
    ($($name:ident: $success:ident [$($effect:expr),* $(,)?];)* [$($other:ident)*]) => {
        static BEFORE: [Effects; [$(stringify!($name)),*].len()] = [$($crate::syscalls::before(&[$($effect),*])),*];
        static AFTER: [Effects; [$(stringify!($name)),*].len()] =
            [$($crate::syscalls::after(Success::$success, &[$($effect),*])),*];

        core::arch::global_asm!(
            ".macro sanecc_syscall when, effects, name
             .pushsection .rodata.sanecc_syscalls,\"a\",%progbits
             .Lsanecc_\\when\\()_name_\\name: .asciz \"__sanitizer_syscall_\\when\\()_impl_\\name\"
             .popsection
             .pushsection .data.rel.ro.sanecc_syscalls,\"aw\",%progbits
             .p2align 3
             .Lsanecc_\\when\\()_callee_\\name:
             .{word}byte .Lsanecc_syscall_result
             .long .Lsanecc_\\when\\()_name_\\name - .
             .long {own}
             .{word}byte \\effects + .Lsanecc_syscall_number * {size}
             .Lsanecc_\\when\\()_call_\\name:
             .long .Lsanecc_\\when\\()_callee_\\name - .
             .zero {site}
             .popsection
             .globl __sanitizer_syscall_\\when\\()_impl_\\name
             .type __sanitizer_syscall_\\when\\()_impl_\\name, %function
             __sanitizer_syscall_\\when\\()_impl_\\name:
             ",
            $crate::arch::begin!(),
            $crate::arch::hook_jump!(),
            $crate::arch::end!(),
            ".size __sanitizer_syscall_\\when\\()_impl_\\name, . - __sanitizer_syscall_\\when\\()_impl_\\name
             .endm
             .macro sanecc_both_syscalls name
             sanecc_syscall pre, {before}, \\name
             sanecc_syscall post, {after}, \\name
             .set .Lsanecc_syscall_number, .Lsanecc_syscall_number + 1
             .endm
             .macro sanecc_no_syscall when, name
             .globl __sanitizer_syscall_\\when\\()_impl_\\name
             .type __sanitizer_syscall_\\when\\()_impl_\\name, %function
             __sanitizer_syscall_\\when\\()_impl_\\name:
             .endm
             .pushsection .text.sanecc_syscalls,\"ax\",%progbits
             .set .Lsanecc_syscall_number, 0
             .p2align 4
             .Lsanecc_syscall_post:",
            $crate::arch::begin!(),
            $crate::arch::hook_shift!(),
            $crate::arch::end!(),
            $(concat!("sanecc_both_syscalls ", stringify!($name)),)*
            $(concat!("sanecc_no_syscall pre, ", stringify!($other)),
              concat!("sanecc_no_syscall post, ", stringify!($other)),)*
            ".Lsanecc_syscall_result:",
            $crate::arch::begin!(),
            $crate::arch::hook_result!(),
            $crate::arch::end!(),
            ".popsection",
            word = const size_of::<usize>(),
            before = sym BEFORE,
            after = sym AFTER,
            size = const size_of::<Effects>(),
            site = const size_of::<sanecc_abi::site::Site>(),
            own = const sanecc_abi::library::OWN_EFFECTS,
        );
    };
}
pub(crate) use syscalls;
