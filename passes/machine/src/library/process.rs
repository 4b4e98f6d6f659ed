//! The end of the program and its environment, of `<stdlib.h>`.

use super::errors::{EINVAL, ENOMEM};
use super::state::AtExit;
use super::typed::Outcome;
use super::{Call, Row, signal};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use sanecc_ir::Type;

pub(super) const TABLE: &[Row] = &[
    ("_Exit", quick),
    ("__cxa_atexit", cxa_atexit),
    ("__stack_chk_fail", stack_chk_fail),
    ("_exit", quick),
    ("abort", abort),
    ("at_quick_exit", atexit),
    ("atexit", atexit),
    ("clearenv", clearenv),
    ("exit", exit),
    ("getenv", getenv),
    ("on_exit", on_exit),
    ("putenv", putenv),
    ("quick_exit", quick),
    ("secure_getenv", getenv),
    ("setenv", setenv),
    ("unsetenv", unsetenv),
];

/// The type of an address.
const ADDRESS: Type = Type::Pointer(0);

/// Runs what `atexit` registered, the latest first, and writes what streams hold back: what happens when `main` returns or `exit`
/// is called. The run then ends with this status.
///
/// # Errors
/// Always: the last step is [`Stop::Exit`], unless a handler stops the run otherwise.
pub(super) fn end(call: &mut dyn Call, status: i32) -> Outcome {
    // Objects of the thread are destroyed before those of the program.
    while let Some((function, object)) = call.threads().own().at_end.pop() {
        call.call_back(function, &[Value::pointer(object)], &[ADDRESS])?;
    }
    while let Some(handler) = call.library().at_exit.pop() {
        match handler {
            AtExit::Plain(function) => call.call_back(function, &[], &[])?,
            AtExit::WithStatus(function, argument) => {
                let arguments = [Value::int(status), Value::pointer(argument)];
                call.call_back(function, &arguments, &[Type::Int(32), ADDRESS])?
            }
            AtExit::WithArgument(function, argument) => {
                call.call_back(function, &[Value::pointer(argument)], &[ADDRESS])?
            }
        };
    }
    call.library().flush();
    Err(Stop::Exit(status))
}

fn exit(call: &mut dyn Call) -> Outcome {
    let status = call.int(0)?;
    end(call, status)
}

/// Neither handlers nor streams.
fn quick(call: &mut dyn Call) -> Outcome {
    Err(Stop::Exit(call.int(0)?))
}

pub(super) fn abort(call: &mut dyn Call) -> Outcome {
    signal::raise_number(call, signal::ABORT)?;
    // A handler that returns does not prevent it.
    Err(Stop::Signal(signal::ABORT))
}

fn atexit(call: &mut dyn Call) -> Outcome {
    let function = call.pointer(0)?;
    call.library().at_exit.push(AtExit::Plain(function));
    Ok(Value::int(0))
}

fn on_exit(call: &mut dyn Call) -> Outcome {
    let handler = AtExit::WithStatus(call.pointer(0)?, call.pointer(1)?);
    call.library().at_exit.push(handler);
    Ok(Value::int(0))
}

fn cxa_atexit(call: &mut dyn Call) -> Outcome {
    let handler = AtExit::WithArgument(call.pointer(0)?, call.pointer(1)?);
    call.library().at_exit.push(handler);
    Ok(Value::int(0))
}

fn stack_chk_fail(call: &mut dyn Call) -> Outcome {
    abort(call)
}

/// The entries of the environment as it is now.
pub(super) fn entries(call: &mut dyn Call) -> Result<Vec<(Vec<u8>, Pointer)>, Stop> {
    let place = call.variable("environ");
    let bytes = call.layout().pointer_bytes() as i64;
    let mut at = call.load_pointer(place)?;
    let mut all = Vec::new();
    while !at.is_null() {
        let text = call.load_pointer(at)?;
        if text.is_null() {
            break;
        }
        all.push((call.whole_string(text)?, text));
        at = at.offset(bytes);
    }
    Ok(all)
}

/// Makes these the environment.
fn set_entries(call: &mut dyn Call, entries: &[Pointer]) -> Result<bool, Stop> {
    let bytes = call.layout().pointer_bytes();
    let Some(list) = call.allocate((entries.len() as u64 + 1) * bytes, 16, true) else {
        return Ok(false);
    };
    for (number, entry) in entries.iter().enumerate() {
        call.store_pointer(list.offset((number as u64 * bytes) as i64), *entry)?;
    }
    let place = call.variable("environ");
    call.store_pointer(place, list)?;
    Ok(true)
}

/// Whether an entry is that of a name.
fn is_of(entry: &[u8], name: &[u8]) -> bool {
    entry
        .strip_prefix(name)
        .is_some_and(|rest| rest.first() == Some(&b'='))
}

/// The value of a name, or null.
pub(super) fn value(call: &mut dyn Call, name: &[u8]) -> Result<Pointer, Stop> {
    let entries = entries(call)?;
    let found = entries.iter().find(|(text, _)| is_of(text, name));
    Ok(match found {
        Some((_, place)) => place.offset(name.len() as i64 + 1),
        None => Pointer::NULL,
    })
}

fn getenv(call: &mut dyn Call) -> Outcome {
    let name = call.text(0)?;
    value(call, &name).map(Value::pointer)
}

/// Replaces the entry of a name, or removes it.
fn replace(call: &mut dyn Call, name: &[u8], entry: Option<Pointer>) -> Outcome {
    let entries = entries(call)?;
    let others = entries.iter().filter(|(text, _)| !is_of(text, name));
    let mut all: Vec<Pointer> = others.map(|(_, place)| *place).collect();
    all.extend(entry);
    match set_entries(call, &all)? {
        true => Ok(Value::int(0)),
        false => call.failed(ENOMEM),
    }
}

fn setenv(call: &mut dyn Call) -> Outcome {
    let (name, value, overwrite) = (call.text(0)?, call.text(1)?, call.int(2)? != 0);
    if name.is_empty() || name.contains(&b'=') {
        return call.failed(EINVAL);
    }
    let is_there = entries(call)?.iter().any(|(text, _)| is_of(text, &name));
    if is_there && !overwrite {
        return Ok(Value::int(0));
    }
    let text = [&name, b"=".as_slice(), &value].concat();
    let Some(block) = call.allocate(text.len() as u64 + 1, 16, false) else {
        return call.failed(ENOMEM);
    };
    call.write_string(block, &text)?;
    replace(call, &name, Some(block))
}

fn putenv(call: &mut dyn Call) -> Outcome {
    let (text, place) = (call.text(0)?, call.pointer(0)?);
    match text.iter().position(|byte| *byte == b'=') {
        Some(end) => replace(call, &text[..end], Some(place)),
        None => replace(call, &text, None),
    }
}

fn unsetenv(call: &mut dyn Call) -> Outcome {
    let name = call.text(0)?;
    if name.is_empty() || name.contains(&b'=') {
        return call.failed(EINVAL);
    }
    replace(call, &name, None)
}

fn clearenv(call: &mut dyn Call) -> Outcome {
    let place = call.variable("environ");
    call.store_pointer(place, Pointer::NULL)?;
    Ok(Value::int(0))
}
