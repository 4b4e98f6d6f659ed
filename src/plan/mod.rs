//! Makes the [`Plan`] of a command line before it touches any file.
//!
//! A command that makes no checked code is passed to clang unchanged. That includes every wrong command
//! line, so the diagnostics and exit codes are clang's.

mod ineffective;
pub mod language;
mod other_runtime;
pub mod pointer_mode;

use crate::args::own::{Mode, Runtime};
use crate::args::{self, Argument, FlagClass, Settings, Stop, TargetMachine, response};
use crate::diagnostics::{DriverError, Warning};
use crate::install;
use crate::link::linker;
use language::Kind;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What is to be done.
#[derive(Debug)]
pub enum Plan {
    /// Become clang with these words.
    Clang(Vec<OsString>),
    /// Say this first.
    Warned(Vec<Warning>, Box<Plan>),
    /// Link with the runtime.
    Link(Build),
    /// Compile with checks, and link if asked.
    Build(Build),
    /// Explain the flags of this tool.
    Help,
    /// Let clang say its version with these words, and add ours.
    Version(Vec<OsString>),
    /// Say where the runtime's file of this name for this target is.
    File(String, &'static str),
}

impl Plan {
    /// Whether the time of phases is to be taken.
    pub fn is_timed(&self) -> bool {
        match self {
            Plan::Build(build) => build.settings.statistics.is_some(),
            Plan::Warned(_, plan) => plan.is_timed(),
            Plan::Clang(_) | Plan::Link(_) | Plan::Help | Plan::Version(_) | Plan::File(..) => {
                false
            }
        }
    }

    /// The same, once these have been said.
    fn after(self, warnings: Vec<Warning>) -> Plan {
        match warnings.is_empty() {
            true => self,
            false => Plan::Warned(warnings, Box::new(self)),
        }
    }
}

fn unsupported(target: &TargetMachine) -> Warning {
    let name = target.name();
    let without = "-fsanecc-mode=none says that it need not be";
    let (reason, next) = match target.known() {
        Some(known) => (
            "its runtime is not installed",
            format!(
                "'cargo xtask setup --target {}' makes it; {without}",
                known.name
            ),
        ),
        None => ("there are no checks for it", without.to_owned()),
    };
    Warning {
        cause: format!("code for {name} is not checked: {reason}"),
        next,
    }
}

/// Why the runtime that the environment names cannot be that of the target, if there can be one.
fn misfit(settings: &Settings) -> Option<DriverError> {
    let known = settings.target.known()?;
    install::misfit(known.name)
}

/// What a compilation makes of each input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// `-c`.
    Object,
    /// `-S`.
    Assembly,
    /// `-c -emit-llvm`.
    Bitcode,
    /// `-S -emit-llvm`.
    Ir,
}

impl Product {
    /// The file name extension that clang gives it.
    pub fn extension(self) -> &'static str {
        match self {
            Product::Object => "o",
            Product::Assembly => "s",
            Product::Bitcode => "bc",
            Product::Ir => "ll",
        }
    }

    /// The flags that ask clang for it.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Product::Object => &["-c"],
            Product::Assembly => &["-S"],
            Product::Bitcode => &["-c", "-emit-llvm"],
            Product::Ir => &["-S", "-emit-llvm"],
        }
    }
}

/// One input that is compiled by a command of its own.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Which argument names it.
    pub position: usize,
    /// Its name as written.
    pub file: OsString,
    /// Its language as `-x` spells it.
    pub language: OsString,
    /// Whether it is checked; clang alone compiles assembly and LLVM's own languages.
    pub checked: bool,
}

impl Unit {
    /// The file name without folder and last extension: what side outputs and default outputs are named after.
    pub fn stem(&self) -> OsString {
        let path = Path::new(&self.file);
        let name = path.file_name().unwrap_or(&self.file).as_bytes();
        let end = name
            .iter()
            .rposition(|&byte| byte == b'.')
            .unwrap_or(name.len());
        OsStr::from_bytes(&name[..end]).to_owned()
    }
}

