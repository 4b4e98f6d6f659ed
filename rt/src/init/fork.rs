//! `fork`: what has to be still meanwhile.

use crate::{heap, leak, lock, report};

/// Has the C library say when the program forks.
pub fn prepare() {
    // SAFETY: the handlers have the type that the C library calls.
    unsafe { libc::pthread_atfork(Some(before_fork), Some(after_fork), Some(after_fork)) };
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
