//! What a report adds to the facts: numbers, and what usually is the cause.

use super::facts::Touch;
use super::objects::{Member, Object, What};
use sanecc_machine::fault::Fault;

/// The greatest index that is told: numbers beyond it are no indices.
const LARGEST_INDEX: u64 = 1 << 32;

/// The index of an element in the object, where it can be told.
pub fn note(
    fault: &Fault,
    object: Option<&Object>,
    member: Option<&Member>,
    touch: Option<Touch>,
    library: Option<&str>,
) -> Option<String> {
    let touch = touch.filter(|_| library.is_none())?;
    let (pointer, start, size, bytes) = match (fault, object, member) {
        (Fault::OutOfBounds { pointer, .. }, Some(object), _) if touch.bytes > 1 => {
            (pointer, object.start, object.size, touch.bytes)
        }
        (Fault::SubObject { pointer, .. }, _, Some(member)) => {
            (pointer, member.start, member.size, member.element)
        }
        _ => return None,
    };
    if bytes == 0 || !size.is_multiple_of(bytes) || size == 0 {
        return None;
    }
    let distance = pointer.address.wrapping_sub(start) as i64;
    if member.is_none() && distance % bytes as i64 != 0 {
        return None;
    }
    let index = distance.div_euclid(bytes as i64);
    if index.unsigned_abs() > LARGEST_INDEX {
        return None;
    }
    let count = size / bytes;
    if member.is_some() {
        return Some(format!(
            "index {index}: the member holds {count} elements of {bytes} byte(s)"
        ));
    }
    let what = match object?.what {
        What::Heap => "the chunk",
        _ => "the variable",
    };
    Some(format!(
        "index {index}, if {what} is an array: it holds {count} elements of {bytes} bytes"
    ))
}

/// What usually is the cause, where something supports it.
pub fn help(
    kind: &str,
    fault: &Fault,
    object: Option<&Object>,
    touch: Option<Touch>,
    library: Option<&str>,
) -> Option<&'static str> {
    match (kind, fault) {
        ("negative-size-param", _) => {
            Some("the size is a negative number: has a subtraction gone below zero?")
        }
        ("stack-use-after-scope", _) => Some(
            "the variable is gone at the end of the block that declares it: declare it in the block that uses it",
        ),
        ("stack-use-after-return", _) => Some(
            "the function has returned, and its local variables are gone: return the value, or let the caller pass memory for it",
        ),
        ("invalid-join", _) => Some(
            "a thread is joined once or detached: after that its handle may name another thread",
        ),
        ("sub-object-overflow", _) => Some(
            "if the array is meant to reach into the members behind it, take the address of the structure; `sane run --no-sub-objects` looks at whole objects only",
        ),
        ("type-aliasing-violation", _) => Some(
            "copy the bytes with memcpy, or read them through a union: compilers take pointers to different types for different memory",
        ),
        ("memcpy-param-overlap" | "mempcpy-param-overlap", _) => {
            Some("memmove copies between ranges that overlap")
        }
        ("bad-free", Fault::BadFree { pointer }) => {
            let object = object?;
            match object.what {
                What::Heap if pointer.address != object.start => Some(
                    "free takes the pointer that the allocation has returned, not one into the chunk",
                ),
                What::Heap | What::Function | What::Library => None,
                _ => Some("only heap memory is freed: this is a variable"),
            }
        }
        (_, Fault::OutOfBounds { pointer, .. }) if library.is_none() => {
            let (object, touch) = (object?, touch?);
            let is_at_end = pointer.address == object.start + object.size;
            let is_element = touch.bytes > 0 && object.size.is_multiple_of(touch.bytes);
            (is_at_end && is_element && object.size > 0).then_some(
                "off by one at the end: a loop that ends with `<=` in place of `<`, or memory for an element too few?",
            )
        }
        _ => None,
    }
}
