//! Calls of library functions whose effects are data: `tests/effects/*.c` have a case or more for each, in which memory is
//! just large enough or a byte too small (`tests/include/effects_cases.h`).
//!
//! A trial is one file, compiled once in one way; it runs each case both ways.

use super::compiler::{Compiler, compile, execute_with};
use super::corpus::ROOT;
use super::report::{Dialect, Report};
use libtest_mimic::{Failed, Trial};
use sanecc_abi::library::{OF_WIDE_TIMES, TABLES};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const FOLDER: &str = "tests/effects";

/// Functions without a case: one asks a person, another needs a file system with attributes, two somebody who has logged in. Of the others
/// no memory is checked (`tests/cli/confined`, `tests/pass/waits_under_limit.c`, `tests/ui/thread`).
/// Names of the C library to come ([`NEWER`]) have none either.
const WITHOUT_CASE: [&str; 10] = [
    "pthread_detach",
    "thrd_detach",
    "getpass",
    "flistxattr",
    "getlogin_r",
    "__getlogin_r_chk",
    "epoll_pwait2",
    "pselect",
    "sigsuspend",
    "syscall",
];
const NEWER: &str = "__isoc23_";

/// What a static program cannot call at all where users come from more than files: the C library loads a second one.
const NOT_STATIC: [&str; 1] = ["getgrouplist"];

/// Trials for all files, and one that no function was forgotten.
pub fn trials(compiler: Compiler) -> Vec<Trial> {
    let compiler = Arc::new(compiler);
    let mut trials = vec![Trial::test(
        "every library function has a case",
        completeness,
    )];
    for file in files() {
        for ways in [&["-O0"][..], &["-O2"], &["-O1", "-static"]] {
            let (file, compiler) = (file.clone(), Arc::clone(&compiler));
            let below_tests = file.strip_prefix("tests").unwrap_or(&file);
            let name = format!("{} {}", below_tests.display(), ways.join(" "));
            trials.push(Trial::test(name, move || run(&file, ways, &compiler)));
        }
    }
    trials
}

fn files() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(Path::new(ROOT).join(FOLDER));
    let mut files: Vec<_> = folder
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| Path::new(FOLDER).join(entry.file_name()))
        .collect();
    files.sort();
    files
}

/// A case of a file.
struct Case {
    name: String,
    /// Where it begins.
    line: usize,
    reported_by: String,
}

/// A case's function: what stands behind `_case_` tells several of one function apart.
fn function_of(case: &str) -> &str {
    case.split_once("_case_")
        .map_or(case, |(function, _)| function)
}

fn completeness() -> Result<(), Failed> {
    let mut cases: BTreeSet<String> = WITHOUT_CASE.map(str::to_owned).into();
    for file in files() {
        let text = std::fs::read_to_string(Path::new(ROOT).join(file))?;
        for name in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            cases.insert(function_of(name).to_owned());
        }
        // These are put together by a macro.
        for line in text
            .lines()
            .filter_map(|line| line.strip_prefix("ATTRIBUTE("))
        {
            let mut words = line.split([',', ')']).map(str::trim);
            if let (Some(what), Some(kind)) = (words.next(), words.next()) {
                cases.insert(format!("pthread_{kind}_get{what}"));
            }
        }
    }
    let rows = TABLES.iter().copied().flatten();
    let missing: Vec<_> = rows
        .filter(|row| row.effects.is_some_and(|effects| !effects.list.is_empty()))
        .filter(|row| !row.name.starts_with(NEWER))
        // `tests/targets` has those.
        .filter(|row| !OF_WIDE_TIMES.contains(row))
        .filter(|row| !cases.contains(row.name))
        .map(|row| row.name)
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("no case in {FOLDER}: {}", missing.join(" ")).into()),
    }
}

fn run(file: &Path, ways: &[&str], compiler: &Compiler) -> Result<(), Failed> {
    if compiler.dialect == Dialect::AddressSanitizer && ways.contains(&"-static") {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("program").display().to_string();
    let command = compiler.library_command(file, ways, &program);
    let output = compile(&command)?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}\n{stderr}", command.join(" ")).into());
    }
    let list = execute_with(&program, &[])?;
    let mut cases: Vec<Case> = String::from_utf8_lossy(&list.stdout)
        .lines()
        .filter_map(read_case)
        .collect();
    if ways.contains(&"-static") {
        cases.retain(|case| !NOT_STATIC.contains(&function_of(&case.name)));
    }
    cases.sort_by_key(|case| case.line);
    if cases.is_empty() {
        return Err("the program has no cases".into());
    }
    let mut problems = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let end = cases.get(number + 1).map_or(usize::MAX, |next| next.line);
        if let Err(reason) = judge(&program, case, file, end, compiler) {
            problems.push(format!("{}: {reason}", case.name));
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(format!("{}\n{}", command.join(" "), problems.join("\n")).into()),
    }
}

/// `NAME LINE WHO`
fn read_case(line: &str) -> Option<Case> {
    let mut words = line.split(' ').map(str::to_owned);
    Some(Case {
        name: words.next()?,
        line: words.next()?.parse().ok()?,
        reported_by: words.next()?,
    })
}

/// Runs a case that ends before line `end` both ways.
fn judge(
    program: &str,
    case: &Case,
    file: &Path,
    end: usize,
    compiler: &Compiler,
) -> Result<(), String> {
    let is_ours = compiler.dialect == Dialect::Sanecc;
    if !is_ours && case.reported_by != "both" {
        return Ok(());
    }
    let exact = execute_with(program, &[&case.name])?;
    let stderr = String::from_utf8_lossy(&exact.stderr);
    if !exact.status.success() {
        return Err(format!("exact fit: {}\n{stderr}", exact.status));
    }
    let over = execute_with(program, &[&case.name, "over"])?;
    let stderr = String::from_utf8_lossy(&over.stderr);
    let Some(report) = Report::read(compiler.dialect, &stderr)? else {
        return Err(format!(
            "a byte too small: no report ({})\n{stderr}",
            over.status
        ));
    };
    if report.kind != "heap-buffer-overflow" {
        return Err(format!("a {}\n{stderr}", report.kind));
    }
    let is_there = report.place.as_ref().is_some_and(|(path, line)| {
        Path::new(path).ends_with(file) && (case.line..end).contains(line)
    });
    // The call may stand in a function around a `va_list`, before the case.
    let is_there = is_there || stderr.contains(" called from forward_");
    let names_function = stderr.contains(&format!(" in {} called from ", function_of(&case.name)));
    if is_ours && !(is_there && names_function) {
        return Err(format!("another place, or another function\n{stderr}"));
    }
    Ok(())
}
