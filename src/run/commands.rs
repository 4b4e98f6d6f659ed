//! A program of `compile_commands.json`: every source by its own command, then what belongs to one `main`.
//!
//! The sources of the program are all without a `main` of their own, and the one whose `main` runs; but if two of these define one symbol, they belong to
//! different programs or libraries, and only those are taken that define what others need, as of an archive.

use super::checks::Wanted;
use super::cplusplus;
use super::program::{self, FrontEnd, Program, Read, build_of, flexible_arrays, refused};
use crate::diagnostics::DriverError;
use sanecc_instrument::PairChecks;
use sanecc_ir::llvm::{Bitcode, Context, Symbols};
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// An entry.
#[derive(Debug, serde::Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: String,
    #[serde(default)]
    arguments: Vec<String>,
}

/// A source that was compiled.
struct Part<'c> {
    file: PathBuf,
    bitcode: Bitcode<'c>,
    symbols: Symbols,
    pairs: PairChecks,
    flexible_arrays: u8,
    is_cplusplus: bool,
}

impl Part<'_> {
    fn has_main(&self) -> bool {
        self.symbols.defined.contains("main")
    }
}

/// Compiles the sources of a file, and links those of the program whose `main` is in the source of this name.
///
/// # Errors
/// If the file cannot be read, a command cannot be understood, or it is not clear which program is meant.
pub fn read(commands: &Path, main: Option<&Path>, wanted: &Wanted) -> Result<Read, DriverError> {
    let shown = commands.display();
    let entries = entries(commands)?;
    let front = FrontEnd::new()?;
    let context = Context::new();
    let mut parts = Vec::new();
    let home = std::env::current_dir()
        .map_err(|error| DriverError::new(format!("cannot tell the working folder: {error}")))?;
    let base = std::path::absolute(commands).unwrap_or_else(|_| commands.to_owned());
    let base = base.parent().unwrap_or(&home);
    for (number, entry) in entries.iter().enumerate() {
        if !program::is_source(&entry.file) {
            continue;
        }
        // What a command names is relative to its folder.
        let folder = base.join(&entry.directory);
        let enter = |folder: &Path| {
            std::env::set_current_dir(folder).map_err(|error| {
                DriverError::new(format!("{shown}: {}: {error}", folder.display()))
            })
        };
        enter(&folder)?;
        let part = part(&front, &context, entry, number, &home, &wanted.flags());
        enter(&home)?;
        match part? {
            Ok(part) => parts.push(part),
            Err(code) => return Ok(Read::Failed(code)),
        }
    }
    let first = position_of_main(&parts, main).map_err(|error| {
        DriverError::new(format!("{shown}: {error}"))
            .next("--file NAME says which source has the main to run")
    })?;
    let first = parts.remove(first);
    let support = {
        let all = || parts.iter().chain([&first]);
        let needed = all().flat_map(|part| &part.symbols.wanted);
        match all().any(|part| part.is_cplusplus) {
            true => match cplusplus::support(&front, &context, needed, entries.len())? {
                Ok(support) => Some(support),
                Err(code) => return Ok(Read::Failed(code)),
            },
            false => None,
        }
    };
    link(first, parts, support, wanted.types).map(|program| Read::Program(Box::new(program)))
}

fn entries(commands: &Path) -> Result<Vec<Entry>, DriverError> {
    let refused = |error: &dyn std::fmt::Display| {
        DriverError::new(format!("{}: {error}", commands.display()))
    };
    let text = std::fs::read(commands).map_err(|error| refused(&error))?;
    serde_json::from_slice(&text).map_err(|error| {
        refused(&error).next("it is to be as CMake's CMAKE_EXPORT_COMPILE_COMMANDS writes it")
    })
}

/// The full name of a file in the working folder, without steps up where it exists.
fn full(file: &Path) -> PathBuf {
    let known = file.canonicalize();
    let known = known.or_else(|_| std::path::absolute(file));
    known.unwrap_or_else(|_| file.to_owned())
}

