//! The text format: for people, and the default.

use super::creators::{self, Told};
use super::facts::Facts;
use super::finding::{Finding, Origin};
use super::frames::{FileLine, Frame, SiteLine, Tracer};
use super::place::{self, AddressDescription, Distance, What};
use super::token::Token;
use super::trace::{Entry, Trace};
use super::unsound::Unsound;
use super::{
    definitions, describe, fault, frame_format, help, joins, latest, maps, registers, scariness,
    settings, shadow_dump, snippet, summary, title,
};
use crate::output::{Bytes, Out, Style, Text};
use crate::platform;
use crate::stack::depot;
use alloc::vec::Vec;
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
    let trace = Trace::collect(tracer, &facts.frames, facts.is_exact, site);
    let folders = tracer.folders(trace.calls());
    print_trace(&mut out, tracer, &trace, &folders);
    let mut token = Token::default();
    trace.each(tracer, &mut |frame| token.add(frame));
    token.print(&mut out);
    if let Finding::Fault { fault, .. } = &facts.finding {
        registers::print(&mut out, facts.process, fault);
    }
    out.flush();
    print_object(&mut out, tracer, facts, &folders);
    if let Finding::Call {
        function,
        own: Some(_),
        ..
    } = &facts.finding
    {
        let _ = writeln!(out, "what is called:");
        let trace = Trace::collect(tracer, &[*function], true, None);
        print_entries(&mut out, tracer, &trace);
    }
    if let Finding::Variadic { passed_at, .. } = &facts.finding {
        snippet::print_site(
            &mut out,
            "the arguments were passed here:",
            passed_at,
            &folders,
        );
    }
    if let Some(first) = joins::first(facts) {
        joins::print_title(&mut out, &first);
        print_stack(&mut out, tracer, first.trace.frames);
    }
    let tell = &mut |thread, trace: &depot::Trace| {
        creators::print_title(&mut out, thread, trace);
        print_frames(&mut out, tracer, trace.frames);
    };
    let mut told = Told::default();
    told.places(facts, tell);
    told.thread(facts.thread, tell);
    print_explanation(&mut out, facts, tracer, &folders);
    print_hint(&mut out, &facts.finding);
    out.flush();
    let mut top = trace.top(tracer);
    top.leave_out(&folders);
    summary::print("sanecc", facts, &top);
}

/// Prints the line of the source that a stack is about, the stack, and an empty line after it.
pub fn print_stack(out: &mut Out, tracer: &mut Tracer<'_>, frames: &[usize]) {
    let trace = Trace::collect(tracer, frames, false, None);
    print_trace(out, tracer, &trace, &[]);
}

/// Prints a stack without its line of the source, and an empty line after it.
fn print_frames(out: &mut Out, tracer: &mut Tracer<'_>, frames: &[usize]) {
    let trace = Trace::collect(tracer, frames, false, None);
    print_entries(out, tracer, &trace);
}

/// Prints all frames of a stack, and an empty line after it.
pub fn print_whole_stack(out: &mut Out, tracer: &mut Tracer<'_>, frames: &[usize]) {
    tracer.frames(frames, false, None, &mut |frame| print_frame(out, frame));
    let _ = writeln!(out);
}

fn print_trace(out: &mut Out, tracer: &Tracer<'_>, trace: &Trace<'_>, folders: &[Vec<u8>]) {
    if let Some(place) = trace.own_place() {
        snippet::print(out, &place, folders);
    }
    print_entries(out, tracer, trace);
}

fn print_entries(out: &mut Out, tracer: &Tracer<'_>, trace: &Trace<'_>) {
    trace.entries(tracer, &mut |entry| match entry {
        Entry::Frame { frame, is_marked } => print_frame_of(out, &frame, is_marked),
        Entry::Folded {
            first,
            last,
            called,
        } => {
            let _ = match last - first {
                0 => write!(out, "    ... #{first}: 1 library frame"),
                more => write!(
                    out,
                    "    ... #{first} to #{last}: {} library frames",
                    more + 1
                ),
            };
            let _ = match &called[..] {
                [] => writeln!(out),
                called => writeln!(out, " of {}", Bytes(called)),
            };
        }
    });
    let _ = writeln!(out);
}

