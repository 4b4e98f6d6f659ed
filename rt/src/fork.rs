//! What has to be still while the process forks.

use crate::lock::Lock;
use crate::{
    arena, counts, coverage, globals, heap, leak, no_return, platform, report, signal, thread,
};

/// Has the C library say when the program forks.
pub fn prepare() {
    platform::own_memory();
    // SAFETY: the handlers have the type that the C library calls.
    unsafe { libc::pthread_atfork(Some(before), Some(after), Some(after_in_copy)) };
}

/// The process is about to be copied.
pub extern "C" fn before() {
    stop_others();
}

/// It was copied, or that has failed.
pub extern "C" fn after() {
    platform::own_memory();
    let_others_go();
}

/// This is the copy.
pub extern "C" fn after_in_copy() {
    after();
    if thread::are_several_known() {
        no_return::announced::never_ask();
    }
}

/// Takes all locks of the runtime. The child of a fork gets a copy of the memory as it is; nobody may be changing it.
pub fn stop_others() {
    report::report_lock::before_fork();
    locks().for_each(Lock::acquire);
}

/// Releases them.
pub fn let_others_go() {
    locks().rev().for_each(Lock::release);
    report::report_lock::after_fork();
}

/// The locks that a child would wait for, which has none of the threads that may hold them; in the order in which they are taken.
fn locks() -> impl DoubleEndedIterator<Item = &'static Lock> {
    coverage::locks()
        .into_iter()
        .chain([
            counts::lock(),
            report::unloaded::lock(),
            thread::lock(),
            thread::handles::lock(),
            signal::user::lock(),
            globals::lock(),
        ])
        .chain(heap::locks())
        .chain([leak::regions::lock(), leak::ended::lock(), arena::lock()])
}
