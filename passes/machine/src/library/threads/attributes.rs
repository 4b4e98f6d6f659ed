//! Attributes of threads and locks.

use super::super::errors::EINVAL;
use super::super::typed::Outcome;
use super::super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(in super::super) const TABLE: &[Row] = &[
    ("pthread_attr_destroy", present),
    ("pthread_attr_getdetachstate", |call| get(call, FLAGS, 4)),
    ("pthread_attr_getguardsize", |call| get(call, GUARD, 8)),
    ("pthread_attr_getinheritsched", |call| {
        get(call, INHERITS, 4)
    }),
    ("pthread_attr_getscope", |call| get(call, SCOPE, 4)),
    ("pthread_attr_getstack", get_stack),
    ("pthread_attr_getstacksize", |call| get(call, STACK, 8)),
    ("pthread_attr_init", init),
    ("pthread_attr_setdetachstate", |call| set(call, FLAGS, 4, 1)),
    ("pthread_attr_setguardsize", |call| {
        set(call, GUARD, 8, u64::MAX)
    }),
    ("pthread_attr_setinheritsched", |call| {
        set(call, INHERITS, 4, 1)
    }),
    ("pthread_attr_setscope", |call| set(call, SCOPE, 4, 1)),
    ("pthread_attr_setstack", set_stack),
    ("pthread_attr_setstacksize", set_size),
    ("pthread_barrierattr_destroy", present),
    ("pthread_barrierattr_init", |call| clear(call, 4)),
    ("pthread_barrierattr_setpshared", |call| is_small(call, 1)),
    ("pthread_condattr_destroy", present),
    ("pthread_condattr_getclock", |call| get(call, 0, 4)),
    ("pthread_condattr_init", |call| clear(call, 4)),
    ("pthread_condattr_setclock", |call| set(call, 0, 4, 1)),
    ("pthread_condattr_setpshared", |call| is_small(call, 1)),
    ("pthread_mutexattr_destroy", present),
    ("pthread_mutexattr_getrobust", get_robust),
    ("pthread_mutexattr_gettype", get_kind),
    ("pthread_mutexattr_init", |call| clear(call, 4)),
    ("pthread_mutexattr_setprotocol", |call| is_small(call, 2)),
    ("pthread_mutexattr_setpshared", |call| is_small(call, 1)),
    ("pthread_mutexattr_setrobust", set_robust),
    ("pthread_mutexattr_settype", set_kind),
    ("pthread_rwlockattr_destroy", present),
    ("pthread_rwlockattr_init", |call| clear(call, 8)),
    ("pthread_rwlockattr_setkind_np", |call| is_small(call, 2)),
    ("pthread_rwlockattr_setpshared", |call| is_small(call, 1)),
];

// A pthread_attr_t of x86-64 Linux.
const ATTRIBUTES: u64 = 56;
const FLAGS: i64 = 8;
const INHERITS: i64 = 12;
const GUARD: i64 = 16;
const ADDRESS: i64 = 24;
const STACK: i64 = 32;
const SCOPE: i64 = 40;

/// Bytes of a thread's stack where nobody says how many.
const USUAL: u64 = 8 << 20;
/// Bytes that it must have (`PTHREAD_STACK_MIN`).
const LEAST: u64 = 16384;

/// The bit of a mutex's kind that says that others learn of the end of its holder.
pub(super) const ROBUST: u64 = 16;

/// Checks that it is memory.
fn present(call: &mut dyn Call) -> Outcome {
    let place = call.pointer(0)?;
    call.reachable(place, 1)?;
    Ok(Value::int(0))
}

pub(super) fn clear(call: &mut dyn Call, bytes: u64) -> Outcome {
    let place = call.pointer(0)?;
    call.fill(place, 0, bytes)?;
    Ok(Value::int(0))
}

fn init(call: &mut dyn Call) -> Outcome {
    clear(call, ATTRIBUTES)?;
    let place = call.pointer(0)?;
    call.write_number(place.offset(GUARD), 4096, 8)?;
    call.write_number(place.offset(STACK), USUAL, 8)?;
    Ok(Value::int(0))
}

