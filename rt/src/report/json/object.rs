//! The object that a report is about, in a record.

use crate::heap::header::State;
use crate::output::bytes_of;
use crate::report::dynamic_object;
use crate::report::facts::Facts;
use crate::report::finding::Finding;
use crate::report::json_writer::Json;
use crate::report::names;
use crate::report::place::{self, AddressDescription, What};
use crate::report::uninitialized::Variable;
use sanecc_abi::site::{Object, ObjectKind};

/// Writes the object that the compiler knew, or what lies at the address.
pub fn write(json: &mut Json<'_>, facts: &Facts<'_>) {
    if let Finding::Object {
        object_start,
        object_size,
        object,
        ..
    } = &facts.finding
    {
        return write_known_object(json, facts.address(), *object_start, *object_size, object);
    }
    if let Some(place) = &facts.place {
        write_place(json, place);
    }
}

fn write_known_object(
    json: &mut Json<'_>,
    address: usize,
    start: usize,
    size: usize,
    object: &Object,
) {
    let kind = match object.kind() {
        ObjectKind::Stack | ObjectKind::Dynamic => "stack",
        ObjectKind::Global => "global",
        ObjectKind::ThreadLocal => "thread-local",
        ObjectKind::Heap => "heap",
        ObjectKind::Member => "member",
        ObjectKind::Pointed => "derived-from",
        ObjectKind::Reused => "freed",
        ObjectKind::Code => return,
    };
    let name = object.name.get().map(bytes_of);
    write_extent(json, kind, name, address, start, size);
    json.close('}');
}

/// Opens the object with what all kinds have.
fn write_extent(
    json: &mut Json<'_>,
    kind: &str,
    name: Option<&[u8]>,
    address: usize,
    start: usize,
    size: usize,
) {
    json.open(Some("object"), '{');
    json.text("kind", kind.as_bytes());
    if let Some(name) = name {
        json.text("name", name);
    }
    json.address("start", start);
    json.number("size", size);
    json.signed("offset", address.wrapping_sub(start) as isize);
}

/// Writes what lies at an address.
pub fn write_place(json: &mut Json<'_>, place: &AddressDescription) {
    let address = place.address;
    match place.what {
        What::Chunk(ref found) => {
            write_extent(json, "heap", None, address, found.start, found.chunk.size);
            let is_live = found.chunk.state == State::Allocated;
            json.text("state", if is_live { b"allocated" } else { b"freed" });
        }
        What::Global(global) => {
            let (start, size) = (global.address() as usize, global.size as usize);
            let linked = global.name.get().map_or(&b""[..], bytes_of);
            let readable = names::readable(linked);
            let name = Some(readable.as_deref().unwrap_or(linked)).filter(|name| !name.is_empty());
            write_extent(json, "global", name, address, start, size);
            if let Some(file) = global.file.get() {
                json.text("file", bytes_of(file));
            }
            if global.line != 0 {
                json.number("line", global.line as usize);
            }
        }
        What::Frame { chunk, frame, .. } => {
            let Some(meant) = place::meant(frame, address - chunk) else {
                return;
            };
            let start = chunk + meant.offset as usize;
            let name = meant.name.get().map(bytes_of);
            write_extent(json, "stack", name, address, start, meant.size as usize);
            if let Some(function) = frame.function.get() {
                json.text("function", bytes_of(function));
            }
            if let Some(file) = frame.file.get() {
                json.text("file", bytes_of(file));
            }
            if meant.line != 0 {
                json.number("line", meant.line as usize);
            }
        }
        What::Stack(_) if let Some(object) = dynamic_object::around(address) => {
            write_extent(json, "stack", None, address, object.start, object.len());
        }
        What::Uninitialized(id) => {
            json.open(Some("object"), '{');
            json.text("kind", b"uninitialized");
            if let Some(variable) = Variable::of(id) {
                json.text("name", &variable.name);
                json.text("function", &variable.function);
            }
        }
        What::Stack(_) | What::Heap | What::Memory | What::Nothing => {
            let kind: &[u8] = match place.what {
                What::Stack(_) => b"stack",
                What::Heap => b"heap",
                What::Nothing => b"unmapped",
                _ => b"unknown",
            };
            json.open(Some("object"), '{');
            json.text("kind", kind);
        }
    }
    json.close('}');
}
