//! Counts of the comparisons.

use super::build::{Way, Workspace};
use super::compare::Verdict;
use super::failure::Failure;
use anyhow::{Result, bail};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The numbers of one or many programs.
#[derive(Default, Serialize)]
pub struct Summary {
    /// Seed of the first program.
    pub seed: u64,
    /// Programs that were asked for.
    pub asked: u64,
    /// Programs that were compared.
    pub programs: u64,
    /// The cases in them: small programs, each of which is run by itself with each of its errors.
    pub cases: u64,
    /// Ways of building with checks removed.
    pub ways: Vec<&'static str>,
    /// Runs of a compiler, without those of shrinking.
    pub builds: u64,
    /// Runs of a program, without those of shrinking.
    pub runs: u64,
    /// Programs with an error, or without any, whose builds were compared.
    pub comparisons: u64,
    /// Of these: all of ours reported the same.
    pub reported: u64,
    /// Nobody reported anything, and the output was the same.
    pub silent: u64,
    /// The judge reported, none of ours did.
    pub missed: u64,
    /// Ours reported the same, the judge nothing.
    pub more: u64,
    /// Of two errors in one stretch, another one was reported first.
    pub second: u64,
    /// Did not come to an end.
    pub endless: u64,
    /// The machine lacks something that they need.
    pub lacking: u64,
    /// Something was wrong.
    pub wrong: u64,
    /// First reports, by kind.
    pub kinds: BTreeMap<String, u64>,
    /// What the judge saw alone or we alone: where to look.
    pub hints: Vec<String>,
    /// What was wrong; one of each program.
    pub failures: Vec<Failure>,
    /// Elapsed.
    pub seconds: f64,
}

/// So many hints are printed.
const HINTS: usize = 12;

impl Summary {
    /// Nothing yet.
    pub fn new(seed: u64, asked: u64, workspace: &Workspace) -> Self {
        Self {
            seed,
            asked,
            ways: workspace
                .removing
                .iter()
                .map(|way: &Way| way.name())
                .collect(),
            ..Self::default()
        }
    }

    /// Counts a comparison.
    pub fn count(&mut self, verdict: Verdict) {
        self.comparisons += 1;
        match verdict {
            Verdict::Reported => self.reported += 1,
            Verdict::Silent => self.silent += 1,
            Verdict::Missed => self.missed += 1,
            Verdict::More | Verdict::Alone => self.more += 1,
            Verdict::Second => self.second += 1,
            Verdict::Endless => self.endless += 1,
            Verdict::Wrong(..) => self.wrong += 1,
        }
    }

    /// Counts a program that could not be compared.
    pub fn fail(&mut self, error: &anyhow::Error) {
        self.wrong += 1;
        self.failures.push(Failure {
            what: format!("{error:#}"),
            way: "no comparison",
            ..Failure::default()
        });
    }

    /// Adds another's numbers.
    pub fn add(&mut self, other: Self) {
        self.programs += other.programs;
        self.cases += other.cases;
        self.builds += other.builds;
        self.runs += other.runs;
        self.comparisons += other.comparisons;
        self.reported += other.reported;
        self.silent += other.silent;
        self.missed += other.missed;
        self.more += other.more;
        self.second += other.second;
        self.endless += other.endless;
        self.lacking += other.lacking;
        self.wrong += other.wrong;
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        self.hints.extend(other.hints);
        self.failures.extend(other.failures);
    }

    /// Fails if something was wrong.
    ///
    /// # Errors
    /// There are failures.
    pub fn verdict(&self) -> Result<()> {
        match self.wrong {
            0 => Ok(()),
            count => bail!("{count} of {} comparisons failed", self.comparisons),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "\n{failure}")?;
        }
        for hint in self.hints.iter().take(HINTS) {
            writeln!(f, "hint: {hint}")?;
        }
        writeln!(
            f,
            "\nseeds {} to {}: {} programs with {} cases, {} builds ({} against none), {} runs, {:.0} s",
            self.seed,
            self.seed + self.asked.saturating_sub(1),
            self.programs,
            self.cases,
            self.builds,
            self.ways.join(", "),
            self.runs,
            self.seconds
        )?;
        writeln!(
            f,
            "{} comparisons: {} with the same report, {} silent, {} missed, {} reported by us alone, {} with the second of two errors, {} without an end, {} wrong",
            self.comparisons,
            self.reported,
            self.silent,
            self.missed,
            self.more,
            self.second,
            self.endless,
            self.wrong
        )?;
        if self.lacking > 0 {
            writeln!(f, "{} need what the machine lacks", self.lacking)?;
        }
        let kinds: Vec<_> = self
            .kinds
            .iter()
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        write!(f, "reports: {}", kinds.join(", "))
    }
}
