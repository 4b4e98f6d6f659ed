//! Entry points of checked library calls: `r10` holds the address of a `sanecc_abi::library::Call`, everything else is
//! as the library function is called. What they check is in `sanecc_rt::library`, their names are in the table of
//! `sanecc_abi::library`.

mod convert;
mod effects;
mod mappings;
mod memory;
pub mod outside;
mod search;
mod strings;
mod wide;

/// Defines entry points that are Rust functions. They take the function's arguments and, as one more, an
/// `Invocation`, call the real function themselves and return what it returned. The number is that of the
/// arguments in general registers: it says where the `Invocation` goes.
macro_rules! around {
    ($($name:literal $count:tt => $target:path;)*) => {
        $(
            const _: () = {
                #[unsafe(export_name = concat!("__sanecc_lib_", $name))]
                #[unsafe(naked)]
                extern "C" fn entry() {
                    core::arch::naked_asm!($crate::library::around_stub!($count), target = sym $target)
                }
            };
        )*
    };
}

/// Defines entry points for functions whose arguments and result are integers and pointers: each is a name, the number
/// of arguments and what they are called, and when the check is made: `before` the real function, `after` it with its
/// result, or `around` a call of it. Where a short test tells that a call is addressable (`unless`), the real function is entered by a
/// jump, and no register needs to be saved for what the check would do.
macro_rules! checked {
    ($($name:literal $count:tt ($($argument:ident),*) $when:ident |$call:pat_param $(, $result:pat_param)?| $check:expr $(, unless $quick:expr)?;)*) => {
        $(
            const _: () = {
                $crate::library::around! { $name $count => entered; }

                $crate::library::entered! { entered ($($argument),*) ($when $call $(, $result)?) $check $(, $quick)? }
            };
        )*
    };
}

