//! Functions of the system that the runtime must see, in front of the ones they lead to.
//!
//! `dlopen` looks at where it was called from, so it and its counterpart are entered by a jump with the stack as the caller left it.

use crate::arch::{ask_stub, open_stub};
use core::fmt::Write;
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_rt::globals::order;
use sanecc_rt::output::Out;
use sanecc_rt::platform;
use sanecc_rt::report::unloaded;

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

    /// The function's name.
    pub(crate) fn name(&self) -> &'static core::ffi::CStr {
        self.name
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
/// that uses ours, and one would free the other's chunks. So it is opened without that flag.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_dlopen() {
    core::arch::naked_asm!(
        open_stub!(),
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

/// `dlclose`, which `exports/dynamic.txt` leads here. What it unloads keeps its names in reports.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_dlclose() {
    core::arch::naked_asm!(ask_stub!(), before = sym next_dlclose)
}

extern "C" fn next_dlclose() -> usize {
    unloaded::note();
    static NEXT: Next = Next::named(c"dlclose");
    NEXT.find(|| None)
}
