//! For tests that look at the whole heap: a process in which no other test changes it.

use crate::lock::Lock;

/// Runs a test in a copy of the process with this thread alone.
pub fn while_still(test: impl FnOnce() + std::panic::UnwindSafe) {
    crate::shadow::set_up();
    super::locks().for_each(Lock::acquire);
    // SAFETY: the child has the heap's locks, which it gives back, and ends below.
    let child = unsafe { libc::fork() };
    super::locks().rev().for_each(Lock::release);
    assert!(child >= 0);
    if child == 0 {
        let failed = std::panic::catch_unwind(test).is_err();
        crate::platform::exit(failed.into());
    }
    let mut status = 0;
    // SAFETY: waits for the child and writes its status.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(status, 0, "the test has failed in its own process");
}
