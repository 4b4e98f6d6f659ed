//! Compiles and links what is to run: clang's front end for each source, LLVM's linker, the import.

use super::cplusplus;
use crate::compiler::Compiler;
use crate::diagnostics::DriverError;
use crate::frontend;
use crate::instrument::{self, Audit};
use crate::plan::{self, Build, Plan, Unit};
use crate::temporary::Folder;
use crate::tool::{self, Stderr};
use sanecc_instrument::CheckPlan;
use sanecc_ir::Module;
use sanecc_ir::llvm::{Bitcode, Context, Error as LlvmError, import};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Flags behind those of the user: all that debug information can say of the program, and, unless its plan is audited, the program as it is written.
const FLAGS: [&str; 2] = ["-g", "-O0"];

/// Extensions of sources.
const SOURCES: [&str; 6] = ["c", "C", "cc", "cpp", "cxx", "c++"];

/// A program that can run.
pub struct Program {
    /// All of it.
    pub module: Module,
    /// What it sees as its name.
    pub name: OsString,
    /// Its sources, as they were given.
    pub sources: Vec<PathBuf>,
    /// The plan of its checks, if that is to be audited.
    pub plan: Option<CheckPlan>,
    /// Whether the plan is wrong on purpose (`-fsanecc-audit=planted`).
    pub is_planted: bool,
}

/// What became of the sources.
pub enum Read {
    /// They are a program.
    Program(Box<Program>),
    /// Clang refused one with this exit code, and has said why.
    Failed(i32),
}

/// Compiles and links. A program that `audits` its plan is compiled at its own level, and is as it is when checks are planned.
///
/// # Errors
/// If the words name no source that can run, or a step fails.
pub fn read(words: &[OsString], audits: bool) -> Result<Read, DriverError> {
    // What is audited keeps the level of the user.
    let flags = if audits { &FLAGS[..1] } else { &FLAGS[..] };
    let mut build = build_of(words, flags)?;
    if let Some(other) = build.units.iter().find(|unit| !unit.checked) {
        let file = other.file.to_string_lossy();
        return Err(DriverError::new(format!("{file} is no C source"))
            .next("the machine runs C and C++; give it the sources of the whole program"));
    }
    let compiler = Compiler::find(false)?;
    compiler.check_version()?;
    tool::watch()?;
    let folder = Folder::new()?;
    let mut further = None;
    if cplusplus::is_in(&build) {
        let mut all = cplusplus::prelude(&folder)?.to_vec();
        all.extend_from_slice(words);
        build = build_of(&all, flags)?;
        further = Some(build_of(&cplusplus::support(&folder)?, &[])?);
    }
    let context = Context::new();
    let mut linked: Option<Bitcode<'_>> = None;
    let all = std::iter::once(&build).chain(&further);
    for (build, unit) in all.flat_map(|build| build.units.iter().map(move |unit| (build, unit))) {
        let name = unit.position.to_string() + &unit.stem().to_string_lossy();
        let file = folder.path().join(name).with_extension("bc");
        let words = frontend::words(build, unit, &file, false);
        let ended = compiler.run(words, Stderr::Inherited, &folder)?;
        if ended.code != 0 {
            return Ok(Read::Failed(ended.code));
        }
        let one = Bitcode::read(&context, &file).map_err(|error| refused(unit, &error))?;
        linked = Some(match linked {
            None => one,
            Some(all) => {
                all.link(one).map_err(|error| refused(unit, &error))?;
                all
            }
        });
    }
    let linked = linked.ok_or_else(no_source)?;
    let (module, plan) = match audits {
        true => planned(&linked, &build, &folder)?,
        false => (import::import(&linked).0, None),
    };
    let sources: Vec<PathBuf> = build.units.iter().map(|unit| (&unit.file).into()).collect();
    let name = sources.first().map(|source| source.with_extension(""));
    Ok(Read::Program(Box::new(Program {
        module,
        name: name.unwrap_or_default().into_os_string(),
        sources,
        plan,
        is_planted: build.settings.options.plan.audit == Audit::Planted,
    })))
}

/// The linked program behind the passes that come before the plan, as one unit, and the plan.
fn planned(
    linked: &Bitcode<'_>,
    build: &Build,
    folder: &Folder,
) -> Result<(Module, Option<CheckPlan>), DriverError> {
    let file = folder.path().join("linked.bc");
    let failed = |error: &dyn std::fmt::Display| {
        DriverError::new(format!(
            "the checks of the program cannot be planned: {error}"
        ))
    };
    std::fs::write(&file, linked.to_bitcode()).map_err(|error| failed(&error))?;
    let job = instrument::Job {
        bitcode: &file,
        output: &file,
        options: &build.settings.options,
        access_remarks: None,
        statistics: None,
        object: None,
    };
    let (module, plan) = instrument::plan(&job).map_err(|error| failed(&error))?;
    Ok((module, Some(plan)))
}

fn build_of(words: &[OsString], flags: &[&str]) -> Result<Build, DriverError> {
    let mut all = words.to_vec();
    all.extend(flags.iter().map(OsString::from));
    let mut plan = plan::plan(all, false, false)?;
    loop {
        match plan {
            Plan::Build(build) => return Ok(build),
            // Warnings are about checks that are compiled in.
            Plan::Warned(_, inner) => plan = *inner,
            Plan::Clang(words) => return Err(not_run(&words)),
            Plan::Link(_) => return Err(no_source()),
            Plan::Help | Plan::Version(_) | Plan::File(..) => return Err(no_source()),
        }
    }
}

/// Why a command that clang would get unchanged is none that can run.
fn not_run(words: &[OsString]) -> DriverError {
    let is_source = |word: &OsString| {
        let extension = Path::new(word).extension().and_then(OsStr::to_str);
        extension.is_some_and(|extension| SOURCES.contains(&extension))
    };
    let is_missing = |word: &&OsString| is_source(word) && !Path::new(word).exists();
    match words.iter().find(is_missing) {
        Some(missing) => DriverError::new(format!("no such file: {}", missing.to_string_lossy())),
        None if words.iter().any(is_source) => {
            DriverError::new("this command makes no program for x86-64 Linux")
                .next("leave out flags such as -E, -fsyntax-only, -m32 and --target=")
        }
        None => no_source(),
    }
}

fn no_source() -> DriverError {
    DriverError::new("there is no C source to run")
        .next("sane run [FLAGS] FILE.c ... [-- ARGUMENTS]")
}

fn refused(unit: &Unit, error: &LlvmError) -> DriverError {
    DriverError::new(format!("{}: {error}", unit.file.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(all: &[&str]) -> Vec<OsString> {
        all.iter().map(OsString::from).collect()
    }

    #[test]
    fn flags_of_a_compile_command_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, "").unwrap();
        let file = file.to_string_lossy();
        let build = build_of(&words(&["-DX=1", "-O2", "-c", &file, "-o", "a.o"]), &FLAGS).unwrap();
        assert_eq!(build.units.len(), 1);
        let kept = crate::args::print(&build.arguments);
        assert!(kept.iter().any(|word| word == "-DX=1"));
    }

    #[test]
    fn words_without_a_source_are_refused() {
        for wrong in [&["-O2"][..], &["a.o"], &["--version"]] {
            assert!(build_of(&words(wrong), &FLAGS).is_err(), "{wrong:?}");
        }
    }
}
