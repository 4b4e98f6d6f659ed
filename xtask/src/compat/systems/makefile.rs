//! `make CC=... && make check`, without a configuration, or with a script of the project's own before.

use super::{BuildSystem, JOBS};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::workspace::Workspace;
use crate::task::Task;
use anyhow::Result;
use std::path::Path;

/// A project that has only makefiles.
pub struct Makefile {
    /// The target that runs its tests.
    pub check: &'static str,
    /// The files that `./configure` writes, a script that autoconf did not make; without any it is not run.
    pub answers: &'static [&'static str],
}

impl Makefile {
    fn task(workspace: &Workspace, target: Option<&str>) -> Result<Task> {
        let side = workspace.side;
        let task = side
            .task("make")?
            .arg(JOBS)
            .arg(format!("CC={}", side.cc))
            .arg(format!("CXX={}", side.cxx))
            .current_dir(&workspace.source);
        Ok(task.args(target))
    }
}

impl BuildSystem for Makefile {
    fn name(&self) -> &'static str {
        "make"
    }

    fn configure(&self, workspace: &mut Workspace) -> Result<Configuration> {
        let mut configuration = Configuration::default();
        if self.answers.is_empty() {
            return Ok(configuration);
        }
        let task = workspace.side.task("./configure")?;
        let task = task.current_dir(&workspace.source);
        workspace.perform(Phase::Configure, &task)?;
        for file in self.answers {
            configuration.add_file(&workspace.source, Path::new(file), &workspace.names)?;
        }
        Ok(configuration)
    }

    fn build(&self, workspace: &mut Workspace) -> Result<()> {
        let task = Self::task(workspace, None)?;
        workspace.perform(Phase::Build, &task).map(|_| ())
    }

    fn check(&self, workspace: &mut Workspace) -> Result<Results> {
        let task = Self::task(workspace, Some(self.check))?;
        let (_, succeeded) = workspace.attempt(Phase::Check, &task)?;
        let mut results = Results::default();
        let verdict = if succeeded { "PASS" } else { "FAIL" };
        results.add(&format!("make {}", self.check), verdict);
        Ok(results)
    }
}
