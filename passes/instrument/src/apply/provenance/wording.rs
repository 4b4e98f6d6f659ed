//! What follows provenance, as C-like text: `provenance(p)` is what is known of a pointer, `slot[a]` what the table says of the pointer at `a`, `passed[n]` and `returned` what calls hand over.

use super::comparisons::{
    CHECK, CHECK_IF, CHECK_LIFE, CHECK_SHORT, HOLD, HOLD_PART, LENGTH, LET_GO, RANGE, RELEASE,
};
use super::text;
use crate::apply::inventory::{Purpose, Said, When, Wording};
use sanecc_abi::symbols::{
    CHUNK_STORED, COPY_PROVENANCE, FORGET_PROVENANCE, NEW_CHUNK, NEW_OBJECT, UNCHECKED_CALLED,
};

/// What is said of a call; `None` if it does not follow provenance.
pub(in crate::apply) fn said(call: &Wording<'_>) -> Option<Said> {
    let found = comparison(call).map(|(when, text)| (Purpose::Object, when, text));
    let found = found.or_else(|| before_loop(call));
    let found = found.or_else(|| {
        let (when, text) = step(call)?;
        Some((Purpose::Provenance, when, text))
    });
    found.map(|(purpose, when, text)| Said {
        purpose,
        when,
        text,
    })
}

/// The object of an access, in words.
fn object_of(call: &Wording<'_>, pointer: usize) -> String {
    format!("the object that {} was derived from", call.root(pointer))
}

fn comparison(call: &Wording<'_>) -> Option<(When, String)> {
    let inside = || {
        let access = call.access(0, &call.value(1));
        format!("compare({access}) with {}", object_of(call, 0))
    };
    let text = match call.name() {
        CHECK | CHECK_SHORT => inside(),
        CHECK_LIFE => format!("compare({} is alive)", object_of(call, 0)),
        CHECK_IF => format!("if (!ok) {}", inside()),
        RELEASE => format!("compare({} is alive)", object_of(call, 0)),
        HOLD | HOLD_PART => format!(
            "hold what is touched from {} on to {}",
            call.value(0),
            object_of(call, 0)
        ),
        _ => return None,
    };
    Some((When::BeforeAccess, text))
}

fn before_loop(call: &Wording<'_>) -> Option<(Purpose, When, String)> {
    let text = match call.name() {
        RANGE => format!(
            "compare once before the loop: ok = [{} .. {}] lies in one object that its pointer was derived from",
            call.value(0),
            call.value(1)
        ),
        LENGTH => format!(
            "once before the loop: length = bytes from {} on in {}, at most so many",
            call.value(0),
            object_of(call, 0)
        ),
        _ => return None,
    };
    Some((Purpose::Loop, When::Before, text))
}

fn step(call: &Wording<'_>) -> Option<(When, String)> {
    let value = |number| call.value(number);
    let provenance = |number: usize, of: usize| match call.constant(number) {
        Some(0) => "unknown".to_owned(),
        _ => format!("provenance({})", call.value(of)),
    };
    Some(match call.name() {
        text::LOAD => (
            When::After,
            format!("provenance({}) = slot[{}]", call.pointee(0), value(0)),
        ),
        text::STORE => (
            When::After,
            format!("slot[{}] = {}", value(0), provenance(1, 2)),
        ),
        text::FORGET => (When::After, format!("slot[{}] = unknown", value(0))),
        text::FORGET_BYTE => (
            When::After,
            format!(
                "slot[{}] = unknown, if this is the first byte of a word",
                value(0)
            ),
        ),
        text::COPY_WORD => (
            When::After,
            format!("slot[{}] = slot[{}]", value(0), value(1)),
        ),
        text::TAKE => (
            When::AtEntry,
            format!("taken = the caller has passed provenance to {}", value(0)),
        ),
        text::ARGUMENT => {
            let passed = format!("passed[{}]", value(0));
            let source = match call.constant(2) {
                Some(_) => passed,
                None => format!("taken ? {passed} : unknown"),
            };
            (
                When::AtEntry,
                format!("provenance({}) = {source}", value(1)),
            )
        }
        text::PASS => (
            When::Before,
            format!("passed[{}] = {}", value(0), provenance(1, 2)),
        ),
        text::CALL => (When::Before, format!("passed to {}", value(0))),
        text::CALLED => (
            When::After,
            "if (nobody has taken it) code without checks was called".to_owned(),
        ),
        text::RESULT => (
            When::After,
            format!("provenance({}) = returned by {}", value(1), value(0)),
        ),
        text::RETURN => (When::Before, format!("returned = {}", provenance(1, 2))),
        text::NEW_STACK | text::NEW_UNENDED => (
            When::Before,
            format!(
                "provenance({0}) = new object: {1} bytes at {0}",
                value(0),
                value(1)
            ),
        ),
        text::END_STACK => (When::Before, format!("the object at {} ends", value(0))),
        LET_GO => (
            When::After,
            "hold nothing of the arguments any more".to_owned(),
        ),
        text::PART_OF => (
            When::Before,
            format!("provenance({0}) = array at {0} in the object", value(1)),
        ),
        text::WHOLE_OF => (
            When::Before,
            "provenance = whole object of the array".to_owned(),
        ),
        text::NEWEST => (
            When::Before,
            format!("provenance({0}) = newest object at {0}", value(0)),
        ),
        text::FOREIGN => (
            When::Before,
            format!("provenance({0}) = that of its module", value(0)),
        ),
        NEW_OBJECT => (
            When::After,
            format!(
                "provenance({0}) = new object: {1} bytes at {0}",
                value(0),
                value(1)
            ),
        ),
        NEW_CHUNK => (
            When::After,
            format!("provenance({0}) = new object: the chunk at {0}", value(0)),
        ),
        CHUNK_STORED => (
            When::After,
            format!("slot[{}] = the chunk that the library has stored", value(0)),
        ),
        text::LOSE => (
            When::Before,
            format!(
                "lost: what slot[{}] says, if it is another object",
                value(0)
            ),
        ),
        text::LEAVE => (
            When::Before,
            "lost: the chunk that was allocated here, if it is still in use".to_owned(),
        ),
        COPY_PROVENANCE => (
            When::After,
            format!(
                "copy the slots of {} bytes from {} to {}",
                value(2),
                value(1),
                value(0)
            ),
        ),
        FORGET_PROVENANCE => (
            When::After,
            format!("the slots of {} bytes at {} = unknown", value(1), value(0)),
        ),
        UNCHECKED_CALLED => (
            When::After,
            "code without checks was called, which may have written pointers".to_owned(),
        ),
        _ => return None,
    })
}
