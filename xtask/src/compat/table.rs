//! The rows as a table for people.

use super::phase::Phase;
use super::row::Row;
use crate::bench::geometric_mean;
use std::fmt::Write;

/// All rows, then the means of the ratios.
pub fn of(rows: &[Row]) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\n{:8} {:17} {:13} {:5} {:16} {:8} {:>9} {:>5} {:>5}",
        "package",
        "build system",
        "configuration",
        "build",
        "own tests",
        "reports",
        "configure",
        "build",
        "check"
    );
    for row in rows {
        let [configure, build, check] = Phase::ALL.map(|phase| ratio(row.ratio(phase)));
        let _ = writeln!(
            text,
            "{:8} {:17} {:13} {:5} {:16} {:8} {configure:>9} {build:>5} {check:>5}",
            row.package,
            row.system,
            configuration(row),
            if row.built { "yes" } else { "FAILS" },
            tests(row),
            reports(row),
        );
    }
    let means = Phase::ALL.map(|phase| {
        let ratios: Vec<_> = rows.iter().filter_map(|row| row.ratio(phase)).collect();
        ratio(geometric_mean(&ratios))
    });
    let [configure, build, check] = means;
    let _ = writeln!(
        text,
        "{:72} {configure:>9} {build:>5} {check:>5}",
        "geometric mean"
    );
    text.push_str(
        "Tests: passed of all, compared one by one with the same project built by clang. The last columns are CPU\n\
         time as a ratio to clang's in the same run.\n",
    );
    for row in rows {
        for known in row.known {
            let _ = writeln!(
                text,
                "{}: known: {}\n  {}",
                row.package, known.summary, known.reason
            );
        }
    }
    text
}

fn configuration(row: &Row) -> String {
    match (row.configuration_files, row.configuration_differences.len()) {
        (0, 0) => "-".to_owned(),
        (_, 0) => "equal".to_owned(),
        (_, count) => format!("{count} DIFFER"),
    }
}

fn tests(row: &Row) -> String {
    let Some(tests) = &row.tests else {
        return "NOT RUN".to_owned();
    };
    match tests.differences.len() {
        0 => format!("{} of {}", tests.passed, tests.total),
        count => format!("{count} DIFFER"),
    }
}

fn reports(row: &Row) -> String {
    match (row.reports.len(), row.unexpected.len()) {
        (0, 0) => "none".to_owned(),
        (_, 0) => "known".to_owned(),
        (_, count) => format!("{count} NEW"),
    }
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
}

#[cfg(test)]
mod tests {
    use super::super::row::{Cost, Tests};
    use super::*;

    fn row(package: &'static str, sanecc: f64, differences: &[&str]) -> Row {
        Row {
            package,
            system: "autoconf",
            configuration_files: 3,
            configuration_differences: Vec::new(),
            built: true,
            failures: Vec::new(),
            tests: Some(Tests {
                total: 5,
                passed: 4,
                differences: differences.iter().map(|&text| text.to_owned()).collect(),
            }),
            reports: Vec::new(),
            unexpected: Vec::new(),
            known: &[],
            absent: Vec::new(),
            costs: vec![Cost {
                phase: "configure",
                clang: 1.0,
                sanecc,
            }],
        }
    }

    #[test]
    fn shows_what_is_equal_and_what_is_not() {
        let rows = [
            row("good", 2.0, &[]),
            row("bad", 8.0, &["t: FAIL, not PASS"]),
        ];
        let text = of(&rows);
        let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
        assert!(
            line("good").contains("equal") && line("good").contains("4 of 5"),
            "{text}"
        );
        assert!(line("bad").contains("1 DIFFER"), "{text}");
        assert!(line("geometric mean").contains("4.00"), "{text}");
        assert!(rows[0].is_expected() && !rows[1].is_expected());
        assert_eq!(rows[1].problems(), ["test differs: t: FAIL, not PASS"]);
    }
}
