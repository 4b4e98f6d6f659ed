//! The pass manager. It alone prints, disables, verifies and times passes and transitions.

use super::passes::{Pass, Stage, Transition};
use super::{Error, Options};
use crate::diagnostics::crash;
use crate::times::{self, Work};

pub(super) struct Manager<'a> {
    options: &'a Options,
}

impl<'a> Manager<'a> {
    pub(super) fn new(options: &'a Options) -> Self {
        Self { options }
    }

    /// Runs the passes of a stage.
    pub(super) fn run<'m, S: Stage<'m>>(
        &self,
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
                let work = if pass.is_clangs() {
                    Work::Clang
                } else {
                    Work::Sanecc
                };
                timed(name, work, || pass.run(stage))?;
                self.verify(name, stage)?;
            }
            self.print(name, || stage.bitcode().to_text());
        }
        Ok(())
    }

    /// Makes the next stage.
    pub(super) fn advance<'m, S, T: Transition<S, Next: Stage<'m>>>(
        &self,
        transition: &T,
        stage: S,
    ) -> Result<T::Next, Error> {
        let name = transition.name();
        let next = timed(name, Work::Sanecc, || transition.run(stage))?;
        self.verify(name, &next)?;
        self.print(name, || {
            let shown = transition.show(&next);
            shown.unwrap_or_else(|| next.bitcode().to_text())
        });
        Ok(next)
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

fn timed<T>(
    name: &'static str,
    work: Work,
    run: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    let _span = tracing::info_span!("pass", name).entered();
    crash::enter(format!("in pass {name}"));
    times::timed(name, work, run)
}
