//! `<signal.h>`: signals that the program sends itself. Others do not reach it.

use super::errors::EINVAL;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use sanecc_ir::Type;

pub(super) const TABLE: &[Row] = &[
    ("__sysv_signal", signal),
    ("bsd_signal", signal),
    ("kill", kill),
    ("pthread_sigmask", sigprocmask),
    ("raise", raise),
    ("sigaction", sigaction),
    ("sigaddset", |call| change_set(call, true)),
    ("sigdelset", |call| change_set(call, false)),
    ("sigemptyset", |call| fill_set(call, 0)),
    ("sigfillset", |call| fill_set(call, 0xff)),
    ("sigismember", sigismember),
    ("signal", signal),
    ("sigprocmask", sigprocmask),
    ("ssignal", signal),
];

/// SIGABRT.
pub(crate) const ABORT: i32 = 6;
/// SIGCONT.
const CONTINUE: i32 = 18;
/// The greatest number of a signal.
const LAST: i32 = 64;
/// Bytes of a `sigset_t`.
const SET: u64 = 128;

/// Names of signals as `strsignal` gives them.
const NAMES: [&str; 32] = [
    "Unknown signal 0",
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
];

/// What `strsignal` says.
pub(super) fn description(number: i32) -> String {
    let name = usize::try_from(number).ok().and_then(|at| NAMES.get(at));
    match (name, number) {
        (Some(name), _) => (*name).to_owned(),
        (None, 34..=LAST) => format!("Real-time signal {}", number - 34),
        (None, _) => format!("Unknown signal {number}"),
    }
}

/// Delivers a signal: runs its handler, ignores it, or ends the program.
///
/// # Errors
/// If the signal ends the program, or the handler stops the run.
pub(super) fn raise_number(call: &mut dyn Call, number: i32) -> Outcome {
    let handler = call.library().signals.get(&number).copied();
    match handler.unwrap_or(Pointer::NULL) {
        Pointer { address: 0, .. } => match number {
            // By default nothing happens: child exited, urgent, window changed, continued.
            0 | 17 | CONTINUE | 23 | 28 => Ok(Value::int(0)),
            _ => Err(Stop::Signal(number)),
        },
        Pointer { address: 1, .. } => Ok(Value::int(0)),
        handler => {
            call.call_back(handler, &[Value::int(number)], &[Type::Int(32)])?;
            Ok(Value::int(0))
        }
    }
}

fn raise(call: &mut dyn Call) -> Outcome {
    let number = call.int(0)?;
    match (1..=LAST).contains(&number) {
        true => raise_number(call, number),
        false => call.failed(EINVAL),
    }
}

fn kill(call: &mut dyn Call) -> Outcome {
    let (process, number) = (call.int(0)?, call.int(1)?);
    let own = call.library().system.numbers()[0] as i32;
    if process != own {
        return send(call, process, number);
    }
    match (0..=LAST).contains(&number) {
        true => raise_number(call, number),
        false => call.failed(EINVAL),
    }
}

/// Sends a signal to another process, if what it does there is done by the system alone: handlers of a program are those of its machine.
fn send(call: &mut dyn Call, process: i32, number: i32) -> Outcome {
    const KILL: i32 = 9;
    const STOP: i32 = 19;
    if process <= 0 || ![0, KILL, CONTINUE, STOP].contains(&number) {
        let text = "kill of another process, but for SIGKILL, SIGSTOP and SIGCONT to a child";
        return Err(Stop::Unsupported(text.to_owned()));
    }
    let sent = call.library().system.send(process, number);
    call.int_or_errno(sent.map(|()| 0))
}

/// Sets a handler; the one before.
fn set(call: &mut dyn Call, number: i32, handler: Pointer) -> Pointer {
    let before = call.library().signals.insert(number, handler);
    before.unwrap_or(Pointer::NULL)
}

/// Whether the program may set a handler: not for KILL and STOP.
fn is_settable(number: i32) -> bool {
    (1..=LAST).contains(&number) && number != 9 && number != 19
}

fn signal(call: &mut dyn Call) -> Outcome {
    let (number, handler) = (call.int(0)?, call.pointer(1)?);
    if !is_settable(number) {
        call.set_errno(EINVAL)?;
        return Ok(call.of_long(-1));
    }
    let before = set(call, number, handler);
    Ok(Value::pointer(before))
}

/// A `struct sigaction` begins with the handler; a mask, flags and a restorer follow.
fn sigaction(call: &mut dyn Call) -> Outcome {
    let (number, new, old) = (call.int(0)?, call.pointer(1)?, call.pointer(2)?);
    if !is_settable(number) {
        return call.failed(EINVAL);
    }
    let handler = match new.is_null() {
        true => None,
        false => Some(call.load_pointer(new)?),
    };
    if !old.is_null() {
        let before = call.library().signals.get(&number).copied();
        let after = call.layout().pointer_bytes();
        call.store_pointer(old, before.unwrap_or(Pointer::NULL))?;
        call.fill(old.offset(after as i64), 0, SET + 16)?;
    }
    if let Some(handler) = handler {
        set(call, number, handler);
    }
    Ok(Value::int(0))
}

/// No signal comes by itself, so none has to be held back.
fn sigprocmask(call: &mut dyn Call) -> Outcome {
    let (new, old) = (call.pointer(1)?, call.pointer(2)?);
    if !new.is_null() {
        call.read(new, 8)?;
    }
    if !old.is_null() {
        call.fill(old, 0, SET)?;
    }
    Ok(Value::int(0))
}

fn fill_set(call: &mut dyn Call, byte: u8) -> Outcome {
    let set = call.pointer(0)?;
    call.fill(set, byte, SET)?;
    Ok(Value::int(0))
}

/// The word of a signal in a set and its bit.
fn bit(call: &mut dyn Call) -> Result<Option<(Pointer, u64, u64)>, Stop> {
    let (set, number) = (call.pointer(0)?, call.int(1)?);
    if !(1..=LAST).contains(&number) {
        return Ok(None);
    }
    let word = call.read_number(set, 8)?;
    Ok(Some((set, word, 1 << (number - 1))))
}

fn change_set(call: &mut dyn Call, add: bool) -> Outcome {
    let Some((set, word, bit)) = bit(call)? else {
        return call.failed(EINVAL);
    };
    let word = if add { word | bit } else { word & !bit };
    call.write_number(set, word, 8)?;
    Ok(Value::int(0))
}

fn sigismember(call: &mut dyn Call) -> Outcome {
    match bit(call)? {
        Some((_, word, bit)) => Ok(Value::int(i32::from(word & bit != 0))),
        None => call.failed(EINVAL),
    }
}