/// The words of an entry behind the compiler, with the source by its full name.
fn words(entry: &Entry) -> Result<Vec<OsString>, DriverError> {
    let file = entry.file.display();
    let words = match entry.arguments.is_empty() {
        false => entry.arguments.clone(),
        true => shlex::split(&entry.command)
            .ok_or_else(|| DriverError::new(format!("{file}: the command cannot be split")))?,
    };
    let source = full(&entry.file);
    let is_source = |word: &str| word == entry.file.as_os_str() || full(Path::new(word)) == source;
    // Behind a launcher (ccache) stands the compiler.
    let flags = words.iter().skip(1);
    let flags = flags.skip_while(|word| !word.starts_with('-') && !is_source(word));
    Ok(flags
        .map(|word| match is_source(word) {
            true => source.clone().into_os_string(),
            false => word.into(),
        })
        .collect())
}

fn part<'c>(
    front: &FrontEnd,
    context: &'c Context,
    entry: &Entry,
    number: usize,
    home: &Path,
    flags: &[OsString],
) -> Result<Result<Part<'c>, i32>, DriverError> {
    let mut further = flags.to_vec();
    // Reports name sources from here.
    let mut map = OsString::from("-fdebug-prefix-map=");
    map.push(home);
    map.push("/=");
    further.push(map);
    let mut words = words(entry)?;
    let mut build = build_of(&words, &further, false)?;
    let is_cplusplus = cplusplus::is_in(&build);
    if is_cplusplus {
        words.splice(..0, cplusplus::prelude(front.folder())?);
        build = build_of(&words, &further, false)?;
    }
    let [unit] = build.units.as_slice() else {
        let file = entry.file.display();
        return Err(DriverError::new(format!(
            "{file}: its command compiles another number of sources than one"
        )));
    };
    let compiled = front.compile(context, &build, unit, number)?;
    Ok(compiled.map(|bitcode| {
        let file = PathBuf::from(&unit.file);
        Part {
            file: file.strip_prefix(home).map_or(file.clone(), Path::to_owned),
            symbols: bitcode.symbols(),
            bitcode,
            pairs: build.settings.options.pairs,
            flexible_arrays: flexible_arrays(&build),
            is_cplusplus,
        }
    }))
}

/// Where the `main` is that was meant.
fn position_of_main(parts: &[Part<'_>], name: Option<&Path>) -> Result<usize, String> {
    let fits = |part: &Part<'_>| name.is_none_or(|name| part.file.ends_with(name));
    let all: Vec<usize> = (0..parts.len())
        .filter(|at| parts[*at].has_main() && fits(&parts[*at]))
        .collect();
    match (all.as_slice(), name) {
        ([one], _) => Ok(*one),
        ([], None) => Err("no C source defines main".to_owned()),
        ([], Some(name)) => Err(format!("no C source {} defines main", name.display())),
        (several, _) => {
            let several = several
                .iter()
                .map(|at| parts[*at].file.display().to_string());
            let several: Vec<String> = several.collect();
            Err(format!(
                "several sources define main: {}",
                several.join(", ")
            ))
        }
    }
}

/// Links the part with `main` and what of the others belongs to it.
fn link<'c>(
    first: Part<'c>,
    others: Vec<Part<'c>>,
    support: Option<Bitcode<'c>>,
    is_typed: bool,
) -> Result<Program, DriverError> {
    let (pairs, level) = (first.pairs, first.flexible_arrays);
    let mut defined = first.symbols.defined.clone();
    let mut rest: Vec<Part<'c>> = others.into_iter().filter(|part| !part.has_main()).collect();
    let mut all = HashSet::new();
    let mut clashes = false;
    for part in rest.iter().chain([&first]) {
        for name in &part.symbols.strong {
            clashes |= !all.insert(name.clone());
        }
    }
    let mut wanted = first.symbols.wanted.clone();
    let mut sources = vec![first.file];
    let linked = first.bitcode;
    loop {
        let is_needed = |part: &Part<'_>| {
            let mut needed = part.symbols.defined.intersection(&wanted);
            !clashes || needed.any(|name| !defined.contains(name))
        };
        let Some(at) = rest.iter().position(is_needed) else {
            break;
        };
        let part = rest.remove(at);
        linked
            .link(part.bitcode)
            .map_err(|error| refused(part.file.as_os_str(), &error))?;
        defined.extend(part.symbols.defined);
        wanted.extend(part.symbols.wanted);
        sources.push(part.file);
    }
    if let Some(support) = support {
        linked
            .link(support)
            .map_err(|error| refused("the C++ library".as_ref(), &error))?;
    }
    Ok(Program::of(&linked, sources, pairs, level, is_typed))
}
