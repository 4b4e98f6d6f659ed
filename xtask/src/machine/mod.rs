//! Programs in the machine: `sane run` and what came of it.

use crate::task::Task;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Output;

/// What `sane run` says before what it lacks.
const LACKS: &str = "the machine cannot run this: ";
/// What `timeout` gives where it had to end a program.
const TIMED_OUT: i32 = 124;
/// What a shell adds to the number of a signal.
const BY_SIGNAL: i32 = 128;

/// The interpreter.
#[derive(Clone, Debug)]
pub struct Machine {
    sane: PathBuf,
    /// Seconds after which a run is ended.
    seconds: u32,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this status; that of a signal is negative, as for processes.
    Exited(i32),
    /// With this report.
    Reported(String),
    /// At something that the machine does not have.
    Lacks(String),
    /// Not in time.
    Endless,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What the program printed.
    pub output: Vec<u8>,
    /// How it ended.
    pub end: End,
}

impl Machine {
    /// The one that belongs to a compiler.
    pub fn beside(sanecc: &Path, seconds: u32) -> Self {
        Self {
            sane: sanecc.with_file_name("sane"),
            seconds,
        }
    }

    /// The command that runs a program; behind the words stand its arguments.
    pub fn task(&self, words: impl IntoIterator<Item = String>, arguments: &[String]) -> Task {
        Task::new(&self.sane)
            .arg("run")
            .args(words)
            .arg("--")
            .args(arguments)
    }

    /// Runs it.
    ///
    /// # Errors
    /// If it does not start.
    pub fn run(&self, task: Task) -> Result<Run> {
        self.run_with(task, None)
    }

    /// The same with a file as standard input.
    ///
    /// # Errors
    /// If it does not start.
    pub fn run_with(&self, task: Task, input: Option<&Path>) -> Result<Run> {
        let line = task.line();
        let limit = self.seconds.to_string();
        let task = task.through("timeout", &[&limit]);
        let expression = task.expression();
        let expression = match input {
            Some(file) => expression.stdin_path(file),
            None => expression.stdin_null(),
        };
        let output = expression
            .stdout_capture()
            .stderr_capture()
            .unchecked()
            .run()
            .with_context(|| format!("cannot run `{line}`"))?;
        Ok(Run::of(output))
    }
}

impl Run {
    fn of(output: Output) -> Self {
        let errors = String::from_utf8_lossy(&output.stderr);
        let status = output.status.code().unwrap_or(-1);
        let end = if errors.contains("==ERROR: sanecc: ") {
            End::Reported(errors.into_owned())
        } else if let Some((_, why)) = errors.split_once(LACKS) {
            End::Lacks(why.lines().next().unwrap_or_default().to_owned())
        } else if status == TIMED_OUT {
            End::Endless
        } else if errors.contains("panicked at") || errors.contains("error: ") {
            End::Lacks(errors.lines().next().unwrap_or_default().to_owned())
        } else {
            End::Exited(match status > BY_SIGNAL {
                true => BY_SIGNAL - status,
                false => status,
            })
        };
        Self {
            output: output.stdout,
            end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    fn end(status: i32, errors: &str) -> End {
        let output = Output {
            status: ExitStatus::from_raw(status << 8),
            stdout: Vec::new(),
            stderr: errors.into(),
        };
        Run::of(output).end
    }

    #[test]
    fn the_ends_of_runs_are_told_apart() {
        assert_eq!(end(3, "words of the program\n"), End::Exited(3));
        assert_eq!(end(134, ""), End::Exited(-6));
        assert_eq!(end(124, ""), End::Endless);
        let report = "==1==ERROR: sanecc: heap-buffer-overflow\n";
        assert_eq!(end(1, report), End::Reported(report.to_owned()));
        let lacks = "sane run: error: the machine cannot run this: a.c:1: `fork`\n";
        assert_eq!(end(1, lacks), End::Lacks("a.c:1: `fork`".to_owned()));
    }
}