/// The Rust function of such an entry point.
macro_rules! entered {
    ($(#[$attribute:meta])* $name:ident ($($argument:ident),*) ($when:ident $call:pat_param $(, $result:pat_param)?) $check:expr) => {
        $(#[$attribute])*
        extern "C" fn $name($($argument: usize,)* invocation: sanecc_rt::library::Invocation) -> usize {
            let real = $crate::library::real!(invocation ($($argument),*));
            $crate::library::checked_body!($when, invocation, real, ($($argument),*), $call $(, $result)?, $check)
        }
    };
    ($name:ident ($($argument:ident),*) ($when:ident $call:pat_param $(, $result:pat_param)?) $check:expr, $quick:expr) => {
        extern "C" fn $name($($argument: usize,)* invocation: sanecc_rt::library::Invocation) -> usize {
            $crate::library::entered! { #[cold] #[inline(never)] slowly ($($argument),*) ($when $call $(, $result)?) $check }

            match $quick {
                true => $crate::library::real!(invocation ($($argument),*))($($argument),*),
                false => slowly($($argument,)* invocation),
            }
        }
    };
}

macro_rules! real {
    ($invocation:ident ($($argument:ident),*)) => {
        // SAFETY: the function's type, as far as registers go: all arguments and the result are in general ones.
        unsafe { $invocation.real::<extern "C" fn($($crate::library::word!($argument)),*) -> usize>() }
    };
}

macro_rules! checked_body {
    (before, $invocation:ident, $real:ident, ($($argument:ident),*), $call:pat_param, $check:expr) => {{
        let $call = $invocation;
        $check;
        $real($($argument),*)
    }};
    (after, $invocation:ident, $real:ident, ($($argument:ident),*), $call:pat_param, $result:pat_param, $check:expr) => {{
        let $call = $invocation;
        let returned = $real($($argument),*);
        let $result = returned;
        $check;
        returned
    }};
    (around, $invocation:ident, $real:ident, ($($argument:ident),*), $call:pat_param, $function:pat_param, $check:expr) => {{
        let $call = $invocation;
        let $function = $real;
        $check
    }};
}

macro_rules! word {
    ($argument:ident) => {
        usize
    };
}

/// The `Invocation` is passed in the next two registers, or on the stack if there are not two left.
macro_rules! around_stub {
    (0) => {
        ".cfi_startproc\n mov rdi, r10\n mov rsi, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (1) => {
        ".cfi_startproc\n mov rsi, r10\n mov rdx, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (2) => {
        ".cfi_startproc\n mov rdx, r10\n mov rcx, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (3) => {
        ".cfi_startproc\n mov rcx, r10\n mov r8, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (4) => {
        ".cfi_startproc\n mov r8, r10\n mov r9, [rsp]\n jmp {target}\n .cfi_endproc"
    };
    (5) => {
        $crate::library::around_stub!(stack)
    };
    (6) => {
        $crate::library::around_stub!(stack)
    };
    (stack) => {
        ".cfi_startproc
         sub rsp, 8
         .cfi_adjust_cfa_offset 8
         push [rsp + 8]
         .cfi_adjust_cfa_offset 8
         push r10
         .cfi_adjust_cfa_offset 8
         call {target}
         add rsp, 24
         .cfi_adjust_cfa_offset -24
         ret
         .cfi_endproc"
    };
}

/// Defines entry points that check before the real function, which then is entered as if it had been called directly:
/// for functions with any number of arguments. The Rust function takes `&Arguments` and an `Invocation`.
macro_rules! before {
    ($($name:literal => $target:path;)*) => {
        $(
            const _: () = {
                #[unsafe(export_name = concat!("__sanecc_lib_", $name))]
                #[unsafe(naked)]
                extern "C" fn entry() {
                    core::arch::naked_asm!($crate::library::before_stub!(), target = sym $target)
                }
            };
        )*
    };
}

/// Defines entry points for functions whose result is a chunk: each is a name, the number of arguments and what they are called, and
/// the check before the real function. The chunk is noted as allocated by the caller: the C library keeps no frame pointers, so the
/// trace that its call of `malloc` leaves ends there.
macro_rules! allocating {
    ($($name:literal $count:tt ($($argument:ident),*) |$call:pat_param| $check:expr;)*) => {
        $(
            const _: () = {
                #[unsafe(export_name = concat!("__sanecc_lib_", $name))]
                #[unsafe(naked)]
                extern "C" fn entry() {
                    core::arch::naked_asm!($crate::library::allocating_stub!($count), target = sym entered)
                }

                extern "C" fn entered($($argument: usize,)* invocation: sanecc_rt::library::Invocation, frame: usize) -> usize {
                    let $call = invocation;
                    $check;
                    let chunk = $crate::library::real!(invocation ($($argument),*))($($argument),*);
                    invocation.allocates(chunk, frame);
                    chunk
                }
            };
        )*
    };
}

/// As [`around_stub`], and the caller's frame pointer is passed behind the `Invocation`.
macro_rules! allocating_stub {
    (1) => {
        ".cfi_startproc\n mov rsi, r10\n mov rdx, [rsp]\n mov rcx, rbp\n jmp {target}\n .cfi_endproc"
    };
    (2) => {
        ".cfi_startproc\n mov rdx, r10\n mov rcx, [rsp]\n mov r8, rbp\n jmp {target}\n .cfi_endproc"
    };
}

/// Stores `sanecc_rt::library::Arguments` at the stack pointer, calls, and puts the registers back. The real function's
/// address comes from the record: the relative pointer at its beginning leads to it.
macro_rules! before_stub {
    () => {
        ".cfi_startproc
         sub rsp, 200
         .cfi_adjust_cfa_offset 200
         mov [rsp], rdi
         mov [rsp + 8], rsi
         mov [rsp + 16], rdx
         mov [rsp + 24], rcx
         mov [rsp + 32], r8
         mov [rsp + 40], r9
         mov [rsp + 176], rax
         mov [rsp + 184], r10
         test al, al
         je 2f
         movaps [rsp + 48], xmm0
         movaps [rsp + 64], xmm1
         movaps [rsp + 80], xmm2
         movaps [rsp + 96], xmm3
         movaps [rsp + 112], xmm4
         movaps [rsp + 128], xmm5
         movaps [rsp + 144], xmm6
         movaps [rsp + 160], xmm7
         2:
         mov rdi, rsp
         mov rsi, r10
         mov rdx, [rsp + 200]
         call {target}
         mov rdi, [rsp]
         mov rsi, [rsp + 8]
         mov rdx, [rsp + 16]
         mov rcx, [rsp + 24]
         mov r8, [rsp + 32]
         mov r9, [rsp + 40]
         mov rax, [rsp + 176]
         mov r10, [rsp + 184]
         test al, al
         je 2f
         movaps xmm0, [rsp + 48]
         movaps xmm1, [rsp + 64]
         movaps xmm2, [rsp + 80]
         movaps xmm3, [rsp + 96]
         movaps xmm4, [rsp + 112]
         movaps xmm5, [rsp + 128]
         movaps xmm6, [rsp + 144]
         movaps xmm7, [rsp + 160]
         2:
         add rsp, 200
         .cfi_adjust_cfa_offset -200
         movsxd r11, dword ptr [r10]
         jmp [r10 + r11]
         .cfi_endproc"
    };
}

pub(crate) use {
    allocating, allocating_stub, around, around_stub, before, before_stub, checked, checked_body,
    entered, real, word,
};
