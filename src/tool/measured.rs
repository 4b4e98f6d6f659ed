//! Runs a command and learns from the launcher what it cost.

use super::launcher::outcome::{Ended, Outcome};
use super::{cannot_start, signals};
use crate::diagnostics::DriverError;
use crate::install::own_folder;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The launcher's file name.
const LAUNCHER: &str = "sane-launcher";

/// A command with its streams.
#[derive(Debug)]
pub struct Measured<'a> {
    /// The program and its arguments.
    pub words: &'a [OsString],
    /// What is on stdin; nothing without.
    pub stdin: Option<&'a Path>,
    /// Where stdout goes.
    pub stdout: &'a Path,
    /// Where stderr goes.
    pub stderr: &'a Path,
    /// Whether hardware counters are wanted.
    pub counters: bool,
}

impl Measured<'_> {
    /// Runs it. `result` is a file for the launcher.
    ///
    /// # Errors
    /// If it cannot be started. A command that fails is no error here.
    pub fn run(&self, launcher: &Path, result: &Path) -> Result<Ended, DriverError> {
        let mut words = vec![
            result.as_os_str().to_owned(),
            if self.counters { "yes" } else { "no" }.into(),
        ];
        words.extend_from_slice(self.words);
        tracing::info!(words = ?self.words, "measure");
        let mut command = duct::cmd(launcher, &words)
            .stdout_path(self.stdout)
            .stderr_path(self.stderr)
            .unchecked();
        command = match self.stdin {
            Some(file) => command.stdin_path(file),
            None => command.stdin_null(),
        };
        let child = signals::start(&command).map_err(|error| cannot_start(launcher, &error))?;
        let ended = child.wait().map(|output| output.status);
        signals::ended(&child);
        let status = ended.map_err(|error| cannot_start(launcher, &error))?;
        let broken = |what: String| {
            DriverError::new(format!("{}: {what}", launcher.display()))
                .next("it must be of the same version as sane; install both anew")
        };
        if !status.success() {
            return Err(broken(status.to_string()));
        }
        let text = std::fs::read(result).map_err(|error| broken(error.to_string()))?;
        match serde_json::from_slice(&text).map_err(|error| broken(error.to_string()))? {
            Outcome::Ended(ended) => Ok(ended),
            Outcome::Failed(why) => {
                let program = self.words.first().map(|word| word.to_string_lossy());
                let program = program.unwrap_or_default();
                Err(DriverError::new(format!("cannot run {program}: {why}")))
            }
        }
    }
}

/// The launcher: beside this program, or in `lib/sanecc` of its prefix.
///
/// # Errors
/// If it is not there.
pub fn launcher() -> Result<PathBuf, DriverError> {
    let folder = own_folder();
    let installed = folder.parent().map(|prefix| prefix.join("lib/sanecc"));
    let mut places = installed.into_iter().chain([folder.clone()]);
    places
        .find_map(|place| Some(place.join(LAUNCHER)).filter(|file| file.is_file()))
        .ok_or_else(|| {
            DriverError::new(format!("there is no {LAUNCHER} in {}", folder.display()))
                .next("'cargo xtask build' makes it; packages have it in lib/sanecc")
        })
}
