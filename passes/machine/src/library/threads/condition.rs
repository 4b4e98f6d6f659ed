//! Condition variables. Nobody wakes up without a signal, and who has waited longest wakes up first.

use super::super::errors::{EINVAL, EPERM, ETIMEDOUT};
use super::super::typed::Outcome;
use super::super::{Call, Row};
use super::{deadline_at, destroy, done, is_over, is_usable, mutex, own_number, wait};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use crate::threads::Waits;

pub(in super::super) const TABLE: &[Row] = &[
    ("pthread_cond_broadcast", broadcast),
    ("pthread_cond_clockwait", |call| {
        let (clock, time) = (call.int(2)?, call.pointer(3)?);
        wait_until(call, Some((clock, time)))
    }),
    ("pthread_cond_destroy", |call| destroy(call, MARK)),
    ("pthread_cond_init", init),
    ("pthread_cond_signal", signal),
    ("pthread_cond_timedwait", timed_wait),
    ("pthread_cond_wait", |call| wait_until(call, None)),
];

/// Bytes of a pthread_cond_t of x86-64 Linux.
const CONDITION: u64 = 48;
/// Where the clock of its time limits stands.
const CLOCK: i64 = 36;
/// Where it says that it was destroyed.
const MARK: i64 = 40;

// What a wait has done.
const WAITS: u32 = 1;
const SIGNALLED: u32 = 2;
const TIMED_OUT: u32 = 3;
const CANCELLED: u32 = 4;

pub(super) fn make(call: &mut dyn Call, condition: Pointer, clock: u64) -> Outcome {
    call.fill(condition, 0, CONDITION)?;
    call.write_number(condition.offset(CLOCK), clock, 4)?;
    Ok(Value::int(0))
}

fn init(call: &mut dyn Call) -> Outcome {
    let (condition, attributes) = (call.pointer(0)?, call.pointer(1)?);
    let clock = match attributes.is_null() {
        true => 0,
        false => call.read_number(attributes, 4)?,
    };
    make(call, condition, clock)
}

fn timed_wait(call: &mut dyn Call) -> Outcome {
    let (condition, time) = (call.pointer(0)?, call.pointer(2)?);
    let clock = call.read_number(condition.offset(CLOCK), 4)? as i32;
    wait_until(call, Some((clock, time)))
}

/// Releases the mutex and waits for a signal, and then for the mutex.
pub(super) fn wait_until(call: &mut dyn Call, limit: Option<(i32, Pointer)>) -> Outcome {
    let (condition, mutex) = (call.pointer(0)?, call.pointer(1)?);
    let tries = call.threads().own().tries;
    match tries.phase {
        0 => begin(call, condition, mutex, limit),
        WAITS => {
            // It was not signalled: its time is over, or it was cancelled.
            let current = call.threads().current();
            call.threads()
                .queue(condition.address)
                .retain(|id| *id != current);
            let phase = match call.threads().has_to_leave() {
                true => CANCELLED,
                false => TIMED_OUT,
            };
            if let (TIMED_OUT, Some((clock, time))) = (phase, limit) {
                is_over(call, clock, time)?;
            }
            end(call, mutex, phase)
        }
        phase => end(call, mutex, phase),
    }
}

fn begin(
    call: &mut dyn Call,
    condition: Pointer,
    mutex: Pointer,
    limit: Option<(i32, Pointer)>,
) -> Outcome {
    is_usable(call, condition, MARK)?;
    if mutex::owner(call, mutex)? != own_number(call) {
        return Ok(Value::int(EPERM));
    }
    let deadline = match limit {
        Some((clock, time)) => match deadline_at(call, clock, time)? {
            Some(deadline) => Some(deadline),
            None => return Ok(Value::int(EINVAL)),
        },
        None => None,
    };
    let times = mutex::release(call, mutex)?;
    let current = call.threads().current();
    call.threads().queue(condition.address).push_back(current);
    let tries = &mut call.threads().own().tries;
    (tries.phase, tries.note) = (WAITS, times);
    wait(call, Waits::Condition(condition.address), deadline)
}

fn end(call: &mut dyn Call, mutex: Pointer, phase: u32) -> Outcome {
    let tries = &mut call.threads().own().tries;
    tries.phase = phase;
    let times = tries.note;
    mutex::take_again(call, mutex, times)?;
    match phase {
        TIMED_OUT => Ok(Value::int(ETIMEDOUT)),
        CANCELLED => Err(Stop::Leave),
        _ => Ok(Value::int(0)),
    }
}

/// Lets the first that waits go on; whether there was one.
fn wake(call: &mut dyn Call, condition: Pointer) -> bool {
    let Some(first) = call.threads().queue(condition.address).pop_front() else {
        return false;
    };
    call.threads().get_mut(first).tries.phase = SIGNALLED;
    call.threads().get_mut(first).tries.timed_out = false;
    call.threads().wake(first);
    true
}

pub(super) fn signal(call: &mut dyn Call) -> Outcome {
    let condition = call.pointer(0)?;
    is_usable(call, condition, MARK)?;
    wake(call, condition);
    done(call)
}

pub(super) fn broadcast(call: &mut dyn Call) -> Outcome {
    let condition = call.pointer(0)?;
    is_usable(call, condition, MARK)?;
    while wake(call, condition) {}
    done(call)
}
