//! What a signal does, as the kernel has it where it knows itself where handlers return to.

use core::ffi::c_int;

/// The kernel's form of a signal action; the default is the default action.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct SignalAction {
    /// Function, or 0 (default) or 1 (ignore).
    pub handler: usize,
    /// `SA_*`.
    pub flags: usize,
    /// Signals blocked meanwhile, the lower half first.
    pub mask: [u32; 2],
}

impl SignalAction {
    /// Has a handler called with what the kernel knows, on the stack for signals, and by itself again.
    pub fn of_handler(handler: *const ()) -> SignalAction {
        let flags: c_int = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        SignalAction {
            handler: handler as usize,
            flags: flags as usize,
            mask: [0; 2],
        }
    }
}
