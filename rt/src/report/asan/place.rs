//! What lies at an address.

use super::callee::{self, Callee};
use super::{Pointer, print_frame, stack};
use crate::heap::{header::State, large::Found};
use crate::output::{self, Bytes, Out, Style};
use crate::report::definitions;
use crate::report::facts::Facts;
use crate::report::finding::Finding;
use crate::report::frames::{Frame, Tracer};
use crate::report::names;
use crate::report::place::{AddressDescription, Distance, What};
use crate::report::uninitialized::Unwritten;
use crate::stack::depot;
use core::ffi::c_char;
use core::fmt::Write;
use sanecc_abi::global::Global;

/// The access that a place is told for.
pub struct Seen<'a> {
    /// The address that is named.
    pub address: usize,
    /// Where the access ends.
    pub end: usize,
    /// The stack, in which the code of a frame may be found.
    pub frames: &'a [usize],
    /// Whether the first of them is the instruction that failed.
    pub is_exact: bool,
}

/// Prints what is known of the places that the error is about.
pub fn print_all(out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>) {
    for place in [&facts.place, &facts.other_place].into_iter().flatten() {
        let end = match facts.finding {
            // AddressSanitizer counts all bytes that the function touches from the first poisoned one.
            Finding::Library {
                poisoned, length, ..
            } => poisoned.saturating_add(length),
            _ => facts
                .finding
                .access()
                .map_or(place.address + 1, |access| access.end()),
        };
        let is_first = place.address == facts.address();
        let seen = Seen {
            address: if is_first {
                super::address(facts)
            } else {
                place.address
            },
            end,
            frames: &facts.frames,
            is_exact: facts.is_exact,
        };
        match &place.what {
            // Of a chunk that the compiler knew, the place is its start, whatever else lies at the address.
            What::Chunk(found) if matches!(facts.finding, Finding::Object { .. }) => {
                out.style(Style::Location);
                print_chunk(out, tracer, facts.address(), found);
            }
            _ => print(out, tracer, place, &seen),
        }
    }
}

/// Prints what is known of a place.
pub fn print(out: &mut Out, tracer: &mut Tracer<'_>, place: &AddressDescription, seen: &Seen<'_>) {
    let address = place.address;
    let shown = Pointer(address);
    out.style(Style::Location);
    match place.what {
        What::Chunk(ref found) => print_chunk(out, tracer, address, found),
        What::Global(global) => {
            let (start, size) = (global.address() as usize, global.size as usize);
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
            print_text_of(out, global);
            definitions::print_registration(out, tracer, address, global);
        }
        What::Frame {
            thread,
            chunk,
            frame,
        } => {
            // Unless it begins in another frame.
            let start = if seen.address < chunk {
                address
            } else {
                seen.address
            };
            let access = stack::InFrame {
                thread,
                frame,
                offset: start - chunk,
                end: seen.end.max(start + 1) - chunk,
            };
            stack::print(out, tracer, &access, Pointer(start), seen);
        }
        What::Stack(thread) => {
            let _ = write!(
                out,
                "Address {shown} is located in stack of thread T{thread}"
            );
            out.end_styled_line();
        }
        What::Uninitialized(id) => {
            let _ = write!(out, "Address {shown} comes from {}.", Unwritten(id));
            out.end_styled_line();
        }
        What::Heap | What::Memory | What::Nothing => {
            let _ = write!(
                out,
                "Address {shown} is a wild pointer inside of access range of size {:#018x}.",
                seen.end.saturating_sub(address)
            );
            out.end_styled_line();
        }
    }
}

fn print_chunk(out: &mut Out, tracer: &mut Tracer<'_>, address: usize, found: &Found) {
    let (start, size) = (found.start, found.chunk.size);
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
    let family = found.chunk.family;
    let (allocation, release) = (callee::allocation(family), callee::release(family));
    if found.chunk.state != State::Allocated {
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
    callee.trace(tracer, trace.frames, show);
    let _ = writeln!(out);
}

/// Prints the name of a global, and where it is defined.
pub fn print_name_and_source(
    out: &mut Out,
    name: Option<*const c_char>,
    source: Option<(*const c_char, u32)>,
) {
    let name = name.map_or(&b""[..], output::bytes_of);
    let readable = names::readable(name);
    let _ = write!(out, " '{}'", Bytes(readable.as_deref().unwrap_or(name)));
    if let Some((file, line)) = source {
        let file = names::path(output::bytes_of(file));
        let _ = match line {
            0 => write!(out, " defined in '{file}'"),
            line => write!(out, " defined in '{file}:{line}'"),
        };
    }
}

/// Prints what a global says, if it is a string.
fn print_text_of(out: &mut Out, global: &Global) {
    let start = global.address();
    // SAFETY: a registered global is mapped as long as it is registered.
    let bytes = unsafe { core::slice::from_raw_parts(start, global.size as usize) };
    let Some((0, text)) = bytes.split_last() else {
        return;
    };
    if text.iter().all(|byte| (1..128).contains(byte)) {
        let name = global.name.get().map_or(&b""[..], output::bytes_of);
        let readable = names::readable(name);
        let _ = writeln!(
            out,
            "  '{}' is ascii string '{}'",
            Bytes(readable.as_deref().unwrap_or(name)),
            Bytes(text)
        );
    }
}
