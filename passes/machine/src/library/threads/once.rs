//! What is done once, by whichever thread comes first.

use super::super::typed::Outcome;
use super::super::{Call, Row};
use super::{done, wait};
use crate::threads::Waits;

pub(in super::super) const TABLE: &[Row] = &[("call_once", once), ("pthread_once", once)];

// What stands in the control word.
const NEW: u64 = 0;
const BEGUN: u64 = 1;
const DONE: u64 = 2;

fn once(call: &mut dyn Call) -> Outcome {
    let (control, function) = (call.pointer(0)?, call.pointer(1)?);
    match call.read_number(control, 4)? {
        NEW => {
            call.write_number(control, BEGUN, 4)?;
            let outcome = call.call_back(function, &[], &[]);
            // Where the function does not return, another one may begin anew.
            let state = if outcome.is_ok() { DONE } else { NEW };
            call.write_number(control, state, 4)?;
            call.threads().wake_all(Waits::Once(control.address));
            outcome?;
            done(call)
        }
        BEGUN => wait(call, Waits::Once(control.address), None),
        _ => done(call),
    }
}
