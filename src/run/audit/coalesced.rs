//! What one check of several accesses claims: each lies where the plan says in the span of the check, all are executed if the first is, and nothing
//! in between takes from them what the check has found.

use super::values::Values;
use sanecc_instrument::Coalesced;
use sanecc_ir::{AccessId, Function, ValueId};
use sanecc_machine::Machine;
use sanecc_machine::concrete::Pointer;
use sanecc_machine::fault::Access;

/// What was seen at the first access.
pub struct Span {
    /// The first byte.
    start: Option<Pointer>,
    /// All of it is in a living object.
    is_addressable: bool,
    /// How many accesses have been executed.
    executed: usize,
}

/// The values that are needed at a member.
pub fn values(function: &Function, access: AccessId) -> Vec<ValueId> {
    vec![function.accesses[access].pointer]
}

/// Looks at the span before its first access.
///
/// # Errors
/// If accesses of the last time were left out.
pub fn begin(
    machine: &Machine<'_>,
    check: &Coalesced,
    (function, values): (&Function, &Values<'_>),
    last: Option<&Span>,
) -> Result<Span, (AccessId, String)> {
    let first = check.members[0].access;
    if let Some(last) = last.filter(|last| last.start.is_some()) {
        let left = check.members.get(last.executed);
        if let Some(left) = left {
            let text = "it was not executed, though the first access of its check was";
            return Err((left.access, text.to_owned()));
        }
    }
    let pointer = values.pointer(function.accesses[first].pointer);
    let start = pointer.map(|pointer| pointer.offset(check.start));
    let is_addressable = start.is_some_and(|start| {
        let found = machine.memory.locate(start, check.bytes, Access::Read);
        !machine.object_of(start).is_none() && found.is_ok()
    });
    Ok(Span {
        start,
        is_addressable,
        executed: 1,
    })
}

/// Looks at another access of the span.
///
/// # Errors
/// What does not hold, in words.
pub fn go_on(
    machine: &Machine<'_>,
    (check, number): (&Coalesced, usize),
    (function, values): (&Function, &Values<'_>),
    span: &mut Span,
) -> Result<(), String> {
    let member = check.members[number];
    if span.executed != number {
        return Err("another access of its check was left out before it".to_owned());
    }
    span.executed += 1;
    let Some((start, pointer)) = span
        .start
        .zip(values.pointer(function.accesses[member.access].pointer))
    else {
        return Ok(());
    };
    let at = pointer.address.wrapping_sub(start.address);
    if at != member.offset {
        return Err(format!(
            "it is {at} bytes behind the start of its check, not {}",
            member.offset
        ));
    }
    let found = machine.memory.locate(pointer, member.bytes, Access::Read);
    match span.is_addressable && found.is_err() {
        true => Err("the check of its span would have passed before".to_owned()),
        false => Ok(()),
    }
}
