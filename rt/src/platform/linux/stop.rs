//! Stopping all other threads of the process. A thread cannot trace its own process, so a second one that shares the
//! memory does: it attaches to every thread, whatever the thread waits for and whichever signals it chunks,
//! reads its registers, and lets go when the work is done. Unlike a signal, that needs no cooperation of the
//! program, and interrupted system calls go on by themselves.

mod tracer;

use super::super::{clone_with_stack, single_threaded_flag};
use super::memory::{map, unmap};
use super::process::wait_at_most;
use super::seccomp::{permits, syscall};
use super::tasks::Tasks;
use super::{
    GENERAL_REGISTERS, VECTOR_WORDS, kernel_thread_id, set_blocked_signals, signals, succeeded,
};
use core::ffi::c_int;
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// A thread that does not run.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct StoppedThread {
    /// The kernel's id.
    id: u32,
    /// A signal that it was about to get when it was stopped; 0 is none.
    signal: u32,
    /// Its stack pointer.
    pub sp: usize,
    /// Its thread pointer.
    pub pointer: usize,
    /// What its integer registers hold, in the kernel's order.
    pub general: [usize; GENERAL_REGISTERS],
    /// The rest of its registers, vectors among them.
    pub vector: [usize; VECTOR_WORDS],
}

/// Why the threads were not stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// `/proc` does not tell which threads there are.
    NotListed,
    /// The system knows no `ptrace`, as emulators do not.
    Unknown,
    /// The kernel refused; its error number.
    Forbidden(i32),
    /// A thread did not stop in time.
    TooSlow,
}

/// How far the tracer is.
const WORKING: u32 = 0;
const STOPPED: u32 = 1;
const FAILED: u32 = 2;

/// What both processes see.
#[repr(C)]
struct Shared {
    state: AtomicU32,
    /// 0: wait; 1: the tracer may attach.
    may_attach: AtomicU32,
    /// 0: wait; 1: the threads may go on.
    may_resume: AtomicU32,
    /// Error number of the failure; 0 is [`Refusal::TooSlow`].
    error: AtomicU32,
    caller: u32,
    tasks: Tasks,
    capacity: usize,
    count: AtomicUsize,
}

const TRACER_STACK: usize = 64 << 10;
/// Threads that may be started while the others are being stopped.
const NEWCOMERS: usize = 256;
const ALL_SIGNALS: u64 = !0;

/// Runs `work` while all other threads stand still. Without others, nothing is done to stop them.
///
/// # Errors
/// The threads could not be stopped; `work` was not run.
pub fn with_threads_stopped<R>(work: impl FnOnce(&[StoppedThread]) -> R) -> Result<R, Refusal> {
    let tasks = Tasks::open().ok_or(Refusal::NotListed)?;
    let caller = kernel_thread_id();
    let mut others = 0;
    let listed = tasks.for_each(|id| others += usize::from(id != caller && !tasks.has_ended(id)));
    if !listed {
        tasks.close();
        return Err(Refusal::NotListed);
    }
    // No handler of the program may run while it would wait for a thread that cannot go on.
    let before = signals::block_signals(ALL_SIGNALS);
    let result = if others == 0 {
        Ok(work(&[]))
    } else if !is_ptrace_known() {
        // An emulator's own threads are listed beside the program's.
        match is_single_threaded() {
            true => Ok(work(&[])),
            false => Err(Refusal::Unknown),
        }
    } else {
        with_tracer(tasks, caller, others + NEWCOMERS, work)
    };
    set_blocked_signals(before);
    tasks.close();
    result
}

fn is_ptrace_known() -> bool {
    let nobody = [libc::PTRACE_INTERRUPT as usize, 0, 0, 0, 0, 0];
    // SAFETY: there is no such thread.
    unsafe { syscall(libc::SYS_ptrace, nobody) != -(libc::ENOSYS as isize) }
}

/// Whether the C library knows of one thread alone.
pub fn is_single_threaded() -> bool {
    let flag = single_threaded_flag();
    // SAFETY: where it is, it is a byte.
    !flag.is_null() && unsafe { flag.read_volatile() != 0 }
}

fn with_tracer<R>(
    tasks: Tasks,
    caller: u32,
    capacity: usize,
    work: impl FnOnce(&[StoppedThread]) -> R,
) -> Result<R, Refusal> {
    let length = (TRACER_STACK + size_of::<Shared>() + capacity * size_of::<StoppedThread>())
        .next_multiple_of(super::super::PAGE);
    let base = map(0, length).map_err(Refusal::Forbidden)?;
    let place = (base + TRACER_STACK) as *mut Shared;
    // SAFETY: a fresh mapping with room for it behind the tracer's stack.
    let shared = unsafe {
        place.write(Shared {
            state: AtomicU32::new(WORKING),
            may_attach: AtomicU32::new(0),
            may_resume: AtomicU32::new(0),
            error: AtomicU32::new(0),
            caller,
            tasks,
            capacity,
            count: AtomicUsize::new(0),
        });
        &*place
    };
    let result = start_tracer(shared, base).and_then(|tracer| {
        let result = wait_for(shared, tracer).map(|()| work(threads(shared)));
        shared.may_resume.store(1, Ordering::Release);
        super::wake(&shared.may_resume);
        wait_for_end(tracer);
        result
    });
    unmap(base, length);
    result
}

