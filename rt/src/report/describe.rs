//! What lies at an address, in the words of the text format.

use super::dynamic_object;
use super::frames::Tracer;
use super::global::{DefinedAt, Name};
use super::place::{AddressDescription, Distance, What, extent, meant, objects, verb};
use super::text;
use crate::heap::{header::State, large::Found};
use crate::output::{Out, Style, Text};
use crate::stack::depot;
use core::fmt::Write;
use core::ops::Range;
use sanecc_abi::frame::{Frame, FrameObject};

/// Prints what is known of a place. `access_end` is where the access that began there or before ends.
pub fn print(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    place: &AddressDescription,
    access_end: usize,
) {
    let address = place.address;
    let _ = match place.what {
        What::Chunk(ref found) => return print_chunk(out, tracer, address, found),
        What::Global(global) => return print_global(out, address, global),
        What::Frame {
            thread,
            chunk,
            frame,
        } => return print_frame(out, address, access_end, thread, chunk, frame),
        What::Stack(thread) => match dynamic_object::around(address) {
            Some(object) => return print_dynamic(out, address, &object),
            None => writeln!(
                out,
                "{address:#x} is in the stack of thread T{thread}, in no frame with checked objects."
            ),
        },
        What::Heap => writeln!(out, "{address:#x} is in the heap, in no chunk."),
        What::Memory => writeln!(
            out,
            "{address:#x} is in memory that the runtime knows nothing of (not heap, stack or global)."
        ),
        What::Nothing => writeln!(
            out,
            "{address:#x} is a wild pointer: nothing is mapped there."
        ),
    };
}

fn print_dynamic(out: &mut Out, address: usize, object: &Range<usize>) {
    let size = object.len();
    let distance = Distance {
        address,
        start: object.start,
        size,
    };
    out.style(Style::Location);
    let _ = write!(
        out,
        "{address:#x} is {distance} local object of variable size [{:#x},{:#x}) of size {size}",
        object.start, object.end
    );
    out.end_styled_line();
}

fn print_global(out: &mut Out, address: usize, global: &sanecc_abi::global::Global) {
    let (start, size) = (global.address() as usize, global.size as usize);
    out.style(Style::Location);
    let _ = write!(
        out,
        "{address:#x} is {} global variable",
        Distance {
            address,
            start,
            size
        }
    );
    if global.name.get().is_some() {
        let _ = write!(out, " '{}'", Name(global));
    }
    if global.file.get().is_some() {
        let _ = write!(out, " defined in {}", DefinedAt(global));
    }
    let _ = write!(out, " ({start:#x}) of size {}", global.size);
    out.end_styled_line();
}

/// Prints a chunk's size and who allocated and freed it.
fn print_chunk(out: &mut Out, tracer: &mut Tracer<'_>, address: usize, found: &Found) {
    let (start, size) = (found.start, found.chunk.size);
    let region = Distance {
        address,
        start,
        size,
    };
    out.style(Style::Location);
    let _ = write!(
        out,
        "{address:#x} is {region} {size}-byte region [{start:#x},{:#x})",
        start + size
    );
    out.end_styled_line();
    let (allocated, freed) = found.traces;
    if found.chunk.state != State::Allocated {
        print_trace(out, tracer, "freed", freed);
        print_trace(out, tracer, "previously allocated", allocated);
    } else {
        print_trace(out, tracer, "allocated", allocated);
    }
}

fn print_trace(out: &mut Out, tracer: &mut Tracer<'_>, what: &str, id: depot::Id) {
    let Some(trace) = depot::get(id) else { return };
    out.style(Style::Allocation);
    let _ = write!(out, "{what} by thread T{} here:", trace.thread);
    out.end_styled_line();
    text::print_stack(out, tracer, trace.frames, false, None);
}

fn print_frame(
    out: &mut Out,
    address: usize,
    access_end: usize,
    thread: u32,
    chunk: usize,
    frame: &Frame,
) {
    let offset = address - chunk;
    out.style(Style::Location);
    let _ = write!(
        out,
        "{address:#x} is in the stack of thread T{thread}, at offset {offset} in the frame of"
    );
    if let Some(function) = frame.function.get() {
        let _ = write!(out, " {}", Text(function));
    }
    if let Some(file) = frame.file.get() {
        let _ = write!(out, " {}", Text(file));
        if frame.line != 0 {
            let _ = write!(out, ":{}", frame.line);
        }
    }
    out.end_styled_line();
    let _ = writeln!(out, "  This frame has {} object(s):", frame.objects);
    let end = access_end.max(address + 1) - chunk;
    let meant = meant(frame, offset).map(|object| object.offset);
    for object in objects(frame) {
        print_object(out, object, offset, end, meant == Some(object.offset));
    }
}

fn print_object(out: &mut Out, object: &FrameObject, offset: usize, end: usize, meant: bool) {
    let _ = write!(
        out,
        "    [{}, {})",
        object.offset,
        object.offset + object.size
    );
    if let Some(name) = object.name.get() {
        let _ = write!(out, " '{}'", Text(name));
    }
    if object.line != 0 {
        let _ = write!(out, " (line {})", object.line);
    }
    if meant {
        out.style(Style::Location);
        let _ = write!(
            out,
            " <== the access at offset {offset} {} this variable",
            verb(extent(object), offset, end)
        );
        out.end_styled_line();
    } else {
        let _ = writeln!(out);
    }
}
