//! Functions of the system that the runtime must see, in front of the ones they lead to.
//!
//! Both look at where they were called from, so they are entered by a jump with the stack as the caller left it.

use core::fmt::Write;
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_rt::globals::order;
use sanecc_rt::report::out::Out;
use sanecc_rt::{abandoned, init, platform};

/// A function behind ours, by its name.
pub(crate) struct Next {
    name: &'static core::ffi::CStr,
    address: AtomicUsize,
}

impl Next {
    pub(crate) const fn named(name: &'static core::ffi::CStr) -> Next {
        Next {
            name,
            address: AtomicUsize::new(0),
        }
    }

    /// Looks for the function in what the loader searches after us; if it is not there, `elsewhere`.
    pub(crate) fn find(&self, elsewhere: impl FnOnce() -> Option<usize>) -> usize {
        let known = self.address.load(Ordering::Relaxed);
        if known != 0 {
            return known;
        }
        let next = platform::find_symbol(libc::RTLD_NEXT as usize, self.name);
        let Some(found) = next.or_else(elsewhere) else {
            let mut out = Out::stderr();
            let name = self.name.to_str().unwrap_or_default();
            let _ = writeln!(
                out,
                "sanecc: the system has no {name}, which the program calls"
            );
            out.flush();
            platform::exit(1);
        };
        self.address.store(found, Ordering::Relaxed);
        found
    }
}

/// `dlopen`, which `exports/dynamic.txt` leads here. A library that prefers its own symbols (`RTLD_DEEPBIND`) would use the C library's `malloc` beside a program
/// that uses ours, and one would free the other's blocks. So it is opened without that flag.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_dlopen() {
    core::arch::naked_asm!(
        "push rdi",
        "push rsi",
        "sub rsp, 8",
        "call {next}",
        "add rsp, 8",
        "pop rsi",
        "pop rdi",
        "and esi, {without}",
        "jmp rax",
        next = sym next_dlopen,
        without = const !libc::RTLD_DEEPBIND,
    )
}

extern "C" fn next_dlopen() -> usize {
    // The library's constructors may use what the program has, rightly in any order.
    order::stop_if_strict();
    static NEXT: Next = Next::named(c"dlopen");
    NEXT.find(|| None)
}

/// An exception is about to leave frames behind, perhaps thrown by code that was not compiled by sanecc.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn _Unwind_RaiseException() {
    core::arch::naked_asm!(
        "push rdi",
        "call {before}",
        "pop rdi",
        "jmp rax",
        before = sym before_exception,
    )
}

extern "C" fn before_exception() -> usize {
    static NEXT: Next = Next::named(c"_Unwind_RaiseException");
    if init::is_done() {
        abandoned::handle_no_return();
    }
    // A program in C may have loaded the C++ library where the loader does not search for others.
    NEXT.find(|| {
        let library = platform::open_library(c"libgcc_s.so.1")?;
        platform::find_symbol(library, NEXT.name)
    })
}
