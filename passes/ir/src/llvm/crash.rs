//! Handles a crash of LLVM in this process: a bad access, an abort, a fatal error.
//!
//! None of these unwinds, so no destructor runs. [`watch`] starts a thread that waits for a crash and then runs the clean-up. The signal
//! handler only wakes this thread and waits, so everything else runs in ordinary code. Of the functions that POSIX allows in a handler,
//! it calls `write`, `alarm` and `pause`. The watch costs a pipe, a thread and about ten system calls.

use inkwell::llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use std::ffi::{CStr, c_char, c_int};
use std::io::Read;
use std::os::fd::IntoRawFd;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

/// How the process died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Crash {
    /// By a signal with this number.
    Signal(i32),
    /// LLVM gave up, in its own words.
    Fatal(String),
}

/// The signals by which a defect ends a process.
const SIGNALS: [c_int; 6] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGILL,
    libc::SIGFPE,
    libc::SIGTRAP,
    libc::SIGABRT,
];

/// What wakes the thread when LLVM gives up; no signal has this number.
const GAVE_UP: u8 = 0;

/// How long the last words may take, in seconds: the heap may be broken, and then they may never end.
const PATIENCE: u32 = 30;

/// The writing end of the pipe that the thread waits at.
static BELL: AtomicI32 = AtomicI32::new(-1);

/// Why LLVM gave up.
static REASON: Mutex<String> = Mutex::new(String::new());

/// From now on a crash of this process, in whatever thread, calls `last_words` in a thread of its own; then the
/// process exits with `code`. Nothing else runs: neither destructors nor what is registered for the exit.
///
/// # Errors
/// If the system has no pipe or no thread for it.
pub fn watch(
    code: i32,
    last_words: impl FnOnce(Crash) + Send + 'static,
) -> Result<(), std::io::Error> {
    let (mut reader, writer) = std::io::pipe()?;
    // The thread must never take such a signal itself: it would wait for its own waking. It would be chosen for one from
    // outside while the main thread starts a child, for which libc blocks all signals.
    let before = block_signals();
    let waiting = std::thread::Builder::new().spawn(move || {
        let mut number = [GAVE_UP];
        if reader.read_exact(&mut number).is_ok() {
            last_words(match number[0] {
                GAVE_UP => Crash::Fatal(
                    REASON
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .clone(),
                ),
                signal => Crash::Signal(signal.into()),
            });
            // SAFETY: always sound. `exit` instead would run destructors of LLVM's, which is broken.
            unsafe { libc::_exit(code) }
        }
    });
    // SAFETY: the mask is the one that was in force before.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut()) };
    waiting?;
    BELL.store(writer.into_raw_fd(), Ordering::Release);
    // SAFETY: the handlers keep to what is allowed in them. `SA_ONSTACK` lets them run when the stack is what
    // has overflowed: Rust's start-up has given the main thread another for that.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_signal as extern "C" fn(c_int) as libc::sighandler_t;
        action.sa_flags = libc::SA_ONSTACK;
        for signal in SIGNALS {
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
        LLVMInstallFatalErrorHandler(Some(on_fatal_error));
    }
    Ok(())
}

/// Blocks [`SIGNALS`] in this thread and those that it starts; returns the mask from before.
fn block_signals() -> libc::sigset_t {
    // SAFETY: both sets are initialised by the calls before they are read.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in SIGNALS {
            libc::sigaddset(&mut set, signal);
        }
        let mut before = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, &set, &mut before);
        before
    }
}

extern "C" fn on_signal(signal: c_int) {
    ring(signal as u8);
}

extern "C" fn on_fatal_error(reason: *const c_char) {
    // SAFETY: LLVM passes its message, which ends in NUL.
    let reason = unsafe { CStr::from_ptr(reason) };
    *REASON.lock().unwrap_or_else(PoisonError::into_inner) = reason.to_string_lossy().into_owned();
    ring(GAVE_UP);
}

/// Wakes the thread and waits until it has ended the process.
fn ring(number: u8) {
    // SAFETY: all three may be called in a signal handler, and `number` is one readable byte.
    unsafe {
        libc::alarm(PATIENCE);
        libc::write(BELL.load(Ordering::Acquire), (&raw const number).cast(), 1);
        loop {
            libc::pause();
        }
    }
}
