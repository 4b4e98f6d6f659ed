//! What lies at an address.

use super::callee::{self, Callee};
use super::{Pointer, print_frame, stack};
use crate::heap::{header::State, large::Found};
use crate::report::facts::Facts;
use crate::report::finding::Finding;
use crate::report::frames::{Frame, Tracer};
use crate::report::names;
use crate::report::out::{self, Bytes, Out, Style};
use crate::report::place::{Distance, Place, What};
use crate::stack::depot;
use core::ffi::c_char;
use core::fmt::Write;

/// Prints what is known of the places that the error is about.
pub fn print_all(out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>) {
    for place in [&facts.place, &facts.other_place].into_iter().flatten() {
        let end = match facts.finding {
            // AddressSanitizer counts all bytes that the function touches from the first bad one.
            Finding::Library { bad, length, .. } => bad.saturating_add(length),
            _ => facts
                .finding
                .access()
                .map_or(place.address + 1, |access| access.end()),
        };
        print_place(out, tracer, place, end, facts);
    }
}

fn print_place(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    place: &Place,
    access_end: usize,
    facts: &Facts<'_>,
) {
    let address = place.address;
    let shown = Pointer(address);
    out.style(Style::Place);
    match place.what {
        What::Block(ref found) => {
            // Of a block that the compiler knew, the place is its start, whatever else lies at the address.
            let is_known = matches!(facts.finding, Finding::Object { .. });
            let told = if is_known { facts.address() } else { address };
            print_block(out, tracer, told, found);
        }
        What::Global(global) => {
            let (start, size) = (global.address as usize, global.size as usize);
            let distance = Distance {
                address,
                start,
                size,
            };
            let _ = write!(out, "{shown} is located {distance} global variable");
            let source = global.file.get().map(|file| (file, global.line));
            print_name_and_source(out, global.name.get(), source);
            let _ = write!(out, " ({}) of size {size}", Pointer(start));
            out.end_styled_line();
        }
        What::Frame {
            thread,
            block,
            frame,
        } => stack::print(
            out,
            tracer,
            &stack::InFrame {
                thread,
                frame,
                offset: address - block,
                end: access_end - block,
            },
            shown,
            facts,
        ),
        What::Stack(thread) => {
            let _ = write!(
                out,
                "Address {shown} is located in stack of thread T{thread}"
            );
            out.end_styled_line();
        }
        What::Heap | What::Memory | What::Nothing => {
            let _ = write!(
                out,
                "Address {shown} is a wild pointer inside of access range of size {:#018x}.",
                access_end.saturating_sub(address)
            );
            out.end_styled_line();
        }
    }
}

fn print_block(out: &mut Out, tracer: &mut Tracer<'_>, address: usize, found: &Found) {
    let (start, size) = (found.start, found.block.size);
    let distance = Distance {
        address,
        start,
        size,
    };
    let _ = write!(
        out,
        "{} is located {distance} {size}-byte region [{},{})",
        Pointer(address),
        Pointer(start),
        Pointer(start + size)
    );
    out.end_styled_line();
    let (allocated, freed) = found.traces;
    let family = found.block.family;
    let (allocation, release) = (callee::allocation(family), callee::release(family));
    if found.block.state != State::Allocated {
        print_trace(out, tracer, "freed", freed, release);
        print_trace(out, tracer, "previously allocated", allocated, allocation);
    } else {
        print_trace(out, tracer, "allocated", allocated, allocation);
    }
}

fn print_trace(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    what: &str,
    id: depot::Id,
    callee: Callee<'_>,
) {
    let Some(trace) = depot::get(id) else { return };
    out.style(Style::Allocation);
    let _ = write!(out, "{what} by thread T{} here:", trace.thread);
    out.end_styled_line();
    let show = &mut |frame: &Frame<'_>| print_frame(out, frame);
    callee.frames(tracer, trace.frames, None, show);
    let _ = writeln!(out);
}

/// Prints the name of a global, and where it is defined.
pub fn print_name_and_source(
    out: &mut Out,
    name: Option<*const c_char>,
    source: Option<(*const c_char, u32)>,
) {
    let _ = write!(out, " '{}'", Bytes(name.map_or(b"", out::bytes_of)));
    if let Some((file, line)) = source {
        let file = names::path(out::bytes_of(file));
        let _ = match line {
            0 => write!(out, " defined in '{file}'"),
            line => write!(out, " defined in '{file}:{line}'"),
        };
    }
}
