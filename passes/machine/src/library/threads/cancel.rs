//! Cancellation: a thread ends at the next function where it may, and its handlers clean up.

use super::super::errors::{EINVAL, ESRCH};
use super::super::typed::Outcome;
use super::super::{Call, Row};
use super::done;
use crate::concrete::Value;
use crate::fault::Stop;
use crate::threads::State;
use sanecc_ir::Type;

pub(in super::super) const TABLE: &[Row] = &[
    ("__pthread_cleanup_routine", clean_up),
    ("__pthread_register_cancel", register),
    ("__pthread_unregister_cancel", unregister),
    ("__pthread_unwind_next", |_| Err(Stop::Leave)),
    ("pthread_cancel", cancel),
    ("pthread_setcancelstate", set_state),
    ("pthread_setcanceltype", set_type),
    ("pthread_testcancel", |_| Ok(Value::nothing())),
];

/// Where a thread that was cancelled ends, in the order of the alphabet: of those that POSIX lists, what the machine has.
const POINTS: [&str; 24] = [
    "accept",
    "clock_nanosleep",
    "close",
    "connect",
    "fcntl",
    "fsync",
    "nanosleep",
    "open",
    "pause",
    "poll",
    "pread",
    "pthread_join",
    "pthread_testcancel",
    "pthread_timedjoin_np",
    "pwrite",
    "read",
    "readv",
    "recv",
    "sem_timedwait",
    "sem_wait",
    "send",
    "sleep",
    "usleep",
    "write",
];

/// Whether a thread that was cancelled ends in a function. Waits for a condition end by themselves: they have a mutex to lock.
pub fn is_cancellation_point(name: &str) -> bool {
    POINTS.binary_search(&name).is_ok()
}

/// What a thread ends with that was cancelled (`PTHREAD_CANCELED`).
const CANCELLED: u64 = u64::MAX;

fn cancel(call: &mut dyn Call) -> Outcome {
    let handle = call.integer(0)?;
    let Some(id) = call.threads().of_handle(handle) else {
        return Ok(Value::int(ESRCH));
    };
    let is_own = id == call.threads().current();
    let thread = call.threads().get_mut(id);
    if thread.has_ended() {
        return Ok(Value::int(0));
    }
    thread.cancellation.wanted = true;
    thread.result = Some(Value::integer(CANCELLED));
    let is_due = thread.cancellation.is_due();
    if is_own && is_due && thread.cancellation.asynchronous {
        return Err(Stop::Leave);
    }
    let ends_here = match &thread.state {
        State::Waiting(wait) => {
            is_cancellation_point(wait.function)
                || wait.function.starts_with("pthread_cond_")
                || thread.cancellation.asynchronous
        }
        _ => false,
    };
    if is_due && ends_here {
        call.threads().wake(id);
    }
    done(call)
}

/// Stores the old value of a setting, where that is asked for.
fn store_old(call: &mut dyn Call, old: bool) -> Outcome {
    let to = call.pointer(1)?;
    if !to.is_null() {
        call.write_number(to, u64::from(old), 4)?;
    }
    Ok(Value::int(0))
}

fn set_state(call: &mut dyn Call) -> Outcome {
    let state = call.int(0)?;
    if !(0..=1).contains(&state) {
        return Ok(Value::int(EINVAL));
    }
    let cancellation = &mut call.threads().own().cancellation;
    let old = std::mem::replace(&mut cancellation.disabled, state == 1);
    store_old(call, old)
}

fn set_type(call: &mut dyn Call) -> Outcome {
    let kind = call.int(0)?;
    if !(0..=1).contains(&kind) {
        return Ok(Value::int(EINVAL));
    }
    let cancellation = &mut call.threads().own().cancellation;
    let old = std::mem::replace(&mut cancellation.asynchronous, kind == 1);
    let is_due = cancellation.is_due() && kind == 1;
    let result = store_old(call, old)?;
    match is_due {
        true => Err(Stop::Leave),
        false => Ok(result),
    }
}

/// Runs the handler of a frame of `pthread_cleanup_push`, as code with exceptions has it: function, argument, whether it runs.
fn clean_up(call: &mut dyn Call) -> Outcome {
    let frame = call.pointer(0)?;
    if call.read_number(frame.offset(16), 4)? != 0 {
        let (function, argument) = (
            call.load_pointer(frame)?,
            call.load_pointer(frame.offset(8))?,
        );
        call.call_back(function, &[Value::pointer(argument)], &[Type::Pointer(0)])?;
    }
    Ok(Value::nothing())
}

fn register(call: &mut dyn Call) -> Outcome {
    let buffer = call.pointer(0)?;
    call.threads().own().cleanups.push(buffer);
    Ok(Value::nothing())
}

fn unregister(call: &mut dyn Call) -> Outcome {
    let buffer = call.pointer(0)?;
    let cleanups = &mut call.threads().own().cleanups;
    if let Some(at) = cleanups
        .iter()
        .rposition(|one| one.address == buffer.address)
    {
        cleanups.truncate(at);
    }
    Ok(Value::nothing())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_sorted() {
        assert!(POINTS.is_sorted());
        assert!(is_cancellation_point("read"));
        assert!(!is_cancellation_point("pthread_mutex_lock"));
    }
}
