//! What a build makes stays out of the repository.

use crate::assert_none;
use crate::source::root;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// How executables, objects, libraries and bitcode begin.
const BEGINNINGS: [&[u8]; 3] = [b"\x7fELF", b"!<arch>\n", b"BC\xc0\xde"];

#[test]
fn no_file_is_the_product_of_a_build() {
    let mut violations = Vec::new();
    look(root(), &mut violations);
    assert_none(
        "programs, objects and libraries are built below target or in a temporary folder",
        &violations,
    );
}

fn look(folder: &Path, violations: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = entry.path();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            let name = entry.file_name();
            if name != "target" && name != ".git" && name != "bench-results" {
                look(&path, violations);
            }
            continue;
        }
        if !kind.is_file() {
            continue;
        }
        let mut start = Vec::new();
        let file = File::open(&path).unwrap();
        file.take(8).read_to_end(&mut start).unwrap();
        if BEGINNINGS.iter().any(|magic| start.starts_with(magic)) {
            violations.push(format!("{}: remove it", path.display()));
        }
    }
}
