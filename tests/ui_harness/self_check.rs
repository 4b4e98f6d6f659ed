//! Trials of the harness itself: a judge that cannot say no judges nothing.

use super::program::{Expected, Program, Revision, annotations};
use super::report::{Dialect, Report};
use super::verdict::{judge_lines, judge_report, judge_silent};
use libtest_mimic::{Failed, Trial};
use sanecc_abi::target::Target;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Output};

const REPORT: &str = "\
==7==ERROR: sanecc: heap-buffer-overflow on address 0x10
READ of size 4 at 0x10
SUMMARY: sanecc: heap-buffer-overflow tests/ui/a.c:5:9 in main
";

type Check = fn() -> Result<(), Failed>;

/// All of them.
pub fn trials() -> Vec<Trial> {
    let checks: [(&str, Check); 5] = [
        (
            "harness refuses what it does not understand",
            refuses_unknown,
        ),
        ("harness reads directives", reads_directives),
        ("harness reads reports", reads_reports),
        ("harness rejects wrong outcomes", rejects_wrong_outcomes),
        (
            "harness rejects frames without a line",
            rejects_frames_without_line,
        ),
    ];
    checks.map(|(name, check)| Trial::test(name, check)).into()
}

fn ensure(holds: bool, what: &str) -> Result<(), Failed> {
    match holds {
        true => Ok(()),
        false => Err(what.into()),
    }
}

fn rejects_frames_without_line() -> Result<(), Failed> {
    let report = |first: &str, last: &str| {
        format!(
            "READ\n    #0 0x1 in f {first}\n    #1 0x2 in main a.c:2:3\n    #2 0x3 in _start {last}\n\n    #0 0x1 in main (/a/program+0x4)\n"
        )
    };
    let module = "(/a/program+0x4)";
    let good = judge_lines(&report("a.c:1:2", module)).is_ok();
    let other = judge_lines(&report("(/a/libother.so+0x4)", module)).is_ok();
    let bad = judge_lines(&report(module, module)).is_err();
    ensure(good && other && bad, "frames are judged wrongly")
}

fn refuses_unknown() -> Result<(), Failed> {
    let bad = [
        "//@ flag: -g",
        "//@ levels: O9",
        "//@ levels(O1): O1",
        "//@ contains(O1): x",
        "//@ known-bug",
        "//@ known-bug:",
        "//@ known-bug(O1: why",
        "//@ only: x86_64",
        "//@ only: mars why",
        "//@ on: mars double-free why",
        "//@ on: aarch64-linux-gnu double-free",
        "//@ asan: silent",
        "//@ asan: heap-overflow why",
        "//@ flags: 'x",
        "int x;\n//@ flags: -g",
        "int x; //@ flags: -g",
        "//@[bad flags: -g",
        "//@[good] flags: -g",
        "//@ [bad] flags: -g",
    ];
    for text in bad {
        ensure(
            Program::parse(Path::new("a.c"), text, Revision::Bad).is_err(),
            &format!("accepted `{text}`"),
        )?;
    }
    ensure(
        Program::parse(Path::new("a.c"), "//@[bad] flags: -g", Revision::Only).is_err(),
        "accepted a revision of a program that has none",
    )?;
    for text in [
        "//~ heap-buffer-overflow",
        "//~ ERROR",
        "//~ ERROR overflow",
        "//~ ERROR double-free x",
    ] {
        ensure(
            annotations(Path::new("a.c"), text).is_err(),
            &format!("accepted `{text}`"),
        )?;
    }
    Ok(())
}

fn reads_directives() -> Result<(), Failed> {
    let text =
        "// About.\n//@ flags: -x 'a b'\n//@ aux: aux/o.c\n//@ known-bug(O1 O2): slow\n\nint x;";
    let program = Program::parse(Path::new("tests/ui/a.c"), text, Revision::Bad)?;
    ensure(program.flags == ["-x", "a b"], "flags")?;
    ensure(program.aux == [Path::new("tests/ui/aux/o.c")], "aux")?;
    ensure(program.levels.is_empty(), "levels")?;
    ensure(program.known_bug("O0").is_none(), "known-bug at O0")?;
    ensure(program.known_bug("O2") == Some("slow"), "known-bug at O2")?;
    reads_revisions()?;
    reads_targets()?;
    let found = annotations(Path::new("a.c"), "\nx(); //~ ERROR bad-free\n")?;
    ensure(
        found.len() == 1 && found[0].line == 2 && found[0].kind == "bad-free",
        "annotation",
    )
}

