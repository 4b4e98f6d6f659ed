//! `sigaction` and `signal`, for the cases that our handler must not be replaced: `SIGSEGV` where shadow is mapped on
//! demand, and what the options say. Everything else goes to the C library unchanged. `sigprocmask` and `pthread_sigmask`, because
//! there that signal must not be blocked, either. Weak, as the malloc family.

use core::ffi::c_int;
use core::mem::MaybeUninit;
use sanecc_rt::entry::set_errno;
use sanecc_rt::{platform, signal};

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
        let mut open = MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: the program's own arguments, or a copy.
        return unsafe {
            let new = match new.as_ref() {
                Some(new) if signal::is_ours(libc::SIGSEGV) => {
                    let mut copy = *new;
                    libc::sigdelset(&mut copy.sa_mask, libc::SIGSEGV);
                    open.write(copy)
                }
                _ => new,
            };
            __sigaction(number, new, old)
        };
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
    let mut new = MaybeUninit::<libc::sigaction>::zeroed();
    let mut old = MaybeUninit::<libc::sigaction>::zeroed();
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

/// As the C library's, which lets nobody chunk the signals of its own.
#[unsafe(no_mangle)]
unsafe extern "C" fn pthread_sigmask(
    how: c_int,
    new: *const libc::sigset_t,
    old: *mut libc::sigset_t,
) -> c_int {
    // SAFETY: the program's own arguments: each null or valid. The kernel's signal sets are the first 8 bytes of the C library's.
    unsafe {
        let set = new.cast::<u64>().as_ref().map(|set| {
            let shadow = 1 << (libc::SIGSEGV - 1);
            let kept_open = match signal::is_ours(libc::SIGSEGV) && how != libc::SIG_UNBLOCK {
                true => platform::SIGNALS_OF_LIBRARY | shadow,
                false => platform::SIGNALS_OF_LIBRARY,
            };
            set & !kept_open
        });
        match platform::change_blocked_signals(how, set) {
            Ok(before) => {
                if let Some(old) = old.cast::<u64>().as_mut() {
                    *old = before;
                }
                0
            }
            Err(error) => error,
        }
    }
}

/// The same in the older form.
#[unsafe(no_mangle)]
unsafe extern "C" fn sigprocmask(
    how: c_int,
    new: *const libc::sigset_t,
    old: *mut libc::sigset_t,
) -> c_int {
    // SAFETY: the program's own arguments.
    match unsafe { pthread_sigmask(how, new, old) } {
        0 => 0,
        error => {
            set_errno(error);
            -1
        }
    }
}
