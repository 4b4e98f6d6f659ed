//! `<assert.h>`, `<err.h>`, `<error.h>`: messages with the name of the program.

use super::arguments::Arguments;
use super::format::print;
use super::process::{abort, end};
use super::typed::Outcome;
use super::{Call, Row, errors, stdio};
use crate::concrete::Value;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__assert", assert_bsd),
    ("__assert_fail", assert_fail),
    ("__assert_perror_fail", assert_perror_fail),
    ("err", |call| leave(call, true, false)),
    ("error", error),
    ("errx", |call| leave(call, false, false)),
    ("verr", |call| leave(call, true, true)),
    ("verrx", |call| leave(call, false, true)),
    ("vwarn", |call| warn(call, 0, true, true)),
    ("vwarnx", |call| warn(call, 0, false, true)),
    ("warn", |call| warn(call, 0, true, false)),
    ("warnx", |call| warn(call, 0, false, false)),
];

fn say(call: &mut dyn Call, text: &[u8]) -> Result<(), Stop> {
    let stream = stdio::standard(call, 2)?;
    stdio::put(call, stream, text)?;
    Ok(())
}

/// The name of the program without folders, and ": " behind it.
fn name(call: &mut dyn Call) -> String {
    let name = String::from_utf8_lossy(&call.library().name).into_owned();
    match name.rsplit('/').next() {
        Some("") | None => String::new(),
        Some(short) => format!("{short}: "),
    }
}

/// Says which assertion failed and aborts.
fn failed(call: &mut dyn Call, what: &str) -> Outcome {
    let (file, line) = (call.text(1)?, call.int(2)? as u32);
    let function = call.pointer(3)?;
    let function = match function.is_null() {
        true => Vec::new(),
        false => [call.whole_string(function)?, b": ".to_vec()].concat(),
    };
    let text = format!(
        "{}{}:{line}: {}{what}\n",
        name(call),
        String::from_utf8_lossy(&file),
        String::from_utf8_lossy(&function),
    );
    say(call, text.as_bytes())?;
    abort(call)
}

fn assert_fail(call: &mut dyn Call) -> Outcome {
    let condition = call.text(0)?;
    let condition = String::from_utf8_lossy(&condition);
    failed(call, &format!("Assertion `{condition}' failed."))
}

fn assert_perror_fail(call: &mut dyn Call) -> Outcome {
    let text = errors::message(call.int(0)?);
    failed(call, &format!("Unexpected error: {text}."))
}

fn assert_bsd(call: &mut dyn Call) -> Outcome {
    let (condition, file, line) = (call.text(0)?, call.text(1)?, call.int(2)? as u32);
    let text = format!(
        "{}{}:{line}: Assertion `{}' failed.\n",
        name(call),
        String::from_utf8_lossy(&file),
        String::from_utf8_lossy(&condition),
    );
    say(call, text.as_bytes())?;
    abort(call)
}

/// The text of a format that may be null.
fn formatted(call: &mut dyn Call, format: usize, is_list: bool) -> Result<Option<Vec<u8>>, Stop> {
    let place = call.pointer(format)?;
    if place.is_null() {
        return Ok(None);
    }
    let text = call.whole_string(place)?;
    let mut arguments = match is_list {
        true => Arguments::of_list(call, format + 1)?,
        false => Arguments::Direct(format + 1),
    };
    print(call, &text, &mut arguments)
}

fn warn(call: &mut dyn Call, format: usize, reason: bool, is_list: bool) -> Outcome {
    let place = call.errno();
    let number = call.read_number(place, 4)? as i32;
    let made = formatted(call, format, is_list)?;
    let mut text = name(call).into_bytes();
    let has_text = made.is_some();
    text.extend(made.unwrap_or_default());
    if reason {
        if has_text {
            text.extend(b": ");
        }
        text.extend(errors::message(number).bytes());
    }
    text.push(b'\n');
    say(call, &text)?;
    Ok(Value::nothing())
}

fn leave(call: &mut dyn Call, reason: bool, is_list: bool) -> Outcome {
    let status = call.int(0)?;
    warn(call, 1, reason, is_list)?;
    end(call, status)
}

/// That of GNU: standard output first, then the message, with the reason if there is a number.
fn error(call: &mut dyn Call) -> Outcome {
    let (status, number) = (call.int(0)?, call.int(1)?);
    let made = formatted(call, 2, false)?.unwrap_or_default();
    let output = stdio::standard(call, 1)?;
    stdio::with(call, output, |stream, system| stream.flush(system))?;
    let mut text = String::from_utf8_lossy(&call.library().name)
        .into_owned()
        .into_bytes();
    text.extend(b": ");
    text.extend(made);
    if number != 0 {
        text.extend(format!(": {}", errors::message(number)).bytes());
    }
    text.push(b'\n');
    say(call, &text)?;
    match status {
        0 => Ok(Value::nothing()),
        status => end(call, status),
    }
}
