//! The report about leaks, in each of the formats.

use super::asan::{self, callee};
use super::fingerprint::Fingerprint;
use super::frames::{Frame, Tracer};
use super::json;
use super::json_writer::Json;
use super::module;
use super::settings;
use super::snippet;
use super::summary;
use super::text;
use crate::heap::Family;
use crate::leak::groups::{Group, Leaks};
use crate::options::Format;
use crate::output::Out;
use crate::platform;
use crate::provenance;
use crate::stack::depot;
use core::fmt::{self, Write};
use sanecc_abi::kind::Kind;
use sanecc_abi::site::Site;

/// What of the leaks is printed.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// So many groups at most; 0 is all.
    pub most: usize,
    /// The addresses of the chunks, too.
    pub objects: bool,
}

/// Prints leaks. The program has not ended yet.
pub fn print(leaks: &Leaks, wish: Wish) {
    let modules = module::all();
    let tracer = &mut Tracer::new(&modules, settings::symbolize());
    let shown = match wish.most {
        0 => &leaks.groups[..],
        most => &leaks.groups[..most.min(leaks.groups.len())],
    };
    match settings::format() {
        Format::Json => shown
            .iter()
            .for_each(|group| print_record(tracer, group, lost_at(leaks, group))),
        Format::Text => print_text(tracer, leaks, shown, wish, &OURS),
        Format::Asan => print_text(tracer, leaks, shown, wish, &ASAN),
    }
}

/// What differs between the formats for people.
struct Look {
    finder: &'static str,
    tool: &'static str,
    rule: &'static str,
    is_asan: bool,
}

const OURS: Look = Look {
    finder: "sanecc",
    tool: "sanecc",
    rule: "",
    is_asan: false,
};

const ASAN: Look = Look {
    finder: "LeakSanitizer",
    tool: "AddressSanitizer",
    rule: "\n=================================================================",
    is_asan: true,
};

fn print_text(tracer: &mut Tracer<'_>, leaks: &Leaks, shown: &[Group], wish: Wish, look: &Look) {
    let mut out = Out::report();
    let process = platform::process_id();
    let _ = writeln!(
        out,
        "{}\n=={process}==ERROR: {}: detected memory leaks\n",
        look.rule, look.finder
    );
    let omitted = leaks.groups.len() - shown.len();
    if omitted != 0 {
        let _ = writeln!(out, "The {} top leak(s):", shown.len());
    }
    for group in shown {
        let _ = writeln!(out, "{} allocated from:", Amount(group));
        print_allocation(&mut out, tracer, group.trace, look.is_asan);
        if let Some(site) = lost_at(leaks, group).filter(|_| !look.is_asan) {
            print_loss(&mut out, site);
        }
        if wish.objects {
            let _ = writeln!(out, "Objects leaked above:");
            for leak in leaks.of(group) {
                let _ = writeln!(out, "{:#x} ({} bytes)", leak.start, leak.size);
            }
            let _ = writeln!(out);
        }
    }
    if omitted != 0 {
        let _ = writeln!(out, "Omitting {omitted} more leak(s).");
    }
    out.flush();
    let bytes: usize = leaks.chunks.iter().map(|leak| leak.size).sum();
    let count = leaks.chunks.len();
    summary::print_text(
        look.tool,
        format_args!("{bytes} byte(s) leaked in {count} allocation(s)."),
    );
}

/// Where a pointer to the first chunk of a group was lost last, if checked code knows. Those that other leaked chunks point to were lost with these.
fn lost_at(leaks: &Leaks, group: &Group) -> Option<&'static Site> {
    if group.is_indirect {
        return None;
    }
    let mut chunks = leaks.of(group).iter();
    chunks.find_map(|leak| provenance::lost_at(leak.start))
}

/// Prints where a pointer was lost, and an empty line after it.
fn print_loss(out: &mut Out, site: &Site) {
    if snippet::print_site(out, "a pointer to it was lost last here:", site, &[]) {
        let _ = writeln!(out);
    }
}

/// Prints where chunks were allocated.
pub(super) fn print_allocation(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    trace: depot::Id,
    is_asan: bool,
) {
    match depot::get(trace) {
        Some(trace) if is_asan => {
            let show = &mut |frame: &Frame<'_>| asan::print_frame(out, frame);
            callee::allocation(Family::Malloc).trace(tracer, trace.frames, show);
            let _ = writeln!(out);
        }
        Some(trace) => {
            text::print_stack(out, tracer, trace.frames);
        }
        None => {
            let _ = writeln!(out, "    (the stack trace was not kept: memory was out)\n");
        }
    }
}

struct Amount<'a>(&'a Group);

impl fmt::Display for Amount<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.0.is_indirect {
            "Indirect"
        } else {
            "Direct"
        };
        let Group { bytes, count, .. } = self.0;
        write!(f, "{kind} leak of {bytes} byte(s) in {count} object(s)")
    }
}

/// One JSON object a line for each group.
fn print_record(tracer: &mut Tracer<'_>, group: &Group, lost: Option<&Site>) {
    let mut out = Out::record();
    let json = &mut Json::new(&mut out);
    json.open(None, '{');
    json.text("tool", b"sanecc");
    json.number("version", 1);
    json.text("kind", Kind::MemoryLeak.name().as_bytes());
    json.shown("message", format_args!("{}", Amount(group)));
    json.number("process", platform::process_id() as usize);
    let mut buffer = [0; 512];
    let executable = platform::executable(&mut buffer);
    json.text("executable", executable);
    json.boolean("fatal", true);
    json.boolean("indirect", group.is_indirect);
    json.number("bytes", group.bytes);
    json.number("count", group.count);
    json.open(Some("stacks"), '[');
    let frames = match depot::get(group.trace) {
        Some(trace) => {
            json::open_stack(json, b"allocated", trace.thread);
            tracer.frames(trace.frames, false, None, &mut |frame| {
                json::write_frame(json, frame)
            });
            json::close_stack(json);
            trace.frames
        }
        None => &[],
    };
    json.close(']');
    if let Some(site) = lost {
        json::write_named_site(json, "lost", site);
    }
    let fingerprint = Fingerprint::of_stack(Kind::MemoryLeak, frames, tracer);
    json.shown("fingerprint", format_args!("{fingerprint}"));
    json.close('}');
    let _ = writeln!(out);
}
