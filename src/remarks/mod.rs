//! Records of accesses: how objects carry them, how they are found again, and `sane remarks`, which puts them in sentences with the names of the source.

mod elf;
pub mod frame;
mod operation;
mod record;
pub mod sentence;
mod sources;
mod unit;

use crate::diagnostics::DriverError;
pub use operation::Operation;
pub use record::{Account, Record, State};
pub use sources::Sources;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
pub use unit::{Collected, Silent, Unit};

/// Which records, and how much of them.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// Files that -fsanecc-remarks= wrote, folders of them, or objects, libraries and programs with -fsanecc-embed-remarks
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only accesses in this line
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// Only accesses in this function of the source
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Also the proof of what was removed, and the reasons for each check that stays
    #[arg(long)]
    why: bool,
}

/// The sentences, and at the end how many accesses have which decision.
///
/// # Errors
/// If a file cannot be read or holds something else, or no access is meant.
pub fn run(input: &Input) -> Result<String, DriverError> {
    let collected = Collected::of(&input.files)?;
    let is_meant = |record: &Record| {
        input.line.is_none_or(|line| record.line == Some(line))
            && input
                .function
                .as_deref()
                .is_none_or(|name| record.is_in(name))
    };
    let all = collected.units.iter();
    let all = all.flat_map(|unit| unit.records.iter().map(move |record| (unit, record)));
    let mut meant: Vec<(&Unit, &Record)> = all.filter(|(_, record)| is_meant(record)).collect();
    if meant.is_empty() {
        let filtered = input.line.is_some() || input.function.is_some();
        let error = DriverError::new(match filtered {
            true => "no record is about this line or function",
            false => "there is no record of an access",
        });
        return Err(error.next("lines are those of the source, and functions those that the access is written in; -g adds columns"));
    }
    meant.sort_by_key(|(_, record)| (record.file.clone(), record.line, record.column));
    let mut text = sentences(&meant, input.why, &mut Sources::default());
    let _ = writeln!(text, "{}", sum(&meant));
    Ok(text)
}

/// The accesses in sentences, each with its line of the source; `why`: with proofs and reasons.
pub fn sentences(meant: &[(&Unit, &Record)], why: bool, sources: &mut Sources) -> String {
    let places = places(meant.iter().map(|(unit, _)| *unit));
    let mut text = String::new();
    let said = |(_, record): &(&Unit, &Record)| {
        let decision = sentence::decision(record, &places);
        format!("{}: {decision}", record.place())
    };
    // Unrolled loops have an access many times.
    for same in meant.chunk_by(|one, next| said(one) == said(next)) {
        let (unit, record) = same[0];
        let times = match same.len() {
            1 => String::new(),
            times => format!(" ({times} times)"),
        };
        let _ = writeln!(text, "{}{times}", said(&same[0]));
        text += &sources.excerpt(unit, record);
        let mut reasons: Vec<String> = Vec::new();
        let all = same.iter().filter(|_| why);
        for reason in all.flat_map(|(_, record)| sentence::why(record)) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        for reason in reasons {
            let _ = writeln!(text, "  {reason}");
        }
    }
    text
}

/// The place of each access by its name.
pub fn places<'a>(units: impl Iterator<Item = &'a Unit>) -> BTreeMap<&'a str, String> {
    units
        .flat_map(|unit| &unit.records)
        .map(|record| (record.id.as_str(), record.place()))
        .collect()
}

fn sum(records: &[(&Unit, &Record)]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, record) in records {
        *counts.entry(&record.decision).or_default() += 1;
    }
    let parts: Vec<_> = counts
        .iter()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    let accesses = if records.len() == 1 {
        "access"
    } else {
        "accesses"
    };
    format!("{} {accesses}: {}", records.len(), parts.join(", "))
}
