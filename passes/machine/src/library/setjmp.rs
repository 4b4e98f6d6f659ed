//! `<setjmp.h>`. The machine itself does what `setjmp` stands for.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("__longjmp_chk", longjmp),
    ("__sigsetjmp", setjmp),
    ("_longjmp", longjmp),
    ("_setjmp", setjmp),
    ("longjmp", longjmp),
    ("setjmp", setjmp),
    ("siglongjmp", longjmp),
    ("sigsetjmp", setjmp),
];

/// Whether a function comes back a second time where a longjmp wants it.
pub fn is_setjmp(name: &str) -> bool {
    matches!(
        name,
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "getcontext"
    )
}

fn setjmp(_: &mut dyn Call) -> Outcome {
    Ok(Value::int(0))
}

fn longjmp(call: &mut dyn Call) -> Outcome {
    let (buffer, value) = (call.pointer(0)?, call.int(1)?);
    Err(Stop::Jump(buffer.address, value))
}
