//! Runs the commands of a build: in a folder, with variables of their own.

use super::{code, signals};
use crate::diagnostics::DriverError;
use std::ffi::OsString;
use std::path::Path;

/// Runs `program` to its end and gives its exit code.
///
/// # Errors
/// If it cannot be started or was killed by a signal.
pub fn run(
    program: &Path,
    words: &[OsString],
    folder: &Path,
    environment: &[(&str, OsString)],
) -> Result<i32, DriverError> {
    tracing::info!(program = %program.display(), ?words, "run");
    // As a text: of a path, `duct` thinks that it names a file and is not to be searched for.
    let mut command = duct::cmd(program.as_os_str(), words)
        .unchecked()
        .dir(folder);
    for (name, value) in environment {
        command = command.env(name, value);
    }
    let cannot = |error: std::io::Error| {
        DriverError::new(format!("cannot run {}: {error}", program.display())).next(
            "the command follows '--', its words as a shell takes them: sane build -- make -j2",
        )
    };
    let child = signals::start(&command).map_err(cannot)?;
    let output = child.wait().map_err(cannot)?;
    signals::ended(&child);
    code(program, output.status)
}
