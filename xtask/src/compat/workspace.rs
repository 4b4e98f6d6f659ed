//! The workspace of one project and one compiler: folders, logs, the cost of each phase, and the reports of its programs.

use super::names::Names;
use super::phase::Phase;
use super::side::Side;
use crate::files::emptied;
use crate::measured;
use crate::task::{Task, last_lines};
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Seconds until a phase counts as hanging.
const LIMIT: &str = "3000";

/// A build in progress.
pub struct Workspace<'a> {
    /// The compilers.
    pub side: &'a Side,
    /// What is replaced in configurations before they are compared.
    pub names: Names,
    /// The sources, this build's own copy of them.
    pub source: PathBuf,
    /// Where build systems that want a folder of their own build.
    pub build: PathBuf,
    folder: PathBuf,
    /// User and system time of each phase, in the order of [`Phase::ALL`].
    pub cost: [Duration; 3],
}

impl<'a> Workspace<'a> {
    /// An empty workspace in `folder`. The sources are still to be put into it.
    pub fn open(folder: &Path, side: &'a Side, names: Names) -> Result<Self> {
        emptied(folder)?;
        for phase in Phase::ALL {
            fs::create_dir_all(folder.join("reports").join(phase.name()))?;
        }
        Ok(Self {
            side,
            names: names.and_folder(folder),
            source: folder.join("source"),
            build: folder.join("build"),
            folder: folder.to_owned(),
            cost: [Duration::ZERO; 3],
        })
    }

    /// Runs one command of `phase`. Its output is in the log that is returned; a failure is an error that shows the end of it.
    pub fn perform(&mut self, phase: Phase, task: &Task) -> Result<PathBuf> {
        let (log, succeeded) = self.attempt(phase, task)?;
        if !succeeded {
            bail!(
                "`{}` failed; {} ends with:\n{}",
                task.line(),
                log.display(),
                last_lines(&log, 30)
            );
        }
        Ok(log)
    }

    /// The same for a command that may fail: the log, and whether it succeeded.
    pub fn attempt(&mut self, phase: Phase, task: &Task) -> Result<(PathBuf, bool)> {
        let log = self.folder.join(format!("{}.log", phase.name()));
        let reports = self.reports(phase).join("report");
        let bounded = task
            .clone()
            .through("timeout", &["--kill-after=30", LIMIT])
            .env("SANECC_OPTIONS", format!("log_path={}", reports.display()));
        let measured = measured::run(&bounded, None, &log, &log)?;
        self.cost[phase as usize] += measured.cpu;
        Ok((log, measured.status.success()))
    }

    /// Where the programs that run in `phase` leave their reports.
    pub fn reports(&self, phase: Phase) -> PathBuf {
        self.folder.join("reports").join(phase.name())
    }
}
