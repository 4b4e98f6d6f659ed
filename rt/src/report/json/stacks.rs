//! Stack traces in a record.

use super::write_named_site;
use crate::heap::large::Found;
use crate::output::bytes_of;
use crate::report::creators::Told;
use crate::report::definitions;
use crate::report::facts::Facts;
use crate::report::finding::Finding;
use crate::report::frames::{Frame, SourcePlace, Tracer};
use crate::report::joins;
use crate::report::json_writer::Json;
use crate::report::library_code;
use crate::report::place::{AddressDescription, What};
use crate::report::summary;
use crate::report::trace::Trace;
use crate::stack::depot;

/// Writes where it happened, and where the chunks come from; then the place that a summary names.
pub fn write(json: &mut Json<'_>, facts: &Facts<'_>, tracer: &mut Tracer<'_>) {
    json.open(Some("stacks"), '[');
    let site = facts.finding.site();
    open_stack(json, b"error", facts.thread);
    let trace = Trace::collect(tracer, &facts.frames, facts.is_exact, site);
    trace.each(tracer, &mut |frame| write_frame(json, frame));
    close_stack(json);
    if let Some(trace) = depot::get(definitions::old_trace(facts)) {
        open_stack(json, b"registered", trace.thread);
        tracer.frames(trace.frames, false, None, &mut |frame| {
            write_frame(json, frame)
        });
        close_stack(json);
    }
    if let Finding::Call {
        function,
        own: Some(_),
        ..
    } = &facts.finding
    {
        open_stack(json, b"called", facts.thread);
        let called = Trace::collect(tracer, &[*function], true, None);
        called.each(tracer, &mut |frame| write_frame(json, frame));
        close_stack(json);
    }
    if let Some(first) = joins::first(facts) {
        open_stack(json, joins::role(&first), first.trace.thread);
        tracer.frames(first.trace.frames, false, None, &mut |frame| {
            write_frame(json, frame)
        });
        close_stack(json);
    }
    let first: [&[u8]; 2] = [b"freed", b"allocated"];
    let second: [&[u8]; 2] = [b"second freed", b"second allocated"];
    let meant: [&[u8]; 2] = [b"meant freed", b"meant allocated"];
    // In the order of the text, which tells first what was meant.
    let places = match &facts.finding {
        Finding::Object { .. } | Finding::DoubleFree { .. } => {
            [(&facts.other_place, meant), (&facts.place, first)]
        }
        _ => [(&facts.place, first), (&facts.other_place, second)],
    };
    for (place, roles) in places {
        if let Some(place) = place {
            write_stacks_of_chunk(json, place, roles, tracer);
        }
    }
    let tell = &mut |thread: u32, trace: &depot::Trace| {
        open_stack(json, b"created", trace.thread);
        tracer.frames(trace.frames, false, None, &mut |frame| {
            write_frame(json, frame)
        });
        json.close(']');
        json.number("created", thread as usize);
        json.close('}');
    };
    let mut told = Told::default();
    told.places(facts, tell);
    told.thread(facts.thread, tell);
    json.close(']');
    match site.filter(|site| summary::is_own(site)) {
        Some(site) => write_named_site(json, "place", site),
        None => {
            if let Some(place) = trace.own_place() {
                write_place(json, &place, trace.own_function());
            }
        }
    }
}

fn write_place(json: &mut Json<'_>, place: &SourcePlace, function: &[u8]) {
    json.open(Some("place"), '{');
    json.text("file", &place.file);
    json.number("line", place.line as usize);
    if place.column != 0 {
        json.number("column", place.column as usize);
    }
    if !function.is_empty() {
        json.text("function", function);
    }
    json.close('}');
}

/// Where a chunk was freed and allocated, under these roles.
fn write_stacks_of_chunk(
    json: &mut Json<'_>,
    place: &AddressDescription,
    [freed_role, allocated_role]: [&[u8]; 2],
    tracer: &mut Tracer<'_>,
) {
    let What::Chunk(Found {
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
        let mut buffer = [0; 512];
        json.text("module", module.name(&mut buffer));
        json.address("offset", frame.offset());
    }
    if library_code::is_own(frame) {
        json.boolean("own", true);
    }
    json.close('}');
}
