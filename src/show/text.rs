//! The listing as text: each line of the source, and below it what was inserted.

use super::listing::{Entry, File, Listing};
use crate::remarks::sentence;
use crate::remarks::{Operation, Record};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Colours of terminals.
const INSERTED: &str = "\x1b[36m";
const LEFT_OUT: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// The listing; with proofs and reasons if `why`.
pub(super) fn of(listing: &Listing<'_>, why: bool, is_terminal: bool) -> String {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let mut text = Text {
        listing,
        why,
        is_coloured: is_terminal && !unwanted,
        text: String::new(),
    };
    for file in &listing.files {
        text.file(file);
    }
    if !listing.modules.is_empty() {
        text.text.push_str("the module\n");
        for operation in &listing.modules {
            text.entry(4, 1, &Entry::Operation(operation));
        }
    }
    let sum = sum(listing);
    text.text + &sum
}

struct Text<'a> {
    listing: &'a Listing<'a>,
    why: bool,
    is_coloured: bool,
    text: String,
}

impl Text<'_> {
    fn file(&mut self, file: &File<'_>) {
        let _ = writeln!(self.text, "{}", file.name);
        let sources = file.text.as_deref().unwrap_or_default();
        let sources: Vec<&str> = sources.lines().collect();
        let shown = file.shown.map_or(0..0, |lines| lines.first..lines.last + 1);
        let mut numbers: Vec<u32> = shown.chain(file.lines.keys().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let width = numbers
            .last()
            .map_or(1, |last| last.to_string().len())
            .max(4);
        let mut last = None;
        for number in numbers {
            if last.is_some_and(|last: u32| last > 0 && last + 1 < number) {
                let _ = writeln!(self.text, "{:>width$}", "...");
            }
            last = Some(number);
            let source = (number as usize).checked_sub(1);
            let source = source.and_then(|at| sources.get(at));
            match (number, source) {
                (0, _) => {}
                (_, Some(source)) => {
                    let line = format!("{number:>width$} | {source}");
                    let _ = writeln!(self.text, "{}", line.trim_end());
                }
                (_, None) => {
                    let _ = writeln!(self.text, "{number:>width$} | (source not found)");
                }
            }
            let entries = file.lines.get(&number).map_or(&[][..], Vec::as_slice);
            let (entries, whole) = self.without_variables(entries);
            let places = &self.listing.places;
            let same = |one: &Entry<'_>, next: &Entry<'_>| said(one, places) == said(next, places);
            for same in entries.chunk_by(same) {
                self.entry(width, same.len(), &same[0]);
            }
            self.variables(width, whole);
        }
    }

    /// Most accesses are of a variable as a whole, which no check could fail for: these are counted, unless proofs are asked for.
    fn without_variables<'e>(&self, entries: &[Entry<'e>]) -> (Vec<Entry<'e>>, usize) {
        let is_whole = |entry: &Entry<'_>| match entry {
            Entry::LeftOut(record) => !self.why && record.is_whole_variable(),
            Entry::Operation(_) => false,
        };
        let (whole, others): (Vec<_>, Vec<_>) = entries.iter().partition(|one| is_whole(one));
        (others, whole.len())
    }

    fn variables(&mut self, width: usize, count: usize) {
        let accesses = if count == 1 { "access" } else { "accesses" };
        if count > 0 {
            let (colour, plain) = self.colours(LEFT_OUT);
            let _ = writeln!(
                self.text,
                "{:>width$} :       {colour}left out: {count} {accesses} of whole variables{plain}",
                ""
            );
        }
    }

    fn colours(&self, colour: &'static str) -> (&'static str, &'static str) {
        match self.is_coloured {
            true => (colour, PLAIN),
            false => ("", ""),
        }
    }

    fn entry(&mut self, width: usize, times: usize, entry: &Entry<'_>) {
        let times = match times {
            1 => String::new(),
            times => format!(" ({times} times)"),
        };
        let said = said(entry, &self.listing.places);
        let colour = match entry {
            Entry::Operation(_) => INSERTED,
            Entry::LeftOut(_) => LEFT_OUT,
        };
        let (colour, plain) = self.colours(colour);
        let _ = writeln!(self.text, "{:>width$} : {colour}{said}{times}{plain}", "");
        if let (true, Entry::LeftOut(record)) = (self.why, entry) {
            for line in sentence::why(record) {
                let _ = writeln!(self.text, "{:>width$} :         {line}", "");
            }
        }
    }
}

/// What is said of an entry, and in which column it is.
fn said(entry: &Entry<'_>, places: &BTreeMap<&str, String>) -> String {
    let column = entry.column().map(|column| column.to_string());
    let column = column.unwrap_or_default();
    let text = match entry {
        Entry::Operation(operation) => operation_text(operation),
        Entry::LeftOut(record) => left_out(record, places),
    };
    format!("{column:>4}  {text}")
}

/// An operation, with the function that it is inlined into.
fn operation_text(operation: &Operation) -> String {
    match (&operation.symbol, &operation.function) {
        (Some(symbol), Some(function)) if sentence::is_inlined(function, symbol) => {
            format!(
                "{} (inlined into {})",
                operation.text,
                sentence::readable(symbol)
            )
        }
        _ => operation.text.clone(),
    }
}

/// An access without a check of its own.
fn left_out(record: &Record, places: &BTreeMap<&str, String>) -> String {
    let decision = sentence::action(record, places);
    let decision = decision.strip_prefix("no check: ").unwrap_or(&decision);
    let size = match record.bytes {
        Some(1) => " 1 byte".to_owned(),
        Some(bytes) => format!(" {bytes} bytes"),
        None => String::new(),
    };
    let object = record.object().map(|object| format!(" of {object}"));
    let rule = record.rule.as_ref().map(|rule| format!(" [{rule}]"));
    let inlined = match sentence::is_inlined(&record.function, &record.symbol) {
        false => String::new(),
        true => format!(" (inlined into {})", sentence::readable(&record.symbol)),
    };
    let what = match record.decision.as_str() {
        "library" => "in the call",
        "hoisted" => "left to the check before the loop",
        _ => "left out",
    };
    format!(
        "{what}: {}{size}{}: {decision}{}{inlined}",
        record.kind,
        object.unwrap_or_default(),
        rule.unwrap_or_default()
    )
}

/// How many operations there are for what, and how many accesses have no check of their own.
fn sum(listing: &Listing<'_>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut left_out = 0;
    let entries = listing
        .files
        .iter()
        .flat_map(|file| file.lines.values().flatten());
    for entry in entries {
        match entry {
            Entry::Operation(operation) => *counts.entry(&operation.operation).or_default() += 1,
            Entry::LeftOut(_) => left_out += 1,
        }
    }
    for operation in &listing.modules {
        *counts.entry(&operation.operation).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    let parts = counts.iter().map(|(name, count)| format!("{count} {name}"));
    let parts: Vec<String> = parts.collect();
    format!(
        "{all} operations: {}; {left_out} accesses without a check of their own\n",
        parts.join(", ")
    )
}