/// A command that compiles, links, or both.
#[derive(Debug)]
pub struct Build {
    /// What the user wrote, response files expanded.
    pub words: Vec<OsString>,
    /// The whole command line, response files expanded, without this tool's own flags.
    pub arguments: Vec<Argument>,
    /// What the flags say.
    pub settings: Settings,
    /// The inputs to compile one by one, in order.
    pub units: Vec<Unit>,
    /// What is made of each.
    pub product: Product,
    /// Whether the results are linked.
    pub link: bool,
}

impl Build {
    /// Where the first checked unit is named.
    pub fn first(&self) -> Option<usize> {
        let first = self.units.iter().find(|unit| unit.checked);
        first.map(|unit| unit.position)
    }
}

/// What a command compiles and links, whoever carries it out.
#[derive(Debug)]
pub struct Outline {
    /// What the flags say.
    pub settings: Settings,
    /// The inputs that are compiled or assembled.
    pub units: Vec<Unit>,
    /// Whether the results are linked.
    pub links: bool,
}

/// The outline of the command line `words` (without the program's name); none if it makes no code.
pub fn outline(words: &[OsString], cplusplus: bool) -> Option<Outline> {
    let expanded = response::expand(words.to_vec()).ok()?;
    if expanded.first().is_some_and(is_inner) {
        return None;
    }
    let arguments = args::parse(expanded).ok()?;
    let settings = Settings::read(&arguments).ok()?;
    let makes_code = !(settings.elsewhere || settings.query || settings.help);
    let is_input = |a: &Argument| a.class() == FlagClass::Input;
    if !makes_code || !arguments.iter().any(is_input) {
        return None;
    }
    let sources = sources(&arguments, cplusplus).into_iter();
    let compiled = sources.filter(|(_, kind)| !matches!(kind, Kind::Header | Kind::Unnamed));
    Some(Outline {
        units: compiled.map(|(unit, _)| unit).collect(),
        links: settings.stop.is_none() && !settings.emit_llvm,
        settings,
    })
}

/// Decides what to do for the command line `words` (without the program's name).
///
/// # Errors
/// For flags of this tool that do not exist, and sanitizers that cannot work beside it.
pub fn plan(words: Vec<OsString>, plain: bool, cplusplus: bool) -> Result<Plan, DriverError> {
    let words = clangs_triple(words);
    let Ok(expanded) = response::expand(words.clone()) else {
        return Ok(Plan::Clang(words));
    };
    // Not the driver, but the compiler proper: its command line has another grammar.
    if expanded.first().is_some_and(is_inner) {
        return Ok(Plan::Clang(words));
    }
    let (arguments, complete) = match args::parse(expanded) {
        Ok(arguments) => (arguments, true),
        Err(missing) => (missing.read, false),
    };
    let written = args::print(&arguments);
    let settings = Settings::read(&arguments)?;
    if settings.help {
        return Ok(Plan::Help);
    }
    let (ours, arguments): (Vec<_>, Vec<_>) =
        arguments.into_iter().partition(|a| a.class().is_own());
    // With response files unexpanded and nothing removed, this is what the user wrote, byte for byte.
    let mut untouched = if ours.is_empty() {
        words
    } else {
        args::print(&arguments)
    };
    if plain || !complete {
        return Ok(Plan::Clang(untouched));
    }
    let mut warnings = Vec::new();
    let compiles =
        |sources: &[(Unit, Kind)]| sources.iter().any(|(_, kind)| *kind == Kind::Checked);
    if !settings.elsewhere && compiles(&sources(&arguments, cplusplus)) {
        warnings = ineffective::warnings(&settings, &arguments);
    }
    let plan = match settings.mode {
        Mode::Unchecked => Plan::Clang(untouched),
        Mode::Shadow | Mode::Pointer => {
            let all = arguments.len();
            let (arguments, warning) = other_runtime::take_out(arguments, &settings);
            warnings.extend(warning);
            if arguments.len() != all {
                untouched = args::print(&arguments);
            }
            checked(written, untouched, arguments, settings, cplusplus)?
        }
    };
    Ok(plan.after(warnings))
}

