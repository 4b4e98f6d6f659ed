//! The program's own `SIGSEGV` handler in the lazy mode. There our handler has to stay, because it maps missing
//! shadow; so the program's is kept here and called for every fault that is not about shadow.

use crate::lock::{Lock, Locked};
use crate::platform::{self, SignalAction};
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;

/// What the program set last; `None` as long as it has set nothing.
static ACTION: Locked<Option<libc::sigaction>> = Locked::new(None);

/// The lock of what the program has set, for `fork`.
pub fn lock() -> &'static Lock {
    ACTION.lock()
}

/// `sigaction` for the signal that our handler must keep: notes `new` if there is one, returns what was set.
pub fn exchange(new: Option<&libc::sigaction>) -> libc::sigaction {
    let mut action = ACTION.hold();
    let old = *action;
    if let Some(new) = new {
        *action = Some(*new);
    }
    old.unwrap_or_else(default_action)
}

/// Notes what the kernel has called until now.
pub fn keep(installed: &SignalAction) {
    let mut action = default_action();
    action.sa_sigaction = installed.handler;
    action.sa_flags = installed.flags as c_int;
    // SAFETY: the kernel's signal sets are the first 8 bytes of the C library's.
    unsafe {
        (&raw mut action.sa_mask)
            .cast::<[u32; 2]>()
            .write(installed.mask)
    };
    *ACTION.hold() = Some(action);
}

fn default_action() -> libc::sigaction {
    // SAFETY: all zero is the default action with an empty mask.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// What becomes of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program's handler ran.
    Handled,
    /// The program wants the default action.
    Default,
    /// The program has set nothing.
    NotSet,
}

/// Lets the program's handler have a signal, as the kernel would: on this stack, with its mask.
pub fn deliver(
    signal: c_int,
    info: *const libc::siginfo_t,
    context: *const libc::ucontext_t,
) -> Outcome {
    let mut kept = ACTION.hold();
    let Some(action) = *kept else {
        return Outcome::NotSet;
    };
    match action.sa_sigaction {
        libc::SIG_DFL | libc::SIG_IGN => return Outcome::Default,
        _ => {}
    }
    if action.sa_flags & libc::SA_RESETHAND != 0 {
        *kept = Some(default_action());
    }
    drop(kept);
    // The kernel's signal sets are the first 8 bytes of the C library's.
    let mut mask = 0u64;
    // SAFETY: a `sigset_t` has 128 bytes.
    unsafe {
        (&raw const action.sa_mask)
            .cast::<u8>()
            .copy_to((&raw mut mask).cast(), size_of_val(&mask))
    };
    if action.sa_flags & libc::SA_NODEFER == 0 {
        mask |= 1 << (signal - 1);
    }
    let before = platform::block_signals(mask);
    // SAFETY: the program's handler, called with what the kernel handed to ours.
    unsafe {
        if action.sa_flags & libc::SA_SIGINFO != 0 {
            type Handler = extern "C" fn(c_int, *const libc::siginfo_t, *const c_void);
            core::mem::transmute::<usize, Handler>(action.sa_sigaction)(
                signal,
                info,
                context.cast(),
            );
        } else {
            core::mem::transmute::<usize, extern "C" fn(c_int)>(action.sa_sigaction)(signal);
        }
    }
    platform::set_blocked_signals(before);
    Outcome::Handled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_action_is_kept_and_called() {
        static CALLS: core::sync::atomic::AtomicUsize = core::sync::atomic::AtomicUsize::new(0);
        extern "C" fn handler(_signal: c_int) {
            CALLS.fetch_add(1, core::sync::atomic::Ordering::Relaxed);
        }
        let nothing = core::ptr::null();
        assert_eq!(
            deliver(libc::SIGSEGV, nothing, core::ptr::null()),
            Outcome::NotSet
        );
        let mut action = default_action();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_RESETHAND;
        assert_eq!(exchange(Some(&action)).sa_sigaction, libc::SIG_DFL);
        assert_eq!(exchange(None).sa_sigaction, action.sa_sigaction);
        assert_eq!(
            deliver(libc::SIGSEGV, nothing, core::ptr::null()),
            Outcome::Handled
        );
        assert_eq!(
            deliver(libc::SIGSEGV, nothing, core::ptr::null()),
            Outcome::Default
        );
        assert_eq!(CALLS.load(core::sync::atomic::Ordering::Relaxed), 1);
    }
}