fn get(call: &mut dyn Call, at: i64, bytes: u64) -> Outcome {
    let (place, to) = (call.pointer(0)?, call.pointer(1)?);
    let value = call.read_number(place.offset(at), bytes)?;
    call.write_number(to, value, bytes)?;
    Ok(Value::int(0))
}

fn set(call: &mut dyn Call, at: i64, bytes: u64, most: u64) -> Outcome {
    let (place, value) = (call.pointer(0)?, call.integer(1)?);
    if value > most {
        return Ok(Value::int(EINVAL));
    }
    call.write_number(place.offset(at), value, bytes)?;
    Ok(Value::int(0))
}

/// What makes no difference to a machine with one process and one kind of thread.
fn is_small(call: &mut dyn Call, most: u64) -> Outcome {
    let (place, value) = (call.pointer(0)?, call.integer(1)?);
    call.reachable(place, 1)?;
    Ok(Value::int(if value > most { EINVAL } else { 0 }))
}

fn set_size(call: &mut dyn Call) -> Outcome {
    match call.size(1)? < LEAST {
        true => Ok(Value::int(EINVAL)),
        false => set(call, STACK, 8, u64::MAX),
    }
}

/// The memory must be there; a thread of the machine has its locals elsewhere, as objects of their own.
fn set_stack(call: &mut dyn Call) -> Outcome {
    let (place, stack, bytes) = (call.pointer(0)?, call.pointer(1)?, call.size(2)?);
    if bytes < LEAST {
        return Ok(Value::int(EINVAL));
    }
    call.reachable(stack, bytes)?;
    call.store_pointer(place.offset(ADDRESS), stack)?;
    call.write_number(place.offset(STACK), bytes, 8)?;
    Ok(Value::int(0))
}

fn get_stack(call: &mut dyn Call) -> Outcome {
    let (place, to, size) = (call.pointer(0)?, call.pointer(1)?, call.pointer(2)?);
    let stack = call.load_pointer(place.offset(ADDRESS))?;
    let bytes = call.read_number(place.offset(STACK), 8)?;
    call.store_pointer(to, stack)?;
    call.write_number(size, bytes, 8)?;
    Ok(Value::int(0))
}

/// Bytes of the stack and whether the thread is detached, as attributes say.
pub(super) fn of_thread(call: &mut dyn Call, place: Pointer) -> Result<(u64, bool), Stop> {
    if place.is_null() {
        return Ok((USUAL, false));
    }
    let flags = call.read_number(place.offset(FLAGS), 4)?;
    let stack = call.read_number(place.offset(STACK), 8)?;
    Ok((stack, flags & 1 != 0))
}

fn set_kind(call: &mut dyn Call) -> Outcome {
    let (place, kind) = (call.pointer(0)?, call.int(1)?);
    if !(0..=3).contains(&kind) {
        return Ok(Value::int(EINVAL));
    }
    let others = call.read_number(place, 4)? & !3;
    call.write_number(place, others | kind as u64, 4)?;
    Ok(Value::int(0))
}

fn get_kind(call: &mut dyn Call) -> Outcome {
    let (place, to) = (call.pointer(0)?, call.pointer(1)?);
    let kind = call.read_number(place, 4)? & 3;
    call.write_number(to, kind, 4)?;
    Ok(Value::int(0))
}

fn set_robust(call: &mut dyn Call) -> Outcome {
    let (place, robust) = (call.pointer(0)?, call.int(1)?);
    let others = call.read_number(place, 4)? & !ROBUST;
    match robust {
        0 | 1 => {
            call.write_number(place, others | (robust as u64 * ROBUST), 4)?;
            Ok(Value::int(0))
        }
        _ => Ok(Value::int(EINVAL)),
    }
}

fn get_robust(call: &mut dyn Call) -> Outcome {
    let (place, to) = (call.pointer(0)?, call.pointer(1)?);
    let robust = call.read_number(place, 4)? & ROBUST != 0;
    call.write_number(to, u64::from(robust), 4)?;
    Ok(Value::int(0))
}
