//! How the program ends after a report, or that it goes on.

use super::finding::Finding;
use super::report_lock;
use crate::options::Options;
use crate::output::Out;
use crate::platform;
use crate::signal;
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicUsize, Ordering};
use sanecc_abi::site::flags;

static EXIT_CODE: AtomicI32 = AtomicI32::new(1);
static ABORT: AtomicBool = AtomicBool::new(false);
static HALT: AtomicBool = AtomicBool::new(true);
/// Whether sums of chunks follow a report.
static STATISTICS: AtomicBool = AtomicBool::new(false);
/// Seconds before the end.
static SLEEP: AtomicUsize = AtomicUsize::new(0);
static DEATH_CALLBACK: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());

/// Takes over the options.
pub fn set(options: &Options<'_>) {
    EXIT_CODE.store(options.exitcode, Ordering::Relaxed);
    ABORT.store(options.abort_on_error, Ordering::Relaxed);
    STATISTICS.store(options.print_stats, Ordering::Relaxed);
    HALT.store(options.halt_on_error, Ordering::Relaxed);
    SLEEP.store(options.sleep_before_dying, Ordering::Relaxed);
}

/// Exit status after an error.
pub fn exit_code() -> i32 {
    EXIT_CODE.load(Ordering::Relaxed)
}

/// A function of the program that is called before the process ends; null for none.
pub fn set_death_callback(callback: *const ()) {
    DEATH_CALLBACK.store(callback.cast_mut(), Ordering::Release);
}

/// Whether the program may go on after this error: the user allows it, and there is a way to go on.
pub fn may_go_on(finding: &Finding<'_>) -> bool {
    has_way(finding) && !HALT.load(Ordering::Relaxed)
}

/// Whether the user lets the program go on after errors (`halt_on_error=0`); then leaks do not change its exit status.
pub fn goes_on() -> bool {
    !HALT.load(Ordering::Relaxed)
}

/// Whether there is a way to go on after this error. For faults and for memory that may not be refused there is none.
pub fn has_way(finding: &Finding<'_>) -> bool {
    !matches!(finding, Finding::Fault { .. } | Finding::Refused(_))
}

/// Whether the code of a check goes on after its report: it was compiled for that, or it is a memory intrinsic,
/// which AddressSanitizer leaves to functions that return, or it asks the runtime and goes on where nothing is wrong.
/// Nothing goes on after an unsound removal.
pub fn check_returns(finding: &Finding<'_>) -> bool {
    let returning = flags::RECOVER | flags::BULK;
    let asks = matches!(finding, Finding::Call { .. } | Finding::Variadic { .. });
    asks || finding
        .site()
        .is_none_or(|site| site.flags & returning != 0 && site.flags & flags::REMOVED == 0)
}

/// Tells the program that an error is about to be reported.
pub fn say_error() {
    let function = platform::on_error_function();
    if !function.is_null() {
        // SAFETY: the interface fixes the function's type.
        unsafe { core::mem::transmute::<*const u8, extern "C" fn()>(function)() };
    }
}

/// Ends the process, after the sleep that leaves time for a debugger.
pub fn end() -> ! {
    last_words();
    report_lock::end_process(exit_code())
}

/// As [`end`] while the process exits already: what the C library has yet to do, it does, so that what the program has
/// printed is not lost.
pub fn end_exit() -> ! {
    last_words();
    // SAFETY: called from a function that `exit` runs, where glibc lets the status be changed so.
    unsafe { libc::exit(exit_code()) }
}

/// Waits so many seconds, and says so.
pub fn sleep(seconds: usize, when: &str) {
    if seconds != 0 {
        let process = platform::process_id();
        let mut out = Out::report();
        let _ = writeln!(out, "=={process}==Sleeping for {seconds} second(s) {when}");
        out.flush();
        platform::sleep(seconds);
    }
}

fn last_words() {
    if STATISTICS.load(Ordering::Relaxed) {
        crate::heap::usage::print_sums(&mut Out::report());
    }
    sleep(SLEEP.load(Ordering::Relaxed), "before dying");
    let is_own_memory = platform::is_own_memory();
    if is_own_memory {
        crate::coverage::at_end();
        crate::counts::at_end();
    }
    let callback = DEATH_CALLBACK.swap(core::ptr::null_mut(), Ordering::AcqRel);
    if !callback.is_null() {
        // SAFETY: the program handed in a function without parameters.
        unsafe { core::mem::transmute::<*mut (), extern "C" fn()>(callback)() };
        if !is_own_memory {
            // The parent of a child of `vfork` has its end before it.
            DEATH_CALLBACK.store(callback, Ordering::Release);
        }
    }
    if ABORT.load(Ordering::Relaxed) {
        signal::leave_aborts();
        platform::abort();
    }
}
