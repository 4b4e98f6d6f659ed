//! Setting the runtime up, once, whoever needs it first: the dynamic linker's `malloc` or the program.

pub mod fork;
mod settings;
mod texts;

pub use texts::variable;

use crate::report::out::Out;
use crate::{globals, heap, leak, lock, report, shadow, suppress, thread, watch};
use core::ffi::{c_char, c_int, c_void};
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

const NOTHING: u8 = 0;
const IN_PROGRESS: u8 = 1;
const MEMORY: u8 = 2;
const ALL: u8 = 3;

static DONE: AtomicU8 = AtomicU8::new(NOTHING);

/// Sets up what the allocator needs. Safe at any time, also before the C library has started.
#[inline(always)]
pub fn memory() {
    if DONE.load(Ordering::Acquire) < MEMORY {
        set_memory_up();
    }
}

/// As [`memory`] before anything of the C library works, even `memset`. Where something is in the way of the shadow, that
/// is left for later.
pub fn memory_first() {
    if DONE.load(Ordering::Acquire) == NOTHING && shadow::map::reserve_all().is_ok() {
        DONE.store(MEMORY, Ordering::Release);
    }
}

/// Whether this copy of the runtime is in use. One that is not keeps out of everything.
pub fn is_done() -> bool {
    DONE.load(Ordering::Acquire) >= MEMORY
}

#[cold]
fn set_memory_up() {
    if DONE
        .compare_exchange(NOTHING, IN_PROGRESS, Ordering::AcqRel, Ordering::Acquire)
        .is_ok()
    {
        shadow::map::reserve();
        DONE.store(MEMORY, Ordering::Release);
    }
    while DONE.load(Ordering::Acquire) < MEMORY {
        core::hint::spin_loop();
    }
}

/// Sets up everything. The C library must have started. Idempotent.
pub fn all() {
    memory();
    if DONE
        .compare_exchange(MEMORY, ALL, Ordering::AcqRel, Ordering::Acquire)
        .is_err()
    {
        return;
    }
    lock::find_thread_flag();
    globals::own::poison();
    let (options, leak_suppressions) = texts::options();
    report::set(&options);
    suppress::set_up(
        &[options.suppressions, leak_suppressions],
        &texts::default_suppressions(),
    );
    PRINT_STATISTICS.store(options.atexit, Ordering::Relaxed);
    settings::apply(options);
    if !shadow::map::is_lazy()
        && !watch::is_on()
        && heap::poison::is_wanted()
        && !heap::size_class::are_bounded()
    {
        heap::fast::allow(heap::max_size());
    }
    // The main thread gets its stack for signal handlers now, should it never call `malloc`.
    let _ = thread::current().stack();
    fork::prepare();
    // Nothing is registered before us, so this runs after everything else that runs at the end.
    call_at_exit(at_exit);
}

/// Has the C library call `function` when the program exits, before what is registered by now.
pub fn call_at_exit(function: extern "C" fn(*mut c_void)) {
    unsafe extern "C" {
        fn __cxa_atexit(
            function: extern "C" fn(*mut c_void),
            argument: *mut c_void,
            library: *mut c_void,
        ) -> c_int;
    }
    // SAFETY: a function of the type that the C library calls; the runtime is never unloaded.
    unsafe { __cxa_atexit(function, core::ptr::null_mut(), core::ptr::null_mut()) };
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

/// As [`all`], called by the loader with the program's arguments, which lie at the top of the main stack.
///
/// # Safety
/// `environment` is what the loader hands to initializers: strings, and null at the end.
pub unsafe fn with_arguments(arguments: usize, environment: *const *const c_char) {
    thread::main_stack_starts_at(arguments);
    texts::environment_is(environment);
    all();
}
