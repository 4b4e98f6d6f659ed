//! What lies at an address, in the words of the text format.

use super::dynamic_object;
use super::frames::{SourcePlace, Tracer};
use super::global::{DefinedAt, Name};
use super::place::{Distance, What, extent, meant, objects, verb};
use super::uninitialized::Unwritten;
use super::{library_code, names, snippet, text};
use crate::heap::{header::State, large::Found};
use crate::output::{Out, Style, Text, bytes_of};
use crate::stack::depot;
use alloc::vec::Vec;
use core::ffi::c_char;
use core::fmt::{self, Write};
use core::ops::Range;
use sanecc_abi::frame::{Frame, FrameObject};
use sanecc_abi::global::Global;

/// So many objects of a frame are listed at most.
const MOST_OBJECTS: usize = 8;

/// Prints what lies where an access begins that may not be, or nearest to it. `folders` are those where files were compiled.
pub fn print(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    what: &What,
    access: Range<usize>,
    folders: &[Vec<u8>],
) {
    let address = access.start;
    let _ = match *what {
        What::Chunk(ref found) => {
            print_distance(out, address, found);
            return print_traces(out, tracer, found);
        }
        What::Global(global) => return print_global(out, address, global, folders),
        What::Frame {
            thread,
            chunk,
            frame,
        } => {
            return print_frame(out, access, thread, chunk, frame, folders);
        }
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
        What::Uninitialized(id) => {
            out.style(Style::Location);
            let _ = write!(out, "{address:#x} comes from {}", Unwritten(id));
            out.end_styled_line();
            Ok(())
        }
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

fn print_global(out: &mut Out, address: usize, global: &Global, folders: &[Vec<u8>]) {
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
    if let (Some(file), Some(name)) = (global.file.get(), global.name.get()) {
        print_declaration(out, file, global.line, name, folders);
    }
    let _ = writeln!(out);
}

/// Prints which variable of a function an object is.
pub fn print_variable(out: &mut Out, frame: &Frame, object: &FrameObject, folders: &[Vec<u8>]) {
    let (Some(name), Some(function)) = (object.name.get(), frame.function.get()) else {
        return;
    };
    out.style(Style::Location);
    let _ = write!(
        out,
        "it is local variable '{}' of {}",
        Text(name),
        Text(function)
    );
    out.end_styled_line();
    if let Some(file) = frame.file.get() {
        print_declaration(out, file, object.line, name, folders);
    }
    let _ = writeln!(out);
}

/// Prints where in a chunk, or how far from it, an address is.
pub fn print_distance(out: &mut Out, address: usize, found: &Found) {
    let (start, size) = (found.start, found.chunk.size);
    let region = Distance {
        address,
        start,
        size,
    };
    print_region(out, format_args!("{address:#x} is {region}"), found);
}

/// Prints the extent of a chunk behind what an address has to do with it.
fn print_region(out: &mut Out, relation: fmt::Arguments<'_>, found: &Found) {
    let (start, size) = (found.start, found.chunk.size);
    out.style(Style::Location);
    let _ = write!(
        out,
        "{relation} {size}-byte region [{start:#x},{:#x})",
        start + size
    );
    out.end_styled_line();
}

/// Prints a chunk that was freed, and whose memory was given out again.
pub fn print_former(out: &mut Out, tracer: &mut Tracer<'_>, former: &Found) {
    print_region(out, format_args!("{:#x} was a", former.start), former);
    print_traces(out, tracer, former);
}

/// Prints who allocated and freed a chunk.
pub fn print_traces(out: &mut Out, tracer: &mut Tracer<'_>, found: &Found) {
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
    text::print_stack(out, tracer, trace.frames);
}

fn print_frame(
    out: &mut Out,
    access: Range<usize>,
    thread: u32,
    chunk: usize,
    frame: &Frame,
    folders: &[Vec<u8>],
) {
    let (address, offset) = (access.start, access.start - chunk);
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
    let end = access.end.max(address + 1) - chunk;
    let meant = meant(frame, offset);
    let is_meant = |object: &FrameObject| meant.is_some_and(|m| m.offset == object.offset);
    let all = objects(frame);
    let shown = around(all.len(), all.iter().position(is_meant).unwrap_or(0));
    for object in &all[shown.clone()] {
        print_object(out, object, offset, end, is_meant(object));
    }
    if shown.len() < all.len() {
        let _ = writeln!(out, "    ... and {} more", all.len() - shown.len());
    }
    if let Some(meant) = meant
        && let (Some(file), Some(name)) = (frame.file.get(), meant.name.get())
    {
        print_declaration(out, file, meant.line, name, folders);
    }
    let _ = writeln!(out);
}

/// Which of so many objects are shown: those nearest to one of them.
fn around(count: usize, nearest: usize) -> Range<usize> {
    let start = nearest.saturating_sub(MOST_OBJECTS / 2);
    let start = start.min(count.saturating_sub(MOST_OBJECTS));
    start..count.min(start + MOST_OBJECTS)
}

/// Prints the line in which a variable is declared.
pub fn print_declaration(
    out: &mut Out,
    file: *const c_char,
    line: u32,
    name: *const c_char,
    folders: &[Vec<u8>],
) {
    let place = SourcePlace {
        file: bytes_of(file).to_vec(),
        line,
        column: 0,
    };
    let name = library_code::short_name(&readable(bytes_of(name)));
    // Of a static variable of a function, the name has that of the function before it.
    let name = name.rsplit(|byte| matches!(byte, b':' | b'.')).next();
    snippet::print_declaration(out, &place, folders, name.unwrap_or_default());
}

/// The source's name of what the linker calls so.
fn readable(name: &[u8]) -> Vec<u8> {
    names::readable(name).unwrap_or_else(|| name.to_vec())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_objects_nearest_to_the_access_are_listed() {
        assert_eq!(around(3, 1), 0..3);
        assert_eq!(around(20, 0), 0..8);
        assert_eq!(around(20, 10), 6..14);
        assert_eq!(around(20, 19), 12..20);
    }
}
