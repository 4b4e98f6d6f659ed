//! `<stdio_ext.h>`: what streams hold, and what they are open for.

use super::stdio::with;
use super::streams::{Buffering, Stream};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;

pub(super) const TABLE: &[Row] = &[
    ("__fbufsize", |call| {
        asked_long(call, |stream| stream.buffer_bytes() as i64)
    }),
    ("__flbf", |call| {
        asked(call, |stream| stream.buffering == Some(Buffering::Line))
    }),
    ("__fpending", |call| {
        asked_long(call, |stream| stream.pending() as i64)
    }),
    ("__fpurge", |call| {
        let file = call.pointer(0)?;
        with(call, file, |stream, _| {
            stream.purge();
            Ok(())
        })?;
        Ok(Value::nothing())
    }),
    ("__freadable", |call| asked(call, |stream| stream.reads)),
    ("__freading", |call| {
        asked(call, |stream| !stream.writes || stream.holds_input())
    }),
    ("__fsetlocking", |call| {
        let (file, wanted) = (call.pointer(0)?, call.int(1)?);
        // Nobody else runs inside of a call, so what is set is only told again.
        let before = with(call, file, |stream, _| Ok(stream.set_locking(wanted)))?;
        Ok(Value::int(before.unwrap_or(0)))
    }),
    ("__fwritable", |call| asked(call, |stream| stream.writes)),
    ("__fwriting", |call| {
        asked(call, |stream| !stream.reads || stream.pending() > 0)
    }),
];

fn asked(call: &mut dyn Call, question: fn(&Stream) -> bool) -> Outcome {
    let file = call.pointer(0)?;
    let answer = with(call, file, |stream, _| Ok(question(stream)))?;
    Ok(Value::int(i32::from(answer.unwrap_or(false))))
}

fn asked_long(call: &mut dyn Call, question: fn(&Stream) -> i64) -> Outcome {
    let file = call.pointer(0)?;
    let answer = with(call, file, |stream, _| Ok(question(stream)))?;
    Ok(call.of_long(answer.unwrap_or(0)))
}
