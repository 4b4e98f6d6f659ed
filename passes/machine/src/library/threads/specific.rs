//! Thread-specific data: a value for each key and thread. Destructors run when a thread ends, not at the end of the program.

use super::super::errors::EINVAL;
use super::super::typed::Outcome;
use super::super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(in super::super) const TABLE: &[Row] = &[
    ("pthread_getspecific", get),
    ("pthread_key_create", |call| create(call)),
    ("pthread_key_delete", delete),
    ("pthread_setspecific", |call| {
        let is_set = set(call)?;
        Ok(Value::int(if is_set { 0 } else { EINVAL }))
    }),
    ("tss_create", |call| create(call)),
    ("tss_delete", delete),
    ("tss_get", get),
    ("tss_set", |call| {
        const ERROR: i32 = 2;
        let is_set = set(call)?;
        Ok(Value::int(if is_set { 0 } else { ERROR }))
    }),
];

/// The number of a key, if there is such a key.
fn key(call: &mut dyn Call) -> Result<Option<usize>, Stop> {
    let key = call.int(0)? as u32 as usize;
    let known = call.threads().keys().get(key).copied().flatten();
    Ok(known.map(|_| key))
}

fn create(call: &mut dyn Call) -> Outcome {
    let (to, destructor) = (call.pointer(0)?, call.pointer(1)?);
    let keys = call.threads().keys();
    keys.push(Some(destructor));
    let key = keys.len() as u64 - 1;
    call.write_number(to, key, 4)?;
    Ok(Value::int(0))
}

fn delete(call: &mut dyn Call) -> Outcome {
    match key(call)? {
        Some(key) => {
            call.threads().keys()[key] = None;
            Ok(Value::int(0))
        }
        None => Ok(Value::int(EINVAL)),
    }
}

fn get(call: &mut dyn Call) -> Outcome {
    let value = match key(call)? {
        Some(key) => call.threads().own().specific.get(key).copied(),
        None => None,
    };
    Ok(Value::pointer(value.unwrap_or(Pointer::NULL)))
}

/// Sets the value of a key; whether there is such a key.
fn set(call: &mut dyn Call) -> Result<bool, Stop> {
    let value = call.pointer(1)?;
    let Some(key) = key(call)? else {
        return Ok(false);
    };
    let specific = &mut call.threads().own().specific;
    if specific.len() <= key {
        specific.resize(key + 1, Pointer::NULL);
    }
    specific[key] = value;
    Ok(true)
}
