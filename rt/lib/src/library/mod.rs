//! Entry points of checked library calls: a register that no argument is in (`r10`, `x16`) holds the address of a `sanecc_abi::library::Call`, everything else is
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
                    core::arch::naked_asm!($crate::arch::around_stub!($count), target = sym $target)
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

            match !invocation.is_held() && $quick {
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

/// Defines entry points that check before the real function, which then is entered as if it had been called directly:
/// for functions with any number of arguments. The Rust function takes `&Arguments` and an `Invocation`.
macro_rules! before {
    ($($name:literal => $target:path;)*) => {
        $(
            const _: () = {
                #[unsafe(export_name = concat!("__sanecc_lib_", $name))]
                #[unsafe(naked)]
                extern "C" fn entry() {
                    core::arch::naked_asm!($crate::arch::before_stub!(), target = sym $target)
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
                    core::arch::naked_asm!($crate::arch::allocating_stub!($count), target = sym entered)
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

pub(crate) use {allocating, around, before, checked, checked_body, entered, real, word};
