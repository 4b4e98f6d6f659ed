//! The programs of the corpus in the machine: `sane run` reports what the compiled program reports, on the same line, and is silent where it is.
//!
//! `cargo test --test ui -- run/`; of `tests/soundness` one in three, or all with `SANECC_TEST_ALL=1`. What differs stands in `tests/machine-exceptions.txt`, with the reason; a line there that is not needed is a failure.

use super::compiler;
use super::corpus::{ROOT, SOUNDNESS, all_programs, is_in_sample, programs_of_the_machine};
use super::program::{Program, Revision};
use super::report::{Dialect, Report};
use duct::cmd;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const EXCEPTIONS: &str = "tests/machine-exceptions.txt";
/// The machine is slower than compiled programs.
pub const LIMIT: Duration = Duration::from_secs(400);

/// A trial for each program in C or C++ and revision.
pub fn trials() -> Vec<Trial> {
    let exceptions = match exceptions() {
        Ok(exceptions) => Arc::new(exceptions),
        Err(reason) => {
            return vec![Trial::test(EXCEPTIONS, move || Err(reason.into()))];
        }
    };
    let mut trials = Vec::new();
    let programs = all_programs().into_iter().chain(programs_of_the_machine());
    for (path, revisions) in programs {
        // What makes a removal unsound is often nothing to the machine: many of these programs are alike for it.
        if !is_run(&path) || path.starts_with(SOUNDNESS) && !is_in_sample(3, &path) {
            continue;
        }
        for &revision in revisions {
            let (path, exceptions) = (path.clone(), Arc::clone(&exceptions));
            let name = name(&path, revision);
            let trial = Trial::test(format!("run/{name}"), move || {
                judge(&path, revision, exceptions.get(&name).map(String::as_str))
            });
            trials.push(trial);
        }
    }
    trials
}

/// Whether the machine can run it: parts in assembly it cannot.
pub fn is_run(source: &Path) -> bool {
    source
        .extension()
        .is_some_and(|extension| extension == "c" || extension == "cpp")
}

/// The name of a trial.
pub fn name(path: &Path, revision: Revision) -> String {
    let path = path.strip_prefix("tests").unwrap_or(path).display();
    match revision {
        Revision::Fixed => format!("{path} -DFIXED"),
        Revision::Bad | Revision::Only => path.to_string(),
    }
}

/// The programs that differ, by the name of their trial, with the reason.
fn exceptions() -> Result<BTreeMap<String, String>, String> {
    let text = std::fs::read_to_string(Path::new(ROOT).join(EXCEPTIONS));
    let text = text.map_err(|error| format!("{EXCEPTIONS}: {error}"))?;
    let mut all = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if line.is_empty() {
            continue;
        }
        let (name, reason) = line
            .split_once(": ")
            .ok_or_else(|| format!("{EXCEPTIONS}: `{line}` is not `NAME: REASON`"))?;
        if all.insert(name.to_owned(), reason.to_owned()).is_some() {
            return Err(format!("{EXCEPTIONS}: {name} stands there twice"));
        }
    }
    Ok(all)
}

/// How the reason begins for a program that is left out.
const NOT_RUN: &str = "not run:";

fn judge(path: &Path, revision: Revision, exception: Option<&str>) -> Result<(), Failed> {
    if exception.is_some_and(|reason| reason.starts_with(NOT_RUN)) {
        return Ok(());
    }
    let program = Program::read(Path::new(ROOT), path, revision)?;
    if !program.aux.iter().all(|source| is_run(source)) {
        return Ok(());
    }
    let differs = program
        .defines
        .iter()
        .find_map(|define| differs(&program, define).err());
    match (differs, exception) {
        (None, None) | (Some(_), Some(_)) => Ok(()),
        (Some(reason), None) => Err(reason.into()),
        (None, Some(_)) => Err(format!("it is as expected: remove it from {EXCEPTIONS}").into()),
    }
}

fn differs(program: &Program, define: &Option<String>) -> Result<(), String> {
    // Options of the command stand in front of what is the compiler's.
    let flags = program.flags.iter();
    let flags = flags.filter(|flag| !flag.starts_with("-fsanecc-")).cloned();
    let (own, flags): (Vec<String>, Vec<String>) = flags.partition(|flag| flag.starts_with("--"));
    let mut words = vec!["run".to_owned()];
    words.extend(own);
    words.push("-Itests/include".to_owned());
    words.extend(flags);
    words.extend(program.definitions(define));
    let sources = std::iter::once(&program.path).chain(&program.aux);
    words.extend(sources.map(|source| source.display().to_string()));
    let options = program.options.join(":");
    let command = cmd(compiler::tool("sane", env!("CARGO_BIN_EXE_sane")), &words)
        .env("SANECC_OPTIONS", options);
    let output = compiler::run(command, LIMIT)?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let said = || format!("\nsane {}\n{stderr}", words.join(" "));
    let report = Report::read(Dialect::Sanecc, &stderr).map_err(|reason| reason + &said())?;
    match (&program.expected, report) {
        (None, None) if output.status.success() => Ok(()),
        (None, None) => Err(format!("it ends with {}{}", output.status, said())),
        (None, Some(report)) => Err(format!("it reports {report:?}{}", said())),
        (Some(_), None) => Err(format!("it reports nothing{}", said())),
        (Some(expected), Some(report)) => {
            let is_place = report.place.as_ref().is_some_and(|(file, line)| {
                Path::new(file) == expected.file && *line == expected.line
            });
            match is_place && is_meant(&expected.kind, &report.summary_kind) {
                true => Ok(()),
                false => Err(format!("it reports {report:?}, not {expected:?}{}", said())),
            }
        }
    }
}

/// Whether the machine means a kind. It knows each pointer's object and gives no memory out again, so it tells neither which object was hit instead nor whose the memory is by now.
fn is_meant(kind: &str, said: &str) -> bool {
    match kind {
        "cross-object-access" => {
            said.ends_with("-buffer-overflow") || said.ends_with("-buffer-underflow")
        }
        "use-after-reuse" => matches!(
            said,
            "heap-use-after-free" | "stack-use-after-scope" | "stack-use-after-return"
        ),
        // Data has no signature that the machine could compare.
        "function-access" => said == "SEGV",
        "uninitialized-pointer" => said == "use-of-uninitialized-value",
        "type-confused-call" => matches!(said, "call-of-wrong-type" | "SEGV"),
        _ => said == kind,
    }
}
