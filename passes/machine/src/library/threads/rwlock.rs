//! Locks for many readers or one writer.

use super::super::errors::{EBUSY, EDEADLK, EINVAL, ETIMEDOUT};
use super::super::typed::Outcome;
use super::super::{Call, Row};
use super::{deadline_at, destroy, done, is_over, is_usable, own_number, wait};
use crate::concrete::Value;
use crate::threads::Waits;

pub(in super::super) const TABLE: &[Row] = &[
    ("pthread_rwlock_clockrdlock", |call| clocked(call, false)),
    ("pthread_rwlock_clockwrlock", |call| clocked(call, true)),
    ("pthread_rwlock_destroy", |call| destroy(call, MARK)),
    ("pthread_rwlock_init", |call| {
        super::attributes::clear(call, LOCK)
    }),
    ("pthread_rwlock_rdlock", |call| {
        lock(call, false, How::Waits)
    }),
    ("pthread_rwlock_timedrdlock", |call| {
        lock(call, false, How::Until(0, 1))
    }),
    ("pthread_rwlock_timedwrlock", |call| {
        lock(call, true, How::Until(0, 1))
    }),
    ("pthread_rwlock_tryrdlock", |call| {
        lock(call, false, How::Tries)
    }),
    ("pthread_rwlock_trywrlock", |call| {
        lock(call, true, How::Tries)
    }),
    ("pthread_rwlock_unlock", unlock),
    ("pthread_rwlock_wrlock", |call| lock(call, true, How::Waits)),
];

// A pthread_rwlock_t of x86-64 Linux: how many read, who writes, whether it was destroyed.
const LOCK: u64 = 56;
const READERS: i64 = 0;
const WRITER: i64 = 24;
const MARK: i64 = 32;

/// What a thread does that cannot have a lock.
enum How {
    /// It waits.
    Waits,
    /// It goes on.
    Tries,
    /// It waits up to a time: the clock, and the argument with the time.
    Until(i32, usize),
}

fn clocked(call: &mut dyn Call, writes: bool) -> Outcome {
    let clock = call.int(1)?;
    lock(call, writes, How::Until(clock, 2))
}

fn lock(call: &mut dyn Call, writes: bool, how: How) -> Outcome {
    let lock = call.pointer(0)?;
    is_usable(call, lock, MARK)?;
    let readers = call.read_number(lock.offset(READERS), 4)?;
    let writer = call.read_number(lock.offset(WRITER), 4)?;
    let own = own_number(call);
    if writer == 0 && !(writes && readers > 0) {
        match writes {
            true => call.write_number(lock.offset(WRITER), own, 4)?,
            false => call.write_number(lock.offset(READERS), readers + 1, 4)?,
        }
        return done(call);
    }
    let what = Waits::Lock(lock.address);
    match how {
        How::Tries => {
            call.threads().turn();
            Ok(Value::int(EBUSY))
        }
        _ if writer == own => Ok(Value::int(EDEADLK)),
        How::Waits => wait(call, what, None),
        How::Until(clock, time) => {
            let time = call.pointer(time)?;
            if is_over(call, clock, time)? {
                return Ok(Value::int(ETIMEDOUT));
            }
            match deadline_at(call, clock, time)? {
                Some(deadline) => wait(call, what, Some(deadline)),
                None => Ok(Value::int(EINVAL)),
            }
        }
    }
}

fn unlock(call: &mut dyn Call) -> Outcome {
    let lock = call.pointer(0)?;
    is_usable(call, lock, MARK)?;
    let readers = call.read_number(lock.offset(READERS), 4)?;
    match call.read_number(lock.offset(WRITER), 4)? {
        0 => call.write_number(lock.offset(READERS), readers.saturating_sub(1), 4)?,
        _ => call.write_number(lock.offset(WRITER), 0, 4)?,
    }
    call.threads().wake_all(Waits::Lock(lock.address));
    done(call)
}
