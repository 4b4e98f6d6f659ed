//! Linking: runs clang as the linker driver.
//!
//! The user's words keep their order, with objects in place of the sources. The runtime is named by its absolute path, so that no `-l` or `-L`
//! for it appears in the output of `-v`, which build systems read.

mod bare;
mod fuzzing;
pub mod linker;
pub mod mismatch;

use crate::args::own::Runtime;
use crate::args::{FlagClass, LEAK};
use crate::compiler::Compiler;
use crate::diagnostics::DriverError;
use crate::frontend::{SAID_BEFORE, without};
use crate::install;
use crate::plan::Build;
use crate::temporary::Folder;
use crate::tool::{Ended, Stderr};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol, SymbolKind};
use sanecc_abi::symbols::{LOOKS_FOR_LEAKS, VERSION_SYMBOL};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Files that stand for what an argument names, by the position of that argument: the object of a source, or what a whole program leaves of an input.
pub type Objects = BTreeMap<usize, Vec<PathBuf>>;

/// The words of the linking command.
///
/// # Errors
/// If the runtime is to be linked and there is none for the target.
pub fn words(
    build: &Build,
    objects: &Objects,
    compiler: &Compiler,
) -> Result<Vec<OsString>, DriverError> {
    if let Some(target) = build.settings.target.bare() {
        return bare::words(build, target, user_words(build, objects, compiler));
    }
    let mut words = Vec::new();
    if build.settings.links_runtime() {
        if build.settings.shared {
            return Err(DriverError::new(
                "a shared object cannot hold the runtime, which has to be started before any library",
            )
            .next("link it without -fsanecc-runtime=always: the program brings the runtime, or preload libsanecc_rt.so"));
        }
        let archive = runtime(build)?;
        let mut symbols = runtime_symbols(&archive)?;
        let alone = is_static(build);
        symbols.retain(|symbol| !alone || symbol.role != Role::Loader);
        // First and by force: no flag of the user's is in effect yet that changes how an input is read, every
        // library after it finds the runtime's allocator, and a C library named last still serves it.
        let loader = symbols
            .iter()
            .filter(|symbol| symbol.role == Role::Loader)
            .map(|symbol| symbol.name.as_str());
        for name in std::iter::once(VERSION_SYMBOL).chain(loader) {
            for word in ["-u", name] {
                words.extend(["-Xlinker".into(), word.into()]);
            }
        }
        if alone {
            // The runtime's `pthread_create` leads to this one, which nothing else would take out of the C library.
            words.extend(["-Xlinker", "-u", "-Xlinker", "__pthread_create"].map(OsString::from));
            if !starts_otherwise(build) {
                words.extend(["-Xlinker", "-e", "-Xlinker", "__sanecc_start"].map(OsString::from));
            }
        }
        words.extend(["-Xlinker".into(), archive.into()]);
        if build.settings.looks_for_leaks() {
            let definition = format!("--defsym={LOOKS_FOR_LEAKS}=1");
            words.extend(["-Xlinker".into(), definition.into()]);
        }
        // Libraries that are loaded into the program find the runtime in it through these: all of it, so that
        // they take no part of the system's or of a preloaded second copy. By name: not every linker takes a
        // pattern here.
        for symbol in &symbols {
            words.push(format!("-Wl,--export-dynamic-symbol={}", symbol.name).into());
        }
        words.extend(fuzzing::words(build, compiler)?);
    }
    words.extend(user_words(build, objects, compiler));
    // Last: nothing is in it but what something before may name. Libraries get what they name, too, because the program need not have it.
    if build.settings.links_runtime()
        || build.settings.shared && build.settings.runtime == Runtime::Auto
    {
        let hooks = install::file(&build.settings.runtime_target(), install::HOOKS);
        words.extend(
            hooks
                .into_iter()
                .flat_map(|hooks| ["-Xlinker".into(), hooks.into()]),
        );
    }
    Ok(words)
}

fn runtime(build: &Build) -> Result<PathBuf, DriverError> {
    install::runtime(&build.settings.runtime_target())
}

/// Whether the program has no loader.
fn is_static(build: &Build) -> bool {
    build.arguments.iter().any(|argument| {
        argument.class() != FlagClass::Input
            && ["-static", "--static", "-static-pie"]
                .iter()
                .any(|&word| argument.word() == word)
    })
}

/// Whether the program does not begin at the C library's `_start`.
fn starts_otherwise(build: &Build) -> bool {
    build.settings.no_standard_library
        || build
            .arguments
            .iter()
            .any(|argument| argument.word() == "-nostartfiles")
}

