//! What has to be still while the process forks.

use crate::lock::Lock;
use crate::{abandoned, globals, heap, leak, platform, report, signal, thread};
use core::sync::atomic::{AtomicU32, Ordering};

/// The process that this memory is of.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// Whether this is that process, and not a child of `vfork` that only has its memory for a while.
pub fn is_own_memory() -> bool {
    PROCESS.load(Ordering::Relaxed) == platform::process_id()
}

/// Has the C library say when the program forks.
pub fn prepare() {
    PROCESS.store(platform::process_id(), Ordering::Relaxed);
    // SAFETY: the handlers have the type that the C library calls.
    unsafe {
        libc::pthread_atfork(
            Some(before_fork),
            Some(after_fork),
            Some(after_fork_in_child),
        )
    };
}

extern "C" fn before_fork() {
    stop_others();
}

extern "C" fn after_fork() {
    PROCESS.store(platform::process_id(), Ordering::Relaxed);
    let_others_go();
}

extern "C" fn after_fork_in_child() {
    after_fork();
    if thread::are_several_known() {
        abandoned::announced::never_ask();
    }
}

/// Takes all locks of the runtime. The child of a fork gets a copy of the memory as it is; nobody may be changing it.
pub fn stop_others() {
    report::turn::before_fork();
    locks().for_each(Lock::acquire);
}

/// Releases them.
pub fn let_others_go() {
    locks().rev().for_each(Lock::release);
    report::turn::after_fork();
}

/// The locks that a child would wait for, which has none of the threads that may hold them; in the order in which they are taken.
fn locks() -> impl DoubleEndedIterator<Item = &'static Lock> {
    [thread::lock(), signal::user::lock(), globals::lock()]
        .into_iter()
        .chain(heap::locks())
        .chain([
            leak::regions::lock(),
            leak::ended::lock(),
            report::arena::lock(),
        ])
}
