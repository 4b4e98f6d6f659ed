//! Starts processes. No other file does.

pub mod clang;
pub mod measured;
mod signals;
pub mod supervised;

/// The program that starts what is measured.
pub mod launcher {
    pub mod outcome;
}

use crate::args::response;
use crate::diagnostics::DriverError;
use crate::temporary::Folder;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::ExitStatus;

pub use signals::{leave_interrupts, watch};

/// Arguments longer than this together, in bytes, go through a response file: a system may refuse a
/// longer command line.
const LONGEST_COMMAND_LINE: usize = 96 << 10;

/// The number of the system's error for a file that is no program.
const NOT_A_PROGRAM: i32 = 8;

/// What becomes of the child's stderr.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stderr {
    /// It is ours: diagnostics pass through unchanged, colours too.
    Inherited,
    /// It is collected.
    Captured,
}

/// How a child ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code.
    pub code: i32,
    /// What it wrote to stderr, if that was captured.
    pub stderr: Vec<u8>,
}

/// Runs `program` to its end, with our stdin and stdout.
///
/// # Errors
/// If it cannot be started or was killed by a signal.
pub fn run(
    program: &Path,
    words: &[OsString],
    stderr: Stderr,
    folder: &Folder,
) -> Result<Ended, DriverError> {
    let short = shorten(words, folder)?;
    let words = short.as_deref().unwrap_or(words);
    tracing::info!(program = %program.display(), ?words, "run");
    let mut command = duct::cmd(program, words).unchecked();
    if stderr == Stderr::Captured {
        command = command.stderr_capture();
    }
    let child = signals::start(&command).map_err(|error| cannot_start(program, &error))?;
    let output = child
        .wait()
        .map_err(|error| cannot_start(program, &error))?;
    signals::ended(&child);
    Ok(Ended {
        code: code(program, output.status)?,
        stderr: output.stderr.clone(),
    })
}

/// What `program` prints.
///
/// # Errors
/// If it cannot be started or fails.
pub fn read(program: &Path, words: &[&str]) -> Result<String, DriverError> {
    tracing::info!(program = %program.display(), ?words, "read");
    duct::cmd(program, words)
        .stderr_null()
        .stdin_null()
        .read()
        .map_err(|error| cannot_start(program, &error))
}

/// Becomes `program`. Returns only if that fails.
pub fn exec(program: &Path, words: &[OsString]) -> DriverError {
    tracing::info!(program = %program.display(), ?words, "exec");
    let error = std::process::Command::new(program).args(words).exec();
    cannot_start(program, &error)
}

fn shorten(words: &[OsString], folder: &Folder) -> Result<Option<Vec<OsString>>, DriverError> {
    if words.iter().map(|word| word.len() + 1).sum::<usize>() <= LONGEST_COMMAND_LINE {
        return Ok(None);
    }
    let mut short = Vec::new();
    // A response file cannot hold an empty word: such a one stays between the files of its neighbours.
    for run in words.chunk_by(|a, b| a.is_empty() == b.is_empty()) {
        if run[0].is_empty() {
            short.extend_from_slice(run);
            continue;
        }
        let path = folder.path().join(format!("arguments{}", short.len()));
        std::fs::write(&path, response::join(run)).map_err(|error| {
            DriverError::new(format!("cannot write {}: {error}", path.display()))
        })?;
        short.push(crate::args::concat("@", path));
    }
    Ok(Some(short))
}

fn cannot_start(program: &Path, error: &std::io::Error) -> DriverError {
    DriverError::new(format!("cannot run {}: {error}", program.display()))
        .next("'sane doctor' checks the installation")
}

fn code(program: &Path, status: ExitStatus) -> Result<i32, DriverError> {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ok(code),
        (None, signal) => {
            let name = signal
                .and_then(signal_hook::low_level::signal_name)
                .unwrap_or("an unknown signal");
            let error = DriverError::new(format!("{} was killed by {name}", program.display()));
            Err(match name {
                "SIGKILL" => error.next("the system kills when memory runs out; try fewer parallel jobs"),
                _ => error.next("run the same command with SANECC_OFF=1 to see whether clang alone does the same"),
            })
        }
    }
}

/// Makes this process the program of this path, with these arguments and entries of the environment. Comes back only where that fails, with the error number.
pub fn become_program(path: &[u8], arguments: &[Vec<u8>], environment: &[Vec<u8>]) -> i32 {
    let text = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
    // Without a folder it would be looked for in others.
    let path = match path.contains(&b'/') {
        true => text(path),
        false => text(&[b"./", path].concat()),
    };
    let mut command = std::process::Command::new(path);
    if let Some((first, rest)) = arguments.split_first() {
        command.arg0(text(first));
        command.args(rest.iter().map(|word| text(word)));
    }
    command.env_clear();
    for entry in environment {
        let mut halves = entry.splitn(2, |byte| *byte == b'=');
        if let (Some(name), Some(value)) = (halves.next(), halves.next()) {
            command.env(text(name), text(value));
        }
    }
    let error = command.exec();
    error.raw_os_error().unwrap_or(NOT_A_PROGRAM)
}