fn user_words(build: &Build, objects: &Objects, compiler: &Compiler) -> Vec<OsString> {
    let mut words = Vec::from_iter(linker::word(build, compiler));
    if !objects.is_empty() {
        words.push("-Qunused-arguments".into());
    }
    let brings = build.settings.links_runtime();
    let mut language = OsString::from("none");
    for (position, argument) in build.arguments.iter().enumerate() {
        match argument.class() {
            FlagClass::Input => {
                let unit = build.units.iter().find(|unit| unit.position == position);
                let object = objects.get(&position);
                let wanted = match (object, unit) {
                    (None, Some(unit)) => unit.language.clone(),
                    _ => "none".into(),
                };
                if wanted != language {
                    words.extend(["-x".into(), wanted.clone()]);
                    language = wanted;
                }
                match object {
                    Some(files) => words.extend(files.iter().map(OsString::from)),
                    None => words.push(file_word(argument.value().to_owned())),
                }
            }
            FlagClass::Library if objects.contains_key(&position) => {
                words.extend(objects[&position].iter().map(OsString::from));
            }
            FlagClass::Sanitize => {
                let is_ours = |name: &str| {
                    build.settings.is_ours(name)
                        || brings && (name == LEAK || fuzzing::is_fuzzing(name))
                };
                words.extend(without(argument, is_ours));
            }
            _ if brings && fuzzing::is_coverage(argument) => {}
            class if class.stages().link.passes(objects.is_empty()) => argument.print(&mut words),
            _ => {}
        }
    }
    if !objects.is_empty() {
        words.extend(SAID_BEFORE.map(OsString::from));
    }
    words
}

/// An input whose name looks like a flag, which only `--` made an input.
fn file_word(file: OsString) -> OsString {
    match file.as_bytes() {
        [b'-', _, ..] => crate::args::concat("./", file),
        _ => file,
    }
}

/// Links a shared object that may have no undefined symbols, though the runtime's stay undefined until the
/// program that loads it provides them.
///
/// The linkers have no way to except some symbols. So the object is linked twice: once into a
/// temporary file with stand-ins for the runtime's symbols, where any other undefined symbol is an error as
/// the user wants it, then without the condition.
///
/// # Errors
/// If the linker cannot be run, or there is no runtime for the target.
pub fn shared_without_undefined(
    build: &Build,
    objects: &Objects,
    stderr: Stderr,
    compiler: &Compiler,
    folder: &Folder,
) -> Result<Ended, DriverError> {
    let (stand_ins, output) = (folder.path().join("runtime.s"), folder.path().join("trial"));
    std::fs::write(&stand_ins, assembly_of(&runtime_symbols(&runtime(build)?)?)).map_err(
        |error| DriverError::new(format!("cannot write {}: {error}", stand_ins.display())),
    )?;
    let user = user_words(build, objects, compiler);
    let mut trial = user.clone();
    trial.extend([
        "-o".into(),
        output.into(),
        "-x".into(),
        "assembler".into(),
        stand_ins.into(),
    ]);
    let ended = compiler.run(trial, Stderr::Captured, folder)?;
    if ended.code != 0 {
        if stderr == Stderr::Inherited {
            // As a linker's failure would: its words are the user's to read.
            let _ = std::io::stderr().write_all(&ended.stderr);
        }
        return Ok(ended);
    }
    let mut last = user;
    // `-z undefs` says the same, but not to gold.
    last.push("-Wl,--unresolved-symbols=ignore-all".into());
    compiler.run(last, stderr, folder)
}

/// Assembly that defines the runtime's own among `symbols`: all at the same place, and those of each thread at another one.
fn assembly_of(symbols: &[Symbol]) -> String {
    let labels = |of_thread: bool| -> String {
        let wanted = |symbol: &&Symbol| symbol.role == Role::Own && symbol.of_thread == of_thread;
        let named = symbols
            .iter()
            .filter(wanted)
            .map(|Symbol { name, .. }| name);
        named
            .map(|name| format!(".globl {name}\n.hidden {name}\n{name}:\n"))
            .collect()
    };
    format!(
        ".data\n{}.quad 0\n.section .tdata,\"awT\",@progbits\n{}.quad 0\n.section .note.GNU-stack,\"\",@progbits\n",
        labels(false),
        labels(true)
    )
}

/// A symbol that the runtime archive defines.
struct Symbol {
    name: String,
    role: Role,
    /// Each thread has one.
    of_thread: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The runtime alone defines it.
    Own,
    /// It stands in for the system's, or the program's.
    StandIn,
    /// As that, but only where there is a loader: it is in a further member.
    Loader,
}

/// What the runtime archive defines.
fn runtime_symbols(archive: &Path) -> Result<Vec<Symbol>, DriverError> {
    let unreadable = |error: &dyn std::fmt::Display| {
        DriverError::new(format!(
            "cannot read the runtime {}: {error}",
            archive.display()
        ))
        .next("'cargo xtask build' makes it anew")
    };
    let data = std::fs::read(archive).map_err(|error| unreadable(&error))?;
    let members = ArchiveFile::parse(&*data).map_err(|error| unreadable(&error))?;
    let mut symbols = Vec::new();
    for (index, member) in members.members().enumerate() {
        let member = member.and_then(|member| member.data(&*data));
        let file = object::File::parse(member.map_err(|error| unreadable(&error))?);
        let file = file.map_err(|error| unreadable(&error))?;
        // `is_definition` would leave out those of threads.
        let defined = file
            .symbols()
            .filter(|symbol| symbol.is_global() && !symbol.is_undefined());
        symbols.extend(defined.filter_map(|symbol| {
            let role = match (index, symbol.is_weak()) {
                (0, false) => Role::Own,
                (0, true) => Role::StandIn,
                _ => Role::Loader,
            };
            Some(Symbol {
                name: symbol.name().ok()?.to_owned(),
                role,
                of_thread: symbol.kind() == SymbolKind::Tls,
            })
        }));
    }
    Ok(symbols)
}
