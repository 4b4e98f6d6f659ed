//! `make CC=... && make check`: nothing is configured.

use super::{BuildSystem, JOBS};
use crate::compat::configuration::Configuration;
use crate::compat::phase::Phase;
use crate::compat::results::Results;
use crate::compat::yard::Yard;
use crate::task::Task;
use anyhow::Result;

/// A project that has only makefiles.
pub struct Makefile {
    /// The target that runs its tests.
    pub check: &'static str,
}

impl Makefile {
    fn task(yard: &Yard, target: Option<&str>) -> Result<Task> {
        let side = yard.side;
        let task = side
            .task("make")?
            .arg(JOBS)
            .arg(format!("CC={}", side.cc))
            .arg(format!("CXX={}", side.cxx))
            .within(&yard.source);
        Ok(task.args(target))
    }
}

impl BuildSystem for Makefile {
    fn name(&self) -> &'static str {
        "make"
    }

    fn configure(&self, _: &mut Yard) -> Result<Configuration> {
        Ok(Configuration::default())
    }

    fn build(&self, yard: &mut Yard) -> Result<()> {
        let task = Self::task(yard, None)?;
        yard.perform(Phase::Build, &task).map(|_| ())
    }

    fn check(&self, yard: &mut Yard) -> Result<Results> {
        let task = Self::task(yard, Some(self.check))?;
        let (_, succeeded) = yard.attempt(Phase::Check, &task)?;
        let mut results = Results::default();
        let verdict = if succeeded { "PASS" } else { "FAIL" };
        results.add(&format!("make {}", self.check), verdict);
        Ok(results)
    }
}
