//! What is made of the runs: statistics of each quantity of each command, and of the ratios to the first command, round by round.

use super::Record;
use crate::measure::statistics::Statistics;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
mod tests {
    use super::super::tests::example;
    use super::*;
    use crate::measure::statistics::median;

    impl Record {
        /// The median of a quantity of a command.
        pub fn median(&self, quantity: &str, subject: &str) -> Option<f64> {
            let values: Vec<f64> = self.values(quantity, subject).into_values().collect();
            median(&values)
        }
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
}
