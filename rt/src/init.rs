//! Setting the runtime up, once, whoever needs it first: the dynamic linker's `malloc` or the program.

use crate::options::{self, Format, Options};
use crate::platform;
use crate::report::out::Out;
use crate::{globals, heap, leak, lock, report, shadow, signal, stack, suppress, thread, watch};
use core::ffi::{CStr, c_char, c_int, c_void};
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, Ordering};
use sanecc_abi::shadow::GRANULE;

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
    let (options, leak_suppressions) = read_options();
    report::set(&options);
    suppress::set_up(
        &[options.suppressions, leak_suppressions],
        &[
            text_of(platform::default_suppressions_function()),
            text_of(platform::leak_default_suppressions_function()),
        ],
    );
    apply(options);
    if !shadow::map::is_lazy()
        && !watch::is_on()
        && heap::poison::is_wanted()
        && !heap::size_class::are_bounded()
    {
        heap::fast::allow(heap::max_size());
    }
    // The main thread gets its stack for signal handlers now, should it never call `malloc`.
    let _ = thread::current().stack();
    // SAFETY: the handlers have the type that the C library calls.
    unsafe { libc::pthread_atfork(Some(before_fork), Some(after_fork), Some(after_fork)) };
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

/// The program exits. A report that another thread makes at this moment must not be cut off: it ends the program, or it is
/// waited for.
extern "C" fn at_exit(_: *mut c_void) {
    wait_for_report();
    if PRINT_STATISTICS.load(Ordering::Relaxed) {
        let mut out = Out::report();
        let _ = writeln!(out, "AddressSanitizer exit stats:");
        heap::usage::print_sums(&mut out);
    }
    leak::at_exit(leak::here());
    crate::coverage::at_end();
    crate::counts::at_end();
}

static PRINT_STATISTICS: AtomicBool = AtomicBool::new(false);

#[inline(never)]
fn wait_for_report() {
    drop(report::turn::Turn::share());
}

/// As [`all`], called by the loader with the program's arguments, which lie at the top of the main stack.
///
/// # Safety
/// `environment` is what the loader hands to initializers: strings, and null at the end.
pub unsafe fn with_arguments(arguments: usize, environment: *const *const c_char) {
    thread::main_stack_starts_at(arguments);
    ENVIRONMENT.store(environment.cast_mut(), Ordering::Relaxed);
    all();
}

/// The environment that the loader handed in: before libc's own initializer has run, `getenv` sees none.
static ENVIRONMENT: AtomicPtr<*const c_char> = AtomicPtr::new(core::ptr::null_mut());

type TextFunction = extern "C" fn() -> *const c_char;

/// The options, and the suppressions' file that `LSAN_OPTIONS` names beside theirs.
fn read_options() -> (Options<'static>, Option<&'static [u8]>) {
    let mut options = Options::default();
    let texts = [
        text_of(platform::default_options_function()),
        text_of(platform::own_default_options_function()),
        text_of(platform::leak_default_options_function()),
        variable(c"ASAN_OPTIONS"),
        variable(c"LSAN_OPTIONS"),
    ];
    let [defaults @ .., leaks] = &texts;
    for text in defaults {
        options.parse(text, &mut options::warn_of_what_is_missing);
    }
    let suppressions = options.suppressions.take();
    options.parse(leaks, &mut options::warn_of_what_is_missing);
    let leak_suppressions = core::mem::replace(&mut options.suppressions, suppressions);
    options.parse(variable(c"SANECC_OPTIONS"), &mut options::warn);
    for text in texts {
        options::tell(text, options.verbosity > 0);
    }
    if options.verbosity > 0 {
        options::tell_unknown(&texts);
    }
    (options, leak_suppressions)
}

/// What a function says that a program may define; empty for null.
fn text_of(function: *const u8) -> &'static [u8] {
    if function.is_null() {
        return b"";
    }
    // SAFETY: the program defines it with this type.
    bytes_of(unsafe {
        core::mem::transmute::<*const u8, TextFunction>(function)
    }())
}

/// The value of an environment variable, empty where it is not set. The strings stay as long as the process.
pub fn variable(name: &CStr) -> &'static [u8] {
    let mut place = ENVIRONMENT.load(Ordering::Relaxed);
    if place.is_null() {
        // SAFETY: the name ends with NUL.
        return bytes_of(unsafe { libc::getenv(name.as_ptr()) });
    }
    // SAFETY: the list ends with null, which is not passed.
    while let text = unsafe { *place }
        && !text.is_null()
    {
        let value = bytes_of(text)
            .strip_prefix(name.to_bytes())
            .and_then(|rest| rest.strip_prefix(b"="));
        if let Some(value) = value {
            return value;
        }
        // SAFETY: as above.
        place = unsafe { place.add(1) };
    }
    b""
}

