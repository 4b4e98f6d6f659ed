//! Runs a [`Build`]: each unit through front end, passes and code generation, then the link.

use crate::args::{Argument, FlagClass, Route, Settings};
use crate::build::log;
use crate::compiler::Compiler;
use crate::diagnostics::{self, DriverError, crash};
use crate::instrument::Made;
use crate::link::{self, Objects};
use crate::plan::language::is_c;
use crate::plan::{Build, Unit};
use crate::temporary::Folder;
use crate::times::{self, Work};
use crate::tool::{self, Ended, Stderr, clang};
use crate::{codegen, frontend, instrument, records, side, unused, whole};
use sanecc_ir::llvm::Error as LlvmError;
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Compiles and links. Gives the exit code: clang's where clang failed.
///
/// # Errors
/// If this tool, not clang, fails.
pub fn run(build: &Build, compiler: &Compiler) -> Result<i32, DriverError> {
    compiler.check_version()?;
    tool::watch()?;
    // Before there is a folder to remove: LLVM ends the process when it does not know an option.
    tell_llvm(build);
    let folder = Folder::new()?;
    if is_refused(build, compiler, &folder)? {
        let words = crate::args::print(&build.arguments);
        return Ok(compiler.run(words, Stderr::Inherited, &folder)?.code);
    }
    if build.link {
        let code = unused::tell(build, compiler, &folder)?;
        if code != 0 {
            return Ok(code);
        }
    }
    let mut objects = Objects::new();
    let mut code = 0;
    let mut speaks = !build.link;
    for unit in &build.units {
        let place = folder.path().join(unit.position.to_string());
        let ended = if unit.checked {
            let object = if build.link {
                Some(kept_or(build, unit, &place))
            } else {
                None
            };
            let output = object
                .clone()
                .unwrap_or_else(|| codegen::output(build, unit));
            objects.extend(object.map(|object| (unit.position, vec![object])));
            compile(
                build,
                unit,
                &output,
                std::mem::take(&mut speaks),
                compiler,
                &folder,
                &place,
            )?
        } else if build.link {
            0
        } else {
            compiler
                .run(clang_alone(build, unit), Stderr::Inherited, &folder)?
                .code
        };
        // As clang does: the other inputs are still compiled, and the first failure counts.
        code = if code == 0 { ended } else { code };
    }
    if code != 0 || !build.link {
        return Ok(code);
    }
    link(build, &objects, compiler, &folder)
}

/// Flags that clang refuses unless link-time optimisation is on, of which no step is told.
const WITH_LTO_ALONE: [&str; 2] = ["-fvirtual-function-elimination", "-fwhole-program-vtables"];

/// Whether clang refuses the command line as a whole, though its steps might do: where there are several inputs, of
/// which some might compile in a step of their own, and where a flag reaches no step.
fn is_refused(build: &Build, compiler: &Compiler, folder: &Folder) -> Result<bool, DriverError> {
    let hidden = build
        .arguments
        .iter()
        .any(|argument| WITH_LTO_ALONE.iter().any(|flag| argument.word() == *flag));
    if !hidden && (build.link || build.units.len() < 2) {
        return Ok(false);
    }
    let mut words = vec!["-###".into()];
    words.extend(crate::args::print(&build.arguments));
    Ok(compiler.run(words, Stderr::Captured, folder)?.code != 0)
}

/// `-mllvm` and what switches optimisations off: the passes in this process heed it as those in clang do.
pub(crate) fn tell_llvm(build: &Build) {
    let mut options = Vec::new();
    let mut arguments = build.arguments.iter();
    while let Some(argument) = arguments.next() {
        let option = match argument.class() {
            FlagClass::Llvm => Some(argument),
            FlagClass::ClangArgument if argument.value() == "-mllvm" => {
                arguments.find(|next| next.class() == FlagClass::ClangArgument)
            }
            _ => None,
        };
        options.extend(option.map(|option| option.value().as_bytes().to_vec()));
    }
    // LLVM takes each of its options once, and switched off is off, whatever the option said.
    let name = |option: &[u8]| {
        option
            .split(|&byte| byte == b'=')
            .next()
            .map(<[u8]>::to_vec)
    };
    let passes = &build.settings.options;
    for switch in passes.tuning.options(passes.opt) {
        options.retain(|option: &Vec<u8>| name(option) != name(switch.as_bytes()));
        options.push(switch.into());
    }
    for remark in &passes.remarks {
        options.retain(|option| name(option) != name(remark.as_bytes()));
    }
    if !options.is_empty() {
        sanecc_ir::llvm::set_options("clang", options);
    }
}

