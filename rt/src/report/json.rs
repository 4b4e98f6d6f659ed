//! One JSON object a line for each report, for programs. `sane sarif` makes SARIF of them.

mod object;
mod stacks;

pub use stacks::{close_stack, open_stack, write_frame};

use super::definitions;
use super::facts::Facts;
use super::finding::Finding;
use super::fingerprint::Fingerprint;
use super::frames::Tracer;
use super::help;
use super::json_writer::Json;
use super::latest;
use super::title::Message;
use super::unsound::Unsound;
use crate::output::{Out, bytes_of};
use crate::platform;
use core::fmt::Write;
use sanecc_abi::site::Site;

/// Prints a report.
pub fn print(facts: &Facts<'_>, tracer: &mut Tracer<'_>) {
    let mut out = Out::record();
    let json = &mut Json::new(&mut out);
    json.open(None, '{');
    json.text("tool", b"sanecc");
    json.number("version", 1);
    json.text("kind", facts.kind.name().as_bytes());
    json.shown("message", format_args!("{}", Message(facts)));
    json.number("process", facts.process as usize);
    json.number("thread", facts.thread as usize);
    let mut buffer = [0; 512];
    json.text("executable", platform::executable(&mut buffer));
    json.boolean("fatal", !facts.goes_on);
    json.address("address", facts.address());
    json.address("pc", facts.registers.pc);
    write_access(json, facts);
    if let Some(library) = facts.finding.library_function() {
        json.text("library", library.to_bytes());
    }
    write_site(json, facts.finding.site());
    write_deleted(json, &facts.finding);
    if let Finding::Variadic { passed_at, .. } = &facts.finding {
        write_named_site(json, "passed", passed_at);
    }
    if let Finding::Object { origin, .. } = &facts.finding {
        for (name, place) in [("kept", origin.held), ("source", origin.source)] {
            if let Some(place) = place {
                write_named_site(json, name, place);
            }
        }
    }
    if let Some(unsound) = Unsound::of(&facts.finding) {
        unsound.write(json);
    }
    object::write(json, facts);
    if let (Finding::Object { object, .. }, Some(place)) = (&facts.finding, &facts.place)
        && object.is_told_apart()
    {
        json.open(Some("hit"), '{');
        json.address("address", place.address);
        object::write_place(json, place);
        json.close('}');
    }
    if let Some(place) = &facts.other_place {
        let name = match &facts.finding {
            Finding::Object { .. } | Finding::DoubleFree { .. } => "meant",
            _ => "second",
        };
        json.open(Some(name), '{');
        json.address("address", place.address);
        object::write_place(json, place);
        json.close('}');
    }
    definitions::write(json, facts, tracer);
    stacks::write(json, facts, tracer);
    if let Some(note) = help::note(facts, tracer) {
        json.text("note", note.as_bytes());
    }
    let folders = tracer.folders(facts.frames.iter().map(|pc| pc.saturating_sub(1)));
    if let Some(help) = help::of(facts, tracer, &folders) {
        json.text("help", help.as_bytes());
    }
    let fingerprint = Fingerprint::of(facts, tracer);
    json.shown("fingerprint", format_args!("{fingerprint}"));
    json.close('}');
    let _ = writeln!(out);
    out.flush();
    latest::is_told();
}

fn write_access(json: &mut Json<'_>, facts: &Facts<'_>) {
    let direction = |is_write: bool| if is_write { "write" } else { "read" };
    if let Some(access) = facts.finding.access() {
        json.open(Some("access"), '{');
        json.text("direction", direction(access.is_write).as_bytes());
        json.number("size", access.length);
        json.address("address", access.start);
        json.number("addressable", facts.address().saturating_sub(access.start));
        json.close('}');
    } else if let Finding::Fault { fault, .. } = &facts.finding
        && let Some(is_write) = fault.is_write
    {
        json.open(Some("access"), '{');
        json.text("direction", direction(is_write).as_bytes());
        json.close('}');
    }
}

/// What `operator delete` is told, beside what `operator new` was asked for; nothing is 0.
fn write_deleted(json: &mut Json<'_>, finding: &Finding<'_>) {
    let Finding::TypeMismatch {
        size,
        align,
        deleted,
        ..
    } = finding
    else {
        return;
    };
    let told = [
        ("allocated", *size, *align),
        ("deleted", deleted.size, deleted.align),
    ];
    for (name, size, align) in told {
        json.open(Some(name), '{');
        json.number("size", size);
        json.number("alignment", align);
        json.close('}');
    }
}

/// Where the compiler says it is.
pub fn write_site(json: &mut Json<'_>, site: Option<&Site>) {
    if let Some(site) = site {
        write_named_site(json, "site", site);
    }
}

pub fn write_named_site(json: &mut Json<'_>, name: &str, site: &Site) {
    json.open(Some(name), '{');
    if let Some(file) = site.file() {
        json.text("file", bytes_of(file));
    }
    if site.line() != 0 {
        json.number("line", site.line() as usize);
    }
    if site.column != 0 {
        json.number("column", site.column.into());
    }
    if let Some(function) = site.function() {
        json.text("function", bytes_of(function));
    }
    json.close('}');
}