fn bytes_of(text: *const c_char) -> &'static [u8] {
    if text.is_null() {
        return b"";
    }
    // SAFETY: strings of the environment or constants of the program.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}

fn apply(options: Options<'static>) {
    report::ending::sleep(options.sleep_before_init, "before init");
    apply_to_quarantine(&options);
    let usual = Options::default();
    if (options.redzone, options.max_redzone) != (usual.redzone, usual.max_redzone) {
        heap::size_class::bound_redzones(options.redzone, options.max_redzone);
    }
    shadow::map::set(&options);
    heap::quarantine::set_share(options.quarantine_share);
    heap::idle::set_interval(options.allocator_release_to_os_interval_ms);
    // As for ASan, 0 is no limit.
    if let Some(megabytes) = options.max_allocation_size_mb.filter(|limit| *limit != 0) {
        heap::set_max_size(megabytes.saturating_mul(1 << 20));
    }
    if !options.poison_heap {
        heap::poison::turn_off();
    }
    PRINT_STATISTICS.store(options.atexit, Ordering::Relaxed);
    if let Some(frames) = options.malloc_context_size {
        stack::set_depth(frames);
    }
    crate::fake::set_wanted(options.detect_stack_use_after_return);
    if options.help {
        options::print_help(options.report_format);
    }
    crate::library::switches::set(&options);
    if options.disable_coredump {
        platform::disable_core_files();
    }
    crate::entry::set_behaviour(&options);
    crate::globals::set(&options);
    watch::set(&options);
    crate::pairs::set(options.detect_invalid_pointer_pairs);
    signal::install(&options);
    leak::set_up(&options);
    crate::coverage::set(&options);
    if options.verbosity > 0 {
        let mut out = Out::report();
        if options.report_format == Format::Asan {
            let _ = writeln!(
                out,
                "SHADOW_SCALE: {}\nSHADOW_GRANULARITY: {}\nSHADOW_OFFSET: {:#x}\n=={}==AddressSanitizer Init done",
                GRANULE.ilog2(),
                GRANULE,
                platform::SHADOW_OFFSET,
                platform::process_id()
            );
        }
        let _ = writeln!(
            out,
            "sanecc: shadow at {:#x}..{:#x}{}, quarantine_size_mb={}M, thread_local_quarantine_size_kb={}K",
            platform::SHADOW_OFFSET,
            shadow::map::SHADOW_END,
            if shadow::map::is_lazy() {
                ", mapped on demand because address space is limited"
            } else {
                ""
            },
            heap::quarantine::limit() >> 20,
            heap::quarantine::batch_bytes() >> 10,
        );
        out.flush();
    }
    report::ending::sleep(options.sleep_after_init, "after init");
}

fn apply_to_quarantine(options: &Options<'_>) {
    use heap::quarantine::{set_batch_bytes, set_limit};
    let bytes = match (options.quarantine_size_mb, options.quarantine_size) {
        (Some(_), Some(_)) => options::refuse(
            "please use either 'quarantine_size' (deprecated) or quarantine_size_mb, but not both",
        ),
        (Some(megabytes), None) => Some(megabytes.saturating_mul(1 << 20)),
        (None, bytes) => bytes,
    };
    if let Some(bytes) = bytes {
        set_limit(bytes);
    }
    if let Some(kilobytes) = options.thread_local_quarantine_size_kb {
        if kilobytes == 0 && heap::quarantine::limit() != 0 {
            options::refuse(
                "thread_local_quarantine_size_kb can be set to 0 only when quarantine_size_mb is set to 0",
            );
        }
        set_batch_bytes(kilobytes.saturating_mul(1 << 10));
    }
}

/// The child of a fork gets a copy of the memory as it is; nobody may be changing it.
extern "C" fn before_fork() {
    report::turn::before_fork();
    crate::globals::lock().acquire();
    heap::locks().for_each(lock::Lock::acquire);
    leak::regions::lock().acquire();
    leak::ended::lock().acquire();
}

extern "C" fn after_fork() {
    leak::ended::lock().release();
    leak::regions::lock().release();
    heap::locks().rev().for_each(lock::Lock::release);
    crate::globals::lock().release();
    report::turn::after_fork();
}
