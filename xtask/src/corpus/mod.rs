//! The corpus: real C programs from crates that vendor C, each with a workload.
//!
//! One file for each program says how to build and run it; this file has what they share. The
//! sources are pinned by `tests/projects/corpus/Cargo.lock`, stay in cargo's cache and are never changed.

pub mod blocks;
pub mod bzip2;
pub mod further;
mod inputs;
pub mod kernels;
pub mod lua;
pub mod machine;
mod proofs;
mod run;
pub mod small;
mod sources;
mod sqlite3;
mod workspace;
mod zlib;
mod zstd;

pub use inputs::Inputs;
pub use run::{Outcome, run};
pub use sources::Sources;
pub use workspace::Workspace;

use crate::compiler::Compiler;
use crate::paths::Paths;
use crate::sanecc::SaneccOptions;
use crate::setup::Aim;
use crate::targets;
use crate::test::programs;
use crate::test::tally::Tally;
use anyhow::{Result, bail};
use sanecc_abi::target::Target;
use std::path::{Path, PathBuf};

/// Fetch the pinned sources of the C programs that tests and benchmarks build
#[derive(clap::Args)]
pub struct Corpus {
    /// Look for unsound removals: build the programs with every removed check kept as an assertion, at -O1, -O2 and -O3, and run their workloads
    #[arg(long)]
    audit: bool,
    /// Run bzip2, Lua and SQLite in the machine ('sane run') with short scripts; with --audit with claims asserted there, and nothing else
    #[arg(long)]
    machine: bool,
    /// Build the programs with -fsanecc-whole-program, also with every removed check kept as an assertion, run their workloads, and compare what is proved with the modules alone
    #[arg(long)]
    whole: bool,
    /// Build the programs with -fsanecc-mode=pointer at -O0 and -O2, and run their workloads; with --audit with removed comparisons kept as assertions, and nothing else
    #[arg(long)]
    pointer: bool,
    /// With --audit: of programs for this target, run by qemu
    #[arg(long, value_name = "TARGET", value_parser = targets::emulated, requires = "audit", conflicts_with_all = ["machine", "whole", "pointer"])]
    target: Option<&'static Target>,
    #[command(flatten)]
    sanecc: SaneccOptions,
}

/// The programs.
pub const PROGRAMS: &[&dyn Program] = &[
    &bzip2::Bzip2,
    &zlib::Zlib,
    &lua::Lua,
    &sqlite3::Sqlite3,
    &zstd::Zstd,
];

/// How much work a workload does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Enough to reach the code: a fraction of a second natively.
    Test,
    /// Enough to measure: 0.5 to 3 seconds natively.
    Bench,
}

impl Effort {
    /// The value for this effort.
    fn choose<T>(self, test: T, bench: T) -> T {
        match self {
            Self::Test => test,
            Self::Bench => bench,
        }
    }
}

/// A program of the corpus.
pub trait Program: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Its folder in `tests/projects`, if we add a `main` or a script, or it is our own.
    fn folder(&self) -> &'static str {
        self.name()
    }

    /// Whether it counts in the means of a measurement.
    fn in_mean(&self) -> bool {
        self.package().is_some()
    }

    /// The crate that vendors it; a program of our own has none.
    fn package(&self) -> Option<&'static str>;

    /// Builds it from unchanged sources and returns the binary.
    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf>;

    /// What one run of its workload consists of.
    fn workload(&self, effort: Effort, inputs: &Inputs) -> Result<Vec<Invocation>>;
}

/// One start of the program in a workload. What it writes to standard output is its result.
pub struct Invocation {
    /// The arguments.
    pub arguments: Vec<String>,
    /// What is on standard input.
    pub input: Input,
}

/// Standard input of a step.
pub enum Input {
    /// Nothing.
    Empty,
    /// A file.
    File(PathBuf),
    /// What the step with this number has written, from 0.
    OutputOf(usize),
}

/// Builds `program` with `compiler` in a folder of its own. Returns the binary and the workspace, which knows the cost.
pub fn build(
    program: &dyn Program,
    compiler: &Compiler,
    sources: &Sources,
    paths: &Paths,
    scratch: &str,
) -> Result<(PathBuf, Workspace)> {
    let folder = paths
        .scratch(scratch)
        .join(program.name())
        .join(&compiler.name);
    let additions = paths.project(program.folder());
    let source = match program.package() {
        Some(package) => sources.of(package)?.to_owned(),
        None => additions.clone(),
    };
    let mut workspace = Workspace::open(&source, additions, folder, compiler.clone())?;
    let binary = program.build(&mut workspace)?;
    Ok((binary, workspace))
}

