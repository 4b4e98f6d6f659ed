//! Files say what they are for, and nothing is left unfinished.

use crate::assert_none;
use crate::source::{Source, all_files, code};
use std::path::Path;

/// Names of files that say nothing of what is in them.
const EMPTY_NAMES: [&str; 7] = [
    "utils", "util", "helpers", "helper", "common", "misc", "shared",
];

/// Assembled, so that this file does not contain them.
const UNFINISHED: [&str; 4] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
];

/// The hosts of package registries: sources come through the ordinary clients, which know them.
const REGISTRIES: [&str; 5] = [
    concat!("crates", ".io"),
    concat!("npmjs", ".org"),
    concat!("pypi", ".org"),
    concat!("deb.debian", ".org"),
    concat!("pythonhosted", ".org"),
];

#[test]
fn file_names_say_what_is_inside() {
    let mut violations = Vec::new();
    for file in all_files().into_iter().filter(Source::is_rust) {
        let named = file.path.components().any(|part| {
            let name = Path::new(part.as_os_str()).file_stem().unwrap_or_default();
            EMPTY_NAMES
                .iter()
                .any(|empty| name.eq_ignore_ascii_case(empty))
        });
        if named {
            violations.push(format!(
                "{}: call it after what it does",
                file.path.display()
            ));
        }
    }
    assert_none("no file or folder is a drawer for everything", &violations);
}

#[test]
fn every_file_opens_with_its_purpose() {
    let mut violations = Vec::new();
    for file in code() {
        let first = file
            .text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let purpose = first.strip_prefix("//!").unwrap_or_default().trim();
        if purpose.len() < 10 {
            violations.push(file.at(
                0,
                "starts without a `//!` line that says what the file is for",
            ));
        }
    }
    assert_none("every file starts with its documentation", &violations);
}

#[test]
fn nothing_is_left_unfinished_and_no_registry_is_named() {
    let mut violations = Vec::new();
    for file in all_files() {
        for (number, line) in file.text.lines().enumerate() {
            for word in UNFINISHED
                .iter()
                .chain(&REGISTRIES)
                .filter(|word| line.contains(**word))
            {
                violations.push(file.at(number, &format!("contains {word}")));
            }
        }
    }
    assert_none(
        "the work is finished, and packages come through their clients",
        &violations,
    );
}
