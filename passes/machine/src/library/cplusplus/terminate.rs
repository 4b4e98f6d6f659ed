//! The end of a program that cannot go on.

use super::super::process::abort;
use super::super::typed::Outcome;
use super::super::{Call, Row};
use crate::concrete::Value;

pub(in super::super) const TABLE: &[Row] = &[
    ("_ZSt10unexpectedv", terminate),
    ("_ZSt13get_terminatev", |call| {
        Ok(Value::pointer(call.library().terminate))
    }),
    ("_ZSt13set_terminatePFvvE", |call| {
        let handler = call.pointer(0)?;
        let before = std::mem::replace(&mut call.library().terminate, handler);
        Ok(Value::pointer(before))
    }),
    ("_ZSt9terminatev", terminate),
    ("__cxa_call_terminate", terminate),
    ("__cxa_call_unexpected", terminate),
];

/// Calls the program's handler, which must not return, or aborts.
pub(super) fn terminate(call: &mut dyn Call) -> Outcome {
    let handler = call.library().terminate;
    if !handler.is_null() {
        call.call_back(handler, &[], &[])?;
    }
    abort(call)
}
