//! The sanecc runtime as a static library: the C names around `sanecc-rt`.
//!
//! Every name that a program may use is listed in `exports/`; the others are made local when the archive
//! is linked into one object (`prelink.sh`), so that nothing of Rust's can clash with the program.
#![no_std]

mod asan;
mod checks;
mod cxx;
mod malloc;
mod signal;
mod stub;

use core::ffi::c_char;
use core::fmt::Write;
use sanecc_rt::report::arena::Arena;
use sanecc_rt::report::out::Out;
use sanecc_rt::{init, platform};

/// Only reports allocate, and never from the program's heap.
#[global_allocator]
static ARENA: Arena = Arena;

#[panic_handler]
fn panicked(info: &core::panic::PanicInfo<'_>) -> ! {
    let mut out = Out::stderr();
    let _ = writeln!(out, "sanecc: internal error of the runtime: {info}");
    out.flush();
    platform::exit(1)
}

/// Called by the loader before any constructor, in executables.
extern "C" fn before_constructors(
    _count: i32,
    arguments: *const *const c_char,
    environment: *const *const c_char,
) {
    // SAFETY: the loader's own arguments.
    unsafe { init::with_arguments(arguments as usize, environment) };
}

type Initializer = extern "C" fn(i32, *const *const c_char, *const *const c_char);

#[used]
#[unsafe(link_section = ".preinit_array")]
static BEFORE_CONSTRUCTORS: Initializer = before_constructors;

/// What every instrumented module refers to. Referring to the initializer keeps it in the link.
#[unsafe(no_mangle)]
static __sanecc_abi_v1: &Initializer = &BEFORE_CONSTRUCTORS;

const _: () = assert!(
    sanecc_abi::VERSION == 1,
    "the symbol above carries the version"
);
