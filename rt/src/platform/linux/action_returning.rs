//! What a signal does, as the kernel has it where the program says where handlers return to.

use super::super::signal_return;
use core::ffi::c_int;

/// The kernel's form of a signal action; the default is the default action.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct SignalAction {
    /// Function, or 0 (default) or 1 (ignore).
    pub handler: usize,
    /// `SA_*`.
    pub flags: usize,
    /// Where the handler returns to.
    pub restorer: usize,
    /// Signals blocked meanwhile, the lower half first.
    pub mask: [u32; 2],
}

/// Bit of [`SignalAction::flags`] that the kernel wants with a restorer.
const SA_RESTORER: usize = 0x0400_0000;

impl SignalAction {
    /// Has a handler called with what the kernel knows, on the stack for signals, and by itself again.
    pub fn of_handler(handler: *const ()) -> SignalAction {
        let flags: c_int = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        SignalAction {
            handler: handler as usize,
            flags: flags as usize | SA_RESTORER,
            restorer: signal_return as *const () as usize,
            mask: [0; 2],
        }
    }
}
