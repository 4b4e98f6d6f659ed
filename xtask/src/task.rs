//! One command line: described once, then announced, run, read or measured.

use crate::paths::cargo;
use anyhow::{Context, Result, bail};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A program with its arguments and surroundings. Nothing happens until one of the verbs is called.
#[derive(Clone)]
pub struct Task {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) folder: Option<PathBuf>,
    pub(crate) environment: Vec<(String, Option<OsString>)>,
}

impl Task {
    /// A task that runs `program`, looked up on `PATH` when it is a bare name.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            environment: Vec::new(),
        }
    }

    /// Appends one argument.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Appends several arguments.
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Runs in `folder`.
    pub fn current_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Sets a variable of the environment.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.environment
            .push((name.to_owned(), Some(value.as_ref().to_owned())));
        self
    }

    /// Takes a variable out of the environment.
    pub fn without(mut self, name: &str) -> Self {
        self.environment.push((name.to_owned(), None));
        self
    }

    /// Lets `program` run this one: it gets `arguments`, then our command line.
    pub fn through(mut self, program: &str, arguments: &[&str]) -> Self {
        let inner = std::mem::replace(&mut self.program, PathBuf::from(program));
        let words = arguments.iter().map(OsString::from);
        self.arguments.splice(0..0, words.chain([inner.into()]));
        self
    }

    /// Puts `folder` in front of `PATH`.
    pub fn with_path(self, folder: &Path) -> Result<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
        let joined = std::env::join_paths(folders).context("the folder cannot be put on PATH")?;
        Ok(self.env("PATH", joined))
    }

    /// The command line as one could type it, without its surroundings.
    pub fn line(&self) -> String {
        let program = if self.program == cargo() {
            OsStr::new("cargo")
        } else {
            self.program.as_os_str()
        };
        let words = std::iter::once(program).chain(self.arguments.iter().map(OsString::as_os_str));
        words
            .map(|word| quoted(&word.to_string_lossy()))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The same as an expression of duct, for what needs pipes or redirections.
    pub fn expression(&self) -> duct::Expression {
        let mut expression = duct::cmd(self.program.as_os_str(), &self.arguments);
        if let Some(folder) = &self.folder {
            expression = expression.dir(folder);
        }
        // The last word on a variable counts; with duct it is the innermost.
        for (name, value) in self.environment.iter().rev() {
            expression = match value {
                Some(value) => expression.env(name, value),
                None => expression.env_remove(name),
            };
        }
        expression
    }

    /// Says what it runs, runs it with our own input and output, and fails when it fails.
    pub fn run(&self) -> Result<()> {
        self.announce();
        let output = self
            .expression()
            .unchecked()
            .run()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        if !output.status.success() {
            bail!("`{}` failed: {}", self.line(), output.status);
        }
        Ok(())
    }

    /// Prints the line that is about to run.
    pub fn announce(&self) {
        println!("$ {}", self.line());
    }
}

/// The end of a log file, for an error message.
pub fn last_lines(log: &Path, count: usize) -> String {
    let text = std::fs::read(log)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

/// A word as the shell needs it. Quotes only what has to be: people read these lines.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-=./:+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_quoted_for_the_shell() {
        let task = Task::new("cc").args(["CC=cc", "-DX=a b", ""]);
        assert_eq!(task.line(), "cc CC=cc '-DX=a b' ''");
    }

    #[test]
    fn a_task_runs_through_another_program() {
        let task = Task::new("make").arg("check").through("timeout", &["5"]);
        assert_eq!(task.line(), "timeout 5 make check");
    }

    #[test]
    fn the_last_word_on_a_variable_counts() {
        let task = Task::new("sh").args(["-c", "echo $SANECC_A$SANECC_B"]);
        let task = task.without("SANECC_A").env("SANECC_A", "1");
        let task = task
            .env("SANECC_A", "2")
            .env("SANECC_B", "3")
            .without("SANECC_B");
        assert_eq!(task.expression().read().unwrap(), "2");
    }

    #[test]
    fn a_failing_task_is_an_error_that_names_the_line() {
        Task::new("sh").args(["-c", "exit 0"]).run().unwrap();
        let error = Task::new("sh")
            .args(["-c", "exit 3"])
            .run()
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("`sh -c 'exit 3'` failed") && error.ends_with('3'),
            "{error}"
        );
    }
}
