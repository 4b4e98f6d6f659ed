//! System calls that a sandbox answers with a signal (`SIGSYS`), while a report is made: they fail, and the report goes on without what they
//! were to tell.
//!
//! Where it is known what a sandbox takes, such calls are not made at all ([`platform::prepare`]). This is for those that were set up before the
//! program began, or by its own system calls.

use super::action_of;
use crate::platform::{self, SignalAction};
use core::ffi::c_int;

/// Lets such calls of this thread fail; what was to be done about the signal before.
pub fn begin() -> SignalAction {
    let before = platform::set_signal_action(libc::SIGSYS, &action_of(on_refusal as *const ()));
    platform::unblock_signal(libc::SIGSYS);
    before
}

/// Puts that back.
pub fn end(before: &SignalAction) {
    platform::set_signal_action(libc::SIGSYS, before);
}

/// Lets such calls fail from now on, also outside of reports, unless the program has something else in mind.
pub fn begin_early() {
    if platform::signal_action(libc::SIGSYS).handler == libc::SIG_DFL {
        begin();
    }
}

extern "C" fn on_refusal(
    signal: c_int,
    info: *const libc::siginfo_t,
    context: *mut libc::ucontext_t,
) {
    // SAFETY: the kernel calls this handler with its arguments.
    if unsafe { platform::refuse_in(&*info, &mut *context) } {
        return;
    }
    // Another thread's, or of a function of the program's that the report has called: as without the report.
    platform::set_signal_action(signal, &SignalAction::default());
    platform::send_to_self(signal);
    // That was refused, too.
    platform::exit(128 + signal);
}
