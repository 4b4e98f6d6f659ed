//! Setting the runtime up, once: options are read, and each layer is told of its own.

mod other_runtime;
mod pages;
mod settings;
mod texts;

use crate::output::Out;
use crate::{
    fork, globals, heap, leak, lock, malloc_hooks, platform, provenance, report, shadow, suppress,
    thread,
};
use core::ffi::{c_char, c_void};
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, Ordering};

static DONE: AtomicBool = AtomicBool::new(false);

/// Sets up everything. The C library must have started. Idempotent.
pub fn all() {
    shadow::set_up();
    if DONE.swap(true, Ordering::AcqRel) {
        return;
    }
    provenance::follow_early();
    lock::find_thread_flag();
    globals::own::poison();
    let (options, leak_suppressions) = texts::options();
    settings::apply_to_output(&options);
    report::set(&options);
    suppress::set_up(
        &[options.suppressions, leak_suppressions],
        &texts::default_suppressions(),
    );
    PRINT_STATISTICS.store(options.atexit, Ordering::Relaxed);
    settings::apply(options);
    if !shadow::map::is_lazy()
        && !malloc_hooks::is_on()
        && heap::poison::is_wanted()
        && !heap::size_class::are_bounded()
    {
        heap::fast::allow(heap::max_size());
    }
    // The main thread gets its stack for signal handlers now, should it never call `malloc`.
    let _ = thread::current().stack();
    fork::prepare();
    // Nothing is registered before us, so this runs after everything else that runs at the end.
    platform::call_at_exit(at_exit);
}

/// The program exits. Nothing but the place is noted here: what lies unused in this frame may be the address of a lost chunk.
extern "C" fn at_exit(_: *mut c_void) {
    end(leak::here());
}

/// A report that another thread makes at this moment must not be cut off: it ends the program, or it is waited for.
#[inline(never)]
fn end(caller: leak::Caller) {
    report::report_lock::wait_for_others();
    if PRINT_STATISTICS.load(Ordering::Relaxed) {
        let mut out = Out::report();
        let _ = writeln!(out, "AddressSanitizer exit stats:");
        heap::usage::print_sums(&mut out);
    }
    leak::at_exit(caller);
    crate::coverage::at_end();
    crate::counts::at_end();
}

static PRINT_STATISTICS: AtomicBool = AtomicBool::new(false);

/// Sets up everything as [`all`] does; called by the loader with the program's arguments, which lie at the top of the main stack.
///
/// # Safety
/// `environment` is what the loader hands to initializers: strings, and null at the end.
pub unsafe fn with_arguments(arguments: usize, environment: *const *const c_char) {
    pages::refuse_larger();
    thread::main_stack_starts_at(arguments);
    platform::set_environment(environment);
    all();
    other_runtime::tell();
}
