//! `tests/KINDS.md` and the table of kinds in `rt/abi/src/kind.rs` agree, and each kind of error has a test that expects it.

use sanecc_abi::kind::Kind;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The table, below the root.
const TABLE: &str = "tests/KINDS.md";

/// One row: `| kind | ASan | sanecc | test |`.
struct Row {
    kind: String,
    asan: String,
    sanecc: String,
    tests: Vec<PathBuf>,
}

fn read(file: impl AsRef<Path>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of all tables in the file; the first column is in backticks.
fn rows() -> Vec<Row> {
    let rows: Vec<_> = read(TABLE)
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(row)
        .collect();
    assert!(rows.len() > 30, "only {} rows in {TABLE}", rows.len());
    rows
}

fn row(line: &str) -> Row {
    let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [kind, asan, sanecc, test] = cells[..] else {
        panic!("{TABLE}: not four columns: {line}");
    };
    Row {
        kind: kind.trim_matches('`').to_owned(),
        asan: asan.to_owned(),
        sanecc: sanecc.to_owned(),
        // Every second piece between backticks is quoted.
        tests: test
            .split('`')
            .skip(1)
            .step_by(2)
            .map(PathBuf::from)
            .collect(),
    }
}

impl Row {
    fn is_reported(&self) -> bool {
        self.sanecc.starts_with("yes")
    }

    /// What is wrong with the row.
    fn problems(&self) -> Vec<String> {
        let kind = &self.kind;
        let mut problems = Vec::new();
        if self.is_reported() == self.tests.is_empty() {
            problems.push(format!(
                "{kind}: a test for what is reported, and for nothing else"
            ));
        }
        for test in &self.tests {
            if !Path::new(env!("CARGO_MANIFEST_DIR")).join(test).exists() {
                problems.push(format!("{kind}: there is no {}", test.display()));
                continue;
            }
            let text = read(test);
            let annotated = text.contains(&format!("//~ ERROR {kind}\n"));
            let is_program = test.starts_with("tests/ui") || test.starts_with("tests/soundness");
            if is_program && !annotated || !text.contains(kind.as_str()) {
                problems.push(format!("{kind}: {} does not expect it", test.display()));
            }
            if self.asan.starts_with("yes") && text.contains("//@ asan: silent") {
                problems.push(format!(
                    "{kind}: {} says that ASan is silent",
                    test.display()
                ));
            }
        }
        problems
    }
}

#[test]
fn each_row_has_its_test() {
    let problems: Vec<_> = rows().iter().flat_map(Row::problems).collect();
    assert!(problems.is_empty(), "{TABLE}:\n{}", problems.join("\n"));
}

#[test]
fn each_kind_has_one_row() {
    let mut counts = BTreeMap::new();
    for row in rows() {
        *counts.entry(row.kind).or_insert(0) += 1;
    }
    let twice: Vec<_> = counts.iter().filter(|(_, count)| **count > 1).collect();
    assert!(twice.is_empty(), "{TABLE}: more than once: {twice:?}");
}

#[test]
fn the_page_and_the_runtime_have_the_same_kinds_and_tests() {
    let page: BTreeMap<_, _> = rows()
        .into_iter()
        .map(|row| (row.kind, row.tests))
        .collect();
    let runtime: BTreeMap<_, _> = Kind::ALL
        .iter()
        .map(|kind| {
            let tests = [kind.test()]
                .iter()
                .filter(|test| !test.is_empty())
                .map(PathBuf::from)
                .collect();
            (kind.name().to_owned(), tests)
        })
        .collect();
    assert_eq!(page, runtime, "{TABLE} and rt/abi/src/kind.rs");
}
