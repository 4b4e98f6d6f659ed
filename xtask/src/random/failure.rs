//! An unexpected difference, and the commands that reproduce it.

use serde::Serialize;
use std::fmt;

/// One difference.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Failure {
    /// What is wrong.
    pub what: String,
    /// The build it is wrong with.
    pub way: &'static str,
    /// The program, reduced.
    pub program: String,
    /// Commands that build it, and run it.
    pub commands: Vec<String>,
    /// What was seen, a line for each build.
    pub seen: Vec<String>,
    /// The command that finds it again.
    pub replay: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FAILED: {} ({})", self.what, self.way)?;
        if self.program.is_empty() {
            return Ok(());
        }
        writeln!(f, ": {}", self.program)?;
        for seen in &self.seen {
            writeln!(f, "  {seen}")?;
        }
        for command in &self.commands {
            writeln!(f, "  $ {command}")?;
        }
        write!(f, "  found by: {}", self.replay)
    }
}
