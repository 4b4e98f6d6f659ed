//! AddressSanitizer's format, line for line as LLVM 19 prints it, for the tools that read such reports.

pub mod callee;
mod frame;
mod header;
mod known;
mod place;
mod stack;

pub use frame::{print_frame, source_or_module};
pub use place::{Seen, print as print_place};

use super::creators::{self, Told};
use super::facts::Facts;
use super::finding::{By, Finding};
use super::frames::{Appended, Frame, Top, Tracer};
use super::token::Token;
use super::unsound::Unsound;
use super::{
    definitions, frame_format, latest, registers, scariness, settings, shadow_dump, summary,
};
use crate::output::Out;
use crate::stack::depot;
use alloc::vec::Vec;
use callee::Callee;
use core::fmt::{self, Write};
use sanecc_abi::kind::Kind;
use sanecc_abi::site::operations;

/// An address as C's `%p` of the sanitizers has it: twelve digits.
pub struct Pointer(pub usize);

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#014x}", self.0)
    }
}

/// Prints where a thread was created.
fn print_creation(out: &mut Out, tracer: &mut Tracer<'_>, thread: u32, trace: &depot::Trace) {
    creators::print_title(out, thread, trace);
    let show = &mut |frame: &Frame<'_>| print_frame(out, frame);
    Callee::named(b"pthread_create").frames(tracer, trace.frames, None, show);
    let _ = writeln!(out);
}

/// Prints a report.
pub fn print(facts: &Facts<'_>, tracer: &mut Tracer<'_>) {
    let mut out = Out::report();
    let is_fault = matches!(facts.finding, Finding::Fault { .. });
    if is_fault {
        let _ = writeln!(out, "AddressSanitizer:DEADLYSIGNAL");
    }
    let _ = writeln!(out, "{:=<65}", "");
    header::print_title(&mut out, facts);
    if let Finding::TwoDefinitions { .. } = facts.finding {
        definitions::print(&mut out, facts, tracer);
        print_hint(&mut out, facts, "ASAN_OPTIONS=detect_odr_violation=0");
        out.flush();
        return definitions::print_summary("AddressSanitizer", facts, tracer);
    }
    header::print_access(&mut out, facts);
    if let Some(unsound) = Unsound::of(&facts.finding) {
        let _ = writeln!(out, "{unsound}\n{}", unsound.claim());
    }
    scariness::print(&mut out, facts);
    out.flush();
    latest::is_told();
    let mut module = Vec::new();
    let mut token = Token::default();
    let show = &mut |frame: &Frame<'_>| {
        token.add(frame);
        if frame.number == 0 && module.is_empty() {
            let _ = frame_format::module(&mut Appended(&mut module), frame);
        }
        print_frame(&mut out, frame);
    };
    let mut top: Top = match Callee::of(&facts.finding) {
        Some(callee) => callee.frames(tracer, &facts.frames, facts.finding.site(), show),
        None => tracer.frames(&facts.frames, facts.is_exact, facts.finding.site(), show),
    };
    if !settings::symbolize() {
        top.place = module;
    }
    let _ = writeln!(out);
    token.print(&mut out);
    if let Finding::Fault { fault, .. } = &facts.finding {
        registers::print(&mut out, facts.process, fault);
        if settings::registers() {
            registers::print_all(&mut out, facts.process, fault);
        }
    }
    out.flush();
    place::print_all(&mut out, tracer, facts);
    known::print(&mut out, tracer, facts);
    let mut told = Told::default();
    told.places(facts, &mut |thread, trace| {
        print_creation(&mut out, tracer, thread, trace)
    });
    if is_fault && facts.place.is_none() {
        let _ = writeln!(out, "AddressSanitizer can not provide additional info.");
    }
    if let Finding::Refused(refusal) = &facts.finding
        && refusal.may_fail()
    {
        print_hint(&mut out, facts, "allocator_may_return_null=1");
    }
    if facts.kind == Kind::ContainerOverflow {
        let _ = writeln!(
            out,
            "HINT: if you don't care about these errors you may set ASAN_OPTIONS=detect_container_overflow=0.\nIf you suspect a false positive see also: https://github.com/google/sanitizers/wiki/AddressSanitizerContainerOverflow."
        );
    }
    out.flush();
    summary::print("AddressSanitizer", facts, &top);
    if facts.finding.access().is_some() {
        shadow_dump::print(&mut out, address(facts), &shadow_dump::ASAN);
    }
    match facts.finding {
        Finding::Mismatch { .. } => {
            print_hint(&mut out, facts, "ASAN_OPTIONS=alloc_dealloc_mismatch=0");
        }
        Finding::TypeMismatch { .. } => {
            print_hint(&mut out, facts, "ASAN_OPTIONS=new_delete_type_mismatch=0");
        }
        _ => {}
    }
    // At the latest.
    told.thread(facts.thread, &mut |thread, trace| {
        print_creation(&mut out, tracer, thread, trace)
    });
}

/// The address that the report names: where the access begins, but in functions that check a range the first poisoned byte.
fn address(facts: &Facts<'_>) -> usize {
    match facts.finding {
        Finding::Access { start, site, .. }
        | Finding::Object {
            start,
            by: By::Program { site },
            ..
        } if site.operation() == operations::NONE => start,
        _ => facts.address(),
    }
}

fn print_hint(out: &mut Out, facts: &Facts<'_>, setting: &str) {
    let _ = writeln!(
        out,
        "=={}==HINT: if you don't care about these errors you may set {setting}",
        facts.process
    );
}
