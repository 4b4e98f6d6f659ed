//! A measurement as JSON: conditions, every run, and what was made of them.

use super::conditions::Conditions;
use super::statistics::Statistics;
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

/// A quantity of a command.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Row {
    /// The quantity.
    pub quantity: String,
    /// The command.
    pub subject: String,
    /// Of the values.
    pub values: Statistics,
    /// Of the ratios to the first command in the same round; none for the first.
    pub ratio: Option<Statistics>,
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

    /// The values of a quantity by round.
    fn values(&self, quantity: &str, subject: &str) -> BTreeMap<u32, f64> {
        let runs = self.samples.iter().filter(|run| run.subject == subject);
        runs.filter_map(|run| Some((run.round, *run.values.get(quantity)?)))
            .collect()
    }

    /// Makes the summary of the runs.
    pub fn summarise(&mut self) {
        let mut rows = Vec::new();
        for quantity in &self.quantities {
            let base = self.subjects.first();
            let base = base.map(|base| self.values(&quantity.name, &base.name));
            for (number, subject) in self.subjects.iter().enumerate() {
                let values = self.values(&quantity.name, &subject.name);
                let list: Vec<f64> = values.values().copied().collect();
                let Some(statistics) = Statistics::of(&list, self.seed) else {
                    continue;
                };
                let pairs = base.iter().flatten().filter(|_| number > 0);
                // A pair with nothing in its denominator has no ratio.
                let ratios: Vec<f64> = pairs
                    .filter(|(_, native)| **native > 0.0)
                    .filter_map(|(round, native)| Some(values.get(round)? / native))
                    .collect();
                rows.push(Row {
                    quantity: quantity.name.clone(),
                    subject: subject.name.clone(),
                    values: statistics,
                    ratio: Statistics::of(&ratios, self.seed),
                });
            }
        }
        self.summary = rows;
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    impl Record {
        /// The median of a quantity of a command.
        pub fn median(&self, quantity: &str, subject: &str) -> Option<f64> {
            let values: Vec<f64> = self.values(quantity, subject).into_values().collect();
            super::super::statistics::median(&values)
        }
    }

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
    fn ratios_are_of_one_round() {
        let record = example();
        let [native, sanecc] = record.summary.as_slice() else {
            panic!("{:?}", record.summary)
        };
        assert_eq!((native.values.median, native.ratio), (3.0, None));
        let ratio = sanecc.ratio.unwrap();
        assert_eq!(
            (ratio.median, ratio.deviation, ratio.interval),
            (2.0, 0.0, Some([2.0, 2.0]))
        );
    }

    #[test]
    fn ratios_are_to_the_chosen_command() {
        let mut record = example();
        record.compare_with("sanecc").unwrap();
        let ratios: Vec<f64> = record
            .summary
            .iter()
            .filter_map(|row| Some(row.ratio?.median))
            .collect();
        assert_eq!(ratios, [0.5]);
        assert!(
            record
                .compare_with("asan")
                .unwrap_err()
                .whole()
                .contains("one of: sanecc, native")
        );
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
