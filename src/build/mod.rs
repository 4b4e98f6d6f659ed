//! `sane build`: runs any build with sanecc as its compiler, and says what was built and how it is checked.
//!
//! The build is told through the variables that builds heed: `CC` and `CXX` for configure scripts, CMake, Meson and the rest, and the same as variables of
//! make's command line, by `MAKEFLAGS`, because makefiles set them themselves. Each compilation leaves a record ([`log`]); what compiles in parallel, or is
//! killed, disturbs no other record.

pub mod compilers;
pub mod database;
pub mod log;
mod replay;
mod summary;

use crate::diagnostics::DriverError;
use crate::temporary::Folder;
use crate::tool::{self, supervised};
use compilers::Compilers;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use summary::Summary;

/// What to build, and what to say of it.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// The command that builds, after '--'
    #[arg(
        last = true,
        value_name = "COMMAND",
        required_unless_present = "from",
        conflicts_with = "from"
    )]
    command: Vec<OsString>,
    /// Compile the entries of a compile_commands.json instead
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Compilations of --from side by side; as many as there are processors without
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Write a compile_commands.json of what was compiled
    #[arg(long, value_name = "FILE")]
    compile_commands: Option<PathBuf>,
    /// How to say what was built
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where to say it; standard output without
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keep the records of all compilations in this folder, which 'sane report' reads
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
}

/// How to say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Sentences.
    Text,
    /// One JSON object.
    Json,
}

/// Builds. Gives the exit code of the command.
///
/// # Errors
/// If the command cannot be run, or what it did cannot be told.
pub fn run(input: &Input) -> Result<i32, DriverError> {
    tool::watch()?;
    let folder = Folder::new()?;
    let log = log_folder(input, &folder)?;
    let compilers = Compilers::find(&folder)?;
    let started = SystemTime::now();
    let here = std::env::current_dir().unwrap_or_default();
    let code = match &input.from {
        Some(database) => replay::run(database, input.jobs, &compilers, &log)?,
        None => {
            let mut environment = compilers.environment();
            environment.push((log::VARIABLE, log.clone().into()));
            let (program, words) = input
                .command
                .split_first()
                .ok_or_else(|| DriverError::new("there is no command to run"))?;
            supervised::run(Path::new(program), words, &here, &environment)?
        }
    };
    let entries = log::read(&log)?;
    if let Some(file) = &input.compile_commands {
        write(file, &database::of(&entries))?;
    }
    let summary = Summary::of(&entries, &log, &here, started)?;
    let said = match input.format {
        Format::Text => summary.text(),
        Format::Json => summary.json(code),
    };
    match &input.output {
        Some(file) => write(file, &said)?,
        None => print!("{said}"),
    }
    Ok(code)
}

/// The folder of records, absolute, because commands run in other folders.
fn log_folder(input: &Input, folder: &Folder) -> Result<PathBuf, DriverError> {
    let log = match &input.log {
        Some(kept) => std::path::absolute(kept).unwrap_or_else(|_| kept.clone()),
        None => folder.path().join("log"),
    };
    std::fs::create_dir_all(&log).map_err(|error| {
        DriverError::new(format!("cannot make the folder {}: {error}", log.display()))
            .next("--log names a folder that can be written")
    })?;
    Ok(log)
}

fn write(file: &Path, text: &str) -> Result<(), DriverError> {
    crate::temporary::replace(file, text.as_bytes())
        .map_err(|error| DriverError::new(format!("cannot write {}: {error}", file.display())))
}
