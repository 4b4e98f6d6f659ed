//! The counts of a run, and all of its verdicts as JSON.

use super::case::{Outcome, Test, Verdict};
use crate::paths::write_json;
use anyhow::Result;
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// Everything that a run has found.
#[derive(Default)]
pub struct Summary {
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    test: String,
    publisher: &'static str,
    cplusplus: bool,
    verdict: Verdict,
    /// What failed under clang's AddressSanitizer; none if it did not run there.
    control: Option<Vec<Outcome>>,
}

const COLUMNS: [&str; 6] = [
    "tests",
    "apply",
    "pass",
    "deviate",
    "fail with clang too",
    "control fails",
];

impl Summary {
    /// Takes the verdict of one test.
    pub fn add(&mut self, test: &Test, verdict: Verdict, control: Option<Vec<Outcome>>) {
        self.rows.push(Row {
            test: test.name.clone(),
            publisher: if test.name.starts_with("gcc/") {
                "gcc 12"
            } else {
                "LLVM 19"
            },
            cplusplus: test.cplusplus,
            verdict,
            control,
        });
    }

    /// Writes all verdicts.
    pub fn write(&self, file: &Path) -> Result<()> {
        write_json(file, &self.rows)
    }

    fn counts(&self, publisher: &str, cplusplus: bool) -> [usize; 6] {
        let mut counts = [0; 6];
        let rows = self
            .rows
            .iter()
            .filter(|row| row.publisher == publisher && row.cplusplus == cplusplus);
        for row in rows {
            counts[0] += 1;
            counts[1] += usize::from(!matches!(row.verdict, Verdict::Inapplicable(_)));
            match row.verdict {
                Verdict::Inapplicable(_) => {}
                Verdict::Passed => counts[2] += 1,
                Verdict::Deviates(_) => counts[3] += 1,
                Verdict::FailsElsewhere => counts[4] += 1,
            }
            let control = row.control.as_ref();
            counts[5] += usize::from(control.is_some_and(|failed| !failed.is_empty()));
        }
        counts
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| source | language | {} |", COLUMNS.join(" | "))?;
        writeln!(f, "| --- | --- |{}", " --- |".repeat(COLUMNS.len()))?;
        for publisher in ["gcc 12", "LLVM 19"] {
            for (cplusplus, language) in [(false, "C"), (true, "C++")] {
                let counts = self
                    .counts(publisher, cplusplus)
                    .map(|count| count.to_string());
                writeln!(f, "| {publisher} | {language} | {} |", counts.join(" | "))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_test_is_counted_where_it_belongs() {
        let mut summary = Summary::default();
        let row = |verdict| Row {
            test: "gcc/x".to_owned(),
            publisher: "gcc 12",
            cplusplus: false,
            verdict,
            control: None,
        };
        summary.rows.push(row(Verdict::Passed));
        summary
            .rows
            .push(row(Verdict::Inapplicable("no".to_owned())));
        summary.rows.push(row(Verdict::Deviates(Vec::new())));
        assert_eq!(summary.counts("gcc 12", false), [3, 2, 1, 1, 0, 0]);
        assert_eq!(summary.counts("gcc 12", true), [0; 6]);
        assert!(
            summary
                .to_string()
                .contains("| gcc 12 | C | 3 | 2 | 1 | 1 | 0 | 0 |")
        );
    }
}
