//! `<string.h>`: messages of errors and signals.

use super::typed::Outcome;
use super::{Call, Row, errors};
use crate::concrete::Value;
use std::sync::LazyLock;

pub(super) const TABLE: &[Row] = &[
    ("__xpg_strerror_r", xpg_strerror_r),
    ("strerror", strerror),
    ("strerror_r", strerror_r),
    ("strsignal", strsignal),
];

/// Numbers of errors and signals that have a message of their own.
const MESSAGES: usize = 160;

/// Names of the objects that hold messages.
static NAMES: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
    let names = |number| ["strerror", "strsignal"].map(|name| format!("{name} {number}"));
    (0..MESSAGES).map(names).collect()
});

/// A message in memory of the library that keeps it. Those of unknown numbers share one.
fn lasting(call: &mut dyn Call, which: usize, number: i32, text: &str) -> Outcome {
    let own = usize::try_from(number).ok().and_then(|at| NAMES.get(at));
    let place = match own {
        Some(names) => call.static_object(&names[which], &|| vec![0; text.len() + 1]),
        None => call.static_object("message", &|| vec![0; 64]),
    };
    call.write_string(place, text.as_bytes())?;
    Ok(Value::pointer(place))
}

fn strerror(call: &mut dyn Call) -> Outcome {
    let number = call.int(0)?;
    lasting(call, 0, number, &errors::message(number))
}

/// That of GNU: it may return other memory than it is given.
fn strerror_r(call: &mut dyn Call) -> Outcome {
    strerror(call)
}

fn xpg_strerror_r(call: &mut dyn Call) -> Outcome {
    let text = errors::message(call.int(0)?);
    let (to, most) = (call.pointer(1)?, call.size(2)?);
    if most == 0 {
        return Ok(Value::int(errors::ERANGE));
    }
    let cut = text.len().min(most as usize - 1);
    call.write_string(to, &text.as_bytes()[..cut])?;
    let fits = cut == text.len();
    Ok(Value::int(if fits { 0 } else { errors::ERANGE }))
}

fn strsignal(call: &mut dyn Call) -> Outcome {
    let number = call.int(0)?;
    lasting(call, 1, number, &super::signal::description(number))
}