/// What to do for a command line, if checks are wanted at all.
fn checked(
    written: Vec<OsString>,
    untouched: Vec<OsString>,
    arguments: Vec<Argument>,
    mut settings: Settings,
    cplusplus: bool,
) -> Result<Plan, DriverError> {
    if let Some(name) = runtime_file(&arguments) {
        return Ok(Plan::File(settings.runtime_target(), name));
    }
    if asks_version(&arguments) {
        return Ok(Plan::Version(untouched));
    }
    let sources = sources(&arguments, cplusplus);
    let any = |kind| sources.iter().any(|(_, found)| *found == kind);
    pointer_mode::refuse(&settings, &sources)?;
    let featured = any(Kind::Checked) || any(Kind::Header) || any(Kind::Unnamed);
    if any(Kind::Checked) && settings.address && !settings.query {
        refuse_stubs(&arguments)?;
    }
    if settings.elsewhere || settings.foreign_driver {
        return Ok(Plan::Clang(
            match featured && !settings.query && settings.address {
                true => with_feature(untouched),
                false => untouched,
            },
        ));
    }
    if !settings.target.is_supported() && settings.runtime != Runtime::Always {
        let is_checked = any(Kind::Checked) && settings.address;
        let links = settings.stop.is_none() && settings.links_runtime();
        if let Some(error) = misfit(&settings).filter(|_| is_checked || links) {
            return Err(error);
        }
        let surprising = is_checked && !settings.silent;
        let warnings = surprising.then(|| unsupported(&settings.target));
        return Ok(Plan::Clang(untouched).after(warnings.into_iter().collect()));
    }
    settings.refuse_foreign_sanitizers()?;
    settings.complete()?;
    let warnings = pointer_mode::complete(&mut settings, &arguments, &sources);
    let strange = |a: &Argument| a.class() == FlagClass::Language && !language::is_known(a.value());
    if any(Kind::Unnamed) || arguments.iter().any(strange) {
        return Ok(Plan::Clang(untouched));
    }
    if !any(Kind::Checked) && any(Kind::Header) && settings.address {
        return Ok(Plan::Clang(with_feature(untouched)));
    }
    if any(Kind::Checked) && settings.address {
        refuse_mixture(&sources)?;
    }
    let mut units: Vec<_> = sources.into_iter().map(|(unit, _)| unit).collect();
    // What is assembly already becomes nothing, and takes no part in what `-o` may mean.
    if settings.stop == Some(Stop::Assembly) {
        units.retain(|unit| unit.language != "assembler");
    }
    let plan = build(written, arguments, settings, units).unwrap_or(Plan::Clang(untouched));
    Ok(plan.after(warnings.into_iter().collect()))
}

/// The same words with clang's name of a target that it knows by another name than Rust. A processor that the user names later counts.
fn clangs_triple(words: Vec<OsString>) -> Vec<OsString> {
    const OURS: &str = "--target=riscv32imac-unknown-none-elf";
    const CLANGS: [&str; 3] = [
        "--target=riscv32-unknown-none-elf",
        "-march=rv32imac",
        "-mabi=ilp32",
    ];
    let words = words.into_iter();
    words
        .flat_map(|word| match word == OURS {
            true => CLANGS.map(OsString::from).to_vec(),
            false => vec![word],
        })
        .collect()
}

/// Whether `first`, as the first word, makes clang one of its inner programs (`-cc1`, `-cc1as`).
pub fn is_inner(first: &OsString) -> bool {
    first.as_bytes().starts_with(b"-cc1")
}

/// The only question on a command line. Of several, clang answers some.
fn only_query(arguments: &[Argument]) -> Option<&Argument> {
    let mut queries = arguments.iter().filter(|a| a.class() == FlagClass::Query);
    queries.next().filter(|_| queries.next().is_none())
}

/// Whether the version is asked for, and nothing else.
fn asks_version(arguments: &[Argument]) -> bool {
    only_query(arguments).is_some_and(|query| query.word() == "--version")
}

/// The file of ours that the only question on a command line asks for, as one asks for clang's own files.
fn runtime_file(arguments: &[Argument]) -> Option<&'static str> {
    let query = only_query(arguments)?;
    let asks = query.word().as_bytes();
    let asks = asks.strip_prefix(b"--").or(asks.strip_prefix(b"-"))?;
    if !asks.starts_with(b"print-file-name") {
        return None;
    }
    [install::ARCHIVE, install::LINKED_ARCHIVE, install::SHARED]
        .into_iter()
        .find(|&name| query.value() == name)
}

