//! Faults of the program: shadow that is not there yet, or a report.

pub mod user;

use crate::options::Options;
use crate::platform::{self, SA_RESTORER, SignalAction};
use crate::report::{self, Finding};
use crate::shadow;
use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, Ordering};

static SIGNAL_STACK: AtomicBool = AtomicBool::new(false);
static REPORTS: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
const SIGNALS: [c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// Whether threads should have a stack for signal handlers.
pub fn wants_signal_stack() -> bool {
    SIGNAL_STACK.load(Ordering::Relaxed)
}

/// Installs the handlers that the options ask for, where the program has none.
pub fn install(options: &Options<'_>) {
    SIGNAL_STACK.store(options.use_sigaltstack, Ordering::Relaxed);
    let wanted = [options.handle_segv.0, options.handle_sigbus.0];
    for ((signal, wanted), reports) in SIGNALS.into_iter().zip(wanted).zip(&REPORTS) {
        reports.store(wanted, Ordering::Relaxed);
        let needed = wanted || (signal == libc::SIGSEGV && shadow::map::is_lazy());
        // 0 is the default action.
        if needed && platform::signal_action(signal).handler == 0 {
            set_handler(signal);
        }
    }
}

/// Lets our handler have a signal.
fn set_handler(signal: c_int) {
    let flags = (libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER) as u64 | SA_RESTORER;
    let restorer = platform::signal_return as *const () as usize;
    let action = SignalAction {
        handler: on_fault as *const () as usize,
        flags,
        restorer,
        mask: 0,
    };
    platform::set_signal_action(signal, &action);
}

extern "C" fn on_fault(
    signal: c_int,
    info: *const libc::siginfo_t,
    context: *const libc::ucontext_t,
) {
    // SAFETY: the kernel calls this handler with its arguments.
    let fault = unsafe { platform::fault(info, context) };
    if fault.address.is_some_and(shadow::map::resolve_fault) {
        return;
    }
    match user::deliver(signal, info, context) {
        user::Outcome::Handled => return,
        user::Outcome::Default => {}
        user::Outcome::NotSet => {
            let index = SIGNALS.iter().position(|known| *known == signal);
            if index.is_some_and(|index| REPORTS[index].load(Ordering::Relaxed)) {
                report::from_registers(Finding::Fault { fault, signal }, &fault.registers);
            }
        }
    }
    // Let the fault happen again, without us.
    platform::set_signal_action(signal, &SignalAction::default());
}

/// Whether our handler must stay whatever the program sets for this signal.
pub fn is_ours(signal: c_int) -> bool {
    signal == libc::SIGSEGV && shadow::map::is_lazy()
}