/// Prints a frame.
pub fn print_frame(out: &mut Out, frame: &Frame<'_>) {
    print_frame_of(out, frame, false);
}

fn print_frame_of(out: &mut Out, frame: &Frame<'_>, is_marked: bool) {
    if frame_format::print_chosen(out, frame) {
        return;
    }
    let mark = if is_marked { '>' } else { ' ' };
    let _ = write!(out, "  {mark} #{} {:#x}", frame.number, frame.pc);
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
    } else if finding.library_function().is_some()
        || matches!(
            finding,
            Finding::Pair { .. }
                | Finding::Assumption { .. }
                | Finding::Call { .. }
                | Finding::Variadic { .. }
        )
    {
        let _ = write!(out, "error");
        print_where(out, finding);
        let _ = writeln!(out);
    }
}

/// In which function, or in which library function, called from which.
fn print_where(out: &mut Out, finding: &Finding<'_>) {
    let mut preposition = "in";
    let library = finding.library_function();
    if let Some(library) = library.filter(|name| !name.is_empty()) {
        let _ = write!(out, " in {}", Text(library.as_ptr()));
        preposition = "called from";
    }
    let Some(site) = finding.site() else { return };
    if let Some(function) = site.function() {
        let _ = write!(out, " {preposition} {}", Text(function));
    }
    // What a header of the C++ library does is folded in the stack, too.
    let is_folded = settings::fold_frames() && site.line() != 0 && !summary::is_own(site);
    if !is_folded && (site.line() != 0 || site.file().is_some()) {
        let _ = write!(out, " {}", SiteLine(site));
    }
}

/// What is known in numbers, and what may help.
fn print_explanation(
    out: &mut Out,
    facts: &Facts<'_>,
    tracer: &mut Tracer<'_>,
    folders: &[Vec<u8>],
) {
    if let Some(note) = help::note(facts, tracer) {
        print_remark(out, "note", &note);
    }
    if let Some(help) = help::of(facts, tracer, folders) {
        print_remark(out, "help", &help);
    }
}

/// Prints a remark; lines are broken between words.
fn print_remark(out: &mut Out, kind: &str, text: &str) {
    const WIDTH: usize = 80;
    const INDENT: usize = 10;
    let _ = write!(out, "  = {kind}:");
    let mut at = INDENT - 1;
    for word in text.split(' ') {
        if at + 1 + word.len() > WIDTH {
            let _ = write!(out, "\n{:1$}", "", INDENT - 1);
            at = INDENT - 1;
        }
        let _ = write!(out, " {word}");
        at += 1 + word.len();
    }
    let _ = writeln!(out);
}

/// What lies at the address, and the shadow there.
fn print_object(out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>, folders: &[Vec<u8>]) {
    let address = facts.address();
    let access = facts.finding.access();
    let end = |address: usize| access.map_or(address + 1, |access| access.end());
    let mut at = facts.place.as_ref().map_or(0, |place| place.address);
    let mut is_known = false;
    if let Finding::Object {
        object_start,
        object_size,
        object,
        origin,
        ..
    } = &facts.finding
    {
        if object.kind() == ObjectKind::Code {
            let trace = Trace::collect(tracer, &[address], true, None);
            out.style(Style::Location);
            let _ = write!(out, "{address:#x} is in the code of ");
            trace.each(tracer, &mut |frame| {
                let _ = write!(out, "{}", Bytes(frame.function().unwrap_or(b"a function")));
            });
            out.end_styled_line();
            is_known = true;
        } else if object.is_told_apart() {
            // The object that it lies in is told behind it.
            print_known_object(out, facts, object, *object_start, *object_size, folders);
            print_meant(out, tracer, facts, folders);
            print_origin(out, facts, origin, folders);
            is_known = true;
        } else if is_told(facts, *object_start) {
            // Heap chunks are looked up by their beginning.
            at = address;
        } else {
            match place::global_at(*object_start) {
                Some(global) => {
                    let what = What::Global(global);
                    describe::print(out, tracer, &what, address..end(address), folders);
                }
                None => {
                    print_known_object(out, facts, object, *object_start, *object_size, folders)
                }
            }
            is_known = true;
        }
    }
    if let Finding::DoubleFree {
        former: Some(former),
        ..
    } = &facts.finding
    {
        describe::print_former(out, tracer, former);
        is_known = true;
    }
    // That nothing is known of the place tells nothing where the object is known.
    let is_told = |place: &&AddressDescription| !is_known || place.is_object();
    let place = facts.place.as_ref().filter(is_told);
    match (place, &facts.other_place) {
        // Two pointers into one chunk, which needs no second description.
        (Some(one), Some(other)) if let Some(chunk) = one.common_chunk(other) => {
            describe::print_distance(out, at, chunk);
            describe::print_distance(out, other.address, chunk);
            describe::print_traces(out, tracer, chunk);
        }
        (one, other) => {
            if let Some(place) = one {
                describe::print(out, tracer, &place.what, at..end(at), folders);
            }
            if let Some(place) = other.as_ref().filter(|_| !is_known) {
                let at = place.address;
                describe::print(out, tracer, &place.what, at..end(at), folders);
            }
        }
    }
    if access.is_some() && settings::dump_shadow() {
        shadow_dump::print(out, address, &shadow_dump::OURS);
    }
}

