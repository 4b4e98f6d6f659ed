//! A measurement as JSON: conditions, every run, and what was made of them.

mod summary;

pub use summary::Row;

use super::conditions::Conditions;
use super::subject::SubjectRecord;
use crate::diagnostics::DriverError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The version of the format.
const FORMAT: u32 = 1;

/// How a figure came to be.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// By the kernel, a counter or a meter.
    Measured,
    /// Counted by a simulator or emulator: it stands for a cost and is none.
    Proxy,
    /// Computed of counts by a model.
    Model,
}

/// What is known of the runs, with its unit and its source.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Quantity {
    /// The key in the values of a run.
    pub name: String,
    /// `s`, `B`, `J`, `W`; empty for counts.
    pub unit: String,
    /// How it came to be.
    pub kind: Kind,
    /// Who tells it, and its error where that is stated.
    pub source: String,
}

/// A quantity that could not be had.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Missing {
    /// What.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// One run.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Run {
    /// The round, from 1. Runs of one round make the pairs of a ratio.
    pub round: u32,
    /// The name of the command.
    pub subject: String,
    /// The values by quantity.
    pub values: BTreeMap<String, f64>,
}

/// A measurement.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Record {
    /// The version of this format.
    pub format: u32,
    /// What charts call it.
    pub title: String,
    /// When it began: seconds since 1970.
    pub time: u64,
    /// Of the order of the runs and of the intervals.
    pub seed: u64,
    /// Runs of each command that count.
    pub runs: u32,
    /// Runs of each command before them, which do not.
    pub warmup: u32,
    /// Where and how.
    pub conditions: Conditions,
    /// The commands; ratios are to the first.
    pub subjects: Vec<SubjectRecord>,
    /// What is in the values of the runs.
    pub quantities: Vec<Quantity>,
    /// What could not be had.
    pub missing: Vec<Missing>,
    /// The runs in the order in which they were done, warm-up left out.
    pub samples: Vec<Run>,
    /// What was made of them.
    pub summary: Vec<Row>,
}

impl Record {
    /// An empty one of this format.
    pub fn new(title: String, conditions: Conditions, subjects: Vec<SubjectRecord>) -> Self {
        Self {
            format: FORMAT,
            title,
            time: 0,
            seed: 0,
            runs: 0,
            warmup: 0,
            conditions,
            subjects,
            quantities: Vec::new(),
            missing: Vec::new(),
            samples: Vec::new(),
            summary: Vec::new(),
        }
    }

    /// Reads a file that `--json` has written.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(file: &Path) -> Result<Self, DriverError> {
        let refused = |why: String| {
            DriverError::new(format!("{}: {why}", file.display()))
                .next("name a file that 'sane measure --json FILE' has written")
        };
        let text = std::fs::read(file).map_err(|error| refused(error.to_string()))?;
        let record: Self = serde_json::from_slice(&text)
            .map_err(|error| refused(format!("not a measurement: {error}")))?;
        match record.format {
            FORMAT => Ok(record),
            other => Err(refused(format!("has format {other}, not {FORMAT}"))),
        }
    }

    /// Puts a command first, so that ratios are to it.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn compare_with(&mut self, name: &str) -> Result<(), DriverError> {
        let names: Vec<&str> = self
            .subjects
            .iter()
            .map(|subject| subject.name.as_str())
            .collect();
        let Some(at) = names.iter().position(|known| *known == name) else {
            return Err(
                DriverError::new(format!("{} has no command '{name}'", self.title))
                    .next(format!("--base NAME with one of: {}", names.join(", "))),
            );
        };
        self.subjects[..=at].rotate_right(1);
        self.summarise();
        Ok(())
    }

    /// Adds a quantity once.
    pub fn declare(&mut self, name: &str, unit: &str, kind: Kind, source: &str) {
        if self.quantities.iter().all(|known| known.name != name) {
            self.quantities.push(Quantity {
                name: name.to_owned(),
                unit: unit.to_owned(),
                kind,
                source: source.to_owned(),
            });
        }
    }

    /// Removes a quantity from all runs, because part of them lack it: why.
    pub fn withdraw(&mut self, name: &str, reason: &str) {
        self.quantities.retain(|known| known.name != name);
        for run in &mut self.samples {
            run.values.remove(name);
        }
        self.missing.retain(|known| known.name != name);
        self.missing.push(Missing {
            name: name.to_owned(),
            reason: reason.to_owned(),
        });
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Two commands, five rounds: the second takes twice as long, and the machine becomes slower.
    pub fn example() -> Record {
        let subjects = ["native", "sanecc"].map(|name| SubjectRecord {
            name: name.to_owned(),
            command: format!("./{name}"),
        });
        let mut record = Record::new("example".to_owned(), Conditions::default(), subjects.into());
        record.declare("wall", "s", Kind::Measured, "clock");
        for round in 1..=5 {
            for (subject, factor) in [("native", 1.0), ("sanecc", 2.0)] {
                record.samples.push(Run {
                    round,
                    subject: subject.to_owned(),
                    values: BTreeMap::from([("wall".to_owned(), factor * f64::from(round))]),
                });
            }
        }
        record.summarise();
        record
    }

    #[test]
    fn a_withdrawn_quantity_leaves_its_reason() {
        let mut record = example();
        record.withdraw("wall", "the clock stood still");
        record.summarise();
        assert!(record.summary.is_empty());
        assert_eq!(record.missing[0].reason, "the clock stood still");
    }

    #[test]
    fn a_file_comes_back_and_another_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("m.json");
        let record = example();
        std::fs::write(&file, serde_json::to_vec(&record).unwrap()).unwrap();
        assert_eq!(Record::read(&file).unwrap(), record);
        std::fs::write(&file, "{\"format\": 1}").unwrap();
        assert!(
            Record::read(&file)
                .unwrap_err()
                .to_string()
                .contains("not a measurement")
        );
    }
}
