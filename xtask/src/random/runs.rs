//! One program's builds, each of which runs all of its errors with one start.

use super::build::Way;
use super::compare::{Outcomes, Verdict, judge};
use super::program::{ErrorId, Program};
use super::run::{self, Request};
use super::summary::Summary;
use super::trial::{Setting, Trial};
use anyhow::{Result, bail};
use std::path::Path;

/// One program: its builds so far, and what they did.
pub struct Runs<'a> {
    trial: &'a Trial<'a>,
    setting: &'a Setting,
    source: &'a Path,
    /// Cases and errors.
    requests: Vec<(usize, ErrorId)>,
    /// First of the run without an error, then for each request.
    outcomes: Vec<Outcomes>,
}

impl<'a> Runs<'a> {
    /// Nothing is built yet.
    pub fn of(
        trial: &'a Trial<'a>,
        program: &Program,
        setting: &'a Setting,
        source: &'a Path,
    ) -> Self {
        let errors = program.cases.iter().enumerate().flat_map(|(index, case)| {
            let errors = case.errors().into_iter();
            errors.map(move |error| (index + 1, error))
        });
        let requests: Vec<_> = errors.collect();
        Self {
            trial,
            setting,
            source,
            outcomes: vec![Outcomes::new(); requests.len() + 1],
            requests,
        }
    }

    /// The number of runs of each build.
    pub fn count(&self) -> usize {
        self.outcomes.len()
    }

    /// What the builds so far did in one run.
    pub fn outcomes(&self, at: usize) -> &Outcomes {
        &self.outcomes[at]
    }

    /// What is asked for in one run: no error in the first.
    pub fn request(&self, at: usize) -> Request {
        at.checked_sub(1).map(|at| self.requests[at])
    }

    /// What the builds so far say.
    pub fn verdict(&self, at: usize) -> Verdict {
        judge(self.request(at), &self.outcomes[at])
    }

    /// Builds and runs one way more, if that was not done yet.
    ///
    /// # Errors
    /// A compiler does not start or refuses the program, or the program does not run each request.
    pub fn add(&mut self, way: Way, summary: &mut Summary) -> Result<()> {
        if self.outcomes[0].contains_key(&way) {
            return Ok(());
        }
        let Setting { level, more } = self.setting;
        let yard = self.trial.yard;
        let program = self.source.with_file_name(way.name());
        summary.builds += 1;
        if !yard.build(self.source, &program, way, level, more)? {
            let task = yard.task(self.source, &program, way, level, more);
            bail!("does not compile: `{}`", task.line());
        }
        summary.runs += 1;
        self.outcomes[0].insert(way, run::run(&program, way, None)?);
        // Natively there is nothing to compare errors with.
        if way != Way::Native {
            summary.runs += self.requests.len() as u64;
            let each = run::run_each(&program, way, &self.requests)?;
            for (outcomes, outcome) in self.outcomes[1..].iter_mut().zip(each) {
                outcomes.insert(way, outcome);
            }
        }
        Ok(())
    }
}
