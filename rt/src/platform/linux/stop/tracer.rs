//! What the second process does: attach to each thread, read its registers, wait, let go.

use super::super::process::{sleep_milliseconds, wait_at_most};
use super::super::seccomp::syscall;
use super::super::{GENERAL_REGISTERS, VECTOR_WORDS, read_stopped, succeeded, wake};
use super::{FAILED, STOPPED, Shared, StoppedThread, control, slots, threads, wait4};
use core::ffi::c_int;
use core::sync::atomic::Ordering;

/// What a thread that stops slowly is given: steps of a millisecond.
const PATIENCE: u32 = 10_000;

/// The tracer: a process of its own that has the thread-local storage of its maker, and so keeps off it.
pub extern "C" fn trace(shared: usize) {
    // SAFETY: what `start_tracer` handed over.
    let shared = unsafe { &*(shared as *const Shared) };
    // Should the maker die meanwhile, nobody would wake this process.
    control(libc::PR_SET_PDEATHSIG, libc::SIGKILL as usize);
    while shared.may_attach.load(Ordering::Acquire) == 0 {
        wait_at_most(&shared.may_attach, 0, 100);
    }
    let outcome = stop_all(shared);
    shared
        .error
        .store(outcome.err().unwrap_or(0) as u32, Ordering::Relaxed);
    let state = if outcome.is_ok() { STOPPED } else { FAILED };
    shared.state.store(state, Ordering::Release);
    wake(&shared.state);
    while outcome.is_ok() && shared.may_resume.load(Ordering::Acquire) == 0 {
        wait_at_most(&shared.may_resume, 0, 1000);
    }
    for thread in threads(shared) {
        ptrace(libc::PTRACE_DETACH, thread.id, thread.signal as usize);
    }
}

/// Stops threads until a look at the list shows no new one. The error is an errno, 0 if a thread is too slow.
fn stop_all(shared: &Shared) -> Result<(), i32> {
    loop {
        let before = shared.count.load(Ordering::Relaxed);
        let mut outcome = Ok(());
        let listed = shared.tasks.for_each(|id| {
            let is_known =
                id == shared.caller || threads(shared).iter().any(|thread| thread.id == id);
            if outcome.is_ok() && !is_known {
                outcome = stop(shared, id);
            }
        });
        outcome?;
        if !listed {
            return Err(libc::ENOENT);
        }
        if shared.count.load(Ordering::Relaxed) == before {
            return Ok(());
        }
    }
}

fn stop(shared: &Shared, id: u32) -> Result<(), i32> {
    let count = shared.count.load(Ordering::Relaxed);
    if count == shared.capacity {
        return Err(libc::ENOMEM);
    }
    match succeeded(ptrace(libc::PTRACE_SEIZE, id, 0)) {
        Ok(_) => {}
        // It has ended, perhaps in this moment.
        Err(_) if shared.tasks.has_ended(id) => return Ok(()),
        Err(error) => return Err(error),
    }
    ptrace(libc::PTRACE_INTERRUPT, id, 0);
    let mut thread = StoppedThread {
        id,
        signal: 0,
        sp: 0,
        pointer: 0,
        general: [0; GENERAL_REGISTERS],
        vector: [0; VECTOR_WORDS],
    };
    let Some(signal) = wait_until_stopped(id)? else {
        return Ok(());
    };
    thread.signal = signal;
    read_stopped(&mut thread, |request, address, data| {
        ptrace_at(request as _, id, address, data)
    });
    // SAFETY: there is room for one more.
    unsafe { slots(shared).add(count).write(thread) };
    shared.count.store(count + 1, Ordering::Release);
    Ok(())
}

/// The signal on whose way to the thread it stopped (0 for none), `None` if it has ended.
fn wait_until_stopped(id: u32) -> Result<Option<u32>, i32> {
    const EVENT_STOP: c_int = 128;
    for step in 0..PATIENCE {
        let (result, status) = wait4(id as usize, libc::WNOHANG);
        match result {
            0 if step < 64 => sleep_milliseconds(0),
            0 => sleep_milliseconds(1),
            error if error < 0 => return Ok(None),
            _ if !libc::WIFSTOPPED(status) => return Ok(None),
            _ if status >> 16 == EVENT_STOP => return Ok(Some(0)),
            _ => return Ok(Some(libc::WSTOPSIG(status) as u32)),
        }
    }
    // It stops later, then, and is let go when this process ends.
    Err(0)
}

fn ptrace(request: libc::c_uint, id: u32, data: usize) -> isize {
    ptrace_at(request, id, 0, data)
}

fn ptrace_at(request: libc::c_uint, id: u32, address: usize, data: usize) -> isize {
    // SAFETY: `data` is a number or a place that is large enough for what the request writes.
    unsafe {
        syscall(
            libc::SYS_ptrace,
            [request as usize, id as usize, address, data, 0, 0],
        )
    }
}
