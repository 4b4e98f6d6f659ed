//! Every library function whose calls are checked by a function of the runtime (not by effects that are data, which
//! `tests/library` is about), called with a block that fits exactly, which must
//! stay silent, and with one that is too short, which must be reported with the name of the function and of its
//! caller. The calls are in `tests/entries/cases.c`. Functions that give and take memory as a whole check nothing.

use duct::cmd;
use sanecc_abi::library;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/entries");

/// Functions of which nothing can be too short; `tests/pass` has `mappings_replaced.c`, `contexts_abandoned.c` and `memory_locked.c`.
/// `tests/cli` has `dlsym`.
const WITHOUT_CHECKS: [&str; 10] = [
    "dlsym",
    "makecontext",
    "mlockall",
    "mmap",
    "mmap64",
    "mprotect",
    "munmap",
    "pkey_mprotect",
    "setcontext",
    "swapcontext",
];

/// Builds the program of all cases with some flags.
fn build(name: &str, compile: &[&str], link: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("entries")
        .join(name);
    fs::create_dir_all(&folder).unwrap();
    let (cases, absent, program) = (
        folder.join("cases.o"),
        folder.join("absent.o"),
        folder.join("program"),
    );
    let sanecc = env!("CARGO_BIN_EXE_sanecc");
    // Every function shall be called as it is, not what the compiler or the headers know to do in its place.
    let common = ["-w", "-fno-builtin", "-D__NO_INLINE__", "-c"];
    let source = |name: &str| Path::new(FOLDER).join(name);
    let run = |words: Vec<std::ffi::OsString>| {
        let output = cmd(sanecc, words)
            .stderr_to_stdout()
            .stdout_capture()
            .unchecked()
            .run()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
    };
    let words = |flags: &[&str], inputs: &[&Path], output: &Path| {
        let flags = flags.iter().map(std::ffi::OsString::from);
        let inputs = inputs.iter().map(std::ffi::OsString::from);
        let output = ["-o".into(), output.into()];
        flags.chain(inputs).chain(output).collect()
    };
    run(words(
        &[&common[..], compile].concat(),
        &[&source("cases.c")],
        &cases,
    ));
    run(words(
        &[&common[..], &["-fsanecc-mode=none"]].concat(),
        &[&source("absent.c")],
        &absent,
    ));
    run(words(link, &[&cases, &absent], &program));
    program
}

/// What is wrong with one case.
fn judge(program: &Path, name: &str) -> Option<String> {
    let run = |less: &str| {
        let command = cmd!(program, name, less).env("SANECC_OPTIONS", "symbolize=0");
        let output = command
            .env_remove("ASAN_OPTIONS")
            .stdout_null()
            .stderr_capture()
            .unchecked();
        let output = output.run().unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (status, text) = run("0");
    if (status, text.as_str()) != (Some(0), "") {
        return Some(format!("{name}: a block that fits: {status:?}\n{text}"));
    }
    let (status, text) = run("1");
    let place = format!(" in {name} called from case_{name} ");
    let is_right = status == Some(1)
        && text.contains("ERROR: sanecc: heap-buffer-overflow")
        && text.contains(&place);
    (!is_right).then(|| format!("{name}: a block that is too short: {status:?}\n{text}"))
}

#[track_caller]
fn every_case(name: &str, compile: &[&str], link: &[&str]) {
    let program = build(name, compile, link);
    let wrong: Vec<String> = names()
        .iter()
        .filter_map(|name| judge(&program, name))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The functions that have a case.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(FOLDER).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let name = |line: &str| Some(line.strip_prefix("CASE(")?.split_once(')')?.0.to_owned());
        names.extend(text.lines().filter_map(name));
    }
    names
}

#[test]
fn every_function_has_a_case() {
    let names = names();
    let rows = library::TABLES.iter().copied().flatten();
    let without: Vec<&str> = rows
        .filter(|row| row.effects.is_none())
        .map(|row| row.name)
        .filter(|name| !WITHOUT_CHECKS.contains(name))
        .filter(|name| !names.iter().any(|n| n == name))
        .collect();
    assert!(without.is_empty(), "no CASE for {without:?}");
}

#[test]
fn every_function_without_optimisation() {
    every_case("O0", &["-O0"], &[]);
}

#[test]
fn every_function_optimised() {
    every_case("O2", &["-O2"], &[]);
}

#[test]
fn every_function_in_a_static_program() {
    every_case("static", &["-O1"], &["-static"]);
}

#[test]
fn every_function_in_a_program_at_a_fixed_place() {
    every_case("fixed", &["-O1", "-fno-pic"], &["-no-pie"]);
}
