//! The text format: for people, and the default.

use super::facts::Facts;
use super::finding::Finding;
use super::frames::{FileLine, Frame, SiteLine, Top, Tracer};
use super::place::Distance;
use super::token::Token;
use super::unsound::Unsound;
use super::{
    definitions, describe, fault, frame_format, latest, maps, registers, scariness, settings,
    shadow_dump, summary, title,
};
use crate::output::{Bytes, Out, Style, Text};
use crate::platform;
use core::fmt::Write;
use sanecc_abi::site::{self, ObjectKind, Site};

/// Prints a report.
pub fn print(facts: &Facts<'_>, tracer: &mut Tracer<'_>) {
    let mut out = Out::report();
    title::print(&mut out, facts);
    if let Finding::TwoDefinitions { .. } = facts.finding {
        definitions::print(&mut out, facts, tracer);
        print_hint(&mut out, &facts.finding);
        out.flush();
        return definitions::print_summary("sanecc", facts, tracer);
    }
    print_access(&mut out, &facts.finding);
    if let Some(unsound) = Unsound::of(&facts.finding) {
        let _ = writeln!(out, "{}", unsound.claim());
    }
    scariness::print(&mut out, facts);
    // What is known so far is shown even if reading debug information fails.
    out.flush();
    latest::is_told();
    let site = facts.finding.site();
    let mut token = Token::default();
    let top = tracer.frames(&facts.frames, facts.is_exact, site, &mut |frame| {
        token.add(frame);
        print_frame(&mut out, frame);
    });
    let _ = writeln!(out);
    token.print(&mut out);
    if let Finding::Fault { fault, .. } = &facts.finding {
        registers::print(&mut out, facts.process, fault);
    }
    out.flush();
    print_object(&mut out, tracer, facts);
    print_hint(&mut out, &facts.finding);
    out.flush();
    summary::print("sanecc", facts, &top);
}

/// Prints a stack and an empty line after it.
pub fn print_stack(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    frames: &[usize],
    is_exact: bool,
    site: Option<&Site>,
) -> Top {
    let top = tracer.frames(frames, is_exact, site, &mut |frame| print_frame(out, frame));
    let _ = writeln!(out);
    top
}

/// Prints a frame.
pub fn print_frame(out: &mut Out, frame: &Frame<'_>) {
    if frame_format::print_chosen(out, frame) {
        return;
    }
    let _ = write!(out, "    #{} {:#x}", frame.number, frame.pc);
    if let Some(name) = frame.function() {
        let _ = write!(out, " in {}", Bytes(name));
    }
    if frame.place.line.is_some() {
        let _ = writeln!(out, " {}", FileLine(&frame.place));
        return;
    }
    if let Some(site) = frame.site.filter(|site| site.line() != 0) {
        let _ = write!(out, " {}", SiteLine(site));
    }
    if let Some(module) = frame.module {
        let mut buffer = [0; 512];
        let _ = write!(
            out,
            " ({}+{:#x})",
            super::names::path(module.name(&mut buffer)),
            frame.pc - module.base
        );
    }
    let _ = writeln!(out);
}

/// The line about the access: direction, size, and where it stands.
fn print_access(out: &mut Out, finding: &Finding<'_>) {
    if let Some(access) = finding.access() {
        out.style(Style::Access);
        let _ = write!(
            out,
            "{} of size {} at {:#x}",
            access.direction(),
            access.length,
            access.start
        );
        out.plain();
        print_where(out, finding);
        let poisoned = finding.address();
        if poisoned > access.start {
            let addressable = poisoned - access.start;
            let _ = write!(
                out,
                ", of which the first {addressable} bytes are addressable"
            );
        }
        let _ = writeln!(out);
    } else if let Finding::Fault { fault, signal } = finding {
        fault::print(out, fault, *signal);
    } else if finding.library_function().is_some() || matches!(finding, Finding::Pair { .. }) {
        let _ = write!(out, "error");
        print_where(out, finding);
        let _ = writeln!(out);
    }
}

