//! The counts of a run, and all verdicts as JSON.

use super::case::{Outcome, Test, Verdict};
use crate::docs::{self, Part};
use crate::files::write_json;
use crate::table::Table;
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

/// Publisher, whether C++, and what the language is called.
const GROUPS: [(&str, bool, &str); 4] = [
    ("LLVM 19", false, "C"),
    ("LLVM 19", true, "C++"),
    ("gcc 12", false, "C"),
    ("gcc 12", true, "C++"),
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

impl Summary {
    /// What passes with sanecc and with clang's AddressSanitizer, for README; complete only if clang ran all tests.
    pub fn part(&self) -> Result<Part> {
        let mut table = Table::new([
            "AddressSanitizer's own tests",
            "apply",
            "sanecc passes",
            "clang ASan passes",
        ]);
        for (publisher, cplusplus, language) in GROUPS {
            let [_, apply, pass, _, _, control_fails] = self.counts(publisher, cplusplus);
            let title = format!("{publisher}, {language}");
            let figures = [apply, pass, apply - control_fails].map(|figure| figure.to_string());
            table.row(std::iter::once(title).chain(figures));
        }
        Ok(Part {
            page: "README.md",
            name: "asan-suite",
            text: format!("{}:\n\n{}", docs::today()?, table.markdown()),
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(["source", "language"].into_iter().chain(COLUMNS));
        for (publisher, cplusplus, language) in GROUPS {
            let counts = self
                .counts(publisher, cplusplus)
                .map(|count| count.to_string());
            let title = [publisher, language].map(str::to_owned);
            table.row(title.into_iter().chain(counts));
        }
        write!(f, "{table}")
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
        let text = summary.to_string();
        let line = text.lines().find(|line| line.starts_with("gcc 12"));
        let words: Vec<_> = line.unwrap_or_default().split_whitespace().collect();
        assert_eq!(words, ["gcc", "12", "C", "3", "2", "1", "1", "0", "0"]);
        let page = summary.part().unwrap().text;
        assert!(
            page.contains(
                "| gcc 12, C                    |     2 |             1 |                 2 |"
            ),
            "{page}"
        );
    }
}
