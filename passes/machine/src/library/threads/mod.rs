//! `<pthread.h>`, `<semaphore.h>` and `<threads.h>`. The state of locks lies in the memory of the program, so that a static initialiser is enough
//! and a lock in memory that is gone is found; who waits is known to the machine.
//!
//! A function that cannot be done yet says so by [`wait`], and is done again when what it waits for has happened.

pub(super) mod attributes;
pub(super) mod cancel;
pub(super) mod condition;
pub(super) mod gathering;
pub(super) mod mutex;
pub(super) mod once;
pub(super) mod pthread;
pub(super) mod rwlock;
pub(super) mod specific;
pub(super) mod standard;

pub use cancel::is_cancellation_point;

use super::Call;
use super::typed::Outcome;
use crate::concrete::{Pointer, Value};
use crate::fault::{Fault, Stop};
use crate::threads::Waits;

/// Nanoseconds of a second.
const BILLION: i64 = 1_000_000_000;
/// What stands in a lock that was destroyed: a number that no initialiser writes.
const DESTROYED: u64 = 0xdead_5a4e;

/// Lets the thread wait, not beyond a deadline.
fn wait<T>(call: &mut dyn Call, what: Waits, deadline: Option<u64>) -> Result<T, Stop> {
    call.threads().own().tries.deadline = deadline;
    Err(Stop::Wait(what))
}

/// When a wait up to a time ends on the clock of waits; none if the time is none.
fn deadline_at(call: &mut dyn Call, clock: i32, time: Pointer) -> Result<Option<u64>, Stop> {
    if let Some(known) = call.threads().own().tries.deadline {
        return Ok(Some(known));
    }
    let Some(left) = left_until(call, clock, time)? else {
        return Ok(None);
    };
    Ok(Some(call.threads().clock().saturating_add(left)))
}

/// Nanoseconds up to a time; none if it is none.
fn left_until(call: &mut dyn Call, clock: i32, time: Pointer) -> Result<Option<u64>, Stop> {
    let seconds = call.read_number(time, 8)? as i64;
    let rest = call.read_number(time.offset(8), 8)? as i64;
    if !(0..BILLION).contains(&rest) {
        return Ok(None);
    }
    let now = call.library().system.clock(clock).unwrap_or_default();
    let all =
        |(seconds, rest): (i64, i64)| i128::from(seconds) * i128::from(BILLION) + i128::from(rest);
    let left = all((seconds, rest)) - all(now);
    Ok(Some(u64::try_from(left.max(0)).unwrap_or(u64::MAX)))
}

/// Whether a wait up to a time is over: then the time has come for the program, too.
fn is_over(call: &mut dyn Call, clock: i32, time: Pointer) -> Result<bool, Stop> {
    if !call.threads().own().tries.timed_out {
        return Ok(false);
    }
    if let Some(left) = left_until(call, clock, time)? {
        call.library().system.sleep(left);
    }
    Ok(true)
}

/// Lets the thread wait until another one has done what is done once.
///
/// # Errors
/// Always.
pub(super) fn await_once(call: &mut dyn Call, word: u64) -> Outcome {
    wait(call, Waits::Once(word), None)
}

/// Lets the current thread sleep while others run.
///
/// # Errors
/// As long as it sleeps.
pub(super) fn sleep(call: &mut dyn Call, nanoseconds: u64) -> Result<(), Stop> {
    if !call.threads().are_several() {
        call.library().system.sleep(nanoseconds);
        return Ok(());
    }
    if call.threads().own().tries.timed_out {
        return Ok(());
    }
    let deadline = call.threads().clock().saturating_add(nanoseconds);
    wait(call, Waits::Time, Some(deadline))
}

/// Lets the current thread wait until a file can be read, while others run.
///
/// # Errors
/// As long as it waits.
pub(super) fn await_file(call: &mut dyn Call, file: i32) -> Result<(), Stop> {
    match call.threads().are_several() && !call.library().system.is_ready(file) {
        true => wait(call, Waits::File(file), None),
        false => Ok(()),
    }
}

/// The same for a file, if there is one, up to a limit in nanoseconds, if there is one.
///
/// # Errors
/// As long as it waits.
pub(super) fn await_one(
    call: &mut dyn Call,
    file: Option<i32>,
    limit: Option<u64>,
) -> Result<(), Stop> {
    if call.threads().own().tries.timed_out {
        return Ok(());
    }
    let deadline = limit.map(|limit| call.threads().clock().saturating_add(limit));
    wait(call, file.map_or(Waits::Time, Waits::File), deadline)
}

/// The number by which memory names the current thread: 0 is none.
fn own_number(call: &mut dyn Call) -> u64 {
    u64::from(call.threads().current().0) + 1
}

/// Checks that a lock was not destroyed; the mark is at this distance.
fn is_usable(call: &mut dyn Call, place: Pointer, mark: i64) -> Result<(), Stop> {
    match call.read_number(place.offset(mark), 4)? {
        DESTROYED => Err(Fault::DestroyedLock { pointer: place }.into()),
        _ => Ok(()),
    }
}

/// Marks a lock as destroyed.
fn destroy(call: &mut dyn Call, mark: i64) -> Outcome {
    let place = call.pointer(0)?;
    is_usable(call, place, mark)?;
    call.write_number(place.offset(mark), DESTROYED, 4)?;
    done(call)
}

/// 0, after an operation that synchronises.
fn done(call: &mut dyn Call) -> Outcome {
    call.threads().turn();
    Ok(Value::int(0))
}

fn zero(_: &mut dyn Call) -> Outcome {
    Ok(Value::int(0))
}
