//! The last line of a report: kind, place, function.

use super::facts::Facts;
use super::frames::{Appended, SiteLine, Top};
use super::{library_code, settings};
use crate::output::{Bytes, Out, Text, bytes_of};
use crate::platform;
use alloc::vec::Vec;
use core::ffi::c_char;
use core::fmt::Write;
use sanecc_abi::site::Site;

/// Whether a check stands in the user's own code: that it is in a header of the C++ library tells less than who has called that.
pub fn is_own(site: &Site) -> bool {
    site.line() != 0 && !library_code::is_library_path(site.file().map_or(b"", bytes_of))
}

/// Prints the line, if it is wanted.
pub fn print(tool: &str, facts: &Facts<'_>, top: &Top) {
    let mut line = Vec::new();
    let text = &mut Appended(&mut line);
    let _ = write!(text, "SUMMARY: {tool}: {}", facts.kind);
    // AddressSanitizer's reports name the function as the frames do.
    let site = facts.finding.site().filter(|site| site.line() != 0);
    let is_named = |site: &&Site| tool == "sanecc" && is_own(site);
    match site.filter(|site| is_named(site) || top.place.is_empty()) {
        Some(site) => {
            let _ = write!(text, " {}", SiteLine(site));
            if let Some(function) = site.function() {
                let _ = write!(text, " in {}", Text(function));
            }
        }
        None => {
            if !top.place.is_empty() {
                let _ = write!(text, " {}", Bytes(&top.place));
            }
            if !top.function.is_empty() {
                let _ = write!(text, " in {}", Bytes(&top.function));
            }
        }
    }
    print_line(&line);
}

/// Prints a line about what is no single error.
pub fn print_text(tool: &str, what: core::fmt::Arguments<'_>) {
    let mut line = Vec::new();
    let _ = write!(Appended(&mut line), "SUMMARY: {tool}: {what}");
    print_line(&line);
}

/// Hands the line to the program's `__sanitizer_report_error_summary`; ours prints it.
fn print_line(line: &[u8]) {
    if !settings::summary() {
        return;
    }
    let theirs = platform::report_summary_function();
    if theirs.is_null() {
        let _ = writeln!(Out::report(), "{}", Bytes(line));
        return;
    }
    let mut text = line.to_vec();
    text.push(0);
    type Print = extern "C" fn(*const c_char);
    // SAFETY: the interface fixes the function's type; the text ends with NUL.
    unsafe { core::mem::transmute::<*const u8, Print>(theirs)(text.as_ptr().cast()) };
}
