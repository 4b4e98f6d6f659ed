//! One report at a time. Threads that fail meanwhile wait for the lock or for the end of the process; a fault in
//! the report itself ends the process with a short message.
//!
//! Whoever holds the report lock is not disturbed by signals whose handlers could err themselves, jump away, or end the program as if nothing had
//! happened.

use super::alternate_stack;
use super::latest;
use super::short;
use super::termination;
use crate::arena;
use crate::platform::{self, SignalAction};
use crate::signal::refused;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Kernel's id of the thread that reports; 0 is none.
static REPORTER: AtomicU32 = AtomicU32::new(0);
/// Errors while an error was reported.
static NESTED: AtomicU32 = AtomicU32::new(0);

/// The right to report, until it is dropped.
pub struct ReportLock {
    is_nested: bool,
    /// What was to be done about system calls that a sandbox answers with a signal, if taking the lock has changed it.
    refused: Option<SignalAction>,
    /// The signals that the thread blocked before.
    blocked: u64,
}

impl ReportLock {
    /// Waits for the right to report an error. An error while this thread reports another ends the process.
    pub fn take() -> ReportLock {
        let mut lock = ReportLock::share();
        if lock.is_nested {
            end_nested()
        }
        lock.refused = Some(refused::begin());
        lock
    }

    /// The same for what the program asks for, which it may do from a function that a report calls.
    pub fn share() -> ReportLock {
        /// Milliseconds after which is asked whether the reporter still exists.
        const PATIENCE: u32 = 1000;
        let blocked = platform::block_signals(platform::SIGNALS_WITH_HANDLERS);
        let me = platform::kernel_thread_id();
        loop {
            match REPORTER.compare_exchange(0, me, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => {
                    arena::begin_report();
                    return ReportLock {
                        is_nested: false,
                        refused: None,
                        blocked,
                    };
                }
                Err(reporter) if reporter == me => {
                    return ReportLock {
                        is_nested: true,
                        refused: None,
                        blocked,
                    };
                }
                Err(reporter) => {
                    platform::wait_at_most(&REPORTER, reporter, PATIENCE);
                    // A child of `vfork` may have been killed while it reported.
                    if !platform::thread_exists(reporter) {
                        let _ = REPORTER.compare_exchange(
                            reporter,
                            0,
                            Ordering::AcqRel,
                            Ordering::Acquire,
                        );
                    }
                }
            }
        }
    }
}

/// Waits until nobody reports.
pub fn wait_for_others() {
    if REPORTER.load(Ordering::Acquire) != 0 {
        drop(ReportLock::share());
    }
}

impl Drop for ReportLock {
    fn drop(&mut self) {
        if let Some(before) = &self.refused {
            refused::end(before);
        }
        if !self.is_nested {
            release();
        }
        platform::forget_broken_pipe(self.blocked);
        platform::set_blocked_signals(self.blocked);
    }
}

fn release() {
    arena::end_report();
    REPORTER.store(0, Ordering::Release);
    platform::wake(&REPORTER);
}

/// The process ends, by whoever holds the report lock. Others may share its memory and go on, as the parent of a child of `vfork` does: they
/// can report then.
pub fn end_process(code: i32) -> ! {
    if !platform::is_own_memory() {
        latest::clear();
        NESTED.store(0, Ordering::Relaxed);
        release();
    }
    platform::exit(code)
}

/// A report has met an error. What says so may meet one as well.
fn end_nested() -> ! {
    match NESTED.fetch_add(1, Ordering::Relaxed) {
        0 => alternate_stack::run(&mut short::print),
        1 => platform::write(2, b"sanecc: errors while reporting an error\n"),
        _ => {}
    }
    end_process(termination::exit_code())
}

/// Whether the thread that forks was reporting already: a report may call functions of the program.
static FORKS_IN_REPORT: AtomicBool = AtomicBool::new(false);
/// The signals that the thread which forks blocked before. For whoever holds the report lock.
static BLOCKED_BEFORE_FORK: AtomicU64 = AtomicU64::new(0);

/// No other thread may be in the middle of a report when the process is copied.
pub fn before_fork() {
    let lock = ReportLock::share();
    FORKS_IN_REPORT.store(lock.is_nested, Ordering::Relaxed);
    BLOCKED_BEFORE_FORK.store(lock.blocked, Ordering::Relaxed);
    core::mem::forget(lock);
}

/// The thread, which has another id in the child, releases the lock, unless it held it before.
pub fn after_fork() {
    let is_nested = FORKS_IN_REPORT.load(Ordering::Relaxed);
    if is_nested {
        REPORTER.store(platform::kernel_thread_id(), Ordering::Release);
    }
    drop(ReportLock {
        is_nested,
        refused: None,
        blocked: BLOCKED_BEFORE_FORK.load(Ordering::Relaxed),
    });
}
