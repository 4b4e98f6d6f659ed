//! Compiles and links what is to run: clang's front end for each source, LLVM's linker, the import.

use super::checks::Wanted;
use super::cplusplus;
use crate::compiler::Compiler;
use crate::diagnostics::DriverError;
use crate::frontend;
use crate::instrument::{self, Audit};
use crate::plan::pointer_mode::strict_flex_arrays;
use crate::plan::{self, Build, Plan, Unit};
use crate::temporary::Folder;
use crate::tool::{self, Stderr};
use rustc_hash::FxHashMap;
use sanecc_abi::target::HOST;
use sanecc_instrument::{CheckPlan, PairChecks};
use sanecc_ir::llvm::{AccessTypes, Bitcode, Context, Error as LlvmError, import};
use sanecc_ir::{FuncId, Module, ValueId};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// Which pairs of pointers compiled programs would look at.
    pub pairs: PairChecks,
    /// Which arrays at the end of a structure may be longer than their types say (`-fstrict-flex-arrays=`).
    pub flexible_arrays: u8,
    /// As which types it accesses memory, by function and access, where that was asked for.
    pub types: Arc<FxHashMap<(FuncId, ValueId), Arc<str>>>,
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
pub fn read(words: &[OsString], wanted: &Wanted, audits: bool) -> Result<Read, DriverError> {
    let mut build = build_of(words, &wanted.flags(), audits)?;
    if let Some(other) = build.units.iter().find(|unit| !unit.checked) {
        let file = other.file.to_string_lossy();
        return Err(DriverError::new(format!("{file} is no C source"))
            .next("the machine runs C and C++; give it the sources of the whole program"));
    }
    let front = FrontEnd::new()?;
    let is_cplusplus = cplusplus::is_in(&build);
    if is_cplusplus {
        let mut all = cplusplus::prelude(&front.folder)?.to_vec();
        all.extend_from_slice(words);
        build = build_of(&all, &wanted.flags(), audits)?;
    }
    let context = Context::new();
    let mut linked: Option<Bitcode<'_>> = None;
    for (number, unit) in build.units.iter().enumerate() {
        let one = match front.compile(&context, &build, unit, number)? {
            Ok(one) => one,
            Err(code) => return Ok(Read::Failed(code)),
        };
        linked = Some(match linked {
            None => one,
            Some(all) => {
                all.link(one).map_err(|error| refused(&unit.file, &error))?;
                all
            }
        });
    }
    let mut linked = linked.ok_or_else(no_source)?;
    if is_cplusplus {
        let wanted = linked.symbols().wanted;
        match cplusplus::support(&front, &context, wanted.iter(), build.units.len())? {
            Ok(support) => linked
                .link(support)
                .map_err(|error| refused(OsStr::new("the C++ library"), &error))?,
            Err(code) => return Ok(Read::Failed(code)),
        }
    }
    let sources: Vec<PathBuf> = build.units.iter().map(|unit| (&unit.file).into()).collect();
    if build.settings.options.claims && !audits {
        instrument::check_stated_sizes(&mut linked);
    }
    let mut program = Program::of(
        &linked,
        sources,
        build.settings.options.pairs,
        flexible_arrays(&build),
        wanted.types && !audits,
    );
    if audits {
        let (module, plan) = planned(&linked, &build, &front.folder)?;
        (program.module, program.plan) = (module, Some(plan));
        program.is_planted = build.settings.options.plan.audit == Audit::Planted;
    }
    Ok(Read::Program(Box::new(program)))
}

/// The linked program behind the passes that come before the plan, as one unit, and the plan.
fn planned(
    linked: &Bitcode<'_>,
    build: &Build,
    folder: &Folder,
) -> Result<(Module, CheckPlan), DriverError> {
    let file = folder.path().join("linked.bc");
    let failed = |error: &dyn std::fmt::Display| {
        DriverError::new(format!(
            "the checks of the program cannot be planned: {error}"
        ))
    };
    std::fs::write(&file, linked.to_bitcode()).map_err(|error| failed(&error))?;
    // Counts are of units, not of linked programs.
    let options = instrument::Options {
        profile: None,
        // The machine has its own view of members.
        members: None,
        ..build.settings.options.clone()
    };
    let job = instrument::Job {
        bitcode: &file,
        output: &file,
        options: &options,
        access_remarks: None,
        embed_remarks: false,
        logged_remarks: None,
        statistics: None,
        object: None,
        carries: None,
    };
    instrument::plan(&job).map_err(|error| failed(&error))
}

