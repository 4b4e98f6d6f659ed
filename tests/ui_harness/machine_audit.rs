//! Claims of the plan in the machine (`sane run --audit`): `cargo test --test ui -- audit/`.
//!
//! No claim about a program of `tests/soundness` is refuted, with its error or without, at -O0 and -O2 in turn: of one in three, or of all with `SANECC_TEST_ALL=1`. Of the programs in `tests/ui/stack` and `tests/ui/global`
//! all checks are treated as removed by a wrong proof: where the machine reports an access, the audit says then that its removal was unsound.

use super::compiler;
use super::corpus::{ROOT, all_programs, is_in_sample};
use super::machine::{LIMIT, name};
use super::program::{Program, Revision};
use duct::cmd;
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// What a wrong removal is called.
const UNSOUND: &str = "ERROR: sanecc: unsound removal: ";
/// The levels of claims: each program is planned at one of them.
const LEVELS: [&[&str]; 2] = [&["-O2"], &["-O0", "-fsanecc-elide=full"]];
const PLANTED: &[&str] = &["-O0", "-fsanecc-audit=planted"];

/// The trials.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut number = 0;
    for (path, revisions) in all_programs() {
        if path
            .extension()
            .is_none_or(|extension| extension != "c" && extension != "cpp")
        {
            continue;
        }
        let below = |folder: &str| {
            path.strip_prefix("tests")
                .is_ok_and(|p| p.starts_with(folder))
        };
        for &revision in revisions {
            let name = name(&path, revision);
            if below("soundness") {
                number += 1;
                if !is_in_sample(3, &path) {
                    continue;
                }
                let (path, flags) = (path.clone(), LEVELS[number % LEVELS.len()]);
                trials.push(Trial::test(format!("audit/{name}"), move || {
                    holds(&path, revision, flags)
                }));
            } else if revision == Revision::Bad && (below("ui/stack") || below("ui/global")) {
                let path = path.clone();
                trials.push(Trial::test(format!("audit/planted/{name}"), move || {
                    is_refuted(&path, revision)
                }));
            }
        }
    }
    trials
}

/// No claim is refuted.
fn holds(path: &Path, revision: Revision, flags: &[&str]) -> Result<(), Failed> {
    let program = Program::read(Path::new(ROOT), path, revision)?;
    for define in &program.defines {
        let said = said(&program, define, flags)?;
        if said.contains(UNSOUND) || said.contains("panicked") {
            return Err(said.into());
        }
    }
    Ok(())
}

/// Where the machine reports an access of the program itself, a wrong removal of its check is found.
fn is_refuted(path: &Path, revision: Revision) -> Result<(), Failed> {
    let program = Program::read(Path::new(ROOT), path, revision)?;
    for define in &program.defines {
        let plain = said(&program, define, &PLANTED[..1])?;
        // A library function has no check in the program, nor has a call.
        let mut access = plain.lines().filter(|line| line.contains(" of size "));
        if access
            .next()
            .is_none_or(|line| line.contains(" called from "))
        {
            continue;
        }
        let planted = said(&program, define, PLANTED)?;
        if !planted.contains(UNSOUND) {
            return Err(format!("{plain}\nwith all checks removed:\n{planted}").into());
        }
    }
    Ok(())
}

fn said(program: &Program, define: &Option<String>, flags: &[&str]) -> Result<String, String> {
    let mut words = vec!["run", "--audit", "-w", "-Itests/include"];
    words.extend(program.flags.iter().map(String::as_str));
    words.extend(flags);
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    words.extend(program.definitions(define));
    let sources = std::iter::once(&program.path).chain(&program.aux);
    words.extend(sources.map(|source| source.display().to_string()));
    let output = compiler::run(
        cmd(compiler::tool("sane", env!("CARGO_BIN_EXE_sane")), &words),
        LIMIT,
    )?;
    let said = String::from_utf8_lossy(&output.stderr);
    Ok(format!("sane {}\n{said}", words.join(" ")))
}
