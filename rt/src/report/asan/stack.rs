//! What lies at an address of the stack: a frame and its objects.

use super::Pointer;
use super::place::Seen;
use crate::output::{self, Bytes, Out, Style, Text};
use crate::report::frames::Tracer;
use crate::report::place;
use core::ffi::c_char;
use core::fmt::Write;
use core::ops::Range;
use sanecc_abi::frame;

/// An access to a frame whose objects are known, in bytes from the start of its chunk.
pub struct InFrame {
    /// Number of the thread.
    pub thread: u32,
    /// The frame.
    pub frame: &'static frame::Frame,
    /// Where the access begins.
    pub offset: usize,
    /// Where it ends.
    pub end: usize,
}

/// Prints the frame and all its objects.
pub fn print(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    access: &InFrame,
    shown: Pointer,
    seen: &Seen<'_>,
) {
    let InFrame {
        thread,
        frame,
        offset,
        end,
    } = *access;
    let source = Source {
        function: frame.function.get(),
        file: frame.file.get(),
        line: frame.line,
    };
    print_frame_place(out, tracer, shown, thread, offset, &source, seen);
    let meant = place::meant(frame, offset).map(|object| object.offset);
    let _ = writeln!(out, "  This frame has {} object(s):", frame.objects);
    for object in place::objects(frame) {
        let is_meant = meant == Some(object.offset);
        print_stack_object(out, object, offset, end, is_meant);
    }
    print_hint(out);
}

/// Where a frame's function stands.
pub struct Source {
    /// Its name.
    pub function: Option<*const c_char>,
    /// Its file.
    pub file: Option<*const c_char>,
    /// Its line; 0 is unknown.
    pub line: u32,
}

/// Prints in which frame an address lies, `offset` bytes from the start of the frame's chunk.
pub fn print_frame_place(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    shown: Pointer,
    thread: u32,
    offset: usize,
    source: &Source,
    seen: &Seen<'_>,
) {
    let _ = write!(
        out,
        "Address {shown} is located in stack of thread T{thread} at offset {offset} in frame"
    );
    out.end_styled_line();
    // The frame's own code is somewhere in the trace, if it is still running.
    let own = source.function.map_or(&b""[..], output::bytes_of);
    let mut code = 0;
    tracer.frames(seen.frames, seen.is_exact, None, &mut |frame| {
        let name = frame.place.function.unwrap_or_default();
        let is_own = name
            .strip_prefix(own)
            .is_some_and(|rest| own.is_empty() || rest.is_empty() || rest.starts_with(b"("));
        if code == 0 && is_own {
            code = frame.call;
        }
    });
    let _ = write!(out, "    #0 {} in {}", Pointer(code), Bytes(own));
    if let Some(file) = source.file {
        let _ = write!(out, " {}", Text(file));
        if source.line != 0 {
            let _ = write!(out, ":{}", source.line);
        }
    }
    let _ = writeln!(out, "\n");
}

fn print_stack_object(
    out: &mut Out,
    object: &frame::FrameObject,
    offset: usize,
    end: usize,
    is_meant: bool,
) {
    let _ = write!(
        out,
        "    [{}, {}) '{}'",
        object.offset,
        object.offset + object.size,
        Bytes(object.name.get().map_or(b"", output::bytes_of))
    );
    if object.line != 0 {
        let _ = write!(out, " (line {})", object.line);
    }
    if is_meant {
        out.style(Style::Location);
        let _ = write!(
            out,
            " <== Memory access at offset {offset} {} this variable",
            verb(place::extent(object), offset, end)
        );
        out.plain();
    }
    let _ = writeln!(out);
}

/// The verb as AddressSanitizer has it.
pub fn verb(object: Range<usize>, offset: usize, end: usize) -> &'static str {
    match place::verb(object, offset, end) {
        "is inside of" => "is inside",
        verb => verb,
    }
}

/// Prints that frames may have been left without the runtime's knowledge.
pub fn print_hint(out: &mut Out) {
    let _ = writeln!(
        out,
        "HINT: this may be a false positive if your program uses some custom stack unwind mechanism, swapcontext or vfork\n      (longjmp and C++ exceptions *are* supported)"
    );
}
