//! One JSON object a line for each report, for programs. `sane sarif` makes SARIF of them.

use super::definitions;
use super::facts::Facts;
use super::finding::Finding;
use super::fingerprint::Fingerprint;
use super::frames::{Frame, Tracer};
use super::json_writer::Json;
use super::latest;
use super::names;
use super::out::{Out, bytes_of};
use super::place::{self, Place, What};
use super::title::Message;
use super::unsound::Unsound;
use crate::heap::{header::State, large::Found};
use crate::platform;
use crate::stack::depot;
use core::fmt::Write;
use sanecc_abi::site::{Object, ObjectKind, Site};

/// Prints a report.
pub fn print(facts: &Facts<'_>, tracer: &mut Tracer<'_>) {
    let mut out = Out::record();
    let json = &mut Json::new(&mut out);
    json.open(None, '{');
    json.text("tool", b"sanecc");
    json.number("version", 1);
    json.text("kind", facts.kind.as_bytes());
    json.shown("message", format_args!("{}", Message(facts)));
    json.number("process", facts.process as usize);
    json.number("thread", facts.thread as usize);
    let mut room = [0; 512];
    json.text(
        "executable",
        platform::read_link(c"/proc/self/exe", &mut room),
    );
    json.boolean("fatal", !facts.goes_on);
    json.address("address", facts.address());
    json.address("pc", facts.registers.pc);
    write_access(json, facts);
    if let Some(library) = facts.finding.library_function() {
        json.text("library", library.to_bytes());
    }
    write_site(json, facts.finding.site());
    if let Some(unsound) = Unsound::of(&facts.finding) {
        unsound.write(json);
    }
    write_object(json, facts);
    if let Some(place) = &facts.other_place {
        json.open(Some("second"), '{');
        json.address("address", place.address);
        write_place(json, place);
        json.close('}');
    }
    definitions::write(json, facts, tracer);
    write_stacks(json, facts, tracer);
    let fingerprint = Fingerprint::of(facts, tracer);
    json.shown("fingerprint", format_args!("{fingerprint}"));
    json.close('}');
    let _ = writeln!(out);
    out.flush();
    latest::is_told();
}

fn write_access(json: &mut Json<'_>, facts: &Facts<'_>) {
    let direction = |is_write: bool| if is_write { "write" } else { "read" };
    if let Some(access) = facts.finding.access() {
        json.open(Some("access"), '{');
        json.text("direction", direction(access.is_write).as_bytes());
        json.number("size", access.length);
        json.address("address", access.start);
        json.number("good", facts.address().saturating_sub(access.start));
        json.close('}');
    } else if let Finding::Fault { fault, .. } = &facts.finding
        && let Some(is_write) = fault.is_write
    {
        json.open(Some("access"), '{');
        json.text("direction", direction(is_write).as_bytes());
        json.close('}');
    }
}

/// Where the compiler says it is.
pub fn write_site(json: &mut Json<'_>, site: Option<&Site>) {
    let Some(site) = site else { return };
    json.open(Some("site"), '{');
    if let Some(file) = site.file() {
        json.text("file", bytes_of(file));
    }
    if site.line() != 0 {
        json.number("line", site.line() as usize);
    }
    if site.column != 0 {
        json.number("column", site.column.into());
    }
    if let Some(function) = site.function() {
        json.text("function", bytes_of(function));
    }
    json.close('}');
}

fn write_object(json: &mut Json<'_>, facts: &Facts<'_>) {
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

fn write_place(json: &mut Json<'_>, place: &Place) {
    let address = place.address;
    match place.what {
        What::Block(ref found) => {
            write_extent(json, "heap", None, address, found.start, found.block.size);
            let is_live = found.block.state == State::Allocated;
            json.text("state", if is_live { b"allocated" } else { b"freed" });
        }
        What::Global(global) => {
            let (start, size) = (global.address as usize, global.size as usize);
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
        What::Frame { block, frame, .. } => {
            let Some(meant) = place::meant(frame, address - block) else {
                return;
            };
            let start = block + meant.offset as usize;
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

fn write_stacks(json: &mut Json<'_>, facts: &Facts<'_>, tracer: &mut Tracer<'_>) {
    json.open(Some("stacks"), '[');
    let site = facts.finding.site();
    open_stack(json, b"error", facts.thread);
    tracer.frames(&facts.frames, facts.is_exact, site, &mut |frame| {
        write_frame(json, frame)
    });
    close_stack(json);
    if let Some(trace) = depot::get(definitions::old_trace(facts)) {
        open_stack(json, b"registered", trace.thread);
        tracer.frames(trace.frames, false, None, &mut |frame| {
            write_frame(json, frame)
        });
        close_stack(json);
    }
    let first: [&[u8]; 2] = [b"freed", b"allocated"];
    let second: [&[u8]; 2] = [b"second freed", b"second allocated"];
    for (place, roles) in [(&facts.place, first), (&facts.other_place, second)] {
        if let Some(place) = place {
            write_stacks_of_block(json, place, roles, tracer);
        }
    }
    json.close(']');
}

/// Where a block was freed and allocated, under these roles.
fn write_stacks_of_block(
    json: &mut Json<'_>,
    place: &Place,
    [freed_role, allocated_role]: [&[u8]; 2],
    tracer: &mut Tracer<'_>,
) {
    let What::Block(Found {
        traces: (allocated, freed),
        ..
    }) = &place.what
    else {
        return;
    };
    for (role, id) in [(freed_role, *freed), (allocated_role, *allocated)] {
        let Some(trace) = depot::get(id) else {
            continue;
        };
        open_stack(json, role, trace.thread);
        tracer.frames(trace.frames, false, None, &mut |frame| {
            write_frame(json, frame)
        });
        close_stack(json);
    }
}

/// Begins a stack; its frames follow.
pub fn open_stack(json: &mut Json<'_>, role: &[u8], thread: u32) {
    json.open(None, '{');
    json.text("role", role);
    json.number("thread", thread as usize);
    json.open(Some("frames"), '[');
}

/// Ends a stack.
pub fn close_stack(json: &mut Json<'_>) {
    json.close(']');
    json.close('}');
}

/// Writes a frame of a stack.
pub fn write_frame(json: &mut Json<'_>, frame: &Frame<'_>) {
    json.open(None, '{');
    json.address("pc", frame.pc);
    if let Some(name) = frame.function() {
        json.text("function", name);
    }
    let place = &frame.place;
    match frame.site.filter(|site| site.line() != 0) {
        Some(site) => {
            if let Some(file) = site.file() {
                json.text("file", bytes_of(file));
            }
            json.number("line", site.line() as usize);
            if site.column != 0 {
                json.number("column", site.column.into());
            }
        }
        None => {
            if let Some(file) = place.file {
                json.text("file", file);
            }
            if let Some(line) = place.line.filter(|line| *line != 0) {
                json.number("line", line as usize);
            }
            if let Some(column) = place.column.filter(|column| *column != 0) {
                json.number("column", column as usize);
            }
        }
    }
    if let Some(module) = frame.module {
        let mut room = [0; 512];
        json.text("module", module.name(&mut room));
        json.address("offset", frame.offset());
    }
    json.close('}');
}
