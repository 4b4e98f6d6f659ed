//! `cargo xtask targets`: the programs of the tests on other targets, in emulation, as a table in `docs/targets.md`.

mod outcome;
mod page;

use crate::build;
use crate::files;
use crate::paths::{Paths, cargo};
use crate::setup::{Aim, SetupOptions};
use crate::task::Task;
use anyhow::{Context, Result, bail};
use outcome::Outcome;
use sanecc_abi::target::{ALL, Target};
use std::num::NonZeroUsize;

/// Run the programs of the tests on other targets, in emulation, and write docs/targets.md
#[derive(clap::Args)]
pub struct Targets {
    /// This target alone; repeatable
    #[arg(long, value_name = "TARGET")]
    target: Vec<String>,
    /// Trials whose names contain this text alone, such as `pass/` or `heap/`; the page says so
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Every Nth trial alone; the page says so
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// How many programs run at a time
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    setup: SetupOptions,
}

impl Targets {
    pub fn run(self) -> Result<()> {
        let targets = self.chosen()?;
        let paths = Paths::locate()?;
        self.setup.ensure(Aim::Build)?;
        let mut outcomes = Vec::new();
        for target in targets {
            let outcome = self.of(&paths, target)?;
            println!(
                "{}: {} of {} trials pass",
                target.name,
                outcome.passed(),
                outcome.all()
            );
            for (name, reason) in &outcome.failures {
                println!("  {name}: {reason}");
            }
            outcomes.push((target, outcome));
        }
        if let Some((target, _)) = outcomes.iter().find(|(_, outcome)| outcome.all() == 0) {
            bail!("no trial ran for {}", target.name);
        }
        let page = page::page(&outcomes, self.only.as_deref(), self.sample);
        files::write(&paths.root.join("docs/targets.md"), page)
    }

    /// Those that are named, or all that run under an emulator of single programs.
    fn chosen(&self) -> Result<Vec<&'static Target>> {
        let is_emulated = |target: &&Target| target.emulator().is_some();
        if self.target.is_empty() {
            return Ok(ALL.iter().filter(is_emulated).collect());
        }
        let known: Vec<_> = ALL
            .iter()
            .filter(is_emulated)
            .map(|target| target.name)
            .collect();
        let named = self.target.iter().map(|name| {
            (Target::of(name).filter(is_emulated)).with_context(|| {
                format!(
                    "no emulator runs programs of {name}; there are {}",
                    known.join(", ")
                )
            })
        });
        named.collect()
    }

    fn of(&self, paths: &Paths, target: &Target) -> Result<Outcome> {
        let Some([emulator, _]) = target.emulator() else {
            bail!("no emulator runs single programs of {}", target.name);
        };
        if which::which(emulator).is_err() {
            bail!(
                "{emulator} is missing: `cargo xtask setup --target {}` gets it",
                target.name
            );
        }
        let archive = build::runtime_of(paths, target.name)?;
        let runtime = archive.with_file_name(build::RUNTIME_LINK);
        let mut task = Task::new(cargo())
            .args(["test", "--test", "ui", "--no-fail-fast"])
            .args(["--config", "profile.dev.panic=\"unwind\""])
            .arg("--")
            .current_dir(&paths.root)
            .env("SANECC_TEST_TARGET", target.name)
            .env("SANECC_RUNTIME", &runtime);
        if let Some(jobs) = self.jobs {
            task = task.arg(format!("--test-threads={jobs}"));
        }
        if let Some(step) = self.sample {
            task = task.env("SANECC_TEST_SAMPLE", step.to_string());
        }
        task = task.args(self.only.iter());
        let line = task.line();
        let output = (task.expression())
            .stdout_capture()
            .unchecked()
            .run()
            .with_context(|| format!("cannot run `{line}`"))?;
        Ok(Outcome::read(&String::from_utf8_lossy(&output.stdout)))
    }
}