/// Clang makes two things of every source then, and one of them is code.
fn refuse_stubs(arguments: &[Argument]) -> Result<(), DriverError> {
    match arguments
        .iter()
        .any(|a| a.word() == "-emit-interface-stubs")
    {
        false => Ok(()),
        true => Err(DriverError::new(
            "-emit-interface-stubs makes code, too, which would not be checked",
        )
        .next("add -fsanecc-mode=none to have both without checks")),
    }
}

/// Checked sources cannot share a command with inputs that only clang as a whole can deal with: those
/// would have to be left unchecked with them.
fn refuse_mixture(sources: &[(Unit, Kind)]) -> Result<(), DriverError> {
    let mixed = sources
        .iter()
        .find(|(_, kind)| matches!(kind, Kind::Header | Kind::Foreign));
    match mixed {
        None => Ok(()),
        Some((unit, _)) => Err(DriverError::new(format!(
            "'{}' cannot be compiled by the same command as sources that are checked",
            unit.file.to_string_lossy()
        ))
        .next("compile it by a command of its own")),
    }
}

/// Preprocessing and headers must see `__has_feature(address_sanitizer)` as the compilation does: a cache
/// that preprocesses first would compile other code, and a precompiled header would not fit.
fn with_feature(words: Vec<OsString>) -> Vec<OsString> {
    ["-Xclang", "-fsanitize=address"]
        .into_iter()
        .map(OsString::from)
        .chain(words)
        .collect()
}

/// The build that the arguments ask for; `None` if it is clang's alone.
fn build(
    words: Vec<OsString>,
    arguments: Vec<Argument>,
    settings: Settings,
    units: Vec<Unit>,
) -> Option<Plan> {
    let (product, link) = match (settings.stop, settings.emit_llvm) {
        (None, false) => (Product::Object, true),
        (None, true) => return None,
        (Some(Stop::Assembly), false) => (Product::Assembly, false),
        (Some(Stop::Assembly), true) => (Product::Ir, false),
        (Some(_), false) => (Product::Object, false),
        (Some(_), true) => (Product::Bitcode, false),
    };
    let checked = units.iter().any(|unit| unit.checked) && settings.address;
    let inputs = arguments
        .iter()
        .any(|a| matches!(a.class(), FlagClass::Input | FlagClass::Library));
    let missing = arguments
        .iter()
        .any(|a| a.class() == FlagClass::Input && !exists(a.value()));
    if !inputs || missing && !settings.virtual_files {
        return None;
    }
    if !link && (!checked || settings.output.is_some() && units.len() > 1) {
        return None;
    }
    let build = Build {
        words,
        arguments,
        settings,
        units,
        product,
        link,
    };
    match (
        checked,
        build.settings.links_runtime()
            || build.settings.forbids_undefined(&build.arguments)
            || build.settings.whole_program && !build.settings.relocatable,
    ) {
        (true, _) => Some(Plan::Build(build)),
        (false, true) => Some(Plan::Link(build)),
        (false, false) => linker::is_chosen(&build).then_some(Plan::Link(build)),
    }
}

fn exists(input: &OsStr) -> bool {
    input == "-" || PathBuf::from(input).exists()
}

/// The inputs that are compiled, each with who deals with it.
fn sources(arguments: &[Argument], cplusplus: bool) -> Vec<(Unit, Kind)> {
    let mut language: Option<&OsStr> = None;
    let mut sources = Vec::new();
    for (position, argument) in arguments.iter().enumerate() {
        match argument.class() {
            FlagClass::Language => language = Some(argument.value()).filter(|&name| name != "none"),
            FlagClass::Input => {
                let file = argument.value().to_owned();
                let (kind, language) = match language {
                    Some(name) => (language::of_name(name), name.to_owned()),
                    None => language::of_file(Path::new(&file), cplusplus),
                };
                if kind != Kind::Linked {
                    let checked = kind == Kind::Checked;
                    sources.push((
                        Unit {
                            position,
                            file,
                            language,
                            checked,
                        },
                        kind,
                    ));
                }
            }
            _ => {}
        }
    }
    sources
}
