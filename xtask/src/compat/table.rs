//! Prints the rows as a table.

use super::phase::Phase;
use super::row::Row;
use crate::bench::geometric_mean;
use crate::table::{Table, ratio};
use std::fmt::Write;

/// All rows, then the means of the ratios, then the known errors of the projects.
pub fn of(rows: &[Row]) -> String {
    let facts = [
        "package",
        "build system",
        "configuration",
        "built",
        "own tests",
        "reports",
    ];
    let mut table = Table::new(facts.into_iter().chain(Phase::ALL.map(Phase::name)));
    for row in rows {
        let facts = [
            row.package.to_owned(),
            row.system.to_owned(),
            configuration(row),
            if row.built { "yes" } else { "FAILS" }.to_owned(),
            tests(row),
            reports(row),
        ];
        table.row(facts.into_iter().chain(ratios(row)));
    }
    let blanks = [const { String::new() }; 5];
    table.row(
        std::iter::once("geometric mean".to_owned())
            .chain(blanks)
            .chain(means(rows)),
    );
    let mut text = format!(
        "\n{table}Tests: passed of all, compared one by one with the same project built by clang. The last columns are CPU\n\
         time as a ratio to clang's in the same run.\n"
    );
    for row in rows {
        for known in row.known {
            let (summary, reason) = (known.summary, known.reason);
            let _ = writeln!(text, "{}: known: {summary}\n  {reason}", row.package);
        }
    }
    text
}

/// What each phase costs, as a page shows it.
pub fn costs(rows: &[Row]) -> Table {
    let mut table = Table::new(std::iter::once("package").chain(Phase::ALL.map(Phase::name)));
    for row in rows {
        table.row(std::iter::once(row.title.clone()).chain(ratios(row)));
    }
    table.row(std::iter::once("geometric mean".to_owned()).chain(means(rows)));
    table
}

fn ratios(row: &Row) -> [String; 3] {
    Phase::ALL.map(|phase| ratio(row.ratio(phase)))
}

fn means(rows: &[Row]) -> [String; 3] {
    Phase::ALL.map(|phase| {
        let ratios = rows.iter().filter_map(|row| row.ratio(phase));
        ratio(geometric_mean(&ratios.collect::<Vec<_>>()))
    })
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

#[cfg(test)]
mod tests {
    use super::super::row::{Cost, Tests};
    use super::*;

    fn row(package: &'static str, sanecc: f64, differences: &[&str]) -> Row {
        Row {
            package,
            title: format!("{package} 1.0"),
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
        assert!(
            costs(&rows)
                .markdown()
                .contains("| good 1.0       |      2.00 |     - |     - |")
        );
        assert!(rows[0].is_expected() && !rows[1].is_expected());
        assert_eq!(rows[1].problems(), ["test differs: t: FAIL, not PASS"]);
    }
}
