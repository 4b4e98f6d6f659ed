//! Threads themselves: made, joined, ended.

use super::super::errors::{EAGAIN, EBUSY, EDEADLK, EINVAL, ESRCH, ETIMEDOUT};
use super::super::typed::Outcome;
use super::super::{Call, Row, signal};
use super::attributes::of_thread;
use super::{deadline_at, done, is_over, wait, zero};
use crate::concrete::{Pointer, Value};
use crate::fault::{Fault, Stop};
use crate::threads::{Join, NewThread, ThreadId, Waits};

pub(in super::super) const TABLE: &[Row] = &[
    ("pthread_clockjoin_np", |call| {
        let clock = call.int(2)?;
        timed_join(call, clock, 3)
    }),
    ("pthread_create", create),
    ("pthread_detach", detach),
    ("pthread_equal", equal),
    ("pthread_exit", exit),
    ("pthread_getconcurrency", zero),
    ("pthread_getname_np", get_name),
    ("pthread_join", join),
    ("pthread_kill", kill),
    ("pthread_self", itself),
    ("pthread_setconcurrency", zero),
    ("pthread_setname_np", set_name),
    ("pthread_timedjoin_np", |call| timed_join(call, 0, 2)),
    ("pthread_tryjoin_np", try_join),
    ("pthread_yield", done),
    ("sched_yield", done),
];

/// The longest name of a thread in bytes, with its end.
const NAME: usize = 16;

fn create(call: &mut dyn Call) -> Outcome {
    let (to, attributes) = (call.pointer(0)?, call.pointer(1)?);
    let (start, argument) = (call.pointer(2)?, Value::pointer(call.pointer(3)?));
    let (stack, detached) = of_thread(call, attributes)?;
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
            Ok(Value::int(0))
        }
        None => Ok(Value::int(EAGAIN)),
    }
}

/// The thread of a handle that can be joined.
fn joinable(call: &mut dyn Call, handle: u64) -> Result<ThreadId, Stop> {
    let id = call.threads().of_handle(handle);
    let thread = id.map(|id| (id, call.threads().get(id).join.clone()));
    match thread {
        Some((id, None)) => Ok(id),
        Some((id, Some(join))) => Err(Fault::InvalidJoin {
            handle,
            thread: Some((id, join)),
        }
        .into()),
        None => Err(Fault::InvalidJoin {
            handle,
            thread: None,
        }
        .into()),
    }
}

/// Takes the result of a thread that has ended, which is then joined.
pub(super) fn result(call: &mut dyn Call, id: ThreadId) -> Option<Value> {
    let value = call.threads().get(id).ended_with()?.clone();
    let trace = call.trace();
    call.threads().get_mut(id).join = Some(Join::Joined(trace));
    Some(value)
}

fn store_result(call: &mut dyn Call, to: Pointer, value: &Value) -> Outcome {
    if let (false, Value::Scalar { bits, object }) = (to.is_null(), value) {
        let value = Pointer {
            address: *bits,
            object: *object,
        };
        call.store_pointer(to, value)?;
    }
    done(call)
}

/// Waits for the end of the thread of a handle.
pub(super) fn await_end(call: &mut dyn Call, handle: u64) -> Result<Option<Value>, Stop> {
    let id = joinable(call, handle)?;
    if id == call.threads().current() {
        return Ok(None);
    }
    match result(call, id) {
        Some(value) => Ok(Some(value)),
        None => wait(call, Waits::End(id), None),
    }
}

fn join(call: &mut dyn Call) -> Outcome {
    let (handle, to) = (call.integer(0)?, call.pointer(1)?);
    match await_end(call, handle)? {
        Some(value) => store_result(call, to, &value),
        None => Ok(Value::int(EDEADLK)),
    }
}

fn try_join(call: &mut dyn Call) -> Outcome {
    let (handle, to) = (call.integer(0)?, call.pointer(1)?);
    let id = joinable(call, handle)?;
    match result(call, id) {
        Some(value) => store_result(call, to, &value),
        None => {
            call.threads().turn();
            Ok(Value::int(EBUSY))
        }
    }
}

fn timed_join(call: &mut dyn Call, clock: i32, time: usize) -> Outcome {
    let (handle, to, time) = (call.integer(0)?, call.pointer(1)?, call.pointer(time)?);
    let id = joinable(call, handle)?;
    if let Some(value) = result(call, id) {
        return store_result(call, to, &value);
    }
    if time.is_null() {
        return wait(call, Waits::End(id), None);
    }
    if is_over(call, clock, time)? {
        return Ok(Value::int(ETIMEDOUT));
    }
    match deadline_at(call, clock, time)? {
        Some(deadline) => wait(call, Waits::End(id), Some(deadline)),
        None => Ok(Value::int(EINVAL)),
    }
}

pub(super) fn detach(call: &mut dyn Call) -> Outcome {
    let handle = call.integer(0)?;
    let Some(id) = call.threads().of_handle(handle) else {
        return Ok(Value::int(ESRCH));
    };
    let trace = call.trace();
    match &mut call.threads().get_mut(id).join {
        Some(_) => Ok(Value::int(EINVAL)),
        none => {
            *none = Some(Join::Detached(Some(trace)));
            done(call)
        }
    }
}

fn exit(call: &mut dyn Call) -> Outcome {
    let value = Value::pointer(call.pointer(0)?);
    call.threads().own().result = Some(value);
    Err(Stop::Leave)
}

pub(super) fn itself(call: &mut dyn Call) -> Outcome {
    Ok(Value::pointer(call.own_handle()))
}

pub(super) fn equal(call: &mut dyn Call) -> Outcome {
    let is_same = call.integer(0)? == call.integer(1)?;
    Ok(Value::int(i32::from(is_same)))
}

/// A signal for the thread itself is delivered; whether another one is there can be asked.
fn kill(call: &mut dyn Call) -> Outcome {
    let (handle, number) = (call.integer(0)?, call.int(1)?);
    let id = call.threads().of_handle(handle);
    let own = call.own_handle().address;
    match (id, number) {
        _ if handle == own => {
            signal::raise_number(call, number)?;
            Ok(Value::int(0))
        }
        (None, _) => Ok(Value::int(ESRCH)),
        (Some(id), 0) => {
            let has_ended = call.threads().get(id).has_ended();
            Ok(Value::int(if has_ended { ESRCH } else { 0 }))
        }
        (Some(_), _) => Err(Stop::Unsupported(
            "a signal for another thread: `pthread_kill` reaches the calling thread alone"
                .to_owned(),
        )),
    }
}

/// Names are for debuggers.
fn set_name(call: &mut dyn Call) -> Outcome {
    let name = call.text(1)?;
    const ERANGE: i32 = 34;
    Ok(Value::int(if name.len() < NAME { 0 } else { ERANGE }))
}

fn get_name(call: &mut dyn Call) -> Outcome {
    let (to, bytes) = (call.pointer(1)?, call.size(2)?);
    const ERANGE: i32 = 34;
    if bytes < NAME as u64 {
        return Ok(Value::int(ERANGE));
    }
    let name = call.library().name.clone();
    let start = name
        .iter()
        .rposition(|byte| *byte == b'/')
        .map_or(0, |at| at + 1);
    let end = name.len().min(start + NAME - 1);
    call.write_string(to, &name[start..end])?;
    Ok(Value::int(0))
}
