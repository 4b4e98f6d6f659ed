//! Which flags decide about the code of a unit, so that a later link can make it again, and which units can share a module.

use crate::args::{self, Argument, FlagClass, Route, Settings};
use crate::diagnostics::DriverError;
use crate::instrument::Options;
use crate::plan::{Build, Product, Unit};
use std::ffi::OsString;

/// Flags of this tool that say what to print or record, not what to make.
const RECORDS: [&str; 8] = [
    "embed-remarks",
    "remarks=",
    "stats=",
    "print=",
    "time",
    "verify-each",
    "whole-program",
    "runtime=",
];

/// The flags of a command that decide about checks and machine code, in their order; `None` if one is no text.
pub fn recorded(build: &Build) -> Option<Vec<String>> {
    let arguments = args::parse(build.words.iter().cloned()).ok()?;
    let decides = |argument: &&Argument| match argument.class() {
        FlagClass::Own | FlagClass::OwnOff => {
            let text = argument.value().to_string_lossy();
            !RECORDS.iter().any(|name| text.starts_with(name))
        }
        FlagClass::Input
        | FlagClass::EndOfFlags
        | FlagClass::Language
        | FlagClass::Output
        | FlagClass::Stop
        | FlagClass::Query
        | FlagClass::Driver
        | FlagClass::Lto
        | FlagClass::Preprocess
        | FlagClass::FrontEnd
        | FlagClass::Dependency
        | FlagClass::Database
        | FlagClass::SideOutput
        | FlagClass::Linker
        | FlagClass::Library
        | FlagClass::Relocatable => false,
        FlagClass::Unknown
        | FlagClass::Everywhere
        | FlagClass::Compilation
        | FlagClass::InBitcode
        | FlagClass::ClangArgument
        | FlagClass::CodeGeneration
        | FlagClass::SplitDwarf
        | FlagClass::Llvm
        | FlagClass::Sanitize
        | FlagClass::Recover
        | FlagClass::Checks => true,
    };
    let words = args::print(arguments.iter().filter(decides));
    words
        .into_iter()
        .map(|word| word.into_string().ok())
        .collect()
}

/// The command that compiles bitcode of the front end with these flags.
///
/// # Errors
/// If a flag is not understood, which a compilation has understood before.
pub fn command(flags: &[String], language: &str) -> Result<Build, DriverError> {
    let words: Vec<OsString> = flags.iter().map(OsString::from).collect();
    let arguments = args::parse(words.iter().cloned())
        .map_err(|_| DriverError::new("a recorded flag lacks its value"))?;
    let mut settings = Settings::read(&arguments)?;
    settings.complete()?;
    let arguments = arguments
        .into_iter()
        .filter(|argument| !argument.class().is_own())
        .collect();
    let unit = Unit {
        position: 0,
        file: "whole program".into(),
        language: language.into(),
        checked: true,
    };
    Ok(Build {
        words,
        arguments,
        settings,
        units: vec![unit],
        product: Product::Object,
        link: false,
    })
}

/// Equal for units that can be checked and compiled as one: what the bitcode does not say is the same.
pub fn kind(build: &Build) -> String {
    let mut options = Options {
        // If one unit has debug information of its own, all keep theirs.
        adds_debug: false,
        remarks: Vec::new(),
        print: Vec::new(),
        verify_each: false,
        time: false,
        ..build.settings.options.clone()
    };
    // What is written besides decides nothing.
    (options.plan.remarks, options.plan.statistics) = (false, false);
    let outside = build.arguments.iter().filter(|argument| {
        let stages = argument.class().stages();
        stages.in_process == Route::Drop && argument.class() != FlagClass::SplitDwarf
    });
    format!("{options:?} {:?}", args::print(outside))
}
