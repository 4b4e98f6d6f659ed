//! Reports where little is left of what a report needs: a few kilobytes of stack, no descriptor, a pipe that is full, handlers that
//! disturb it, memory that is another process's too, a sandbox, an environment that is not to be trusted.

use crate::faults::{Bench, assert_whole, reports};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

const SOURCE: &str = include_str!("narrow.c");

/// What the program says, which must be so many whole reports, and its exit status that of an error.
#[track_caller]
fn reported(bench: &Bench, arguments: &[&str], count: usize) -> String {
    let (status, said) = bench.run(arguments, "");
    assert_eq!(
        (status, reports(&said).len()),
        (Some(1), count),
        "{arguments:?}: {said}"
    );
    reports(&said)
        .iter()
        .for_each(|report| assert_whole(report));
    assert!(!said.contains("while reporting"), "{arguments:?}: {said}");
    said
}

#[test]
fn on_stacks_of_a_few_kilobytes() {
    let bench = Bench::of(SOURCE, "");
    for what in ["handler", "thread", "context"] {
        for size in ["8192", "20480"] {
            // The least that threads may have is more.
            let size = if what == "thread" { "16384" } else { size };
            let said = reported(&bench, &[what, size], 1);
            let caller = ["in on_signal ", "in in_thread ", "in in_context "];
            assert!(caller.iter().any(|name| said.contains(name)), "{said}");
            assert!(said.contains("is 0 bytes after "), "{said}");
        }
    }
}

#[test]
fn without_anybody_who_reads() {
    let bench = Bench::of(SOURCE, "");
    for what in ["closed", "unread"] {
        let (status, said) = bench.run(&[what], "");
        assert_eq!((status, said.as_str()), (Some(1), ""), "{what}");
    }
    reported(&bench, &["slow"], 1);
}

#[test]
fn among_signals_whose_handlers_disturb() {
    let bench = Bench::of(SOURCE, "");
    for what in ["errs", "jumps", "exits"] {
        let mut seen = 0;
        for _ in 0..5 {
            let (status, said) = bench.run(&[what], "");
            let reports = reports(&said);
            // A handler may also come before the report begins.
            let came_before = reports.is_empty() && matches!(status, Some(0 | 7));
            assert!(
                came_before || (status, reports.len()) == (Some(1), 1),
                "{what}: {status:?} {said}"
            );
            reports.iter().for_each(|report| assert_whole(report));
            assert!(!said.contains("while reporting"), "{what}: {said}");
            seen += reports.len();
        }
        assert!(seen > 0, "{what}");
    }
}

#[test]
fn in_a_child_that_shares_the_memory() {
    let bench = Bench::of(SOURCE, "");
    let said = reported(&bench, &["vfork"], 2);
    assert!(said.contains("the child's status: 1\n"), "{said}");
    // It has not given its right to report back.
    let said = reported(&bench, &["killed"], 2);
    assert!(said.contains("the child's status: 109\n"), "{said}");
}

#[test]
fn in_a_sandbox() {
    let bench = Bench::of(SOURCE, "");
    let said = reported(&bench, &["sandbox"], 1);
    let process = said.lines().next().unwrap().replace("process ", "==");
    assert!(said.contains(&format!("\n{process}==ERROR: ")), "{said}");
}

/// Whoever starts a program that has more rights must not have it write files by options.
#[test]
fn with_more_rights_than_the_caller() {
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    if !is_root {
        // Nobody else can make such a program.
        return;
    }
    let bench = Bench::of(SOURCE, "");
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    fs::copy(bench.program(), &program).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o4755)).unwrap();
    let log = folder.path().join("log");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(arguments[0]);
        let command = command.args(&arguments[1..]).arg(&program).arg("error");
        let options = format!("log_path={}:exitcode=77", log.display());
        let output = command
            .env("ASAN_OPTIONS", &options)
            .env("SANECC_OPTIONS", options)
            .output()
            .unwrap();
        let files = fs::read_dir(folder.path()).unwrap().count();
        (output.status.code(), output.stderr.is_empty(), files)
    };
    let other = ["setpriv", "--reuid=65534", "--clear-groups"];
    assert_eq!(run(&other), (Some(1), false, 1));
    assert_eq!(run(&["env"]), (Some(77), true, 2));
}