/// Links what was compiled before, or elsewhere. Gives the exit code: clang's where clang failed.
///
/// # Errors
/// If this tool, not clang, fails.
pub fn link_only(build: &Build, compiler: &Compiler) -> Result<i32, DriverError> {
    tool::watch()?;
    let folder = Folder::new()?;
    link(build, &Objects::new(), compiler, &folder)
}

fn link(
    build: &Build,
    objects: &Objects,
    compiler: &Compiler,
    folder: &Folder,
) -> Result<i32, DriverError> {
    let merges = build.settings.whole_program
        && !build.settings.relocatable
        && build.settings.target.bare().is_none();
    let whole = merges.then(|| whole::link(build, objects, compiler, folder));
    let whole = whole.transpose()?;
    // A failure is said of the user's own objects: so these are linked after one.
    let mut warning = None;
    if let Some(whole) = whole.as_ref().filter(|whole| whole.merged) {
        let ended = linked(build, &whole.objects, Stderr::Captured, compiler, folder)?;
        if ended.code == 0 {
            let _ = std::io::stderr().write_all(&ended.stderr);
            whole.tell();
            return Ok(0);
        }
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        warning = Some(whole::refused("the linker does not link it as one", &said));
    }
    let code = linked(build, objects, Stderr::Inherited, compiler, folder)?.code;
    if code != 0 {
        for line in link::mismatch::explain(build, objects, compiler) {
            diagnostics::note(&line);
        }
    } else {
        whole.iter().for_each(whole::Whole::tell);
        warning.iter().for_each(diagnostics::Warning::print);
    }
    Ok(code)
}

/// Runs the linker.
fn linked(
    build: &Build,
    objects: &Objects,
    stderr: Stderr,
    compiler: &Compiler,
    folder: &Folder,
) -> Result<Ended, DriverError> {
    if build.settings.forbids_undefined(&build.arguments) && !build.settings.links_runtime() {
        link::shared_without_undefined(build, objects, stderr, compiler, folder)
    } else {
        compiler.run(link::words(build, objects, compiler)?, stderr, folder)
    }
}

/// The object of a unit that is linked: temporary, unless intermediate files are kept.
fn kept_or(build: &Build, unit: &Unit, place: &Path) -> PathBuf {
    let temporary = || place.join(crate::args::concat(unit.stem(), ".o"));
    side::kept_object(build, unit).unwrap_or_else(temporary)
}

fn compile(
    build: &Build,
    unit: &Unit,
    output: &Path,
    speaks: bool,
    compiler: &Compiler,
    folder: &Folder,
    place: &Path,
) -> Result<i32, DriverError> {
    let settings = &build.settings;
    let records = |flag, asked| records::file_of(flag, asked, build, unit, output);
    let access_remarks = records(records::REMARKS, settings.access_remarks.as_ref())?;
    let statistics = records(records::STATISTICS, settings.statistics.as_ref())?;
    // Clang derives names of side outputs from the stem of what it reads.
    let plain = place
        .join("front")
        .join(crate::args::concat(unit.stem(), ".bc"));
    let checked = place.join(crate::args::concat(unit.stem(), ".bc"));
    std::fs::create_dir_all(place.join("front")).map_err(|error| cannot_write(place, &error))?;
    times::forget();
    let words = frontend::words(build, unit, &plain, speaks);
    let ended = times::timed("front end", Work::Clang, || {
        compiler.run(words, Stderr::Inherited, folder)
    })?;
    if ended.code != 0 {
        forget(build, output);
        return Ok(ended.code);
    }
    side::record(build, unit, output, compiler, folder)?;
    let mut options = settings.options.clone();
    if !is_c(&unit.language) {
        options.members = None;
        options.plan.provenance = false;
    }
    let job = instrument::Job {
        bitcode: &plain,
        output: &checked,
        options: &options,
        access_remarks,
        embed_remarks: settings.embed_remarks,
        logged_remarks: log::remarks_of(&unit.file),
        statistics,
        object: codegen::direct::object(build, unit, output, compiler),
        carries: whole::carried(build, unit),
    };
    crash::compiling(&unit.file.to_string_lossy(), stale(build, output));
    let made = instrument::run(&job).map_err(|error| {
        forget(build, output);
        uninstrumented(unit, error)
    })?;
    if made == Made::Object {
        seal(&job, output)?;
        tell_times(settings);
        return Ok(0);
    }
    side::keep(build, unit, &plain, &checked)?;
    let words = codegen::words(build, &checked, output);
    let ended = times::timed("code generation", Work::Clang, || {
        compiler.run(words, Stderr::Inherited, folder)
    })?;
    tell_times(settings);
    side::move_stack_usage(build, unit, output)?;
    if ended.code == 0 {
        seal(&job, output)?;
    }
    Ok(ended.code)
}

