//! The sanecc runtime as a static library and a shared one: the C names around `sanecc-rt`.
//!
//! Every name that a program may use is listed in `exports/`; the others are made local when the archive
//! is linked into one object (`prelink.sh`), so that nothing of Rust's can clash with the program.
#![no_std]

mod arch;
mod asan;
mod checks;
mod coverage;
mod cxx;
mod fake;
mod frames;
mod interface;
mod interpose;
mod library;
mod lsan;
mod malloc;
mod modules;
mod provenance;
mod signal;
mod stub;
mod syscalls;
mod threads;
mod unwinder;

use core::ffi::c_char;
use core::fmt::Write;
use sanecc_rt::arena::Arena;
use sanecc_rt::library::switches;
use sanecc_rt::output::Out;
use sanecc_rt::signal::leaves;
use sanecc_rt::{init, platform, shadow};

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

/// Called by the loader before any constructor: in executables because of the section below, in the shared
/// runtime because it is marked to be initialised first.
extern "C" fn before_constructors(
    _count: i32,
    arguments: *const *const c_char,
    environment: *const *const c_char,
) {
    if !is_first_in_scope() {
        return;
    }
    leaves::note(arch::leaves(), arch::slow_entries());
    // SAFETY: the loader's own arguments.
    unsafe { init::with_arguments(arguments as usize, environment) };
    if switches::is_on(switches::LIBRARIES) {
        library::outside::redirect();
    }
}

/// Where a static program begins: its C library may call a `malloc` of the program's own, with checks in it, before any
/// initializer. (Where there is a loader, that has called ours by then, or the program's after it.)
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_start() {
    // Nobody has called it.
    core::arch::naked_asm!(arch::start_stub!(), memory = sym memory_first)
}

extern "C" fn memory_first() {
    shadow::set_up_first();
    sanecc_rt::provenance::follow_early();
}

type Initializer = extern "C" fn(i32, *const *const c_char, *const *const c_char);

#[used]
#[unsafe(link_section = ".preinit_array")]
static BEFORE_CONSTRUCTORS: Initializer = before_constructors;

/// What every instrumented module refers to, by `sanecc_abi::symbols::VERSION_SYMBOL`. Referring to the
/// initializer keeps it in the link.
#[unsafe(export_name = "__sanecc_runtime_v12_is_missing__link_with_sanecc_or_preload_libsanecc_rt.so")]
static VERSION: &Initializer = &BEFORE_CONSTRUCTORS;

/// Whether the program's references to the runtime lead to this copy. They do not in the shared runtime when
/// the executable has one of its own: that one is found first under every name, and this one stays unused.
fn is_first_in_scope() -> bool {
    let found = arch::address_of!(
        "__sanecc_runtime_v12_is_missing__link_with_sanecc_or_preload_libsanecc_rt.so"
    ) as *const &Initializer;
    // SAFETY: the symbol is a reference in whichever copy it was found.
    core::ptr::eq(unsafe { *found }, &BEFORE_CONSTRUCTORS)
}

const _: () = assert!(
    sanecc_abi::VERSION == 12,
    "the symbol above carries the version"
);
