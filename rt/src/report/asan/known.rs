//! An object that only the compiler knew: in a frame without redzones, or thread-local.

use super::{Pointer, place, stack};
use crate::output::{self, Bytes, Out, Style};
use crate::report::facts::Facts;
use crate::report::finding::Finding;
use crate::report::frames::Tracer;
use crate::report::place::Distance;
use core::fmt::Write;
use sanecc_abi::frame;
use sanecc_abi::site::ObjectKind;

/// Prints it, if it is what the error is about.
pub fn print(out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>) {
    let Finding::Object {
        start,
        length,
        object_start,
        object_size,
        by,
        object,
        ..
    } = &facts.finding
    else {
        return;
    };
    let kind = object.kind();
    if facts.place.is_some() && !object.is_told_apart() {
        return;
    }
    match kind {
        ObjectKind::Stack | ObjectKind::Dynamic => {
            let address = super::address(facts);
            // As if the object stood behind the left redzone of a frame of its own.
            const FIRST: usize = frame::LEFT_REDZONE;
            let at = |place: usize| (place + FIRST).wrapping_sub(*object_start);
            let source = stack::Source {
                function: by.site().function(),
                file: by.site().file(),
                line: 0,
            };
            out.style(Style::Location);
            let shown = Pointer(address);
            let seen = place::Seen {
                address,
                end: start + length,
                frames: &facts.frames,
                is_exact: facts.is_exact,
            };
            let (thread, offset) = (facts.thread, at(address));
            stack::print_frame_place(out, tracer, shown, thread, offset, &source, &seen);
            let _ = writeln!(out, "  This frame has 1 object(s):");
            let alone = FIRST..FIRST + object_size;
            let verb = stack::verb(alone, at(address), at(start + length));
            let _ = write!(
                out,
                "    [{FIRST}, {}) '{}'",
                FIRST + object_size,
                Bytes(object.name.get().map_or(b"", output::bytes_of)),
            );
            if object.line() != 0 {
                let _ = write!(out, " (line {})", object.line());
            }
            let _ = writeln!(
                out,
                " <== Memory access at offset {} {verb} this variable",
                at(address) as isize,
            );
            stack::print_hint(out);
        }
        kind => {
            let address = facts.address();
            let distance = Distance {
                address,
                start: *object_start,
                size: *object_size,
            };
            out.style(Style::Location);
            if kind == ObjectKind::Code {
                let _ = write!(out, "{} is in the code of a function", Pointer(address));
                return out.end_styled_line();
            }
            let _ = write!(out, "{} is located {distance} ", Pointer(address));
            if kind == ObjectKind::Heap {
                let end = Pointer(object_start + object_size);
                let start = Pointer(*object_start);
                let _ = write!(out, "{object_size}-byte region [{start},{end})");
            } else if matches!(kind, ObjectKind::Pointed | ObjectKind::Reused) {
                let end = Pointer(object_start + object_size);
                let start = Pointer(*object_start);
                let gone = if kind == ObjectKind::Reused {
                    "earlier "
                } else {
                    ""
                };
                let _ = write!(
                    out,
                    "{gone}{object_size}-byte region [{start},{end}) that the pointer was derived from"
                );
            } else if kind == ObjectKind::Member {
                let _ = write!(out, "member");
                place::print_name_and_source(out, object.name.get(), None);
                let _ = write!(out, " ({}) of size {object_size}", Pointer(*object_start));
            } else {
                let _ = write!(out, "global variable");
                place::print_name_and_source(out, object.name.get(), None);
                let _ = write!(out, " ({}) of size {object_size}", Pointer(*object_start));
            }
            out.end_styled_line();
        }
    }
}
