//! The functions of `sanitizer/linux_syscall_hooks.h`: what programs call before and after system calls that they make without the C
//! library.
//!
//! What a call reads and writes is a row of [`table`], in the words of `sanecc_abi::library::effects`. Each function loads the address of a
//! record, as thunks of checked code do, and jumps to the entry point of library functions whose effects are data. The "real
//! function" behind it returns what the system call has returned. Before the call all is checked that does not depend on its result,
//! afterwards the rest, which AddressSanitizer does not look at.
//!
//! None of this is in the runtime itself: `rt/lib/prelink.sh` makes an archive of its own of it, which is linked into programs that name
//! one of the functions.

mod hooks;
mod table;

use sanecc_abi::library::effects::{Effect, Effects, Places, Success};

/// After the call, its result comes before its arguments, which the hook moves down where there are registers for all of them.
const ARGUMENTS_OF_POST: Places = Places::UNKNOWN.behind(if usize::BITS == 64 { 0 } else { 1 });

/// What is checked before a system call.
pub(crate) const fn before(list: &'static [Effect]) -> Effects {
    Effects {
        come_before: true,
        need_result: false,
        ..Effects::new(Success::Always, list, Places::UNKNOWN)
    }
}

/// What is checked after it. Where it failed, the result is the number of the error, made negative.
pub(crate) const fn after(success: Success, list: &'static [Effect]) -> Effects {
    Effects {
        come_before: false,
        ..Effects::new(success, list, ARGUMENTS_OF_POST)
    }
}

use hooks::syscalls;
