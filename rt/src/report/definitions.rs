//! Words about a global that two modules define: `odr-violation`.

use super::asan::callee;
use super::facts::Facts;
use super::finding::Finding;
use super::frames::{Appended, Frame, Tracer};
use super::global::{DefinedAt, Name};
use super::json_writer::Json;
use super::{asan, module, names, settings, summary, text};
use crate::globals;
use crate::options::Format;
use crate::output::{Bytes, Out, bytes_of};
use crate::shadow;
use crate::stack::depot;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use sanecc_abi::global::Global;
use sanecc_abi::shadow::Poison;

/// The constructor that registers a unit's globals, as the passes name it.
const CONSTRUCTOR: &[u8] = b"sanecc.module_start";

/// The loaded file of a module's record: the global itself may lie in another one.
fn write_module(out: &mut dyn Write, tracer: &Tracer<'_>, global: &Global) -> fmt::Result {
    let modules = tracer.modules;
    let Some(index) = module::at(modules, core::ptr::from_ref(global) as usize) else {
        return write!(out, "<unknown module>");
    };
    let mut buffer = [0; 512];
    write!(out, "{}", names::path(modules[index].name(&mut buffer)))
}

fn both<'a>(facts: &'a Facts<'_>) -> Option<(&'a Global, &'a Global, depot::Id)> {
    match facts.finding {
        Finding::TwoDefinitions {
            new,
            old,
            old_trace,
        } => Some((new, old, old_trace)),
        _ => None,
    }
}

/// Prints both definitions and where they were registered.
pub fn print(out: &mut Out, facts: &Facts<'_>, tracer: &mut Tracer<'_>) {
    let Some((new, old, old_trace)) = both(facts) else {
        return;
    };
    for (number, global) in [(1, new), (2, old)] {
        let _ = write!(
            out,
            "  [{number}] size={} '{}' {} in ",
            global.size,
            Name(global),
            DefinedAt(global)
        );
        let _ = write_module(out, tracer, global);
        let _ = writeln!(out);
    }
    out.flush();
    let Some(trace) = depot::get(old_trace) else {
        return;
    };
    let _ = writeln!(out, "These globals were registered at these points:");
    for (number, global, frames) in [(1, new, &facts.frames[..]), (2, old, trace.frames)] {
        let _ = writeln!(out, "  [{number}]:");
        print_stack(out, tracer, frames, global);
        let _ = writeln!(out);
    }
}

/// Prints where a global was registered if it is used, at `address`, before its constructor has run.
pub fn print_registration(out: &mut Out, tracer: &mut Tracer<'_>, address: usize, global: &Global) {
    if shadow::get(address) != Poison::NotInitialized as u8 {
        return;
    }
    let trace = depot::get(globals::registered_at(global));
    if let Some(trace) = trace {
        let _ = writeln!(out, "  registered at:");
        print_stack(out, tracer, trace.frames, global);
        let _ = writeln!(out);
    }
}

/// Prints the stack of a registration. The constructor's code has no lines, but the file is that of the unit.
fn print_stack(out: &mut Out, tracer: &mut Tracer<'_>, frames: &[usize], global: &Global) {
    let show = &mut |frame: &Frame<'_>| {
        let function = frame.function().unwrap_or_default();
        if function != CONSTRUCTOR {
            return show_frame(out, frame);
        }
        let _ = writeln!(
            out,
            "    #{} {} in {} {}",
            frame.number,
            asan::Pointer(frame.call),
            Bytes(function),
            names::path(global.file.get().map_or(b"", bytes_of))
        );
    };
    match settings::format() {
        Format::Asan => callee::REGISTRATION.frames(tracer, frames, None, show),
        Format::Text | Format::Json => tracer.frames(frames, false, None, show),
    };
}

fn show_frame(out: &mut Out, frame: &Frame<'_>) {
    match settings::format() {
        Format::Asan => asan::print_frame(out, frame),
        Format::Text | Format::Json => text::print_frame(out, frame),
    }
}

/// Prints the last line of the report.
pub fn print_summary(tool: &str, facts: &Facts<'_>, tracer: &Tracer<'_>) {
    let Some((new, ..)) = both(facts) else { return };
    let mut module = Vec::new();
    let _ = write_module(&mut Appended(&mut module), tracer, new);
    summary::print_text(
        tool,
        format_args!(
            "{}: global '{}' at {} in {}",
            facts.kind,
            Name(new),
            DefinedAt(new),
            Bytes(&module)
        ),
    );
}

/// Writes both definitions as the record's `definitions`.
pub fn write(json: &mut Json<'_>, facts: &Facts<'_>, tracer: &Tracer<'_>) {
    let Some((new, old, _)) = both(facts) else {
        return;
    };
    json.open(Some("definitions"), '[');
    for global in [new, old] {
        json.open(None, '{');
        json.shown("name", format_args!("{}", Name(global)));
        json.number("size", global.size as usize);
        if let Some(file) = global.file.get() {
            json.text("file", bytes_of(file));
        }
        if global.line != 0 {
            json.number("line", global.line as usize);
        }
        let mut name = Vec::new();
        let _ = write_module(&mut Appended(&mut name), tracer, global);
        json.text("module", &name);
        json.close('}');
    }
    json.close(']');
}

/// The stack of the definition that was there before.
pub fn old_trace(facts: &Facts<'_>) -> depot::Id {
    both(facts).map_or(depot::Id(0), |(_, _, trace)| trace)
}
