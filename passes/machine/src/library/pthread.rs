//! `<pthread.h>` for a program that has one thread: locks, keys, what runs once.

use super::errors::{EBUSY, EDEADLK, EINVAL, EPERM};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("pthread_attr_destroy", done),
    ("pthread_attr_init", |call| clear(call, 56)),
    ("pthread_cond_broadcast", done),
    ("pthread_cond_destroy", done),
    ("pthread_cond_init", |call| clear(call, 48)),
    ("pthread_cond_signal", done),
    ("pthread_equal", equal),
    ("pthread_getspecific", get_specific),
    ("pthread_key_create", create_key),
    ("pthread_key_delete", done_with_number),
    ("pthread_mutex_destroy", destroy),
    ("pthread_mutex_init", init),
    ("pthread_mutex_lock", |call| lock(call, true)),
    ("pthread_mutex_trylock", |call| lock(call, false)),
    ("pthread_mutex_unlock", unlock),
    ("pthread_mutexattr_destroy", done),
    ("pthread_mutexattr_init", |call| clear(call, 4)),
    ("pthread_mutexattr_settype", set_type),
    ("pthread_once", once),
    ("pthread_self", itself),
    ("pthread_setspecific", set_specific),
    ("sched_yield", |_| Ok(Value::int(0))),
];

// A pthread_mutex_t of x86-64 Linux: whether it is locked, how often, by whom, its kind.
const MUTEX: u64 = 40;
const TIMES: i64 = 4;
const KIND: i64 = 16;

const RECURSIVE: u64 = 1;
const CHECKED: u64 = 2;

fn done(call: &mut dyn Call) -> Outcome {
    let place = call.pointer(0)?;
    call.reachable(place, 1)?;
    Ok(Value::int(0))
}

fn done_with_number(call: &mut dyn Call) -> Outcome {
    call.int(0)?;
    Ok(Value::int(0))
}

fn clear(call: &mut dyn Call, bytes: u64) -> Outcome {
    let place = call.pointer(0)?;
    call.fill(place, 0, bytes)?;
    Ok(Value::int(0))
}

fn init(call: &mut dyn Call) -> Outcome {
    let (mutex, attributes) = (call.pointer(0)?, call.pointer(1)?);
    let kind = match attributes.is_null() {
        true => 0,
        false => call.read_number(attributes, 4)?,
    };
    call.fill(mutex, 0, MUTEX)?;
    call.write_number(mutex.offset(KIND), kind, 4)?;
    Ok(Value::int(0))
}

fn set_type(call: &mut dyn Call) -> Outcome {
    let (attributes, kind) = (call.pointer(0)?, call.int(1)?);
    if !(0..=3).contains(&kind) {
        return Ok(Value::int(EINVAL));
    }
    call.write_number(attributes, kind as u64, 4)?;
    Ok(Value::int(0))
}

/// How often a mutex is locked, and its kind.
fn state(call: &mut dyn Call, mutex: Pointer) -> Result<(u64, u64), Stop> {
    let times = call.read_number(mutex.offset(TIMES), 4)?;
    let kind = call.read_number(mutex.offset(KIND), 4)?;
    Ok((times, kind & 3))
}

fn lock(call: &mut dyn Call, waits: bool) -> Outcome {
    let mutex = call.pointer(0)?;
    let (times, kind) = state(call, mutex)?;
    match (times, kind) {
        (0, _) | (_, RECURSIVE) => {
            call.write_number(mutex.offset(TIMES), times + 1, 4)?;
            Ok(Value::int(0))
        }
        _ if !waits => Ok(Value::int(EBUSY)),
        (_, CHECKED) => Ok(Value::int(EDEADLK)),
        _ => {
            let text = "a lock that the only thread holds already: it would wait forever";
            Err(Stop::Unsupported(text.to_owned()))
        }
    }
}

fn unlock(call: &mut dyn Call) -> Outcome {
    let mutex = call.pointer(0)?;
    let (times, kind) = state(call, mutex)?;
    if times == 0 {
        return Ok(Value::int(if kind == 0 { 0 } else { EPERM }));
    }
    call.write_number(mutex.offset(TIMES), times - 1, 4)?;
    Ok(Value::int(0))
}

fn destroy(call: &mut dyn Call) -> Outcome {
    let mutex = call.pointer(0)?;
    let (times, _) = state(call, mutex)?;
    Ok(Value::int(if times == 0 { 0 } else { EBUSY }))
}

fn once(call: &mut dyn Call) -> Outcome {
    const DONE: u64 = 2;
    let (control, function) = (call.pointer(0)?, call.pointer(1)?);
    if call.read_number(control, 4)? == 0 {
        call.write_number(control, DONE, 4)?;
        call.call_back(function, &[], &[])?;
    }
    Ok(Value::int(0))
}

fn itself(call: &mut dyn Call) -> Outcome {
    let place = call.static_object("thread", &|| vec![0; 64]);
    Ok(Value::integer(place.address))
}

fn equal(call: &mut dyn Call) -> Outcome {
    let is_same = call.integer(0)? == call.integer(1)?;
    Ok(Value::int(i32::from(is_same)))
}

/// Destructors of keys run when a thread ends, and the only one ends with the program, where they do not run.
fn create_key(call: &mut dyn Call) -> Outcome {
    let to = call.pointer(0)?;
    let keys = &mut call.library().specific;
    keys.push(Pointer::NULL);
    let key = keys.len() as u64 - 1;
    call.write_number(to, key, 4)?;
    Ok(Value::int(0))
}

fn get_specific(call: &mut dyn Call) -> Outcome {
    let key = call.int(0)? as u32 as usize;
    let value = call.library().specific.get(key).copied();
    Ok(Value::pointer(value.unwrap_or(Pointer::NULL)))
}

fn set_specific(call: &mut dyn Call) -> Outcome {
    let (key, value) = (call.int(0)? as u32 as usize, call.pointer(1)?);
    match call.library().specific.get_mut(key) {
        Some(place) => {
            *place = value;
            Ok(Value::int(0))
        }
        None => Ok(Value::int(EINVAL)),
    }
}