/// The programs that the user asked for: one, or all.
pub fn selected(only: Option<&str>) -> Result<Vec<&'static dyn Program>> {
    selected_of(PROGRAMS, only)
}

/// The same of another list.
pub fn selected_of(
    all: &[&'static dyn Program],
    only: Option<&str>,
) -> Result<Vec<&'static dyn Program>> {
    let programs: Vec<_> = all
        .iter()
        .copied()
        .filter(|program| only.is_none_or(|name| program.name() == name))
        .collect();
    if programs.is_empty() {
        let names: Vec<_> = all.iter().map(|program| program.name()).collect();
        bail!(
            "no program is called `{}`; there are {}",
            only.unwrap_or_default(),
            names.join(", ")
        );
    }
    Ok(programs)
}

impl Corpus {
    pub fn run(self) -> Result<()> {
        self.sanecc.setup.ensure(Aim::Build)?;
        let paths = Paths::locate()?;
        let sources = Sources::fetch(&paths)?;
        for program in PROGRAMS {
            if let Some(package) = program.package() {
                println!("{:8} {}", program.name(), sources.of(package)?.display());
            }
        }
        if self.machine {
            let sanecc = self.sanecc.ensure(&paths, Aim::Build)?;
            return machine::run(&paths, &sources, &sanecc, self.audit);
        }
        if self.audit && !self.pointer {
            let sanecc = self.sanecc.ensure(&paths, Aim::Build)?;
            if let Some(target) = self.target {
                targets::ready(target, &sanecc)?;
            }
            audit(&paths, &sources, &sanecc, self.target)?;
        }
        if self.whole {
            let sanecc = self.sanecc.ensure(&paths, Aim::Build)?;
            whole(&paths, &sources, &sanecc)?;
            proofs::compare(&paths, &sources, &sanecc)?;
        }
        if self.pointer {
            let sanecc = self.sanecc.ensure(&paths, Aim::Build)?;
            let compilers =
                ["-O0", "-O2"].map(|level| Compiler::sanecc(&sanecc, level).pointer_mode());
            match self.audit {
                true => {
                    let compilers = compilers.map(Compiler::audited);
                    let how = "under an audit of the pointer mode";
                    compared(&paths, &sources, &native(), &compilers, how)?;
                }
                false => {
                    let how = "in the pointer mode";
                    compared(&paths, &sources, &native(), &compilers, how)?;
                }
            }
        }
        Ok(())
    }
}

/// Runs the workloads of programs whose modules are compiled as one; each must end well and do what its native build does.
fn whole(paths: &Paths, sources: &Sources, sanecc: &Path) -> Result<()> {
    let built = || Compiler::sanecc(sanecc, "-O2").whole();
    let compilers = [built(), built().audited()];
    compared(paths, sources, &native(), &compilers, "as whole programs")
}

/// What programs are compared with.
fn native() -> Compiler {
    Compiler::native("-O2")
}

/// Builds the programs with each compiler and runs their workloads; each must end well and do what its native build does.
fn compared(
    paths: &Paths,
    sources: &Sources,
    native: &Compiler,
    compilers: &[Compiler],
    how: &str,
) -> Result<()> {
    let mut tally = Tally::default();
    programs::run(paths, sources, native, compilers, &mut tally)?;
    println!("{tally}");
    if tally.failed > 0 {
        bail!("{} of the programs failed {how}", tally.failed);
    }
    Ok(())
}

/// Runs the workloads with removed checks as assertions; each must end well and do what its native build does.
fn audit(paths: &Paths, sources: &Sources, sanecc: &Path, target: Option<&Target>) -> Result<()> {
    let of_target = |compiler: Compiler| match target {
        Some(target) => compiler.for_target(target),
        None => compiler,
    };
    let at = |level| Compiler::sanecc(sanecc, level);
    let compilers = [at("-O1"), at("-O2"), at("-O2").no_strict(), at("-O3")]
        .map(|compiler| of_target(compiler.audited()));
    let native = of_target(native());
    compared(paths, sources, &native, &compilers, "under an audit")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_program_can_be_selected_and_an_unknown_one_is_an_error() {
        assert_eq!(selected(None).unwrap().len(), PROGRAMS.len());
        assert_eq!(selected(Some("lua")).unwrap()[0].package(), Some("lua-src"));
        assert!(
            selected(Some("emacs"))
                .err()
                .unwrap()
                .to_string()
                .contains("sqlite3")
        );
    }
}
