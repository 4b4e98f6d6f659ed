//! SIGINT, SIGTERM and SIGHUP: ends child processes, removes intermediate files, and ends this process by the same signal.

use crate::diagnostics::DriverError;
use crate::temporary;
use duct::{Expression, Handle};
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

static CHILDREN: Mutex<Vec<Arc<Handle>>> = Mutex::new(Vec::new());

/// SIGINT is somebody else's.
static LEFT: AtomicBool = AtomicBool::new(false);

/// From now on, SIGINT does not end this process: no child runs, and whoever calls this answers it.
pub fn leave_interrupts() {
    LEFT.store(true, Ordering::Relaxed);
}

fn lock() -> MutexGuard<'static, Vec<Arc<Handle>>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the watch. Call before the first child or intermediate file exists.
///
/// # Errors
/// If the system refuses a handler.
pub fn watch() -> Result<(), DriverError> {
    let wanted = [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(|&signal| !ignored(signal));
    let mut signals = Signals::new(wanted)
        .map_err(|error| DriverError::new(format!("cannot watch for signals: {error}")))?;
    std::thread::spawn(move || {
        let mut signals = signals.forever();
        let deadly = signals.find(|signal| *signal != SIGINT || !LEFT.load(Ordering::Relaxed));
        if let Some(signal) = deadly {
            // The lock stays taken, so that no further child can start.
            let children = lock();
            for child in children.iter() {
                child.pids().into_iter().for_each(end_tree);
            }
            for child in children.iter() {
                let _ = child.wait();
            }
            temporary::remove_all();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Whether the parent asked that `signal` be ignored, as `nohup` does; then it stays so.
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// Asks a process and everything it started to end. Clang passes a signal on to nobody, and its linker
/// would go on and write the output.
fn end_tree(id: u32) {
    let children =
        std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    if let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
    children
        .split_whitespace()
        .filter_map(|child| child.parse().ok())
        .for_each(end_tree);
}

/// Starts `command` and remembers it until [`ended`].
pub fn start(command: &Expression) -> std::io::Result<Arc<Handle>> {
    let mut children = lock();
    let child = Arc::new(command.start()?);
    children.push(child.clone());
    Ok(child)
}

/// Forgets a child that has ended.
pub fn ended(child: &Arc<Handle>) {
    lock().retain(|known| !Arc::ptr_eq(known, child));
}
