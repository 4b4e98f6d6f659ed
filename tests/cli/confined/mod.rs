//! Programs that have given up nearly all system calls (`seccomp`), so that the next one may end them: their errors are reported, and
//! what they do right, they can do.

use crate::faults::{Bench, assert_whole, reports};

const SOURCE: &str = include_str!("confined.c");

/// Ways that the runtime notices.
const NOTICED: [[&str; 2]; 7] = [
    ["prctl", "kills"],
    ["prctl", "traps"],
    ["prctl_by_number", "kills"],
    ["seccomp", "kills"],
    ["seccomp", "traps"],
    ["all", "kills"],
    ["strict", ""],
];

#[track_caller]
fn reported(bench: &Bench, arguments: [&str; 3], kind: &str) -> String {
    let (status, said) = bench.run(&arguments, "");
    let found = reports(&said);
    assert_eq!((status, found.len()), (Some(1), 1), "{arguments:?}: {said}");
    assert_whole(&found[0]);
    assert!(said.contains(kind), "{arguments:?}: {said}");
    assert!(!said.contains("while reporting"), "{arguments:?}: {said}");
    said
}

#[test]
fn errors_are_reported_without_what_is_given_up() {
    let bench = Bench::of(SOURCE, "");
    for [how, action] in NOTICED {
        reported(&bench, [how, action, "error"], "heap-buffer-overflow");
        reported(&bench, [how, action, "null"], "SEGV");
    }
    for how in ["prctl", "all"] {
        reported(&bench, [how, "kills", "thread"], "(thread T1)");
    }
}

#[test]
fn correct_programs_are_not_ended() {
    let bench = Bench::of(SOURCE, "");
    for [how, action] in NOTICED {
        // The end that all processes have is not allowed to those.
        if how != "strict" {
            let (status, said) = bench.run(&[how, action, "blocks"], "");
            assert_eq!((status, said.as_str()), (Some(0), ""), "{how} {action}");
        }
    }
    for how in ["prctl", "all"] {
        let (status, said) = bench.run(&[how, "kills", "threads"], "");
        assert_eq!((status, said.as_str()), (Some(0), ""), "{how}");
    }
    // The other thread is anywhere in its beginning.
    for _ in 0..50 {
        let (status, said) = bench.run(&["all", "kills", "blocks"], "");
        assert_eq!((status, said.as_str()), (Some(0), ""));
    }
}

/// What the kernel has refused is not given up.
#[test]
fn after_a_filter_that_is_none_all_is_as_before() {
    let bench = Bench::of(SOURCE, "");
    let (status, said) = bench.run(&["wrong", "kills", "large"], "");
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let said = reported(&bench, ["wrong", "kills", "error"], "heap-buffer-overflow");
    assert!(said.contains(" in main "), "{said}");
}

/// Service managers start programs so. Nobody asks which calls are left, and a report needs none but usual ones.
#[test]
fn whoever_is_confined_from_the_beginning_reports_all_the_same() {
    let bench = Bench::of(SOURCE, "");
    for (action, what, kind) in [
        ("traps", "error", "heap-buffer-overflow"),
        ("traps", "null", "SEGV"),
        ("kills", "error", "heap-buffer-overflow"),
    ] {
        let said = reported(&bench, ["exec", action, what], kind);
        assert!(said.contains(" in main "), "{said}");
    }
}

/// Whoever says that it is about to confine itself, and does it unnoticed, gets a report of one line at least.
#[test]
fn what_is_only_announced_is_reported_in_short_first() {
    let bench = Bench::of(SOURCE, "");
    for action in ["kills", "traps"] {
        let (_, said) = bench.run(&["announced", action, "error"], "");
        let first = said.lines().next().unwrap_or_default();
        assert!(
            first.contains("in short first: heap-buffer-overflow on address"),
            "{said}"
        );
        assert!(first.ends_with(" in touch"), "{said}");
    }
    let said = reported(&bench, ["announced", "traps", "null"], "SEGV");
    assert!(
        said.contains("in short first: SEGV on address 0x8 "),
        "{said}"
    );
}