/// Where the pointer was held to its array, and where the function got it, unless that is the line of the access.
fn print_origin(out: &mut Out, facts: &Facts<'_>, origin: &Origin<'_>, folders: &[Vec<u8>]) {
    let places = [
        (origin.held, "a pointer to it was kept first here:"),
        (origin.source, "the pointer comes from here:"),
    ];
    for (place, title) in places {
        if let Some(place) = place.filter(|place| !facts.is_in_line(place))
            && snippet::print_site(out, title, place, folders)
        {
            let _ = writeln!(out);
        }
    }
}

/// What is known of the object that the pointer was derived from, behind where it lies.
fn print_meant(out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>, folders: &[Vec<u8>]) {
    match &facts.other_place {
        Some(AddressDescription {
            what: What::Chunk(found),
            ..
        }) => describe::print_traces(out, tracer, found),
        Some(AddressDescription {
            address,
            what: What::Frame { chunk, frame, .. },
        }) => {
            if let Some(object) = place::meant(frame, address - chunk) {
                describe::print_variable(out, frame, object, folders);
            }
        }
        Some(place) if place.is_object() => {
            let first = place.address..place.address + 1;
            describe::print(out, tracer, &place.what, first, folders);
        }
        Some(_) | None => {}
    }
}

/// Whether what lies at the address is the object that begins at `start`, so that one description is enough.
fn is_told(facts: &Facts<'_>, start: usize) -> bool {
    let Some(place) = &facts.place else {
        return false;
    };
    match &place.what {
        What::Chunk(found) => found.start == start,
        What::Global(global) => global.address() as usize == start,
        What::Frame { chunk, frame, .. } => place::meant(frame, place.address - chunk)
            .is_some_and(|object| chunk + object.offset as usize == start),
        What::Stack(_) | What::Heap | What::Memory | What::Nothing | What::Uninitialized(_) => {
            false
        }
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
        Finding::InvalidJoin { .. } => writeln!(
            out,
            "HINT: detect_invalid_join=0 in SANECC_OPTIONS turns this check off"
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
        | Finding::Assumption { .. }
        | Finding::Call { .. }
        | Finding::Variadic { .. }
        | Finding::SizeOfNoChunk { .. } => Ok(()),
    };
}

fn print_known_object(
    out: &mut Out,
    facts: &Facts<'_>,
    object: &site::Object,
    start: usize,
    size: usize,
    folders: &[Vec<u8>],
) {
    let address = facts.address();
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
            ObjectKind::Member => "member",
            ObjectKind::Pointed => "object that the pointer was derived from",
            ObjectKind::Reused => "earlier object that the pointer was derived from",
            ObjectKind::Code => "code of a function",
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
    let file = facts.finding.site().and_then(Site::file);
    if let (Some(file), Some(name)) = (file, object.name.get()) {
        describe::print_declaration(out, file, object.line(), name, folders);
    }
    // What it is, or who has allocated it, follows.
    let is_continued = matches!(
        &facts.other_place,
        Some(place) if matches!(place.what, What::Chunk(_) | What::Frame { .. })
    );
    if !is_continued {
        let _ = writeln!(out);
    }
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
