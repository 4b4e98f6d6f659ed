//! `cargo xtask targets`: the programs of the tests on other targets, in emulation, as a table in `docs/targets.md`.

mod outcome;
mod page;
mod record;

use crate::build;
use crate::docs;
use crate::files;
use crate::paths::{Paths, cargo};
use crate::setup::SetupOptions;
use crate::task::Task;
use anyhow::{Context, Result, bail, ensure};
use outcome::Outcome;
use record::{Record, Run};
use sanecc_abi::target::{ALL, System, Target};
use sanecc_boards::Board;
use std::num::NonZeroUsize;
use std::path::Path;

/// Run the programs of the tests on other targets, in emulation, and write docs/targets.md and docs/targets.json
#[derive(clap::Args)]
pub struct Targets {
    /// This target alone, repeatable; the page keeps what it says of the others
    #[arg(long, value_name = "TARGET", value_parser = tried)]
    target: Vec<&'static Target>,
    /// Trials whose names contain this text alone, such as `pass/` or `heap/`; no page is written then
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Every Nth trial alone; the page says so
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Trials that failed last time alone, by docs/targets.json; the page keeps the others
    #[arg(long, conflicts_with_all = ["only", "sample"])]
    failed: bool,
    /// How many programs run at a time
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    setup: SetupOptions,
}

impl Targets {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        build::ensure(&paths, &self.setup)?;
        let docs = paths.root.join("docs");
        let mut record = Record::read(&docs.join("targets.json"))?;
        for target in self.chosen() {
            let known = record.0.get(target.name);
            let failed = match (self.failed, known) {
                (false, _) => None,
                (true, Some(run)) if run.outcome.failures.is_empty() => continue,
                (true, Some(run)) => Some(run.clone()),
                (true, None) => bail!(
                    "nothing is known of {}: run it without --failed",
                    target.name
                ),
            };
            let outcome = self.of(&paths, target, failed.as_ref().map(|run| &run.outcome))?;
            println!(
                "{}: {} of {} trials pass",
                target.name,
                outcome.passed(),
                outcome.all()
            );
            for (name, reason) in &outcome.failures {
                println!("  {name}: {reason}");
            }
            ensure!(
                self.failed || outcome.all() != 0,
                "no trial ran for {}",
                target.name
            );
            if self.only.is_some() {
                continue;
            }
            let run = match failed {
                Some(mut run) => {
                    run.outcome.try_again(&outcome);
                    run
                }
                None => Run {
                    date: docs::today()?,
                    one_in: self.sample.map_or(1, NonZeroUsize::get),
                    outcome,
                },
            };
            // After each target: a run of all takes hours.
            record.0.insert(target.name.to_owned(), run);
            record.write(&docs.join("targets.json"))?;
            let runs = all_tried().filter_map(|target| Some((target, record.0.get(target.name)?)));
            let page = page::page(&runs.collect::<Vec<_>>());
            files::write(&docs.join("targets.md"), page)?;
        }
        Ok(())
    }

    /// Those that are named, or all.
    fn chosen(&self) -> Vec<&'static Target> {
        match self.target.is_empty() {
            true => all_tried().collect(),
            false => self.target.clone(),
        }
    }

    /// Runs trials of a target: those that failed there before, where these are given.
    fn of(&self, paths: &Paths, target: &Target, failed: Option<&Outcome>) -> Result<Outcome> {
        find_emulator(target)?;
        let made = build::runtime_of(paths, target.name)?;
        let runtime = match target.system {
            System::Linux => made.with_file_name(build::RUNTIME_LINK),
            // Its name depends on flags; the folder is that of this file.
            System::Bare => made.join("any"),
        };
        let mut task = Task::new(cargo())
            .args(["test", "--test", "ui", "--no-fail-fast"])
            .arg("--")
            .current_dir(&paths.root)
            .env("SANECC_TEST_TARGET", target.name)
            .env("SANECC_TEST_TOOLS", paths.release())
            .env("SANECC_RUNTIME", &runtime);
        if let Some(jobs) = self.jobs {
            task = task.arg(format!("--test-threads={jobs}"));
        }
        if let Some(step) = self.sample {
            task = task.env("SANECC_TEST_SAMPLE", step.to_string());
        }
        if let Some(failed) = failed {
            let names: Vec<_> = failed.failures.keys().map(String::as_str).collect();
            task = task.env("SANECC_TEST_TRIALS", names.join("\n"));
        }
        task = task.args(self.only.iter());
        let line = task.line();
        let output = (task.expression())
            .stdout_capture()
            .unchecked()
            .run()
            .with_context(|| format!("cannot run `{line}`"))?;
        let here = format!("{}/", paths.root.display());
        let said = String::from_utf8_lossy(&output.stdout).replace(&here, "");
        // Who has not come to the end leaves trials out.
        ensure!(
            said.lines().any(|line| line.starts_with("test result: ")),
            "`{line}` did not end as tests do ({}); it said why above",
            output.status
        );
        Ok(Outcome::read(&said))
    }
}

