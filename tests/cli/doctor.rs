//! `sane doctor`: what is there, what is missing, what to do.

use crate::twin::runtime;
use std::process::{Command, Output};

fn doctor(variable: &str, value: &std::ffi::OsStr) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
    command.arg("doctor").env("SANECC_RUNTIME", runtime());
    command.env(variable, value).output().unwrap()
}

#[test]
fn a_whole_installation() {
    let output = doctor("SANECC_RUNTIME", runtime().as_os_str());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    for part in [
        "ok       clang: ",
        "clang version 19",
        "ok       LLVM library: 19.",
        "ok       runtime: ",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn parts_that_are_missing() {
    for (variable, part) in [
        ("SANECC_RUNTIME", "missing  runtime"),
        ("SANECC_CLANG", "missing  clang"),
    ] {
        let output = doctor(variable, "/no/such/file".as_ref());
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stdout).contains(part));
        assert!(String::from_utf8_lossy(&output.stderr).contains("note: "));
    }
}

#[test]
fn other_commands_are_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_sane"))
        .arg("dance")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