/// Starts the process that stops the others, and lets it.
fn start_tracer(shared: &Shared, base: usize) -> Result<usize, Refusal> {
    let dumpable = control(libc::PR_GET_DUMPABLE, 0);
    if dumpable == 0 {
        control(libc::PR_SET_DUMPABLE, 1);
    }
    let flags = libc::CLONE_VM | libc::CLONE_FS | libc::CLONE_FILES | libc::CLONE_UNTRACED;
    let stack = base + TRACER_STACK;
    if !permits(libc::SYS_clone, &[flags as usize, stack, 0, 0, 0, 0]) {
        return Err(Refusal::Forbidden(libc::EPERM));
    }
    // SAFETY: the stack is the tracer's alone and `shared` outlives it: its end is waited for.
    let started = unsafe {
        clone_with_stack(
            flags as usize,
            stack,
            tracer::trace,
            shared as *const _ as usize,
        )
    };
    let tracer = succeeded(started).map_err(Refusal::Forbidden)?;
    // Where only ancestors may trace, this names the exception. Elsewhere the kernel does not know it.
    control(libc::PR_SET_PTRACER, tracer);
    shared.may_attach.store(1, Ordering::Release);
    super::wake(&shared.may_attach);
    Ok(tracer)
}

fn control(operation: c_int, value: usize) -> isize {
    // SAFETY: the operations used here take a number.
    unsafe { syscall(libc::SYS_prctl, [operation as usize, value, 0, 0, 0, 0]) }
}

fn wait_for(shared: &Shared, tracer: usize) -> Result<(), Refusal> {
    loop {
        match shared.state.load(Ordering::Acquire) {
            STOPPED => return Ok(()),
            FAILED => {
                return Err(match shared.error.load(Ordering::Relaxed) {
                    0 => Refusal::TooSlow,
                    error => Refusal::Forbidden(error as i32),
                });
            }
            _ => wait_at_most(&shared.state, WORKING, 100),
        }
        if wait4(tracer, libc::WNOHANG).0 != 0 {
            // Someone ended the tracer; what it had stopped goes on by itself.
            return Err(Refusal::Forbidden(libc::ESRCH));
        }
    }
}

fn wait_for_end(tracer: usize) {
    while wait4(tracer, 0).0 == -(libc::EINTR as isize) {}
}

/// `wait4`; the result and the status.
fn wait4(id: usize, flags: c_int) -> (isize, c_int) {
    let mut status = 0;
    let flags = (flags | libc::__WALL) as usize;
    // SAFETY: the kernel writes one status.
    let result = unsafe {
        syscall(
            libc::SYS_wait4,
            [id, &raw mut status as usize, flags, 0, 0, 0],
        )
    };
    (result, status)
}

fn slots(shared: &Shared) -> *mut StoppedThread {
    (shared as *const Shared).wrapping_add(1).cast_mut().cast()
}

fn threads(shared: &Shared) -> &[StoppedThread] {
    // SAFETY: the tracer has written so many, and now waits.
    unsafe { core::slice::from_raw_parts(slots(shared), shared.count.load(Ordering::Acquire)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn other_threads_stand_still_and_go_on() {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        static OVER: AtomicBool = AtomicBool::new(false);
        let thread = std::thread::spawn(|| {
            while !OVER.load(Ordering::Relaxed) {
                COUNT.fetch_add(1, Ordering::Relaxed);
            }
        });
        while COUNT.load(Ordering::Relaxed) == 0 {
            std::thread::yield_now();
        }
        let stood = with_threads_stopped(|threads| {
            let before = COUNT.load(Ordering::Relaxed);
            (0..100_000).for_each(|_| core::hint::spin_loop());
            (threads.len(), COUNT.load(Ordering::Relaxed) == before)
        });
        let now = COUNT.load(Ordering::Relaxed);
        while COUNT.load(Ordering::Relaxed) == now {
            std::thread::yield_now();
        }
        OVER.store(true, Ordering::Relaxed);
        thread.join().unwrap();
        // Sandboxes may forbid it; then it is said.
        match stood {
            Ok((threads, stood)) => assert!(threads >= 1 && stood),
            Err(refusal) => assert!(matches!(refusal, Refusal::Forbidden(_) | Refusal::Unknown)),
        }
    }
}
