//! The end of a report that has met an error itself, and the beginning of one that may be cut off at any moment. What was known when it began is said, if nothing has been yet: the kind, the
//! address, and the place as far as the compiler knows it, which take no look at memory, modules or debug information.

use super::finding::Finding;
use super::frames::SiteLine;
use super::json;
use super::json_writer::Json;
use super::kind;
use super::latest::{self, Part};
use super::settings;
use crate::options::Format;
use crate::output::{Bytes, Out, Text};
use crate::platform;
use core::ffi::CStr;
use core::fmt::Write;
use sanecc_abi::site::Site;

/// Says on one line, by nothing but writing, what a report is going to be about that may be cut off at any moment. For readers of reports it
/// is none.
pub fn announce(finding: &Finding<'_>, pc: usize) {
    let (kind, address) = (kind::of(finding), finding.address());
    let mut out = Out::stderr();
    let _ = write!(
        out,
        "sanecc: in a sandbox, so in short first: {kind} on address {address:#x} at pc {pc:#x}"
    );
    print_site(&mut out, finding.site());
    let _ = writeln!(out);
}

/// Prints it.
pub fn print() {
    // SAFETY: it ends with NUL, also where there is none.
    let kind = unsafe { CStr::from_ptr(latest::kind()) }.to_bytes();
    match settings::format() {
        Format::Json => {
            if latest::is_untold() {
                print_record(kind);
            }
        }
        Format::Text => {
            print_lines("sanecc", kind);
            let _ = writeln!(
                Out::report(),
                "\n=={}==sanecc: another error while reporting; the report ends here.",
                platform::process_id()
            );
        }
        Format::Asan => {
            print_lines("AddressSanitizer", kind);
            let _ = writeln!(
                Out::report(),
                "\nAddressSanitizer: nested bug in the same thread, aborting."
            );
        }
    }
}

fn print_lines(tool: &str, kind: &[u8]) {
    if !latest::is_untold() {
        return;
    }
    let (kind, address) = (Bytes(kind), latest::part(Part::Address));
    let mut out = Out::report();
    let _ = writeln!(
        out,
        "=={}==ERROR: {tool}: {kind} on address {address:#x} at pc {:#x} bp {:#x} sp {:#x}",
        platform::process_id(),
        latest::part(Part::Pc),
        latest::part(Part::Bp),
        latest::part(Part::Sp)
    );
    if latest::part(Part::Size) != 0 {
        let direction = ["READ", "WRITE"][latest::part(Part::IsWrite)];
        let size = latest::part(Part::Size);
        let _ = writeln!(out, "{direction} of size {size} at {address:#x}");
    }
    let _ = write!(out, "SUMMARY: {tool}: {kind}");
    print_site(&mut out, latest::site());
    let _ = writeln!(out);
}

fn print_site(out: &mut Out, site: Option<&Site>) {
    if let Some(site) = site.filter(|site| site.line() != 0) {
        let _ = write!(out, " {}", SiteLine(site));
        if let Some(function) = site.function() {
            let _ = write!(out, " in {}", Text(function));
        }
    }
}

/// A record on a line of its own, whatever was written of the whole one.
fn print_record(kind: &[u8]) {
    let mut out = Out::record();
    let _ = writeln!(out);
    let json = &mut Json::new(&mut out);
    json.open(None, '{');
    json.text("tool", b"sanecc");
    json.number("version", 1);
    json.text("kind", kind);
    json.text("message", b"another error while reporting");
    json.number("process", platform::process_id() as usize);
    json.boolean("fatal", true);
    json.address("address", latest::part(Part::Address));
    json.address("pc", latest::part(Part::Pc));
    json::write_site(json, latest::site());
    json.close('}');
    let _ = writeln!(out);
}
