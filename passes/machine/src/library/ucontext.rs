//! `<ucontext.h>`.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;
use crate::threads::Change;

pub(super) const TABLE: &[Row] = &[
    // The machine itself does what it stands for, as for setjmp.
    ("getcontext", |_| Ok(Value::int(0))),
    ("makecontext", make),
    ("setcontext", |call| {
        let to = call.pointer(0)?.address;
        call.threads().change(Change { from: None, to });
        Ok(Value::int(0))
    }),
    ("swapcontext", |call| {
        let (from, to) = (call.pointer(0)?, call.pointer(1)?.address);
        call.fill(from, 0, 8)?;
        let from = Some(from.address);
        call.threads().change(Change { from, to });
        Ok(Value::int(0))
    }),
];

// A ucontext_t of x86-64 Linux: where to go on, bytes of the stack.
const LINK: i64 = 8;
const STACK: i64 = 32;
/// Bytes that a stack has at least: calls of the machine take other room than compiled ones.
const LEAST: u64 = 1 << 20;

fn make(call: &mut dyn Call) -> Outcome {
    let (place, function, count) = (call.pointer(0)?, call.pointer(1)?, call.int(2)?);
    let link = call.load_pointer(place.offset(LINK))?;
    let bytes = call.read_number(place.offset(STACK), 8)?;
    let numbers = 3..3 + count.max(0) as usize;
    let arguments = numbers.clone().map(|number| call.argument(number));
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    let types = numbers.map(|number| call.type_of(number)).collect();
    let bytes = bytes.max(LEAST);
    call.make_context(place.address, function, link, bytes, (arguments, types))?;
    Ok(Value::nothing())
}
