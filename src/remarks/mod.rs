//! `sane remarks`: the records of `-fsanecc-remarks=` in sentences, with the names of the source.

mod sentence;

use crate::diagnostics::DriverError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Which records, and how much of them.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// Files that -fsanecc-remarks= wrote, or folders of them
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

/// What a record says of an access. Fields are those of `sanecc_instrument::Remark`.
#[derive(Debug, Deserialize)]
struct Record {
    id: String,
    #[serde(default)]
    file: Option<String>,
    #[serde(default)]
    line: Option<u32>,
    #[serde(default)]
    column: Option<u32>,
    function: String,
    symbol: String,
    kind: String,
    #[serde(default)]
    bytes: Option<u64>,
    decision: String,
    #[serde(default)]
    check: Vec<String>,
    #[serde(default)]
    rule: Option<String>,
    #[serde(default)]
    proof: Account,
    #[serde(default)]
    reasons: Vec<String>,
}

/// The proof of a record.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Account {
    object: Option<String>,
    size: Option<String>,
    offset: Option<String>,
    bytes: Option<String>,
    facts: Vec<String>,
    checked_by: Vec<String>,
    temporal: Option<String>,
    assumptions: Vec<String>,
    values: BTreeMap<String, String>,
}

impl Record {
    /// `file:line:column`, as far as known.
    fn place(&self) -> String {
        let mut place = self
            .file
            .clone()
            .unwrap_or_else(|| "(unknown file)".to_owned());
        for number in [self.line, self.column].into_iter().flatten() {
            let _ = write!(place, ":{number}");
        }
        place
    }
}

/// The sentences, and at the end how many accesses have which decision.
///
/// # Errors
/// If a file cannot be read or holds something else, or no access is meant.
pub fn run(input: &Input) -> Result<String, DriverError> {
    let mut records = Vec::new();
    for path in &input.files {
        for file in files_of(path)? {
            records.extend(read(&file)?);
        }
    }
    let is_meant = |record: &&Record| {
        input.line.is_none_or(|line| record.line == Some(line))
            && input
                .function
                .as_deref()
                .is_none_or(|name| is_called(record, name))
    };
    let mut meant: Vec<&Record> = records.iter().filter(is_meant).collect();
    if meant.is_empty() {
        let filtered = input.line.is_some() || input.function.is_some();
        let error = DriverError::new(match filtered {
            true => "no record is about this line or function",
            false => "there is no record of an access",
        });
        return Err(error.next("lines are those of the source, and functions those that the access is written in; -g adds columns"));
    }
    meant.sort_by_key(|record| (record.file.clone(), record.line, record.column));
    let places: BTreeMap<&str, String> = records
        .iter()
        .map(|record| (record.id.as_str(), record.place()))
        .collect();
    let mut sources = Sources::default();
    let mut text = String::new();
    let said = |record: &Record| {
        format!(
            "{}: {}",
            record.place(),
            sentence::decision(record, &places)
        )
    };
    // Unrolled loops have an access many times.
    for same in meant.chunk_by(|one, next| said(one) == said(next)) {
        let record = same[0];
        let times = match same.len() {
            1 => String::new(),
            times => format!(" ({times} times)"),
        };
        let _ = writeln!(text, "{}{times}", said(record));
        text += &sources.excerpt(record);
        let mut reasons: Vec<String> = Vec::new();
        for reason in same
            .iter()
            .filter(|_| input.why)
            .flat_map(|record| sentence::why(record))
        {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        for reason in reasons {
            let _ = writeln!(text, "  {reason}");
        }
    }
    let _ = writeln!(text, "{}", sum(&meant));
    Ok(text)
}

/// Whether the access is written in this function; of a C++ function, the part before its parameters suffices.
fn is_called(record: &Record, name: &str) -> bool {
    let function = record.function.as_str();
    let readable = addr2line::demangle_auto(function.into(), None);
    function == name || readable == name || readable.split('(').next() == Some(name)
}

fn sum(records: &[&Record]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for record in records {
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

fn files_of(path: &Path) -> Result<Vec<PathBuf>, DriverError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = path.read_dir().map_err(|error| cannot_read(path, &error))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

fn cannot_read(path: &Path, error: &std::io::Error) -> DriverError {
    DriverError::new(format!("cannot read '{}': {error}", path.display()))
}

fn read(file: &Path) -> Result<Vec<Record>, DriverError> {
    let text = std::fs::read_to_string(file).map_err(|error| cannot_read(file, &error))?;
    let parsed = text.lines().enumerate().map(|(index, line)| {
        serde_json::from_str(line).map_err(|error| {
            DriverError::new(format!(
                "{}:{}: no record: {error}",
                file.display(),
                index + 1
            ))
            .next("sanecc -fsanecc-remarks=FILE writes such files")
        })
    });
    parsed.collect()
}

/// Lines of sources; a source that is not there shows nothing.
#[derive(Default)]
struct Sources(BTreeMap<String, Vec<String>>);

impl Sources {
    /// The line of the access with a caret below the column.
    fn excerpt(&mut self, record: &Record) -> String {
        let (Some(file), Some(line)) = (&record.file, record.line) else {
            return String::new();
        };
        let lines = self.0.entry(file.clone()).or_insert_with(|| {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            text.lines().map(ToOwned::to_owned).collect()
        });
        let Some(code) = (line as usize)
            .checked_sub(1)
            .and_then(|index| lines.get(index))
        else {
            return String::new();
        };
        let mut excerpt = format!("    {code}\n");
        if let Some(column) = record.column {
            // Tabulators stay, so that the caret stands where it should.
            let before = code.chars().take(column.saturating_sub(1) as usize);
            let blank: String = before.map(|c| if c == '\t' { c } else { ' ' }).collect();
            let _ = writeln!(excerpt, "    {blank}^");
        }
        excerpt
    }
}
