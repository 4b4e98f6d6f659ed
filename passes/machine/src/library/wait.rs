//! `<sys/wait.h>` and the making of processes: each is a process of the system, in which the machine goes on with a copy of all that it had.

use super::threads::sleep;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("fork", |call| fork(call, false)),
    ("vfork", |call| fork(call, true)),
    ("wait", wait),
    ("wait3", wait3),
    ("wait4", wait4),
    ("waitpid", waitpid),
];

/// Returns at once.
const WNOHANG: i32 = 1;
/// Any child.
const ANY: i32 = -1;
/// Nanoseconds between two looks whether a child has ended, while other threads run.
const PATIENCE: u64 = 1_000_000;
/// Bytes of a `struct rusage`.
const USAGE: u64 = 144;

/// A process more. In the new one the thread that asked is the only one. Its parent waits for the end of a child of `vfork`, which has a copy of
/// the memory for all that: what it may do there nobody else sees anyway.
fn fork(call: &mut dyn Call, waits: bool) -> Outcome {
    let made = call.library().system.fork();
    match made {
        Ok(0) => call.threads().stay_alone(),
        Ok(child) if waits => call.library().system.await_end(child),
        _ => {}
    }
    call.int_or_errno(made)
}

fn wait(call: &mut dyn Call) -> Outcome {
    let status = call.pointer(0)?;
    wait_for(call, ANY, status, 0)
}

fn waitpid(call: &mut dyn Call) -> Outcome {
    let (process, status, options) = (call.int(0)?, call.pointer(1)?, call.int(2)?);
    wait_for(call, process, status, options)
}

fn wait3(call: &mut dyn Call) -> Outcome {
    let (status, options, usage) = (call.pointer(0)?, call.int(1)?, call.pointer(2)?);
    has_usage(call, usage)?;
    wait_for(call, ANY, status, options)
}

fn wait4(call: &mut dyn Call) -> Outcome {
    let (process, status, options) = (call.int(0)?, call.pointer(1)?, call.int(2)?);
    let usage = call.pointer(3)?;
    has_usage(call, usage)?;
    wait_for(call, process, status, options)
}

/// What a child has used is what the machine has used for it, which says nothing about the program.
fn has_usage(call: &mut dyn Call, usage: Pointer) -> Result<(), Stop> {
    match usage.is_null() {
        true => Ok(()),
        false => call.fill(usage, 0, USAGE),
    }
}

fn wait_for(call: &mut dyn Call, process: i32, place: Pointer, options: i32) -> Outcome {
    // Threads that can run shall do so meanwhile.
    let looks = call.threads().are_several() && options & WNOHANG == 0;
    let asked = if looks { options | WNOHANG } else { options };
    loop {
        match call.library().system.wait(process, asked) {
            Ok((0, _)) if looks => {
                // The thread does this call again, and has waited as long as it may each time.
                call.threads().own().tries.timed_out = false;
                sleep(call, PATIENCE)?;
            }
            Ok((child, status)) => {
                if child != 0 && !place.is_null() {
                    call.write_number(place, status as u64, 4)?;
                }
                return Ok(Value::int(child));
            }
            Err(number) => return call.failed(number),
        }
    }
}