impl Program {
    /// The program of linked bitcode; its first source gives it its name.
    pub fn of(
        linked: &Bitcode<'_>,
        sources: Vec<PathBuf>,
        pairs: PairChecks,
        flexible_arrays: u8,
        is_typed: bool,
    ) -> Program {
        let (module, handles) = import::import(linked);
        let types = match is_typed {
            true => AccessTypes::of(&module, &handles).into_map(),
            false => FxHashMap::default(),
        };
        let name = sources.first().map(|source| source.with_extension(""));
        Program {
            module,
            name: name.unwrap_or_default().into_os_string(),
            sources,
            pairs,
            flexible_arrays,
            types: Arc::new(types),
            plan: None,
            is_planted: false,
        }
    }
}

/// Clang's front end, with the folder of what it makes.
pub struct FrontEnd {
    compiler: Compiler,
    folder: Folder,
}

impl FrontEnd {
    /// Finds it.
    ///
    /// # Errors
    /// If there is none, or of another version.
    pub fn new() -> Result<FrontEnd, DriverError> {
        let compiler = Compiler::find(false)?;
        compiler.check_version()?;
        tool::watch()?;
        let folder = Folder::new()?;
        Ok(FrontEnd { compiler, folder })
    }

    /// The folder of what it makes.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Bitcode of a source; the exit code where clang refuses it. The number tells it from others.
    ///
    /// # Errors
    /// If clang cannot run or writes what LLVM cannot read.
    pub fn compile<'c>(
        &self,
        context: &'c Context,
        build: &Build,
        unit: &Unit,
        number: usize,
    ) -> Result<Result<Bitcode<'c>, i32>, DriverError> {
        let file = self.folder.path().join(number.to_string());
        let file = file.with_extension("bc");
        let words = frontend::words(build, unit, &file, false);
        let ended = self.compiler.run(words, Stderr::Inherited, &self.folder)?;
        if ended.code != 0 {
            return Ok(Err(ended.code));
        }
        let read = Bitcode::read(context, &file);
        read.map(Ok).map_err(|error| refused(&unit.file, &error))
    }
}

/// Which arrays at the end of a structure may be longer than their types say, as the last `-fstrict-flex-arrays=` numbers it.
pub fn flexible_arrays(build: &Build) -> u8 {
    strict_flex_arrays(&build.arguments)
}

/// What a command line compiles, for a program that `audits` its plan or not.
///
/// # Errors
/// If that is nothing that can run.
pub fn build_of(
    words: &[OsString],
    flags: &[OsString],
    audits: bool,
) -> Result<Build, DriverError> {
    let mut all = words.to_vec();
    let own = if audits { &FLAGS[..1] } else { &FLAGS[..] };
    all.extend(own.iter().map(OsString::from));
    all.extend_from_slice(flags);
    let mut plan = plan::plan(all, false, false)?;
    loop {
        match plan {
            Plan::Build(build) if build.settings.target.known() == Some(HOST) => return Ok(build),
            Plan::Build(_) => return Err(for_another_machine()),
            // Warnings are about checks that are compiled in.
            Plan::Warned(_, inner) => plan = *inner,
            Plan::Clang(words) => return Err(not_run(&words)),
            Plan::Link(_) => return Err(no_source()),
            Plan::Help | Plan::Version(_) | Plan::File(..) => return Err(no_source()),
        }
    }
}

/// Whether a file is a source by its name.
pub fn is_source(file: impl AsRef<Path>) -> bool {
    let extension = file.as_ref().extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| SOURCES.contains(&extension))
}

/// Why a command that clang would get unchanged is none that can run.
fn not_run(words: &[OsString]) -> DriverError {
    let is_missing = |word: &&OsString| is_source(word) && !Path::new(word).exists();
    match words.iter().find(is_missing) {
        Some(missing) => DriverError::new(format!("no such file: {}", missing.to_string_lossy())),
        None if words.iter().any(is_source) => for_another_machine(),
        None => no_source(),
    }
}

fn for_another_machine() -> DriverError {
    DriverError::new("this command makes no program for x86-64 Linux")
        .next("leave out flags such as -E, -fsyntax-only, -m32 and --target=")
}

fn no_source() -> DriverError {
    DriverError::new("there is no C source to run")
        .next("sane run [FLAGS] FILE.c ... [-- ARGUMENTS]")
}

/// What LLVM has against a source.
pub fn refused(file: &OsStr, error: &LlvmError) -> DriverError {
    DriverError::new(format!("{}: {error}", file.to_string_lossy()))
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
        let build = build_of(
            &words(&["-DX=1", "-O2", "-c", &file, "-o", "a.o"]),
            &[],
            false,
        )
        .unwrap();
        assert_eq!(build.units.len(), 1);
        let kept = crate::args::print(&build.arguments);
        assert!(kept.iter().any(|word| word == "-DX=1"));
    }

    #[test]
    fn words_without_a_source_are_refused() {
        for wrong in [&["-O2"][..], &["a.o"], &["--version"]] {
            assert!(build_of(&words(wrong), &[], false).is_err(), "{wrong:?}");
        }
    }
}
