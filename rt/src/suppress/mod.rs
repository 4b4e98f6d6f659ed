//! Suppressions: errors that the program's owner knows and does not want to hear of. Asked for only when an error has
//! been found.

pub mod error;
mod file;
pub mod names;

pub use sanecc_abi::suppression::Kind;

use crate::lock::Locked;
use crate::options::Format;
use crate::output::{Bytes, Out};
use crate::platform;
use crate::report::settings;
use alloc::vec::Vec;
use core::fmt::Write;
use sanecc_abi::suppression::{self, BadLine, KINDS};

/// A suppression, and what it was addressable for.
struct Rule {
    kind: Kind,
    pattern: &'static [u8],
    hits: usize,
    bytes: usize,
}

static RULES: Locked<Vec<Rule>> = Locked::new(Vec::new());

/// Takes over the suppressions of a file and of the program itself. Ends the process, with a message, if any cannot
/// be read: an error that was to be suppressed would be reported otherwise, or the other way round.
pub fn set_up(paths: &[Option<&[u8]>], texts: &[&'static [u8]]) {
    for path in paths.iter().flatten() {
        match file::read(path) {
            Ok(text) => add(text, path),
            Err(error) => {
                complain(format_args!(
                    "failed to read suppressions file '{}' (errno {error})",
                    Bytes(path)
                ));
            }
        }
    }
    for text in texts {
        add(text, b"the program's default suppressions");
    }
}

/// Who speaks.
fn tool() -> &'static str {
    match settings::format() {
        Format::Asan => "AddressSanitizer",
        Format::Text | Format::Json => "sanecc",
    }
}

fn add(text: &'static [u8], origin: &[u8]) {
    let mut rules = RULES.hold();
    let result = suppression::parse(text, |kind, pattern| {
        rules.push(Rule {
            kind,
            pattern,
            hits: 0,
            bytes: 0,
        });
    });
    let Err(BadLine { number, text }) = result else {
        return;
    };
    let mut out = Out::stderr();
    let _ = write!(
        out,
        "{}: failed to parse suppressions: {}:{number}: '{}' is no suppression; one is KIND:PATTERN, where KIND is",
        tool(),
        Bytes(origin),
        Bytes(text)
    );
    for (place, (name, _)) in KINDS.iter().enumerate() {
        let _ = write!(out, "{} {name}", if place == 0 { "" } else { "," });
    }
    let _ = writeln!(out);
    out.flush();
    platform::exit(1);
}

fn complain(what: core::fmt::Arguments<'_>) -> ! {
    let mut out = Out::stderr();
    let _ = writeln!(out, "{}: {what}", tool());
    out.flush();
    platform::exit(1)
}

/// Whether there is any suppression of one of these kinds.
pub fn has_any(kinds: &[Kind]) -> bool {
    RULES.peek(|rules| rules.iter().any(|rule| kinds.contains(&rule.kind)))
}

/// The first suppression of a kind whose pattern one of the names matches.
pub fn find(kind: Kind, names: &[&[u8]]) -> Option<Match> {
    RULES.peek(|rules| {
        let suits = |rule: &Rule| {
            rule.kind == kind
                && names
                    .iter()
                    .any(|name| suppression::matches(rule.pattern, name))
        };
        rules.iter().position(suits).map(Match)
    })
}

/// A suppression that matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match(usize);

impl Match {
    /// Notes what it was addressable for.
    pub fn count(self, hits: usize, bytes: usize) {
        if let Some(rule) = RULES.hold().get_mut(self.0) {
            rule.hits += hits;
            rule.bytes += bytes;
        }
    }
}

/// Tells which suppressions have matched leaks, if any has.
pub fn print_used() {
    let rules = RULES.hold();
    let mut used = rules
        .iter()
        .filter(|rule| rule.kind == Kind::Leak && rule.hits != 0)
        .peekable();
    if used.peek().is_none() {
        return;
    }
    // Not before: the file of `log_path` is made where there is something to say.
    let out = &mut Out::report();
    const LINE: &str = "-----------------------------------------------------";
    let _ = writeln!(
        out,
        "{LINE}\nSuppressions used:\n  count      bytes template"
    );
    for rule in used {
        let _ = writeln!(
            out,
            "{:>7} {:>10} {}",
            rule.hits,
            rule.bytes,
            Bytes(rule.pattern)
        );
    }
    let _ = writeln!(out, "{LINE}\n");
}