/// Says in the finished object what its bitcode stands for.
fn seal(job: &instrument::Job<'_>, output: &Path) -> Result<(), DriverError> {
    if job.carries.is_none() || !is_plain_file(output) {
        return Ok(());
    }
    whole::frame::seal(output).map_err(|error| cannot_write(output, &error))
}

fn tell_times(settings: &Settings) {
    if settings.options.time {
        times::print();
    }
}

/// What a failure removes: clang leaves no output of an earlier run behind; neither is one left here.
fn stale<'a>(build: &Build, output: &'a Path) -> Option<&'a Path> {
    Some(output).filter(|output| !build.link && is_plain_file(output))
}

fn forget(build: &Build, output: &Path) {
    if let Some(stale) = stale(build, output) {
        let _ = std::fs::remove_file(stale);
    }
}

/// Whether `path` is an ordinary file, not a device such as `/dev/null`.
fn is_plain_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| meta.is_file())
}

/// A failure of the passes, with a way on. Intermediate files are not named: they are gone when this is read.
pub(crate) fn uninstrumented(unit: &Unit, error: instrument::Error) -> DriverError {
    let file = unit.file.to_string_lossy();
    match error {
        instrument::Error::Llvm(LlvmError::Parse { reason, .. }) => bad_bitcode(&file, &reason),
        instrument::Error::Llvm(LlvmError::Read { source, .. }) => {
            bad_bitcode(&file, &source.to_string())
        }
        // An empty file is a module without anything to LLVM, also without a target.
        instrument::Error::Llvm(LlvmError::Target { triple, .. }) if triple.is_empty() => {
            bad_bitcode(&file, "it names no target")
        }
        instrument::Error::Llvm(LlvmError::Write { path, source }) => cannot_write(&path, &source),
        instrument::Error::Llvm(_) => DriverError::new(format!("{file}: {error}"))
            .next("-fsanecc-mode=none compiles this file without checks until that is fixed"),
        instrument::Error::Unchecked(ref unchecked) => {
            DriverError::new(error.to_string()).next(unchecked.next())
        }
        instrument::Error::Target { .. } => DriverError::new(format!("{file}: {error}")),
        instrument::Error::Records { flag, .. } => {
            DriverError::new(error.to_string()).next(flag.expectation())
        }
    }
}

fn bad_bitcode(file: &str, reason: &str) -> DriverError {
    DriverError::new(format!(
        "{file}: clang wrote no bitcode that LLVM {} can read: {reason}",
        clang::MAJOR
    ))
    .next("'sane doctor' checks that clang and LLVM fit together; SANECC_CLANG names the clang to use")
}

fn cannot_write(path: &Path, error: &std::io::Error) -> DriverError {
    DriverError::new(format!("cannot write {}: {error}", path.display()))
        .next("free space there, or set TMPDIR to a folder that can be written")
}

/// The words by which clang compiles a unit that is not checked, alone among the inputs.
fn clang_alone(build: &Build, unit: &Unit) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["-Qunused-arguments".into()];
    let passed = |a: &&Argument| a.class().stages().alone == Route::Pass;
    words.extend(crate::args::print(build.arguments.iter().filter(passed)));
    words.extend([
        "-x".into(),
        unit.language.clone(),
        "--".into(),
        unit.file.clone(),
    ]);
    words
}
