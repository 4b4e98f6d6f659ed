//! Mutexes and spin locks.

use super::super::errors::{EBUSY, EDEADLK, EINVAL, EOWNERDEAD, EPERM, ETIMEDOUT};
use super::super::typed::Outcome;
use super::super::{Call, Row};
use super::attributes::{ROBUST, clear};
use super::{DESTROYED, deadline_at, done, is_over, is_usable, own_number, wait, zero};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use crate::threads::{ThreadId, Waits};

pub(in super::super) const TABLE: &[Row] = &[
    ("pthread_mutex_clocklock", |call| {
        let clock = call.int(1)?;
        timed_lock(call, clock, 2)
    }),
    ("pthread_mutex_consistent", zero),
    ("pthread_mutex_destroy", destroy),
    ("pthread_mutex_init", init),
    ("pthread_mutex_lock", lock),
    ("pthread_mutex_timedlock", |call| timed_lock(call, 0, 1)),
    ("pthread_mutex_trylock", try_lock),
    ("pthread_mutex_unlock", unlock),
    ("pthread_spin_destroy", |call| clear(call, 4)),
    ("pthread_spin_init", |call| clear(call, 4)),
    ("pthread_spin_lock", |call| spin(call, true)),
    ("pthread_spin_trylock", |call| spin(call, false)),
    ("pthread_spin_unlock", unlock_spin),
];

// A pthread_mutex_t of x86-64 Linux: how often it is locked, by whom, its kind.
const MUTEX: u64 = 40;
const TIMES: i64 = 4;
const OWNER: i64 = 8;
pub(super) const KIND: i64 = 16;

const RECURSIVE: u64 = 1;
const CHECKED: u64 = 2;

/// How an attempt to lock ends.
pub(super) enum Taken {
    /// The thread has it.
    Yes,
    /// It has it, and the one that had it before has ended.
    Orphaned,
    /// The thread has it already, and it is of a kind that says so.
    Already,
    /// Somebody has it.
    No,
}

fn init(call: &mut dyn Call) -> Outcome {
    let (mutex, attributes) = (call.pointer(0)?, call.pointer(1)?);
    let kind = match attributes.is_null() {
        true => 0,
        false => call.read_number(attributes, 4)?,
    };
    make(call, mutex, kind)
}

pub(super) fn make(call: &mut dyn Call, mutex: Pointer, kind: u64) -> Outcome {
    call.fill(mutex, 0, MUTEX)?;
    call.write_number(mutex.offset(KIND), kind, 4)?;
    Ok(Value::int(0))
}

/// How often a mutex is locked, by whom, and its kind.
fn state(call: &mut dyn Call, mutex: Pointer) -> Result<[u64; 3], Stop> {
    is_usable(call, mutex, KIND)?;
    let mut all = [0; 3];
    for (value, at) in all.iter_mut().zip([TIMES, OWNER, KIND]) {
        *value = call.read_number(mutex.offset(at), 4)?;
    }
    Ok(all)
}

/// The thread that has a mutex, if one does.
pub(super) fn owner(call: &mut dyn Call, mutex: Pointer) -> Result<u64, Stop> {
    let [times, owner, _] = state(call, mutex)?;
    Ok(if times == 0 { 0 } else { owner })
}

fn set(call: &mut dyn Call, mutex: Pointer, times: u64, owner: u64) -> Result<(), Stop> {
    call.write_number(mutex.offset(TIMES), times, 4)?;
    call.write_number(mutex.offset(OWNER), owner, 4)
}

/// Locks a mutex if nobody has it.
pub(super) fn take(call: &mut dyn Call, mutex: Pointer) -> Result<Taken, Stop> {
    let [times, owner, kind] = state(call, mutex)?;
    let own = own_number(call);
    if times == 0 || owner == own && kind & 3 == RECURSIVE {
        set(call, mutex, times + 1, own)?;
        return Ok(Taken::Yes);
    }
    if owner == own && kind & 3 == CHECKED {
        return Ok(Taken::Already);
    }
    if kind & ROBUST != 0 && owner != 0 {
        let holder = ThreadId(owner as u32 - 1);
        if call.threads().get(holder).has_ended() {
            set(call, mutex, 1, own)?;
            return Ok(Taken::Orphaned);
        }
    }
    Ok(Taken::No)
}

