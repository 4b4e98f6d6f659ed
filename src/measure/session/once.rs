//! One run of a command: its streams, its status, the marker.

use super::super::options::Input;
use super::super::subject::Subject;
use crate::diagnostics::DriverError;
use crate::temporary::Folder;
use crate::tool::launcher::outcome::Ended;
use crate::tool::measured::{self, Measured};
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// Lines of a failed command that are shown.
const SHOWN: usize = 20;

/// What all runs share.
pub struct Once<'a> {
    input: &'a Input,
    launcher: PathBuf,
    folder: Folder,
}

impl<'a> Once<'a> {
    /// Looks for the launcher.
    pub fn new(input: &'a Input) -> Result<Self, DriverError> {
        Ok(Self {
            input,
            launcher: measured::launcher()?,
            folder: Folder::new()?,
        })
    }

    /// Where files lie for the time of the measurement.
    pub fn temporary(&self) -> &Folder {
        &self.folder
    }

    /// A file for the time of the measurement.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A folder for the time of the measurement.
    pub fn folder(&self, name: &str) -> Result<PathBuf, DriverError> {
        let folder = self.file(name);
        std::fs::create_dir_all(&folder).map_err(|error| {
            DriverError::new(format!("cannot make {}: {error}", folder.display()))
        })?;
        Ok(folder)
    }

    /// A run that does not count, by `words`, with what it printed.
    pub fn checked(
        &self,
        subject: &Subject,
        words: &[OsString],
    ) -> Result<(Ended, Vec<u8>), DriverError> {
        let (output, errors) = (self.file("output"), self.file("errors"));
        let ended = self.run(subject, words, &output, &errors, false)?;
        let text = std::fs::read(&output).map_err(|error| {
            DriverError::new(format!("cannot read {}: {error}", output.display()))
        })?;
        Ok((ended, text))
    }

    /// A run that counts.
    pub fn measured(&self, subject: &Subject, round: u32) -> Result<Ended, DriverError> {
        let (output, errors) = match &self.input.output {
            Some(folder) => {
                let file = |kind: &str| folder.join(format!("{}.{round}.{kind}", subject.name));
                (file("out"), file("err"))
            }
            None => (PathBuf::from("/dev/null"), self.file("errors")),
        };
        self.run(subject, &subject.words, &output, &errors, true)
    }

    fn run(
        &self,
        subject: &Subject,
        words: &[OsString],
        output: &Path,
        errors: &Path,
        counters: bool,
    ) -> Result<Ended, DriverError> {
        let measured = Measured {
            words,
            stdin: self.input.stdin.as_deref(),
            stdout: output,
            stderr: errors,
            counters,
        };
        self.mark("1")?;
        let ended = measured.run(&self.launcher, &self.file("result"));
        self.mark("0")?;
        let ended = ended?;
        let status = ExitStatus::from_raw(ended.status);
        if status.code() == Some(self.input.status) {
            return Ok(ended);
        }
        let cause = format!(
            "{} failed: '{}': {status}{}",
            subject.name,
            subject.line(),
            last(output, errors)
        );
        Err(DriverError::new(cause).next(match status.code() {
            Some(code) => format!("--status {code} takes that for success"),
            None => "only a program that ends by itself can be measured".to_owned(),
        }))
    }

    fn mark(&self, value: &str) -> Result<(), DriverError> {
        let Some(file) = &self.input.marker else {
            return Ok(());
        };
        // It is not made: a file of a wrong name would set nothing.
        let open = std::fs::File::options()
            .write(true)
            .truncate(true)
            .open(file);
        let written = open.and_then(|mut open| open.write_all(value.as_bytes()));
        written.map_err(|error| {
            DriverError::new(format!("cannot write the marker {}: {error}", file.display()))
                .next("for a GPIO pin: export it, set its direction to 'out', and allow yourself to write its value")
        })
    }
}

/// The last lines of what a command printed, if anything.
fn last(output: &Path, errors: &Path) -> String {
    let mut text = String::new();
    for file in [errors, output] {
        let printed = std::fs::read(file).unwrap_or_default();
        let printed = String::from_utf8_lossy(&printed).into_owned();
        let lines: Vec<&str> = printed.lines().collect();
        for line in &lines[lines.len().saturating_sub(SHOWN)..] {
            text.push_str("\n    ");
            text.push_str(line);
        }
    }
    match text.is_empty() {
        true => "; it printed nothing".to_owned(),
        false => format!("; it printed:{text}"),
    }
}
