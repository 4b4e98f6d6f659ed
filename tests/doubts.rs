//! Conditions of rules of removal, as the passes name them, against the programs that hold them. That these do is shown by
//! `cargo xtask doubts`, which takes longer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const UNHELD: &str = "tests/soundness/unheld.txt";
const CALL: &str = "doubted(\"";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files_below(&path, found),
            false => found.push(path),
        }
    }
}

/// The names that the passes ask for, but for those in the explanation.
fn named() -> BTreeSet<String> {
    let mut files = Vec::new();
    files_below(&root().join("passes"), &mut files);
    let mut names = BTreeSet::new();
    for file in files {
        if file.ends_with("passes/ir/src/doubts.rs") || file.extension().is_none_or(|e| e != "rs") {
            continue;
        }
        let text = fs::read_to_string(file).unwrap();
        let calls = text.split(CALL).skip(1);
        names.extend(calls.map(|rest| rest[..rest.find('"').unwrap()].to_owned()));
    }
    names
}

/// Each condition that a program is there for, with the program.
fn held() -> BTreeMap<String, PathBuf> {
    let mut files = Vec::new();
    files_below(&root().join("tests/soundness"), &mut files);
    let mut held = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for names in text
            .lines()
            .filter_map(|line| line.strip_prefix("//@ holds: "))
        {
            held.extend(
                names
                    .split_whitespace()
                    .map(|name| (name.to_owned(), file.clone())),
            );
        }
    }
    held
}

fn unheld() -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join(UNHELD)).unwrap();
    let rows = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let (name, reason) = row
            .split_once(": ")
            .unwrap_or_else(|| panic!("{UNHELD}: {row}"));
        (name.to_owned(), reason.to_owned())
    })
    .collect()
}

#[test]
fn every_condition_has_a_program_or_a_reason() {
    let (named, held, unheld) = (named(), held(), unheld());
    assert!(named.len() > 100, "found only {} conditions", named.len());
    let mut wrong = Vec::new();
    for name in &named {
        if !name
            .split_once('/')
            .is_some_and(|(rule, it)| !rule.is_empty() && !it.is_empty())
        {
            wrong.push(format!("`{name}` is not RULE/CONDITION"));
        }
        match (held.get(name), unheld.get(name)) {
            (None, None) => wrong.push(format!(
                "{name}: no program of tests/soundness says `//@ holds: {name}`, and {UNHELD} does not say why"
            )),
            (Some(program), Some(_)) => wrong.push(format!(
                "{name}: {} holds it, and {UNHELD} denies that", program.display()
            )),
            _ => {}
        }
    }
    for name in held
        .keys()
        .chain(unheld.keys())
        .filter(|name| !named.contains(*name))
    {
        wrong.push(format!("{name}: the passes know no such condition"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_condition_can_be_dropped_in_the_compiler_that_is_used() {
    let compiler = fs::read(env!("CARGO_BIN_EXE_sanecc")).unwrap();
    let names = |word: &[u8]| {
        let mut parts = compiler.split(|byte| *byte == word[0]);
        parts.any(|part| part.starts_with(&word[1..]))
    };
    assert!(names(b"SANECC_LOG"), "its variables can be seen");
    assert!(!names(b"SANECC_DOUBT"));
}