/// An error may have another kind on a target.
fn reads_targets() -> Result<(), Failed> {
    let path = Path::new("tests/ui/return/parameter.c");
    let program = Program::read(Path::new(super::corpus::ROOT), path, Revision::Bad)?;
    let kind = |target| program.expected_on(target).map(|expected| expected.kind);
    let other = Target::named("aarch64-linux-gnu");
    let narrow = Target::named("armv7-linux-gnueabihf");
    let runs = |directive: &str| -> Result<[bool; 3], String> {
        let program = Program::parse(Path::new("a.c"), directive, Revision::Only)?;
        Ok([None, other, narrow].map(|target| program.runs_on(target)))
    };
    ensure(runs("")? == [true, true, true], "all")?;
    ensure(
        runs("//@ only: 64-bit why")? == [true, true, false],
        "64-bit",
    )?;
    ensure(
        runs("//@ only: x86_64 why")? == [true, false, false],
        "x86_64",
    )?;
    ensure(
        runs("//@ only: probed why")? == [true, true, false],
        "probed",
    )?;
    ensure(
        runs("//@ flags: -fsanecc-mode=pointer")? == [true, false, false],
        "mode",
    )?;
    ensure(
        kind(None).as_deref() == Some("stack-use-after-return"),
        "here",
    )?;
    ensure(
        kind(other).as_deref() == Some("stack-use-after-scope"),
        "there",
    )
}

fn reads_revisions() -> Result<(), Failed> {
    let text = "//@[bad] flags: -b\n//@[fixed] flags: -f\n//@ flags: -x\n//@ contains: t\n\
        //@ asan: silent why\n//@ kills-mutants: a/b\n//@[fixed] kills-mutants: c/d\n";
    let parse = |text, revision| Program::parse(Path::new("a.c"), text, revision);
    let bad = parse(text, Revision::Bad)?;
    ensure(bad.flags == ["-b", "-x"], "flags of bad")?;
    ensure(bad.contains == ["t"], "contains of bad")?;
    ensure(bad.kills_mutants == ["a/b"], "mutants of bad")?;
    ensure(bad.elsewhere("O0").is_some(), "asan of bad")?;
    let fixed = parse(text, Revision::Fixed)?;
    ensure(fixed.flags == ["-f", "-x"], "flags of fixed")?;
    ensure(fixed.contains.is_empty(), "contains of fixed")?;
    ensure(fixed.kills_mutants == ["c/d"], "mutants of fixed")?;
    ensure(fixed.elsewhere("O0").is_none(), "asan of fixed")?;
    let fixed = parse("//@ asan: any why", Revision::Fixed)?;
    ensure(fixed.elsewhere("O0").is_some(), "any asan of fixed")
}

fn reads_reports() -> Result<(), Failed> {
    let report = Report::read(Dialect::Sanecc, REPORT)?.ok_or("no report")?;
    ensure(report.is_at(Path::new("tests/ui/a.c"), 5), "place")?;
    ensure(!report.is_at(Path::new("tests/ui/a.c"), 6), "other line")?;
    ensure(!report.is_at(Path::new("tests/ui/b.c"), 5), "other file")?;
    let freed = "\
==7==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x10 in thread T0
    #0 0x1 in free (/tmp/program+0x1)
    #1 0x2 in main /p/tests/ui/a.c:8:3
SUMMARY: AddressSanitizer: bad-free (/tmp/program+0x1) in free
";
    let report = Report::read(Dialect::AddressSanitizer, freed)?.ok_or("no report")?;
    ensure(
        report.kind == "bad-free" && report.summary_kind == "bad-free",
        "bad-free",
    )?;
    ensure(
        report.is_at(Path::new("tests/ui/a.c"), 8),
        "place in a frame",
    )?;
    ensure(
        Report::read(Dialect::Sanecc, "")?.is_none(),
        "nothing is a report",
    )?;
    ensure(
        Report::read(Dialect::Sanecc, &REPORT.repeat(2)).is_err(),
        "two reports",
    )
}

fn rejects_wrong_outcomes() -> Result<(), Failed> {
    let output = |code: i32, stderr: &str| Output {
        status: ExitStatus::from_raw(code << 8),
        stdout: Vec::new(),
        stderr: stderr.into(),
    };
    let expected = |kind: &str, line| Expected {
        kind: kind.into(),
        file: "tests/ui/a.c".into(),
        line,
    };
    let judge = |expected: &Expected, contains: &str, output: &Output| {
        judge_report(Dialect::Sanecc, expected, &[contains.to_owned()], output).is_ok()
    };
    let right = expected("heap-buffer-overflow", 5);
    ensure(
        judge(&right, "READ of size 4", &output(1, REPORT)),
        "the right one",
    )?;
    ensure(
        !judge(&right, "READ of size 8", &output(1, REPORT)),
        "wrong text",
    )?;
    ensure(
        !judge(&right, "READ of size 4", &output(0, REPORT)),
        "wrong status",
    )?;
    ensure(!judge(&right, "", &output(0, "")), "silence")?;
    ensure(
        !judge(&expected("heap-buffer-overflow", 6), "", &output(1, REPORT)),
        "wrong line",
    )?;
    ensure(
        !judge(&expected("double-free", 5), "", &output(1, REPORT)),
        "wrong kind",
    )?;
    ensure(judge_silent(&output(0, "")).is_ok(), "silence is right")?;
    ensure(judge_silent(&output(0, "x")).is_err(), "noise")?;
    ensure(
        judge_silent(&output(3, "")).is_err(),
        "wrong status of a silent program",
    )
}
