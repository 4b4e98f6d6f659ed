//! One project by both compilers: what is equal, what differs, and whether that is expected.

use super::outcome::Outcome;
use super::packages::Package;
use super::phase::Phase;
use super::reports::{self, Known, Report};
use super::results::Results;
use super::side::Side;
use serde::Serialize;

/// A row of the table, and all that the JSON says of it.
#[derive(Serialize)]
pub struct Row {
    /// The project.
    pub package: &'static str,
    /// The project with its version.
    pub title: String,
    /// Its build system.
    pub system: &'static str,
    /// How many files of answers were compared.
    pub configuration_files: usize,
    /// Where they differ.
    pub configuration_differences: Vec<String>,
    /// Whether sanecc built it.
    pub built: bool,
    /// Why a side ended early: `clang: ...` or `sanecc: ...`.
    pub failures: Vec<String>,
    /// Its own tests by sanecc; `None` if they did not run.
    pub tests: Option<Tests>,
    /// What sanecc's programs reported.
    pub reports: Vec<Report>,
    /// Reports that are not known, with how often each came.
    pub unexpected: Vec<(String, usize)>,
    /// Known errors of the project.
    pub known: &'static [Known],
    /// Those of them that were not reported.
    pub absent: Vec<&'static str>,
    /// User and system time of each phase that there is.
    pub costs: Vec<Cost>,
}

/// The project's own tests.
#[derive(Serialize)]
pub struct Tests {
    /// How many there are.
    pub total: usize,
    /// How many passed with sanecc.
    pub passed: usize,
    /// Those with another result than with clang.
    pub differences: Vec<String>,
}

/// What one phase cost, in seconds.
#[derive(Serialize)]
pub struct Cost {
    /// The phase.
    pub phase: &'static str,
    /// By clang.
    pub clang: f64,
    /// By sanecc.
    pub sanecc: f64,
}

impl Row {
    /// Compares what came of `package` by clang and by sanecc.
    pub fn of(package: &'static Package, side: &Side, clang: &Outcome, sanecc: &Outcome) -> Self {
        let known = package.known(side);
        let (configuration_files, configuration_differences) =
            match (&clang.configuration, &sanecc.configuration) {
                (Some(one), Some(two)) => (one.len(), one.differences(two)),
                _ => (0, Vec::new()),
            };
        let failure = |name: &str, outcome: &Outcome| {
            let failure = outcome.failure.as_ref()?;
            Some(format!("{name}: {failure}"))
        };
        let tests = match (&clang.results, &sanecc.results) {
            (Some(one), Some(two)) => Some(Tests::of(one, two, known)),
            _ => None,
        };
        Self {
            package: package.name,
            title: package.title(),
            system: package.system.name(),
            configuration_files,
            configuration_differences,
            built: sanecc.built,
            failures: [failure("clang", clang), failure("sanecc", sanecc)]
                .into_iter()
                .flatten()
                .collect(),
            tests,
            unexpected: unexpected(&sanecc.reports, known),
            known,
            absent: reports::absent(&sanecc.reports, known)
                .iter()
                .map(|known| known.summary)
                .collect(),
            reports: sanecc.reports.clone(),
            costs: costs(clang, sanecc),
        }
    }

    /// Whether everything is as it should be: what this command is for.
    pub fn is_expected(&self) -> bool {
        self.configuration_differences.is_empty()
            && self.failures.is_empty()
            && self.built
            && self.unexpected.is_empty()
            && self.absent.is_empty()
            && self
                .tests
                .as_ref()
                .is_some_and(|tests| tests.passed > 0 && tests.differences.is_empty())
    }

    /// CPU time by sanecc as a ratio to that by clang; `None` if the phase did not run.
    pub fn ratio(&self, phase: Phase) -> Option<f64> {
        let cost = self.costs.iter().find(|cost| cost.phase == phase.name())?;
        Some(cost.sanecc / cost.clang)
    }

    /// What is not as it should be, in full.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = self.failures.clone();
        let differences = &self.configuration_differences;
        problems.extend(
            differences
                .iter()
                .map(|text| format!("configuration differs: {text}")),
        );
        match &self.tests {
            Some(tests) => {
                let differences = tests.differences.iter();
                problems.extend(differences.map(|text| format!("test differs: {text}")));
                if tests.passed == 0 {
                    problems.push("none of its tests has passed".to_owned());
                }
            }
            None => problems.push("its tests were not compared".to_owned()),
        }
        for (text, count) in &self.unexpected {
            problems.push(format!("reported {count} times: {text}"));
        }
        for summary in &self.absent {
            problems.push(format!("a known error was not reported: {summary}"));
        }
        problems
    }
}

impl Tests {
    /// A test that a known error ends fails with sanecc alone.
    fn of(clang: &Results, sanecc: &Results, known: &[Known]) -> Self {
        let excused: Vec<_> = known.iter().filter_map(|known| known.test).collect();
        Self {
            total: sanecc.total(),
            passed: sanecc.passed(),
            differences: clang.differences(sanecc, &excused),
        }
    }
}

fn unexpected(found: &[Report], known: &[Known]) -> Vec<(String, usize)> {
    reports::unexpected(found, known)
        .into_iter()
        .map(|(report, count)| {
            let Report {
                phase,
                title,
                summary,
                file,
            } = report;
            let text = format!("{phase}: {title}\n  {summary}\n  {}", file.display());
            (text, count)
        })
        .collect()
}

/// The phases that ran on both sides.
fn costs(clang: &Outcome, sanecc: &Outcome) -> Vec<Cost> {
    let cost = |phase: Phase| {
        let [clang, sanecc] =
            [clang, sanecc].map(|outcome| outcome.cost[phase as usize].as_secs_f64());
        (clang > 0.0 && sanecc > 0.0).then_some(Cost {
            phase: phase.name(),
            clang,
            sanecc,
        })
    };
    Phase::ALL.into_iter().filter_map(cost).collect()
}