/// Lets others have a mutex, however often it is locked; how often that is.
pub(super) fn release(call: &mut dyn Call, mutex: Pointer) -> Result<u64, Stop> {
    let [times, _, _] = state(call, mutex)?;
    set(call, mutex, 0, 0)?;
    call.threads().wake_all(Waits::Lock(mutex.address));
    Ok(times)
}

/// Locks a mutex again that was released, as often as it was.
pub(super) fn take_again(call: &mut dyn Call, mutex: Pointer, times: u64) -> Result<(), Stop> {
    match take(call, mutex)? {
        Taken::Yes | Taken::Orphaned => {
            let own = own_number(call);
            set(call, mutex, times, own)
        }
        Taken::Already | Taken::No => wait(call, Waits::Lock(mutex.address), None),
    }
}

pub(super) fn lock(call: &mut dyn Call) -> Outcome {
    let mutex = call.pointer(0)?;
    match take(call, mutex)? {
        Taken::Yes => done(call),
        Taken::Orphaned => Ok(Value::int(EOWNERDEAD)),
        Taken::Already => Ok(Value::int(EDEADLK)),
        Taken::No => wait(call, Waits::Lock(mutex.address), None),
    }
}

pub(super) fn try_lock(call: &mut dyn Call) -> Outcome {
    let mutex = call.pointer(0)?;
    call.threads().turn();
    match take(call, mutex)? {
        Taken::Yes => Ok(Value::int(0)),
        Taken::Orphaned => Ok(Value::int(EOWNERDEAD)),
        Taken::Already | Taken::No => Ok(Value::int(EBUSY)),
    }
}

pub(super) fn timed_lock(call: &mut dyn Call, clock: i32, time: usize) -> Outcome {
    let (mutex, time) = (call.pointer(0)?, call.pointer(time)?);
    match take(call, mutex)? {
        Taken::Yes => return done(call),
        Taken::Orphaned => return Ok(Value::int(EOWNERDEAD)),
        Taken::Already => return Ok(Value::int(EDEADLK)),
        Taken::No => {}
    }
    if is_over(call, clock, time)? {
        return Ok(Value::int(ETIMEDOUT));
    }
    match deadline_at(call, clock, time)? {
        Some(deadline) => wait(call, Waits::Lock(mutex.address), Some(deadline)),
        None => Ok(Value::int(EINVAL)),
    }
}

pub(super) fn unlock(call: &mut dyn Call) -> Outcome {
    let mutex = call.pointer(0)?;
    let [times, owner, kind] = state(call, mutex)?;
    let own = own_number(call);
    let is_strict = matches!(kind & 3, RECURSIVE | CHECKED);
    if times == 0 || owner != own && is_strict {
        return Ok(Value::int(if is_strict { EPERM } else { 0 }));
    }
    match times {
        1 => _ = release(call, mutex)?,
        _ => set(call, mutex, times - 1, owner)?,
    }
    done(call)
}

fn destroy(call: &mut dyn Call) -> Outcome {
    let mutex = call.pointer(0)?;
    let [times, _, _] = state(call, mutex)?;
    if times != 0 {
        return Ok(Value::int(EBUSY));
    }
    call.write_number(mutex.offset(KIND), DESTROYED, 4)?;
    done(call)
}

fn spin(call: &mut dyn Call, waits: bool) -> Outcome {
    let lock = call.pointer(0)?;
    let own = own_number(call);
    match call.read_number(lock, 4)? {
        0 => {
            call.write_number(lock, own, 4)?;
            done(call)
        }
        _ if waits => wait(call, Waits::Lock(lock.address), None),
        _ => Ok(Value::int(EBUSY)),
    }
}

fn unlock_spin(call: &mut dyn Call) -> Outcome {
    let lock = call.pointer(0)?;
    call.write_number(lock, 0, 4)?;
    call.threads().wake_all(Waits::Lock(lock.address));
    done(call)
}
