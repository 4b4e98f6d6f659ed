//! Counts of a run: how often lines were executed, and how many accesses were, by decision.
//!
//! Lines come in the format of lcov (geninfo(1), "FILES": `SF:`, `DA:`), which `llvm-cov export -format=lcov` writes. The sums come from the record that a
//! program with `-fsanecc-count` prints with `report_format=json`.

use crate::diagnostics::DriverError;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What the record of `-fsanecc-count` begins with.
const RECORD: &str = "{\"record\":\"counts\"";

/// A file, and how often each of its lines was executed.
type Executions = (PathBuf, BTreeMap<u32, u64>);

/// What runs have counted.
#[derive(Debug, Default)]
pub struct Counts {
    /// Executions of each line, by the name of the file's last part.
    lines: BTreeMap<String, Vec<Executions>>,
    /// Executed accesses by decision.
    pub executed: BTreeMap<String, u64>,
}

impl Counts {
    /// Reads the files; runs add up.
    ///
    /// # Errors
    /// If one cannot be read or has no counts.
    pub fn read(files: &[PathBuf]) -> Result<Counts, DriverError> {
        let mut counts = Counts::default();
        for file in files {
            let text = std::fs::read_to_string(file).map_err(|error| {
                DriverError::new(format!("cannot read '{}': {error}", file.display()))
            })?;
            if !counts.add_lines(&text) & !counts.add_record(&text) {
                return Err(DriverError::new(format!("'{}' has no counts", file.display())).next(
                    "'llvm-cov export -format=lcov' writes counts of lines; a program with -fsanecc-count and SANECC_OPTIONS=report_format=json prints sums",
                ));
            }
        }
        Ok(counts)
    }

    /// Whether executions of lines are known.
    pub fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    fn add_lines(&mut self, text: &str) -> bool {
        let mut found = false;
        let mut current: Option<(String, usize)> = None;
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("SF:") {
                let path = PathBuf::from(path);
                let base = base(&path);
                let same = self.lines.entry(base.clone()).or_default();
                let at = same.iter().position(|(known, _)| *known == path);
                let at = at.unwrap_or_else(|| {
                    same.push((path, BTreeMap::new()));
                    same.len() - 1
                });
                current = Some((base, at));
                found = true;
            }
            let numbers = line.strip_prefix("DA:").and_then(|rest| {
                let mut numbers = rest.split(',');
                let line: u32 = numbers.next()?.parse().ok()?;
                Some((line, numbers.next()?.parse::<u64>().ok()?))
            });
            if let (Some((line, count)), Some((base, at))) = (numbers, &current)
                && let Some(same) = self.lines.get_mut(base)
            {
                *same[*at].1.entry(line).or_default() += count;
            }
        }
        found
    }

    fn add_record(&mut self, text: &str) -> bool {
        let mut found = false;
        for line in text.lines().filter(|line| line.starts_with(RECORD)) {
            let Ok(record) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            found = true;
            for row in record["counts"].as_array().into_iter().flatten() {
                let decision = row["decision"].as_str().unwrap_or("checked").to_owned();
                *self.executed.entry(decision).or_default() += row["count"].as_u64().unwrap_or(0);
            }
        }
        found
    }

    /// How often a line was executed, if that is known. Of files with one name, that with the same path, or the longest same end of it.
    pub fn of(&self, path: &Path, line: u32) -> Option<u64> {
        let same = self.lines.get(&base(path))?;
        let alike = |other: &Path| {
            let pairs = path.components().rev().zip(other.components().rev());
            pairs.take_while(|(one, other)| one == other).count()
        };
        let (_, lines) = same.iter().max_by_key(|(other, _)| alike(other))?;
        lines.get(&line).copied()
    }
}

fn base(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_right_file_and_sums_of_runs_are_read() {
        let mut counts = Counts::default();
        assert!(counts.add_lines("SF:/x/a.c\nDA:3,7\nDA:4,0\nend_of_record\nSF:/y/a.c\nDA:3,1\n"));
        assert!(counts.add_lines("SF:/x/a.c\nDA:3,7\n"));
        assert!(!counts.add_lines("nothing"));
        assert_eq!(counts.of(Path::new("/x/a.c"), 3), Some(14));
        assert_eq!(counts.of(Path::new("y/a.c"), 3), Some(1));
        assert_eq!(counts.of(Path::new("/x/a.c"), 5), None);
        assert_eq!(counts.of(Path::new("/x/b.c"), 3), None);
        let record = r#"{"record":"counts","counts":[{"decision":"checked","rule":"none","count":5},{"decision":"checked","rule":"x","count":2}]}"#;
        assert!(counts.add_record(record));
        assert_eq!(counts.executed["checked"], 7);
    }
}
