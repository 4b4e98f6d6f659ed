//! `sigaltstack`. Handlers run on the stack of the thread that they interrupt: it has room, since a stack without room ends the run. The program sees what it has
//! set, and that memory stays its own.

use super::errors::{EINVAL, ENOMEM};
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[("sigaltstack", sigaltstack)];

/// There is none.
const DISABLED: i32 = 2;
/// It is forgotten while a handler runs.
const DISARMED: i32 = i32::MIN;
/// Bytes that one has, at least (`MINSIGSTKSZ`).
const LEAST: u64 = 2048;

/// The stack of a thread, as `stack_t` has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignalStack {
    start: Pointer,
    flags: i32,
    bytes: u64,
}

impl Default for SignalStack {
    fn default() -> Self {
        SignalStack {
            start: Pointer::NULL,
            flags: DISABLED,
            bytes: 0,
        }
    }
}

impl SignalStack {
    fn read(call: &mut dyn Call, from: Pointer) -> Result<Self, Stop> {
        let bytes = call.layout().pointer_bytes();
        let flags = call.read_number(from.offset(bytes as i64), 4)? as u32 as i32;
        if flags & DISABLED != 0 {
            return Ok(SignalStack {
                flags,
                ..SignalStack::default()
            });
        }
        Ok(SignalStack {
            start: call.load_pointer(from)?,
            flags,
            bytes: call.read_number(from.offset(2 * bytes as i64), bytes)?,
        })
    }

    fn write(self, call: &mut dyn Call, to: Pointer) -> Result<(), Stop> {
        let bytes = call.layout().pointer_bytes();
        call.store_pointer(to, self.start)?;
        call.write_number(to.offset(bytes as i64), u64::from(self.flags as u32), 4)?;
        call.write_number(to.offset(2 * bytes as i64), self.bytes, bytes)
    }
}

fn sigaltstack(call: &mut dyn Call) -> Outcome {
    let (new, old) = (call.pointer(0)?, call.pointer(1)?);
    let before = call.threads().own().signal_stack;
    if !new.is_null() {
        let wanted = SignalStack::read(call, new)?;
        if ![0, 1, DISABLED].contains(&(wanted.flags & !DISARMED)) {
            return call.failed(EINVAL);
        }
        if wanted.flags & DISABLED == 0 {
            if wanted.bytes < LEAST {
                return call.failed(ENOMEM);
            }
            // What a handler needs must be there.
            call.reachable(wanted.start, wanted.bytes)?;
        }
        call.threads().own().signal_stack = wanted;
    }
    if !old.is_null() {
        before.write(call, old)?;
    }
    Ok(Value::int(0))
}
