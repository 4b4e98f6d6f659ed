//! Runs under valgrind the unit tests of the runtime's core that do not touch the shadow, whose address valgrind cannot
//! map.

use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Context, Result};
use std::path::PathBuf;

/// Modules and parts of the core that need no shadow.
const MODULES: [&str; 10] = [
    "heap::header",
    "heap::quarantine",
    "heap::queue",
    "heap::segment::tests::foreign",
    "lock::tests",
    "options::",
    "report::",
    "stack::depot",
    "stack::trace_cache",
    "stack::walk",
];

/// Random cases of each test: valgrind is slow.
const CASES: &str = "8";

/// Runs them.
pub fn run(paths: &Paths) -> Result<()> {
    let harness = harness(paths)?;
    Task::new("timeout")
        .args([
            "-s",
            "KILL",
            "300",
            "valgrind",
            "--quiet",
            "--error-exitcode=9",
        ])
        .arg(harness)
        .arg("--test-threads=1")
        .args(MODULES)
        .env("PROPTEST_CASES", CASES)
        .current_dir(paths.root.join("rt"))
        .run()
}

/// The program that cargo has built of the core's unit tests.
fn harness(paths: &Paths) -> Result<PathBuf> {
    let said = super::suite::cargo_test(paths)
        .args(["--package", "sanecc-rt", "--lib", "--no-run", "--quiet"])
        .arg("--message-format=json")
        .expression()
        .read()
        .context("cannot build the tests of the runtime's core")?;
    executable(&said).context("cargo named no program of the core's unit tests")
}

/// The last program in cargo's messages.
fn executable(messages: &str) -> Option<PathBuf> {
    let mut programs = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    programs.next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_program_among_cargos_messages() {
        let messages = "{\"reason\":\"compiler-artifact\",\"executable\":null}\n\
                        {\"reason\":\"compiler-artifact\",\"executable\":\"/t/deps/core-1\"}\n\
                        {\"reason\":\"build-finished\"}\n";
        assert_eq!(executable(messages), Some(PathBuf::from("/t/deps/core-1")));
        assert_eq!(executable("{}"), None);
    }
}
