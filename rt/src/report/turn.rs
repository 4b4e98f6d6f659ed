//! One report at a time. Threads that fail meanwhile wait, for their turn or for the end of the process; a fault in
//! the report itself ends the process with a short message.

use super::arena;
use super::ending;
use super::short;
use crate::platform;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Kernel's id of the thread that reports; 0 is none.
static REPORTER: AtomicU32 = AtomicU32::new(0);

/// The right to report, until it is dropped.
pub struct Turn {
    is_nested: bool,
}

impl Turn {
    /// Waits for the right to report an error. An error while this thread reports another ends the process.
    pub fn take() -> Turn {
        let turn = Turn::share();
        if turn.is_nested {
            short::print();
            platform::exit(ending::exit_code())
        }
        turn
    }

    /// The same for what the program asks for, which it may do from a function that a report calls.
    pub fn share() -> Turn {
        let me = platform::kernel_thread_id();
        loop {
            match REPORTER.compare_exchange(0, me, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => {
                    arena::begin_report();
                    return Turn { is_nested: false };
                }
                Err(reporter) if reporter == me => return Turn { is_nested: true },
                Err(reporter) => platform::wait(&REPORTER, reporter),
            }
        }
    }
}

/// Whether the thread that forks was reporting already: a report may call functions of the program.
static FORKS_IN_REPORT: AtomicBool = AtomicBool::new(false);

/// No other thread may be in the middle of a report when the process is copied.
pub fn before_fork() {
    let turn = Turn::share();
    FORKS_IN_REPORT.store(turn.is_nested, Ordering::Relaxed);
    core::mem::forget(turn);
}

/// The thread, which has another id in the child, gives its turn back, unless it is needed on.
pub fn after_fork() {
    if FORKS_IN_REPORT.load(Ordering::Relaxed) {
        REPORTER.store(platform::kernel_thread_id(), Ordering::Release);
    } else {
        drop(Turn { is_nested: false });
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.is_nested {
            arena::end_report();
            REPORTER.store(0, Ordering::Release);
            platform::wake(&REPORTER);
        }
    }
}
