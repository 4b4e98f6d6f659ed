//! The life of exceptions (Itanium C++ ABI, 2.4 and 2.5).

use super::super::typed::Outcome;
use super::super::{Call, Row};
use super::memory::throw as throw_of_support;
use super::terminate::terminate;
use crate::concrete::{Pointer, Value};
use crate::exceptions::Exception;
use crate::fault::Stop;
use sanecc_ir::Type;

pub(in super::super) const TABLE: &[Row] = &[
    ("_ZSt18uncaught_exceptionv", |call| {
        Ok(Value::bit(call.threads().own().handling.uncaught > 0))
    }),
    ("_ZSt19uncaught_exceptionsv", |call| {
        Ok(Value::int(call.threads().own().handling.uncaught as i32))
    }),
    ("__cxa_allocate_exception", allocate),
    ("__cxa_bad_cast", |call| {
        throw_of_support(call, "_ZSt16__throw_bad_castv")
    }),
    ("__cxa_bad_typeid", |call| {
        throw_of_support(call, "_ZSt18__throw_bad_typeidv")
    }),
    ("__cxa_begin_catch", begin_catch),
    ("__cxa_current_exception_type", current_type),
    ("__cxa_current_primary_exception", current),
    ("__cxa_decrement_exception_refcount", |call| {
        let object = call.pointer(0)?;
        forget(call, object.address)?;
        Ok(Value::nothing())
    }),
    ("__cxa_end_catch", end_catch),
    ("__cxa_free_exception", free),
    ("__cxa_get_exception_ptr", adjusted),
    ("__cxa_increment_exception_refcount", |call| {
        let object = call.pointer(0)?;
        keep(call, object.address);
        Ok(Value::nothing())
    }),
    ("__cxa_init_primary_exception", |call| {
        // An `exception_ptr` is made of it, without a throw.
        let exception = made(call, 0)?;
        Ok(Value::pointer(exception.object))
    }),
    ("__cxa_rethrow", rethrow),
    ("__cxa_rethrow_primary_exception", rethrow_kept),
    ("__cxa_throw", throw),
    ("__cxa_throw_bad_array_new_length", |call| {
        throw_of_support(call, "_ZSt28__throw_bad_array_new_lengthv")
    }),
    ("__dynamic_cast", |call| {
        let (from, class, wanted) = (call.pointer(0)?, call.pointer(1)?, call.pointer(2)?);
        call.dynamic_cast(from, class, wanted).map(Value::pointer)
    }),
];

/// Alignment of an exception in bytes.
const ALIGN: u64 = 16;

fn allocate(call: &mut dyn Call) -> Outcome {
    let bytes = call.size(0)?;
    match call.allocate(bytes, ALIGN, false) {
        Some(block) => Ok(Value::pointer(block)),
        None => terminate(call),
    }
}

fn free(call: &mut dyn Call) -> Outcome {
    let object = call.pointer(0)?;
    call.exceptions().remove(object.address);
    call.release(object)?;
    Ok(Value::nothing())
}

/// An exception of an object, its type and its destructor, which so many already keep.
fn made(call: &mut dyn Call, references: u32) -> Result<Exception, Stop> {
    let object = call.pointer(0)?;
    let exception = Exception {
        object,
        type_info: call.pointer(1)?,
        destructor: call.pointer(2)?,
        handlers: 0,
        references,
        adjusted: object,
    };
    call.exceptions().insert(exception);
    Ok(exception)
}

fn throw(call: &mut dyn Call) -> Outcome {
    let exception = made(call, 1)?;
    call.threads().own().handling.uncaught += 1;
    Err(Stop::Throw(exception.object.address))
}

fn adjusted(call: &mut dyn Call) -> Outcome {
    let object = call.pointer(0)?;
    let exception = call.exceptions().get(object.address);
    let adjusted = exception.map_or(Pointer::NULL, |exception| exception.adjusted);
    Ok(Value::pointer(adjusted))
}

fn begin_catch(call: &mut dyn Call) -> Outcome {
    let object = call.pointer(0)?;
    let handling = &mut call.threads().own().handling;
    if handling.caught.last() != Some(&object.address) {
        handling.caught.push(object.address);
    }
    if object.is_null() {
        handling.rethrown = false;
        return Ok(Value::pointer(Pointer::NULL));
    }
    handling.uncaught = handling.uncaught.saturating_sub(1);
    if let Some(exception) = call.exceptions().get(object.address) {
        exception.handlers = exception.handlers.abs() + 1;
    }
    adjusted(call)
}

fn end_catch(call: &mut dyn Call) -> Outcome {
    let Some(&object) = call.threads().own().handling.caught.last() else {
        return Ok(Value::nothing());
    };
    if object == 0 {
        call.threads().own().handling.caught.pop();
        let is_ending = call.threads().own().cancellation.ending;
        return match is_ending && !call.threads().own().handling.rethrown {
            // A thread cannot be kept from its end.
            true => super::super::process::abort(call),
            false => Ok(Value::nothing()),
        };
    }
    let Some(exception) = call.exceptions().get(object) else {
        return Ok(Value::nothing());
    };
    let is_rethrown = exception.handlers < 0;
    exception.handlers += if is_rethrown { 1 } else { -1 };
    if exception.handlers == 0 {
        call.threads().own().handling.caught.pop();
        if !is_rethrown {
            forget(call, object)?;
        }
    }
    Ok(Value::nothing())
}

fn rethrow(call: &mut dyn Call) -> Outcome {
    match call.threads().own().handling.caught.last().copied() {
        None => terminate(call),
        Some(0) => {
            call.threads().own().handling.rethrown = true;
            Err(Stop::Leave)
        }
        Some(object) => {
            if let Some(exception) = call.exceptions().get(object) {
                exception.handlers = -exception.handlers;
            }
            call.threads().own().handling.uncaught += 1;
            Err(Stop::Throw(object))
        }
    }
}

/// The latest exception in a handler; null for none.
fn latest(call: &mut dyn Call) -> Option<Exception> {
    let object = call.threads().own().handling.caught.last().copied()?;
    call.exceptions().get(object).copied()
}

fn current_type(call: &mut dyn Call) -> Outcome {
    let type_info = latest(call).map_or(Pointer::NULL, |exception| exception.type_info);
    Ok(Value::pointer(type_info))
}

/// The latest exception, kept once more.
fn current(call: &mut dyn Call) -> Outcome {
    let object = latest(call).map_or(Pointer::NULL, |exception| exception.object);
    keep(call, object.address);
    Ok(Value::pointer(object))
}

fn rethrow_kept(call: &mut dyn Call) -> Outcome {
    let object = call.pointer(0)?;
    if object.is_null() {
        return Ok(Value::nothing());
    }
    keep(call, object.address);
    call.threads().own().handling.uncaught += 1;
    Err(Stop::Throw(object.address))
}

fn keep(call: &mut dyn Call, object: u64) {
    if let Some(exception) = call.exceptions().get(object) {
        exception.references += 1;
    }
}

/// Gives a reference up, and with the last one the exception.
fn forget(call: &mut dyn Call, object: u64) -> Result<(), Stop> {
    let Some(exception) = call.exceptions().get(object) else {
        return Ok(());
    };
    exception.references -= 1;
    if exception.references > 0 {
        return Ok(());
    }
    let exception = *exception;
    if !exception.destructor.is_null() {
        let object = Value::pointer(exception.object);
        call.call_back(exception.destructor, &[object], &[Type::Pointer(0)])?;
    }
    call.exceptions().remove(object);
    call.release(exception.object)
}
