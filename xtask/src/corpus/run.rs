//! Runs the workload of a program once and keeps its output, to compare two builds.

use super::{Input, Invocation};
use crate::compiler::Compiler;
use crate::files::emptied;
use crate::measured::{self, Launcher};
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

/// One run of a workload.
pub struct Outcome {
    steps: Vec<InvocationOutcome>,
    /// User and system time of all steps.
    pub cpu: Duration,
    /// Largest resident set of any step, in bytes.
    pub peak: u64,
}

struct InvocationOutcome {
    line: String,
    status: ExitStatus,
    output: PathBuf,
    errors: PathBuf,
}

/// Runs the steps of a workload with a binary that `compiler` made. A step that fails is an outcome, not an error.
/// Without a launcher, peak memory is not below our own.
pub fn run(
    binary: &Path,
    compiler: &Compiler,
    steps: &[Invocation],
    folder: &Path,
    launcher: Option<&Launcher>,
) -> Result<Outcome> {
    emptied(folder)?;
    let mut outcome = Outcome {
        steps: Vec::new(),
        cpu: Duration::ZERO,
        peak: 0,
    };
    for (number, step) in steps.iter().enumerate() {
        let task = compiler.program(binary).args(&step.arguments);
        let output = folder.join(format!("{number}.out"));
        let errors = folder.join(format!("{number}.err"));
        let input = match &step.input {
            Input::Empty => None,
            Input::File(path) => Some(path.as_path()),
            Input::OutputOf(earlier) => Some(outcome.steps[*earlier].output.as_path()),
        };
        let measured = match launcher {
            Some(launcher) => launcher.run(&task, input, &output, &errors)?,
            None => measured::run(&task, input, &output, &errors)?,
        };
        outcome.cpu += measured.cpu;
        outcome.peak = outcome.peak.max(measured.peak);
        outcome.steps.push(InvocationOutcome {
            line: task.line(),
            status: measured.status,
            output,
            errors,
        });
    }
    Ok(outcome)
}

impl Outcome {
    /// Where each step wrote its standard error.
    ///
    /// # Errors
    /// If a step failed.
    pub fn errors(&self) -> Result<Vec<&Path>> {
        let written = self.steps.iter().map(|step| {
            if !step.status.success() {
                let errors = fs::read(&step.errors)?;
                bail!("`{}`: {};\n{}", step.line, step.status, start_of(&errors));
            }
            Ok(step.errors.as_path())
        });
        written.collect()
    }

    /// Whether every step succeeded and wrote nothing to standard error: what a native build must do.
    pub fn expect_clean(&self) -> Result<()> {
        for step in &self.steps {
            let errors = fs::read(&step.errors)?;
            if !step.status.success() || !errors.is_empty() {
                bail!(
                    "`{}`: {}; standard error:\n{}",
                    step.line,
                    step.status,
                    start_of(&errors)
                );
            }
        }
        Ok(())
    }

    /// Whether this run, which must be clean, printed the same as `native`.
    pub fn expect_same(&self, native: &Outcome) -> Result<()> {
        self.expect_clean()?;
        for (step, expected) in self.steps.iter().zip(&native.steps) {
            if fs::read(&step.output)? != fs::read(&expected.output)? {
                bail!(
                    "`{}`: {} differs from {}",
                    step.line,
                    step.output.display(),
                    expected.output.display()
                );
            }
        }
        Ok(())
    }
}

/// Enough of standard error to hold a report.
fn start_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .lines()
        .take(60)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, folder: &Path) -> Outcome {
        let steps = [Invocation {
            arguments: vec!["-c".into(), script.into()],
            input: Input::Empty,
        }];
        run(
            Path::new("/bin/sh"),
            &Compiler::native("-O2"),
            &steps,
            folder,
            None,
        )
        .unwrap()
    }

    #[test]
    fn tells_equal_from_different_output_and_sees_messages_and_failures() {
        let root = tempfile::tempdir().unwrap();
        let folder = |name| root.path().join(name);
        let native = shell("echo same", &folder("native"));
        native.expect_clean().unwrap();
        shell("echo same", &folder("same"))
            .expect_same(&native)
            .unwrap();
        assert!(
            shell("echo other", &folder("other"))
                .expect_same(&native)
                .is_err()
        );
        assert!(
            shell("echo same; echo report >&2", &folder("loud"))
                .expect_same(&native)
                .is_err()
        );
        assert!(
            shell("echo same; exit 1", &folder("failed"))
                .expect_same(&native)
                .is_err()
        );
    }

    #[test]
    fn a_step_can_read_what_an_earlier_one_wrote() {
        let root = tempfile::tempdir().unwrap();
        let steps = [
            Invocation {
                arguments: vec!["-c".into(), "echo text".into()],
                input: Input::Empty,
            },
            Invocation {
                arguments: vec!["-c".into(), "tr a-z A-Z".into()],
                input: Input::OutputOf(0),
            },
        ];
        let outcome = run(
            Path::new("/bin/sh"),
            &Compiler::native("-O2"),
            &steps,
            root.path(),
            None,
        )
        .unwrap();
        assert_eq!(fs::read(&outcome.steps[1].output).unwrap(), b"TEXT\n");
    }
}
