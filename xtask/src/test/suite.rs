//! Runs `cargo test` of the workspace, shows its progress and counts the results.

use super::tally::Tally;
use crate::paths::{Paths, cargo};
use crate::task::Task;
use anyhow::{Context, Result, anyhow};
use std::io::{BufRead, BufReader};

/// Builds all tests. What does not compile counts as a failure.
pub fn compile(paths: &Paths, tally: &mut Tally) -> bool {
    let built = cargo_test(paths).args(["--no-run", "--quiet"]).run();
    let compiles = built.is_ok();
    if let Err(error) = built {
        tally.record("cargo test --no-run", Err(error));
    }
    compiles
}

/// Runs all tests, also after one has failed. The tests look for the driver's runtime where the build has left it, and the many small programs are compiled
/// and run by the tools that are delivered.
pub fn run(paths: &Paths, tally: &mut Tally) -> Result<()> {
    run_with(paths, &["--no-fail-fast"], tally)
}

/// Runs `cargo test` with these arguments, as [`run`] does.
pub fn run_with(paths: &Paths, arguments: &[&str], tally: &mut Tally) -> Result<()> {
    let task = cargo_test(paths)
        .args(arguments)
        .env("SANECC_RUNTIME", paths.runtime())
        .env("SANECC_TEST_TOOLS", paths.release());
    task.announce();
    let reader = task
        .expression()
        .stderr_to_stdout()
        .unchecked()
        .reader()
        .context("cannot run cargo")?;
    let mut counted = Tally::default();
    for line in BufReader::new(&reader).split(b'\n') {
        let line = line.context("cannot read what `cargo test` says")?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        counted.add_result_line(&line);
    }
    let finished = reader
        .try_wait()?
        .context("`cargo test` closed its output but did not end")?;
    tally.passed += counted.passed;
    tally.failed += counted.failed;
    if !finished.status.success() && counted.failed == 0 {
        // Something other than a test failed: the code does not compile, or a harness died.
        tally.record("cargo test", Err(anyhow!("{}", finished.status)));
    }
    Ok(())
}

/// `cargo test` of the workspace.
pub fn cargo_test(paths: &Paths) -> Task {
    Task::new(cargo()).arg("test").current_dir(&paths.root)
}