/// The targets whose programs run here: as processes of an emulator, or on a board that it has.
fn all_tried() -> impl Iterator<Item = &'static Target> {
    let has_board = |target: &&Target| Board::of(target.name).is_some();
    all_emulated().chain(ALL.iter().filter(has_board))
}

fn tried(name: &str) -> Result<&'static Target> {
    let target = all_tried().find(|target| target.name == name);
    target.with_context(|| {
        let known: Vec<_> = all_tried().map(|target| target.name).collect();
        format!(
            "nothing here runs programs of {name}; there are {}",
            known.join(", ")
        )
    })
}

/// The targets whose programs an emulator runs one by one.
fn all_emulated() -> impl Iterator<Item = &'static Target> {
    ALL.iter().filter(|target| target.emulator().is_some())
}

/// The target of this name, for options of commands.
///
/// # Errors
/// No emulator runs its programs one by one.
pub fn emulated(name: &str) -> Result<&'static Target> {
    let target = Target::of(name).filter(|target| target.emulator().is_some());
    target.with_context(|| {
        let known: Vec<_> = all_emulated().map(|target| target.name).collect();
        format!(
            "no emulator runs programs of {name}; there are {}",
            known.join(", ")
        )
    })
}

/// Makes sure that programs of `target` can be built by this sanecc, and run.
///
/// # Errors
/// What is missing, and which command gets it.
pub fn ready(target: &Target, sanecc: &Path) -> Result<()> {
    find_emulator(target)?;
    let runtimes = sanecc.with_file_name("runtimes");
    let archive = runtimes.join(target.name).join(build::RUNTIME_LINK);
    // Without it sanecc would compile as clang does, with a warning.
    ensure!(
        archive.is_file(),
        "there is no {}: `cargo xtask setup --target {}` makes it",
        archive.display(),
        target.name
    );
    Ok(())
}

fn find_emulator(target: &Target) -> Result<()> {
    let emulator = match (target.emulator(), Board::of(target.name)) {
        (Some(emulator), _) => emulator.command,
        (None, Some(board)) => board.emulator(),
        (None, None) => bail!("nothing here runs programs of {}", target.name),
    };
    which::which(emulator).ok().with_context(|| {
        format!(
            "{emulator} is missing: `cargo xtask setup --target {}` gets it",
            target.name
        )
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_without_emulator_is_an_error_that_names_those_with_one() {
        assert_eq!(
            emulated("armv7-linux-gnueabihf").unwrap().name,
            "armv7-linux-gnueabihf"
        );
        let error = emulated("thumbv7m-none-eabi").unwrap_err().to_string();
        assert!(
            error.contains("aarch64-linux-gnu, riscv64-linux-gnu"),
            "{error}"
        );
    }
}
