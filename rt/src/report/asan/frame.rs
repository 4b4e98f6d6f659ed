//! A line of a stack trace.

use super::Pointer;
use crate::output::{Bytes, Out};
use crate::report::frame_format;
use crate::report::frames::{FileLine, Frame};
use core::fmt::{self, Write};

/// Prints a frame as `stack_trace_format=DEFAULT` of the sanitizers does.
pub fn print_frame(out: &mut Out, frame: &Frame<'_>) {
    if frame_format::print_chosen(out, frame) {
        return;
    }
    let _ = write!(out, "    #{} {}", frame.number, Pointer(frame.call));
    if let Some(name) = frame.function() {
        let _ = write!(out, " in {}", Bytes(name));
    }
    let _ = write!(out, " ");
    let _ = frame_format::place(out, frame);
    let _ = writeln!(out);
}

/// `file:line:column`, or the module and the offset in it.
pub fn source_or_module(out: &mut dyn Write, frame: &Frame<'_>) -> fmt::Result {
    if frame.place.line.is_some() {
        return write!(out, "{}", FileLine(&frame.place));
    }
    frame_format::module(out, frame)
}
