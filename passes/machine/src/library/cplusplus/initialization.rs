//! Objects of functions that are made at the first call, objects of threads, and what is called where no function is.

use super::super::threads::await_once;
use super::super::typed::Outcome;
use super::super::{Call, Row};
use crate::concrete::Value;
use crate::fault::{Fault, Stop};
use crate::threads::Waits;

pub(in super::super) const TABLE: &[Row] = &[
    ("__cxa_deleted_virtual", |_| Err(Fault::PureCall.into())),
    ("__cxa_guard_abort", |call| end(call, false)),
    ("__cxa_guard_acquire", acquire),
    ("__cxa_guard_release", |call| end(call, true)),
    ("__cxa_pure_virtual", |_| Err(Fault::PureCall.into())),
    ("__cxa_thread_atexit", at_end_of_thread),
];

// Bytes of a guard: whether the object is there, and the thread that makes it.
const MADE: i64 = 0;
const MAKER: i64 = 4;

fn acquire(call: &mut dyn Call) -> Outcome {
    let guard = call.pointer(0)?;
    if call.read_number(guard.offset(MADE), 1)? != 0 {
        return Ok(Value::int(0));
    }
    let own = u64::from(call.threads().current().0) + 1;
    match call.read_number(guard.offset(MAKER), 4)? {
        0 => {
            call.write_number(guard.offset(MAKER), own, 4)?;
            Ok(Value::int(1))
        }
        maker if maker == own => Err(Stop::Unsupported(
            "a static variable whose initial value needs the variable itself".to_owned(),
        )),
        _ => await_once(call, guard.address),
    }
}

fn end(call: &mut dyn Call, is_made: bool) -> Outcome {
    let guard = call.pointer(0)?;
    call.write_number(guard.offset(MADE), u64::from(is_made), 1)?;
    call.write_number(guard.offset(MAKER), 0, 4)?;
    call.threads().wake_all(Waits::Once(guard.address));
    call.threads().turn();
    Ok(Value::nothing())
}

fn at_end_of_thread(call: &mut dyn Call) -> Outcome {
    let (function, object) = (call.pointer(0)?, call.pointer(1)?);
    call.threads().own().at_end.push((function, object));
    Ok(Value::int(0))
}