/// In which function, or in which library function, called from which.
fn print_where(out: &mut Out, finding: &Finding<'_>) {
    let mut preposition = "in";
    if let Some(library) = finding.library_function() {
        let _ = write!(out, " in {}", Text(library.as_ptr()));
        preposition = "called from";
    }
    let Some(site) = finding.site() else { return };
    if let Some(function) = site.function() {
        let _ = write!(out, " {preposition} {}", Text(function));
    }
    if site.line() != 0 || site.file().is_some() {
        let _ = write!(out, " {}", SiteLine(site));
    }
}

/// What lies at the address, and the shadow there.
fn print_object(out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>) {
    let address = facts.address();
    let access = facts.finding.access();
    if let Finding::Object {
        object_start,
        object_size,
        object,
        ..
    } = &facts.finding
    {
        print_known_object(out, object, address, *object_start, *object_size);
    }
    for place in [&facts.place, &facts.other_place].into_iter().flatten() {
        let end = access.map_or(place.address + 1, |access| access.end());
        describe::print(out, tracer, place, end);
    }
    if access.is_some() {
        shadow_dump::print(out, address, &shadow_dump::OURS);
    }
}

fn print_hint(out: &mut Out, finding: &Finding<'_>) {
    let _ = match finding {
        Finding::Mismatch { .. } => writeln!(
            out,
            "HINT: alloc_dealloc_mismatch=0 in SANECC_OPTIONS turns this check off"
        ),
        Finding::TypeMismatch { .. } => writeln!(
            out,
            "HINT: new_delete_type_mismatch=0 in SANECC_OPTIONS turns this check off"
        ),
        Finding::TwoDefinitions { .. } => writeln!(
            out,
            "HINT: detect_odr_violation=0 in SANECC_OPTIONS turns this check off"
        ),
        Finding::Refused(refusal) if refusal.may_fail() => writeln!(
            out,
            "HINT: allocator_may_return_null=1 in SANECC_OPTIONS lets the request fail instead"
        ),
        Finding::Access { .. }
        | Finding::Object { .. }
        | Finding::Library { .. }
        | Finding::Overlap { .. }
        | Finding::NegativeSize { .. }
        | Finding::Fault { .. }
        | Finding::DoubleFree { .. }
        | Finding::BadFree { .. }
        | Finding::CorruptedHeader { .. }
        | Finding::BadContainer { .. }
        | Finding::Refused(_)
        | Finding::Pair { .. }
        | Finding::SizeOfNoChunk { .. } => Ok(()),
    };
}

fn print_known_object(
    out: &mut Out,
    object: &site::Object,
    address: usize,
    start: usize,
    size: usize,
) {
    out.style(Style::Location);
    let _ = write!(
        out,
        "{address:#x} is {} {}",
        Distance {
            address,
            start,
            size
        },
        match object.kind() {
            ObjectKind::Stack => "local variable",
            ObjectKind::Dynamic => "local object of variable size",
            ObjectKind::Global => "global variable",
            ObjectKind::ThreadLocal => "thread-local variable",
            ObjectKind::Heap => "heap chunk",
        }
    );
    if let Some(name) = object.name.get() {
        let _ = write!(out, " '{}'", Text(name));
    }
    if object.line() != 0 {
        let _ = write!(out, " (line {})", object.line());
    }
    let _ = write!(out, " [{start:#x},{:#x}) of size {size}", start + size);
    out.end_styled_line();
}

/// Prints what comes after a report, also after AddressSanitizer's: the command line, if it is wanted, and that the program
/// ends.
pub fn print_end(facts: &Facts<'_>) {
    let (mut out, process) = (Out::report(), facts.process);
    let mut buffer = [0; 4096];
    if settings::command_line() {
        let words = platform::command_line(&mut buffer);
        let _ = write!(out, "\n=={process}==Command:");
        for word in words.split(|byte| *byte == 0) {
            let _ = write!(out, " {}", Bytes(word));
        }
        let _ = writeln!(out, "\n");
    }
    let module_map = settings::module_map();
    if module_map > 1 || module_map == 1 && !facts.goes_on {
        maps::print(&mut out, process);
    }
    if !facts.goes_on {
        let _ = writeln!(out, "=={process}==ABORTING");
    }
}
