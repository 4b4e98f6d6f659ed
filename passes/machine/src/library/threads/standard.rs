//! `<threads.h>` of C11.

use super::super::errors::{EBUSY, EINVAL, ETIMEDOUT};
use super::super::typed::Outcome;
use super::super::{Call, Row};
use super::attributes::of_thread;
use super::{condition, done, mutex, pthread, sleep};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use crate::threads::NewThread;

pub(in super::super) const TABLE: &[Row] = &[
    ("cnd_broadcast", |call| condition::broadcast(call).map(said)),
    ("cnd_destroy", |_| Ok(Value::nothing())),
    ("cnd_init", |call| {
        let place = call.pointer(0)?;
        condition::make(call, place, 0).map(said)
    }),
    ("cnd_signal", |call| condition::signal(call).map(said)),
    ("cnd_timedwait", |call| {
        let time = call.pointer(2)?;
        condition::wait_until(call, Some((0, time))).map(said)
    }),
    ("cnd_wait", |call| {
        condition::wait_until(call, None).map(said)
    }),
    ("mtx_destroy", |_| Ok(Value::nothing())),
    ("mtx_init", init),
    ("mtx_lock", |call| mutex::lock(call).map(said)),
    ("mtx_timedlock", |call| {
        mutex::timed_lock(call, 0, 1).map(said)
    }),
    ("mtx_trylock", |call| mutex::try_lock(call).map(said)),
    ("mtx_unlock", |call| mutex::unlock(call).map(said)),
    ("thrd_create", create),
    ("thrd_current", pthread::itself),
    ("thrd_detach", |call| pthread::detach(call).map(said)),
    ("thrd_equal", pthread::equal),
    ("thrd_exit", exit),
    ("thrd_join", join),
    ("thrd_sleep", pause),
    ("thrd_yield", |call| {
        done(call)?;
        Ok(Value::nothing())
    }),
];

// What functions return.
const SUCCESS: i32 = 0;
const BUSY: i32 = 1;
const ERROR: i32 = 2;
const NO_MEMORY: i32 = 3;
const TIMED_OUT: i32 = 4;

/// The result of a function of C11 for that of one of POSIX.
fn said(value: Value) -> Value {
    let number = value.number().unwrap_or(0) as i32;
    Value::int(match number {
        0 => SUCCESS,
        EBUSY => BUSY,
        ETIMEDOUT => TIMED_OUT,
        _ => ERROR,
    })
}

fn init(call: &mut dyn Call) -> Outcome {
    const RECURSIVE: i32 = 1;
    let (place, kind) = (call.pointer(0)?, call.int(1)?);
    if !(0..=3).contains(&kind) {
        return Ok(Value::int(
            said(Value::int(EINVAL)).number().unwrap_or(0) as i32
        ));
    }
    mutex::make(call, place, u64::from(kind & RECURSIVE != 0)).map(said)
}

fn create(call: &mut dyn Call) -> Outcome {
    let (to, start) = (call.pointer(0)?, call.pointer(1)?);
    let argument = Value::pointer(call.pointer(2)?);
    let (stack, detached) = of_thread(call, Pointer::NULL)?;
    let new = NewThread {
        start,
        argument,
        stack,
        detached,
    };
    match call.start_thread(new)? {
        Some(id) => {
            let handle = call.threads().get(id).handle;
            call.store_pointer(to, handle)?;
            Ok(Value::int(SUCCESS))
        }
        None => Ok(Value::int(NO_MEMORY)),
    }
}

fn exit(call: &mut dyn Call) -> Outcome {
    let status = call.int(0)?;
    call.threads().own().result = Some(Value::int(status));
    Err(Stop::Leave)
}

fn join(call: &mut dyn Call) -> Outcome {
    let (handle, to) = (call.integer(0)?, call.pointer(1)?);
    let Some(value) = pthread::await_end(call, handle)? else {
        return Ok(Value::int(ERROR));
    };
    if let (false, Some(number)) = (to.is_null(), value.number()) {
        call.write_number(to, number as u64, 4)?;
    }
    call.threads().turn();
    Ok(Value::int(SUCCESS))
}

fn pause(call: &mut dyn Call) -> Outcome {
    let span = call.pointer(0)?;
    let seconds = call.read_number(span, 8)?;
    let rest = call.read_number(span.offset(8), 8)?;
    sleep(
        call,
        seconds.saturating_mul(1_000_000_000).saturating_add(rest),
    )?;
    Ok(Value::int(0))
}
