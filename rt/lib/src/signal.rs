//! `sigaction` and `signal`, for the cases that our handler must not be replaced: `SIGSEGV` where shadow is mapped on
//! demand, and what the options say. Everything else goes to the C library unchanged. Weak, as the malloc family.

use core::ffi::c_int;
use sanecc_rt::signal;

unsafe extern "C" {
    /// The C library's `sigaction` under its other name.
    fn __sigaction(signal: c_int, new: *const libc::sigaction, old: *mut libc::sigaction) -> c_int;
    /// The C library's `signal` under its other name.
    fn bsd_signal(signal: c_int, handler: usize) -> usize;
}

#[unsafe(no_mangle)]
unsafe extern "C" fn sigaction(
    number: c_int,
    new: *const libc::sigaction,
    old: *mut libc::sigaction,
) -> c_int {
    if signal::is_exclusive(number) && !new.is_null() {
        // What is set is not installed, and nothing was.
        // SAFETY: null or the program's own place; all zero is a valid action, the default.
        unsafe {
            if let Some(old) = old.as_mut() {
                *old = core::mem::zeroed();
            }
        }
        return 0;
    }
    if !signal::is_ours(number) {
        // SAFETY: the program's own arguments.
        return unsafe { __sigaction(number, new, old) };
    }
    // SAFETY: the program's own arguments: each null or valid.
    unsafe {
        let before = signal::user::exchange(new.as_ref());
        if !old.is_null() {
            *old = before;
        }
    }
    0
}

/// As glibc's: the handler stays installed, and system calls are restarted.
#[unsafe(no_mangle)]
unsafe extern "C" fn signal(number: c_int, handler: usize) -> usize {
    if signal::is_exclusive(number) {
        return libc::SIG_DFL;
    }
    if !signal::is_ours(number) {
        // SAFETY: the program's own arguments.
        return unsafe { bsd_signal(number, handler) };
    }
    let mut new = core::mem::MaybeUninit::<libc::sigaction>::zeroed();
    let mut old = core::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: all zero is a valid action; the fields are set before it is used.
    unsafe {
        (*new.as_mut_ptr()).sa_sigaction = handler;
        (*new.as_mut_ptr()).sa_flags = libc::SA_RESTART;
        if sigaction(number, new.as_ptr(), old.as_mut_ptr()) != 0 {
            return libc::SIG_ERR;
        }
        old.assume_init().sa_sigaction
    }
}
