//! Both compilers at work, each in a folder of its own: same exit code, same files.

use crate::clang::CLANG;
use crate::words::{FILES, fill};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A line that is wrong must fail with clang's exit code, and leave the same files.
pub fn both_fail(words: &[OsString]) -> Result<(), TestCaseError> {
    let root = tempfile::tempdir().unwrap();
    let (theirs, clang) = run(CLANG, &root.path().join("clang"), words);
    let (ours, sanecc) = run(
        env!("CARGO_BIN_EXE_sanecc"),
        &root.path().join("ours"),
        words,
    );
    let said = String::from_utf8_lossy(&sanecc.stderr).into_owned();
    // What kills clang itself has no answer to compare with.
    prop_assume!(clang.status.code().is_some());
    prop_assert_eq!(clang.status.code(), sanecc.status.code(), "{}", said);
    prop_assert_eq!(theirs, ours, "{}", said);
    Ok(())
}

/// Runs `program` in a new folder; gives the names of what it made.
fn run(program: &str, folder: &Path, words: &[OsString]) -> (BTreeSet<PathBuf>, Output) {
    fill(folder);
    let output = Command::new(program)
        .args(words)
        .current_dir(folder)
        .env("SANECC_RUNTIME", runtime())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut made = BTreeSet::new();
    for place in ["", "dir", "sub"] {
        for entry in std::fs::read_dir(folder.join(place)).unwrap() {
            let path = Path::new(place).join(entry.unwrap().file_name());
            if !FILES.iter().any(|(name, _)| Path::new(name) == path) {
                made.insert(path);
            }
        }
    }
    (made, output)
}

/// The runtime archive: where the build puts it, unless the environment names another.
fn runtime() -> PathBuf {
    match std::env::var_os("SANECC_RUNTIME") {
        Some(named) => named.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("target/release/libsanecc_rt.a"),
    }
}
