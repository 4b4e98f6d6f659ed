//! The builds of one program; each runs all of its errors in one process.

use super::build::Way;
use super::campaign::{Campaign, Setting};
use super::compare::{Outcomes, Verdict, judge};
use super::program::{ErrorId, Program};
use super::run::{Request, Runner};
use super::summary::Summary;
use super::write;
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// One program: its builds so far, and what they did.
pub struct Runs<'a> {
    campaign: &'a Campaign<'a>,
    program: &'a Program,
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
        campaign: &'a Campaign<'a>,
        program: &'a Program,
        setting: &'a Setting,
        source: &'a Path,
    ) -> Self {
        let errors = program.cases.iter().enumerate().flat_map(|(index, case)| {
            let errors = case.errors().into_iter();
            errors.map(move |error| (index + 1, error))
        });
        let requests: Vec<_> = errors.collect();
        Self {
            campaign,
            program,
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
        let program = self.build(self.source, way, summary)?;
        summary.runs += 1;
        let outcome = self.runner().run(&program, way, None)?;
        self.outcomes[0].insert(way, outcome);
        // Natively there is nothing to compare errors with.
        if way != Way::Native {
            let all: Vec<usize> = (1..self.outcomes.len()).collect();
            self.run_each(&program, way, &all, summary)?;
        }
        Ok(())
    }

    /// Builds and runs one way more, of the cases of these runs alone and with these errors.
    ///
    /// # Errors
    /// As of `add`.
    pub fn add_some(&mut self, way: Way, runs: &[usize], summary: &mut Summary) -> Result<()> {
        let mut some = self.program.clone();
        for (index, case) in some.cases.iter_mut().enumerate() {
            if !runs.iter().any(|&at| self.case(at) == Some(index + 1)) {
                case.empty();
            }
        }
        let source = self.source.with_file_name("some.c");
        fs::write(&source, write::program(&some))?;
        let program = self.build(&source, way, summary)?;
        self.run_each(&program, way, runs, summary)
    }

    fn runner(&self) -> &Runner {
        &self.campaign.workspace.runner
    }

    /// The number of the case that is run.
    fn case(&self, at: usize) -> Option<usize> {
        self.request(at).map(|(case, _)| case)
    }

    fn build(&self, source: &Path, way: Way, summary: &mut Summary) -> Result<PathBuf> {
        let Setting { level, more } = self.setting;
        let workspace = self.campaign.workspace;
        let program = self.source.with_file_name(way.name());
        summary.builds += 1;
        if !workspace.build(source, &program, way, level, more)? {
            let task = workspace.task(source, &program, way, level, more);
            bail!("does not compile: `{}`", task.line());
        }
        Ok(program)
    }

    fn run_each(
        &mut self,
        program: &Path,
        way: Way,
        runs: &[usize],
        summary: &mut Summary,
    ) -> Result<()> {
        summary.runs += runs.len() as u64;
        let requests: Vec<_> = runs.iter().filter_map(|&at| self.request(at)).collect();
        let each = self.runner().run_each(program, way, &requests)?;
        for (&at, outcome) in runs.iter().zip(each) {
            self.outcomes[at].insert(way, outcome);
        }
        Ok(())
    }
}
