//! Which accesses a place means: an address, or a line with or without a column.

use crate::diagnostics::DriverError;
use crate::remarks::{Record, Unit, sentence};
use crate::symbolize::Place;
use std::collections::BTreeSet;
use std::path::Path;

/// Lines to either side that are named where a line has no access.
const NEAR: u32 = 10;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// An address in the file.
    Address(u64),
    /// A line of the source.
    Line(Line),
}

/// A line of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    file: String,
    line: u32,
    column: Option<u32>,
}

impl Wanted {
    /// Reads what the user wrote.
    ///
    /// # Errors
    /// If it is neither.
    pub fn of(text: &str) -> Result<Wanted, DriverError> {
        let wrong = || {
            DriverError::new(format!("'{text}' is no address and no line"))
                .next("write 0x1234, or FILE:LINE, or FILE:LINE:COLUMN")
        };
        if !text.contains(':') {
            let digits = text.strip_prefix("0x").unwrap_or(text);
            let address = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
            return Ok(Wanted::Address(address));
        }
        let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0);
        let (before, last) = text.rsplit_once(':').ok_or_else(wrong)?;
        let last = number(last).ok_or_else(wrong)?;
        let line = match before.rsplit_once(':') {
            Some((file, line)) if number(line).is_some() => Line {
                file: file.to_owned(),
                line: number(line).unwrap_or(last),
                column: Some(last),
            },
            _ => Line {
                file: before.to_owned(),
                line: last,
                column: None,
            },
        };
        match line.file.is_empty() {
            true => Err(wrong()),
            false => Ok(Wanted::Line(line)),
        }
    }
}

impl Line {
    /// That of a place that debug information knows.
    pub fn of(place: &Place) -> Option<Line> {
        Some(Line {
            file: place.file.clone()?,
            line: place.line.filter(|&line| line > 0)?,
            column: place.column.filter(|&column| column > 0),
        })
    }

    /// The accesses there; those of the column, if any is, and of the function, if one is named and has any.
    pub fn accesses<'a>(
        &self,
        units: &'a [Unit],
        function: Option<&str>,
    ) -> Vec<(&'a Unit, &'a Record)> {
        let all = units.iter();
        let all = all.flat_map(|unit| unit.records.iter().map(move |record| (unit, record)));
        let mut found: Vec<_> = all
            .filter(|(_, record)| record.line == Some(self.line) && self.is_file_of(record))
            .collect();
        if let Some(function) = function {
            let is_in = |record: &Record| {
                let readable = sentence::readable(&record.symbol);
                record.symbol == function || readable == function
            };
            keep_some(&mut found, is_in);
        }
        if let Some(column) = self.column {
            keep_some(&mut found, |record| record.column == Some(column));
        }
        found
    }

    fn is_file_of(&self, record: &Record) -> bool {
        let asked = Path::new(self.file.trim_start_matches("./"));
        record.file.as_deref().is_some_and(|file| {
            let file = Path::new(file.trim_start_matches("./"));
            file.ends_with(asked) || asked.ends_with(file)
        })
    }

    /// That there is no access, and where the nearest are.
    pub fn nothing_there(&self, units: &[Unit]) -> DriverError {
        let records = units.iter().flat_map(|unit| &unit.records);
        let in_file: BTreeSet<u32> = records
            .filter(|record| self.is_file_of(record))
            .filter_map(|record| record.line)
            .collect();
        let near = self.line.saturating_sub(NEAR)..=self.line.saturating_add(NEAR);
        let near: Vec<String> = in_file.range(near).map(u32::to_string).collect();
        let error = DriverError::new(format!("no access is known at {}:{}", self.file, self.line));
        match (in_file.is_empty(), near.is_empty()) {
            (true, _) => error.next("no record names this file: it has no access, or was compiled without -fsanecc-embed-remarks"),
            (false, true) => error.next("'sane remarks BINARY' prints all accesses; code that is never executed has none"),
            (false, false) => error.next(format!("lines near it with accesses: {}", near.join(", "))),
        }
    }
}

/// Keeps those that hold, if any does.
fn keep_some(found: &mut Vec<(&Unit, &Record)>, holds: impl Fn(&Record) -> bool) {
    if found.iter().any(|(_, record)| holds(record)) {
        found.retain(|(_, record)| holds(record));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_lines_are_told_apart() {
        let line = |file: &str, line, column| {
            Wanted::Line(Line {
                file: file.to_owned(),
                line,
                column,
            })
        };
        for (text, expected) in [
            ("0x4f", Wanted::Address(0x4f)),
            ("4f", Wanted::Address(0x4f)),
            ("a.c:3", line("a.c", 3, None)),
            ("d/a.c:3:7", line("d/a.c", 3, Some(7))),
            ("C:x.c:3", line("C:x.c", 3, None)),
        ] {
            assert_eq!(Wanted::of(text).unwrap(), expected, "{text}");
        }
        for text in ["", "main", "a.c:", "a.c:x", "a.c:0", ":3"] {
            assert!(Wanted::of(text).is_err(), "{text}");
        }
    }
}
