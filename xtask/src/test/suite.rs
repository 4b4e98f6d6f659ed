//! `cargo test` of the workspace, shown as it runs and counted.

use super::tally::Tally;
use crate::places::{Places, cargo};
use crate::task::Task;
use anyhow::{Context, Result, anyhow};
use std::io::{BufRead, BufReader};

/// Runs all tests, also after one has failed. The tests look for the driver's runtime where the build has left it.
pub fn run(places: &Places, tally: &mut Tally) -> Result<()> {
    let task = Task::new(cargo())
        .args(["test", "--no-fail-fast"])
        .within(&places.root)
        .env("SANECC_RUNTIME", places.runtime());
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
