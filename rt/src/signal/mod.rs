//! Faults of the program: shadow that is not there yet, or a report.

pub mod leaves;
pub mod refused;
pub mod user;

use crate::options::{Handle, Options};
use crate::platform::{self, SHADOW_OFFSET, SignalAction};
use crate::provenance;
use crate::report::{self, Finding};
use crate::{shadow, thread};
use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, Ordering};

/// A signal that may be reported.
struct Known {
    signal: c_int,
    reports: AtomicBool,
    exclusive: AtomicBool,
}

impl Known {
    const fn new(signal: c_int) -> Known {
        Known {
            signal,
            reports: AtomicBool::new(false),
            exclusive: AtomicBool::new(false),
        }
    }
}

static KNOWN: [Known; 6] = [
    Known::new(libc::SIGSEGV),
    Known::new(libc::SIGBUS),
    Known::new(libc::SIGFPE),
    Known::new(libc::SIGILL),
    Known::new(libc::SIGABRT),
    Known::new(libc::SIGTRAP),
];

fn known(signal: c_int) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.signal == signal)
}

/// Installs the handlers that the options ask for, where the program has none.
pub fn install(options: &Options<'_>) {
    thread::use_signal_stacks(options.use_sigaltstack);
    let wanted = [
        options.handle_segv,
        options.handle_sigbus,
        options.handle_sigfpe,
        options.handle_sigill,
        options.handle_abort,
        options.handle_sigtrap,
    ];
    for (known, wanted) in KNOWN.iter().zip(wanted) {
        let reports = wanted != Handle::No;
        let exclusive =
            wanted == Handle::Exclusive || (reports && !options.allow_user_segv_handler);
        known.reports.store(reports, Ordering::Relaxed);
        known.exclusive.store(exclusive, Ordering::Relaxed);
        let needed = reports || (known.signal == libc::SIGSEGV && shadow::map::is_lazy());
        // 0 is the default action.
        let free = platform::signal_action(known.signal).handler == 0;
        if needed && (free || exclusive) {
            set_handler(known.signal);
        }
    }
}

/// Lets our handler have `SIGSEGV` from now on, because it maps missing shadow. A handler of the program is called by it.
pub fn serve_shadow() {
    let action = platform::signal_action(libc::SIGSEGV);
    if action.handler == on_fault as *const () as usize {
        return;
    }
    if action.handler != libc::SIG_DFL {
        user::keep(&action);
    }
    set_handler(libc::SIGSEGV);
}

/// Whether handlers that the program sets for this signal are not installed.
pub fn is_exclusive(signal: c_int) -> bool {
    known(signal).is_some_and(|known| known.exclusive.load(Ordering::Relaxed))
}

/// Where the options let our handler have `SIGABRT`, it ends the process from now on: an abort after a report is not reported, too.
pub fn leave_aborts() {
    if known(libc::SIGABRT).is_some_and(|known| known.reports.load(Ordering::Relaxed)) {
        platform::set_signal_action(libc::SIGABRT, &SignalAction::default());
    }
}

/// Lets our handler have a signal.
fn set_handler(signal: c_int) {
    platform::set_signal_action(signal, &action_of(on_fault as *const ()));
}

/// What lets a handler have a signal at any moment.
fn action_of(handler: *const ()) -> SignalAction {
    SignalAction::of_handler(handler)
}

extern "C" fn on_fault(
    signal: c_int,
    info: *const libc::siginfo_t,
    context: *const libc::ucontext_t,
) {
    // SAFETY: the kernel calls this handler with its arguments.
    let mut fault = unsafe { platform::fault(info, context) };
    if fault.address.is_some_and(shadow::map::resolve_fault) {
        return;
    }
    if fault.address.is_none() {
        let mut withheld = fault.withheld.into_iter().flatten();
        fault.address = withheld.find_map(|address| provenance::meant(address, SHADOW_OFFSET));
    }
    fault.registers = leaves::to_blame(fault.registers);
    let outcome = if is_ours(signal) {
        user::deliver(signal, info, context)
    } else {
        user::Outcome::NotSet
    };
    match outcome {
        user::Outcome::Handled => return,
        user::Outcome::Default => {}
        user::Outcome::NotSet => {
            if known(signal).is_some_and(|known| known.reports.load(Ordering::Relaxed)) {
                let finding = Finding::Fault {
                    fault: &fault,
                    signal,
                };
                report::from_registers(finding, &fault.registers);
            }
        }
    }
    // Let the fault happen again, without us.
    platform::set_signal_action(signal, &SignalAction::default());
    if fault.is_sent {
        platform::send_to_self(signal);
    }
}

/// Whether our handler must stay whatever the program sets for this signal.
pub fn is_ours(signal: c_int) -> bool {
    signal == libc::SIGSEGV && shadow::map::is_lazy()
}
