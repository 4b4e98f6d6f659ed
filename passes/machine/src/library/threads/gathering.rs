//! Barriers and semaphores.

use super::super::errors::{EAGAIN, EBUSY, EINVAL, EOVERFLOW, ETIMEDOUT};
use super::super::typed::Outcome;
use super::super::{Call, Row};
use super::{DESTROYED, deadline_at, destroy, done, is_over, is_usable, wait};
use crate::concrete::Value;
use crate::threads::Waits;

pub(in super::super) const TABLE: &[Row] = &[
    ("pthread_barrier_destroy", destroy_barrier),
    ("pthread_barrier_init", init_barrier),
    ("pthread_barrier_wait", wait_at_barrier),
    ("sem_clockwait", |call| {
        let clock = call.int(1)?;
        wait_until(call, clock, 2)
    }),
    ("sem_destroy", |call| destroy(call, MARK)),
    ("sem_getvalue", value),
    ("sem_init", init),
    ("sem_post", post),
    ("sem_timedwait", |call| wait_until(call, 0, 1)),
    ("sem_trywait", try_wait),
    ("sem_wait", wait_for),
];

// Both have 32 bytes on x86-64 Linux.
const BYTES: u64 = 32;
const MARK: i64 = 16;

// A barrier: how many it needs, how many have come, how often it has opened.
const NEEDED: i64 = 0;
const COME: i64 = 4;
const ROUND: i64 = 8;

/// What one of the threads at a barrier gets (`PTHREAD_BARRIER_SERIAL_THREAD`).
const SERIAL: i32 = -1;
/// The largest value of a semaphore.
const MOST: u64 = i32::MAX as u64;

fn init_barrier(call: &mut dyn Call) -> Outcome {
    let (barrier, count) = (call.pointer(0)?, call.int(2)? as u32);
    if count == 0 {
        return Ok(Value::int(EINVAL));
    }
    call.fill(barrier, 0, BYTES)?;
    call.write_number(barrier.offset(NEEDED), u64::from(count), 4)?;
    Ok(Value::int(0))
}

fn wait_at_barrier(call: &mut dyn Call) -> Outcome {
    let barrier = call.pointer(0)?;
    is_usable(call, barrier, MARK)?;
    let round = call.read_number(barrier.offset(ROUND), 4)?;
    let tries = call.threads().own().tries;
    if tries.any {
        // Somebody has come later than this thread.
        return match round == tries.note {
            true => wait(call, Waits::Barrier(barrier.address), None),
            false => done(call),
        };
    }
    let needed = call.read_number(barrier.offset(NEEDED), 4)?;
    let come = call.read_number(barrier.offset(COME), 4)? + 1;
    if come < needed {
        call.write_number(barrier.offset(COME), come, 4)?;
        call.threads().own().tries.note = round;
        return wait(call, Waits::Barrier(barrier.address), None);
    }
    call.write_number(barrier.offset(COME), 0, 4)?;
    let next = u64::from((round as u32).wrapping_add(1));
    call.write_number(barrier.offset(ROUND), next, 4)?;
    call.threads().wake_all(Waits::Barrier(barrier.address));
    call.threads().turn();
    Ok(Value::int(SERIAL))
}

/// A thread that the last one has let go on may not have looked at the barrier again: it need not be able to, so its round is over.
fn destroy_barrier(call: &mut dyn Call) -> Outcome {
    let barrier = call.pointer(0)?;
    is_usable(call, barrier, MARK)?;
    if call.read_number(barrier.offset(COME), 4)? != 0 {
        return Ok(Value::int(EBUSY));
    }
    call.write_number(barrier.offset(MARK), DESTROYED, 4)?;
    done(call)
}

fn init(call: &mut dyn Call) -> Outcome {
    let (semaphore, value) = (call.pointer(0)?, call.integer(2)?);
    if value > MOST {
        return call.failed(EINVAL);
    }
    call.fill(semaphore, 0, BYTES)?;
    call.write_number(semaphore, value, 4)?;
    Ok(Value::int(0))
}

fn post(call: &mut dyn Call) -> Outcome {
    let semaphore = call.pointer(0)?;
    is_usable(call, semaphore, MARK)?;
    let value = call.read_number(semaphore, 4)?;
    if value >= MOST {
        return call.failed(EOVERFLOW);
    }
    call.write_number(semaphore, value + 1, 4)?;
    call.threads().wake_all(Waits::Semaphore(semaphore.address));
    done(call)
}

/// Takes one of the semaphore's value, if it is positive.
fn take(call: &mut dyn Call) -> Result<bool, crate::fault::Stop> {
    let semaphore = call.pointer(0)?;
    is_usable(call, semaphore, MARK)?;
    let value = call.read_number(semaphore, 4)?;
    if value > 0 {
        call.write_number(semaphore, value - 1, 4)?;
    }
    Ok(value > 0)
}

fn wait_for(call: &mut dyn Call) -> Outcome {
    match take(call)? {
        true => done(call),
        false => {
            let semaphore = call.pointer(0)?.address;
            wait(call, Waits::Semaphore(semaphore), None)
        }
    }
}

fn try_wait(call: &mut dyn Call) -> Outcome {
    call.threads().turn();
    match take(call)? {
        true => Ok(Value::int(0)),
        false => call.failed(EAGAIN),
    }
}

fn wait_until(call: &mut dyn Call, clock: i32, time: usize) -> Outcome {
    if take(call)? {
        return done(call);
    }
    let (semaphore, time) = (call.pointer(0)?.address, call.pointer(time)?);
    if is_over(call, clock, time)? {
        return call.failed(ETIMEDOUT);
    }
    match deadline_at(call, clock, time)? {
        Some(deadline) => wait(call, Waits::Semaphore(semaphore), Some(deadline)),
        None => call.failed(EINVAL),
    }
}

fn value(call: &mut dyn Call) -> Outcome {
    let (semaphore, to) = (call.pointer(0)?, call.pointer(1)?);
    is_usable(call, semaphore, MARK)?;
    let value = call.read_number(semaphore, 4)?;
    call.write_number(to, value, 4)?;
    Ok(Value::int(0))
}
