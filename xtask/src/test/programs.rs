//! The real programs: the native and the checked build must behave the same, without a report.

use super::tally::Tally;
use crate::compiler::Compiler;
use crate::corpus::{self, Effort, Inputs, PROGRAMS, Program, Sources};
use crate::paths::Paths;
use crate::workers::in_parallel;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Optimisation levels that every program is checked at.
const LEVELS: [&str; 2] = ["-O0", "-O2"];

/// What a test run builds the programs with.
pub fn compilers(sanecc: &Path) -> [Compiler; 2] {
    LEVELS.map(|level| Compiler::sanecc(sanecc, level))
}

/// A program to build with one compiler, as one piece of parallel work.
struct Job {
    program: &'static dyn Program,
    compiler: Compiler,
}

/// What a job has built: the binary, or why not.
struct Built {
    job: Job,
    binary: Result<PathBuf>,
}

/// Builds all programs natively and with each compiler, then compares each with its native build.
pub fn run(
    paths: &Paths,
    sources: &Sources,
    native: &Compiler,
    compilers: &[Compiler],
    tally: &mut Tally,
) -> Result<()> {
    println!(
        "\nreal programs: building {} with clang and sanecc",
        names()
    );
    let inputs = Inputs::new(paths, sources)?;
    let built = in_parallel(
        "building",
        jobs(native, compilers),
        |job| format!("{} {}", job.program.name(), job.compiler.name),
        |job| {
            let binary = corpus::build(job.program, &job.compiler, sources, paths, "test")
                .map(|(binary, _)| binary);
            Built { job, binary }
        },
    );
    for program in PROGRAMS {
        let (native, checked): (Vec<_>, Vec<_>) = built
            .iter()
            .filter(|built| built.job.program.name() == program.name())
            .partition(|built| built.job.compiler.name.starts_with("clang"));
        for other in checked {
            let result = compare(native[0], other, &inputs, paths);
            tally.record(
                &format!("{} {}", program.name(), other.job.compiler.name),
                result,
            );
        }
    }
    Ok(())
}

/// The longest builds come first, so that no processor waits for one at the end.
fn jobs(native: &Compiler, compilers: &[Compiler]) -> Vec<Job> {
    let mut jobs = Vec::new();
    for &program in PROGRAMS {
        for compiler in [native].into_iter().chain(compilers).cloned() {
            jobs.push(Job { program, compiler });
        }
    }
    jobs.sort_by_key(|job| job.program.name() != "sqlite3");
    jobs
}

fn compare(native: &Built, checked: &Built, inputs: &Inputs, paths: &Paths) -> Result<()> {
    let outcome = |built: &Built| {
        let Job { program, compiler } = &built.job;
        let binary = built
            .binary
            .as_ref()
            .map_err(|error| anyhow::anyhow!("{} does not build: {error:#}", compiler.name))?;
        let folder = paths
            .scratch("test")
            .join("runs")
            .join(program.name())
            .join(&compiler.name);
        corpus::run(
            binary,
            compiler,
            &program.workload(Effort::Test, inputs)?,
            &folder,
            None,
        )
    };
    let expected = outcome(native)?;
    expected.expect_clean().context("the native build")?;
    outcome(checked)?.expect_same(&expected)
}

fn names() -> String {
    PROGRAMS
        .iter()
        .map(|program| program.name())
        .collect::<Vec<_>>()
        .join(", ")
}
