//! The pass manager. It alone prints, disables, verifies and times passes and transitions.

use super::passes::{Pass, Stage, Transition};
use super::{Error, Options};
use crate::diagnostics::crash;
use std::time::{Duration, Instant};

pub(super) struct Manager<'a> {
    options: &'a Options,
    times: Vec<(&'static str, Duration)>,
}

impl<'a> Manager<'a> {
    pub(super) fn new(options: &'a Options) -> Self {
        let times = Vec::new();
        Self { options, times }
    }

    /// Runs the passes of a stage.
    pub(super) fn run<'m, S: Stage<'m>>(
        &mut self,
        passes: &[&dyn Pass<S>],
        stage: &mut S,
    ) -> Result<(), Error> {
        for pass in passes {
            let name = pass.name();
            if pass.is_optional() && self.options.disables(name) {
                tracing::info!(pass = name, "left out");
                continue;
            }
            if pass.is_enabled(self.options) {
                self.timed(name, || pass.run(stage))?;
                self.verify(name, stage)?;
            }
            self.print(name, || stage.bitcode().to_text());
        }
        Ok(())
    }

    /// Makes the next stage.
    pub(super) fn advance<'m, S, T: Transition<S, Next: Stage<'m>>>(
        &mut self,
        transition: &T,
        stage: S,
    ) -> Result<T::Next, Error> {
        let name = transition.name();
        let next = self.timed(name, || transition.run(stage))?;
        self.verify(name, &next)?;
        self.print(name, || {
            let shown = transition.show(&next);
            shown.unwrap_or_else(|| next.bitcode().to_text())
        });
        Ok(next)
    }

    /// Prints the times, if they are wanted.
    pub(super) fn finish(self) {
        if self.options.time {
            eprint!("{}", table(&self.times));
        }
    }

    fn timed<T>(
        &mut self,
        name: &'static str,
        run: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let _span = tracing::info_span!("pass", name).entered();
        crash::enter(format!("in pass {name}"));
        let start = Instant::now();
        let result = run()?;
        self.times.push((name, start.elapsed()));
        Ok(result)
    }

    fn verify<'m>(&self, name: &str, stage: &impl Stage<'m>) -> Result<(), Error> {
        if self.options.verify_each {
            stage.bitcode().verify(name)?;
        }
        Ok(())
    }

    fn print(&self, name: &str, show: impl FnOnce() -> String) {
        if self.options.print.iter().any(|one| one == name) {
            eprint!("; after {name}\n{}", show());
        }
    }
}

/// Pass by pass: milliseconds and share.
fn table(times: &[(&str, Duration)]) -> String {
    let total: Duration = times.iter().map(|(_, time)| *time).sum();
    let row = |name: &str, time: Duration| {
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::EPSILON);
        format!(
            "{:>10.1} ms {share:>5.1}%  {name}\n",
            time.as_secs_f64() * 1e3
        )
    };
    times
        .iter()
        .map(|(name, time)| row(name, *time))
        .chain([row("total", total)])
        .collect()
}
