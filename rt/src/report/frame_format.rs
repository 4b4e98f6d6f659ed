//! Frames in the form that the user asks for: `stack_trace_format`, and `__sanitizer_symbolize_pc`.
//!
//! Each `%` with a letter stands for something: `n` number, `p` address, `m` module, `o` offset in it, `b` build
//! id, `f` function, `s` file, `l` line, `c` column; `F` function with "in" before it, `S` file, line and column, `M` module and offset,
//! `L` the former or else the latter; `%` itself.

use super::asan::{self, Pointer};
use super::frames::{Frame, SiteLine};
use super::names;
use crate::output::kept::Kept;
use crate::output::{Bytes, Out};
use core::fmt::{self, Write};

static CHOSEN: Kept<256> = Kept::new();

/// Sets the form of frames; `None` is the report's own. False where the text is too long.
pub fn choose(format: Option<&[u8]>) -> bool {
    CHOSEN.set(format.unwrap_or_default())
}

/// Whether the user chose a form.
pub fn is_chosen() -> bool {
    !CHOSEN.is_empty()
}

/// Prints a frame and the end of its line in the form that the user chose; false, and nothing printed, if there is none.
pub fn print_chosen(out: &mut Out, frame: &Frame<'_>) -> bool {
    if CHOSEN.is_empty() {
        return false;
    }
    let mut buffer = [0; 256];
    let _ = write(out, CHOSEN.get(&mut buffer), frame);
    let _ = writeln!(out);
    true
}

/// Writes a frame.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, format: &[u8], frame: &Frame<'_>) -> fmt::Result {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        write!(out, "{}", Bytes(&rest[..at]))?;
        let letter = rest.get(at + 1).copied().unwrap_or(b'%');
        rest = rest.get(at + 2..).unwrap_or_default();
        write_part(out, letter, frame)?;
    }
    write!(out, "{}", Bytes(rest))
}

fn write_part(out: &mut dyn Write, letter: u8, frame: &Frame<'_>) -> fmt::Result {
    let place = &frame.place;
    match letter {
        b'n' => write!(out, "{}", frame.number),
        b'p' => write!(out, "{}", Pointer(frame.call)),
        b'm' => write_module_name(out, frame),
        b'o' => write!(out, "{:#x}", frame.offset()),
        b'b' => write_build_id(out, frame),
        b'f' => write!(out, "{}", Bytes(frame.function().unwrap_or_default())),
        b's' => write!(out, "{}", names::path(place.file.unwrap_or_default())),
        b'l' => write!(out, "{}", place.line.unwrap_or(0)),
        b'c' => write!(out, "{}", place.column.unwrap_or(0)),
        b'F' => match frame.function() {
            Some(name) => write!(out, "in {}", Bytes(name)),
            None => Ok(()),
        },
        b'S' => write!(out, "{}", super::frames::FileLine(place)),
        b'M' => module(out, frame),
        b'L' => self::place(out, frame),
        other => out.write_char(other.into()),
    }
}

/// The place in the source, or else the module and the offset.
///
/// # Errors
/// Those of `out`.
pub fn place(out: &mut dyn Write, frame: &Frame<'_>) -> fmt::Result {
    match frame.site.filter(|site| site.line() != 0) {
        Some(site) if frame.place.line.is_none() => write!(out, "{}", SiteLine(site)),
        _ => asan::source_or_module(out, frame),
    }
}

/// The module and the offset, with the build id if there is one.
///
/// # Errors
/// Those of `out`.
pub fn module(out: &mut dyn Write, frame: &Frame<'_>) -> fmt::Result {
    if frame.module.is_none() {
        return write!(out, "(<unknown module>)");
    }
    write!(out, "(")?;
    write_module_name(out, frame)?;
    write!(out, "+{:#x})", frame.offset())?;
    if frame
        .module
        .is_some_and(|module| !module.build_id.is_empty())
    {
        write!(out, " (BuildId: ")?;
        write_build_id(out, frame)?;
        write!(out, ")")?;
    }
    Ok(())
}

fn write_module_name(out: &mut dyn Write, frame: &Frame<'_>) -> fmt::Result {
    let Some(module) = frame.module else {
        return Ok(());
    };
    let mut buffer = [0; 512];
    write!(out, "{}", names::path(module.name(&mut buffer)))
}

fn write_build_id(out: &mut dyn Write, frame: &Frame<'_>) -> fmt::Result {
    let id = frame.module.map_or(&[][..], |module| module.build_id);
    id.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
}
