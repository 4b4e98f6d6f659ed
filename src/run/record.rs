//! A report as one line of JSON, with the members that records of checked programs have.

use super::facts::Facts;
use super::frames::{self, Frame};
use super::objects::{Member, Object, What};
use sanecc_machine::fault::Access;
use serde_json::{Map, Value, json};
use std::hash::Hasher;

/// How many functions count for the fingerprint.
const FRAMES: usize = 4;

/// The line, with its end.
pub fn line(facts: &Facts) -> String {
    let own = frames::own_number(&facts.frames);
    let mut record = Map::new();
    let mut put = |name: &str, value: Value| _ = record.insert(name.to_owned(), value);
    // What a record begins with is how other commands know it.
    put("tool", json!("sanecc"));
    put("version", json!(1));
    put("kind", json!(facts.kind));
    put("message", json!(facts.title));
    put("process", json!(std::process::id()));
    put("thread", json!(facts.thread));
    put("executable", json!("sane run"));
    put("fatal", json!(true));
    if let Some(address) = facts.address {
        put("address", json!(shown(address)));
    }
    if let Some(touch) = facts.touch {
        let direction = match touch.access {
            Access::Read => "read",
            Access::Write => "write",
        };
        let address = facts.address.unwrap_or(0);
        put(
            "access",
            json!({"direction": direction, "size": touch.bytes, "address": shown(address),
                "addressable": touch.addressable}),
        );
    }
    if let Some(library) = facts.library {
        put("library", json!(library));
    }
    if let Some(first) = facts.frames.first() {
        put("site", place(first));
    }
    if let (Some(address), Some(object)) = (facts.address, &facts.object) {
        let mut told = object_of(address, object);
        if let Some(member) = &facts.member {
            told["member"] = member_of(address, member);
        }
        put("object", told);
    }
    if let Some((address, Some(object))) = &facts.other {
        put("second", object_of(*address, object));
    }
    put("stacks", stacks(facts));
    if let Some(own) = own {
        put("place", place(&facts.frames[own]));
    }
    if let Some(note) = &facts.note {
        put("note", json!(note));
    }
    if let Some(help) = facts.help {
        put("help", json!(help));
    }
    put("fingerprint", json!(fingerprint(facts.kind, &facts.frames)));
    format!("{}\n", Value::Object(record))
}

fn shown(address: u64) -> String {
    format!("{address:#x}")
}

fn place(frame: &Frame) -> Value {
    let mut place = Map::new();
    if !frame.file.is_empty() {
        place.insert("file".to_owned(), json!(frame.file));
    }
    for (name, number) in [("line", frame.line), ("column", frame.column)] {
        if number != 0 {
            place.insert(name.to_owned(), json!(number));
        }
    }
    place.insert("function".to_owned(), json!(frame.function));
    Value::Object(place)
}

fn member_of(address: u64, member: &Member) -> Value {
    let mut all = json!({"start": shown(member.start), "size": member.size,
        "offset": address.wrapping_sub(member.start) as i64});
    for (key, text) in [("name", &member.name), ("of", &member.holder)] {
        if !text.is_empty() {
            all[key] = json!(text);
        }
    }
    all
}

fn object_of(address: u64, object: &Object) -> Value {
    let kind = match object.what {
        What::Heap => "heap",
        What::Stack | What::Dynamic | What::Arguments => "stack",
        What::Global => "global",
        What::Function | What::Library => "unknown",
    };
    let mut all = json!({"kind": kind, "start": shown(object.start), "size": object.size,
        "offset": address.wrapping_sub(object.start) as i64});
    if !object.name.is_empty() {
        all["name"] = json!(object.name);
    }
    if object.what == What::Heap {
        let state = match object.ended {
            Some(_) => "freed",
            None => "allocated",
        };
        all["state"] = json!(state);
    }
    if !object.function.is_empty() {
        all["function"] = json!(object.function);
    }
    if let Some(declared) = &object.declared {
        all["file"] = json!(declared.file);
        all["line"] = json!(declared.line);
    }
    all
}

/// A stack and what it was the stack of.
pub(super) fn stack(role: &str, thread: u32, frames: &[Frame]) -> Value {
    let own = frames::own_number(frames);
    let frames = frames.iter().enumerate().map(|(number, frame)| {
        let mut shown = place(frame);
        if Some(number) == own {
            shown["own"] = json!(true);
        }
        shown
    });
    json!({"role": role, "thread": thread, "frames": frames.collect::<Vec<_>>()})
}

fn stacks(facts: &Facts) -> Value {
    let mut all = vec![stack("error", facts.thread, &facts.frames)];
    if let Some(object) = &facts.object {
        let [allocated, freed] = object.threads;
        for (role, thread, frames) in [
            ("freed", freed, &object.freed),
            ("allocated", allocated, &object.allocated),
        ] {
            if !frames.is_empty() {
                all.push(stack(role, thread, frames));
            }
        }
    }
    for further in &facts.stacks {
        all.push(stack(further.role, further.thread, &further.frames));
    }
    Value::Array(all)
}

/// A number by which the same error is known again: without addresses.
pub(super) fn fingerprint(kind: &str, frames: &[Frame]) -> String {
    let mut hash = rustc_hash::FxHasher::default();
    let mut add = |bytes: &[u8]| {
        hash.write(bytes);
        hash.write_u8(0);
    };
    add(kind.as_bytes());
    if let Some(first) = frames.first() {
        add(first.file.as_bytes());
        add(&first.line.to_le_bytes());
        add(&first.column.to_le_bytes());
    }
    for frame in frames.iter().take(FRAMES) {
        add(frame.function.as_bytes());
    }
    format!("{:016x}", hash.finish())
}
