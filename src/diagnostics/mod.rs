//! Diagnostics of this tool, in the compiler's style. Clang prints its own.

pub mod crash;

use std::fmt;
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

/// What messages begin with.
static SPEAKER: OnceLock<&'static str> = OnceLock::new();

/// From now on, messages begin with `name`. Without, and after the first time, they stay as they are.
pub fn speak_as(name: &'static str) {
    let _ = SPEAKER.set(name);
}

/// A failure of this tool: the cause, and what to do about it.
#[derive(Debug)]
pub struct DriverError {
    cause: String,
    next: Option<String>,
}

impl DriverError {
    /// A failure with its cause in one line.
    pub fn new(cause: impl Into<String>) -> Self {
        DriverError {
            cause: cause.into(),
            next: None,
        }
    }

    /// Adds the next step for the user.
    pub fn next(mut self, step: impl Into<String>) -> Self {
        self.next = Some(step.into());
        self
    }

    /// The cause and the next step in one line.
    pub fn whole(&self) -> String {
        match &self.next {
            Some(next) => format!("{}; {next}", self.cause),
            None => self.cause.clone(),
        }
    }

    /// Prints `sanecc: error: ...`, or under another name, and the note to stderr.
    pub fn print(&self) {
        line("error", "31", &self.cause);
        if let Some(next) = &self.next {
            line("note", "36", next);
        }
    }
}

/// What is not as the user may think, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The cause in one line.
    pub cause: String,
    /// The next step.
    pub next: String,
}

impl Warning {
    /// Prints `sanecc: warning: ...` and the next step to stderr.
    pub fn print(&self) {
        line("warning", "35", &self.cause);
        line("note", "36", &self.next);
    }
}

/// Prints `sanecc: note: ...` to stderr, after what clang has said.
pub fn note(text: &str) {
    line("note", "36", text);
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)
    }
}

impl std::error::Error for DriverError {}

/// One diagnostic line; a closed stderr is no reason to fail.
fn line(severity: &str, colour: &str, text: &str) {
    let stderr = std::io::stderr();
    let name = SPEAKER.get().unwrap_or(&"sanecc");
    let _ = if stderr.is_terminal() {
        writeln!(
            stderr.lock(),
            "\x1b[1m{name}: \x1b[{colour}m{severity}:\x1b[0m\x1b[1m {text}\x1b[0m"
        )
    } else {
        writeln!(stderr.lock(), "{name}: {severity}: {text}")
    };
}
