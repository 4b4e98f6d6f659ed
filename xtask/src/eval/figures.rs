//! Figures 26 and 27 of GreenArrays as tables for the pages, from the records that `sane measure` writes.

use crate::bench::statistics::{Spread, geometric_mean};
use crate::files;
use crate::table::Table;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The energy that figure 27 compares.
pub const ENERGY: &str = "energy-package-above-idle";

/// What was measured of one program, as far as the tables need it.
#[derive(Debug, Deserialize)]
struct Measurement {
    title: String,
    conditions: Conditions,
    /// Native first, then with all checks, then sanecc, then others.
    subjects: Vec<Subject>,
    quantities: Vec<Quantity>,
    missing: Vec<Missing>,
    samples: Vec<Sample>,
}

#[derive(Debug, Deserialize)]
struct Conditions {
    processor: String,
    processors: u32,
    load_before: f64,
}

#[derive(Debug, Deserialize)]
struct Subject {
    name: String,
}

#[derive(Debug, Deserialize)]
struct Quantity {
    name: String,
    source: String,
}

#[derive(Debug, Deserialize)]
struct Missing {
    name: String,
    reason: String,
}

/// One run.
#[derive(Debug, Deserialize)]
struct Sample {
    round: u32,
    subject: String,
    values: BTreeMap<String, f64>,
}

impl Measurement {
    /// Why it lacks a quantity; nothing if it has it.
    fn lacks(&self, quantity: &str) -> Option<String> {
        if self.quantities.iter().any(|known| known.name == quantity) {
            return None;
        }
        let missing = self
            .missing
            .iter()
            .find(|missing| quantity.starts_with(&missing.name));
        Some(match missing {
            Some(missing) => missing.reason.clone(),
            None => format!("{} has no {quantity}", self.title),
        })
    }

    /// The median over all rounds of the ratio of two subjects, which their places name.
    fn ratio(&self, quantity: &str, of: usize, to: usize) -> Option<f64> {
        let by_round = |place: usize| -> Option<BTreeMap<u32, f64>> {
            let name = &self.subjects.get(place)?.name;
            let samples = self.samples.iter().filter(|one| one.subject == *name);
            let values =
                samples.filter_map(|one| Some((one.round, one.values.get(quantity).copied()?)));
            Some(values.collect())
        };
        let (of, to) = (by_round(of)?, by_round(to)?);
        let pairs = of
            .iter()
            .filter_map(|(round, of)| Some(of / to.get(round)?));
        Some(Spread::of(pairs.collect())?.median)
    }
}

/// The programs, measured.
pub struct Figures(Vec<Measurement>);

impl Figures {
    /// Reads the record of each program.
    ///
    /// # Errors
    /// There is none, or one that cannot be read.
    pub fn read(records: &[PathBuf]) -> Result<Self> {
        let read = |record: &PathBuf| -> Result<Measurement> {
            serde_json::from_slice(&files::bytes(record)?)
                .with_context(|| format!("{} is no measurement", record.display()))
        };
        let all = records.iter().map(read).collect::<Result<Vec<_>>>()?;
        ensure!(!all.is_empty(), "no program was measured");
        Ok(Self(all))
    }

    /// Why a quantity is not known of all programs; nothing if it is.
    pub fn lack(&self, quantity: &str) -> Option<String> {
        self.0.iter().find_map(|one| one.lacks(quantity))
    }

    /// What a page says: the conditions, run time as `quantity` counts it, and energy where that was measured.
    ///
    /// # Errors
    /// A quantity is missing.
    pub fn text(&self, today: &str, quantity: &str) -> Result<String> {
        let first = self.0.first().context("no program was measured")?;
        let source = first.quantities.iter().find(|known| known.name == quantity);
        let source = source.with_context(|| format!("{quantity} was not measured"))?;
        let rounds = first.samples.iter().map(|sample| sample.round).max();
        let Conditions {
            processor,
            processors,
            load_before,
        } = &first.conditions;
        let mut text = format!(
            "{today}, {processor} ({processors} processors), load {load_before:.1}; rounds: {}. Source of the figures: {}.\n\n{}",
            rounds.unwrap_or(0),
            source.source,
            self.table(quantity)?.markdown()
        );
        match self.lack(ENERGY) {
            None => {
                text += "\nEnergy of the processor above idle:\n\n";
                text += &self.table(ENERGY)?.markdown();
            }
            Some(reason) => text += &format!("\nEnergy (figure 27) was not measured: {reason}.\n"),
        }
        Ok(text)
    }

    /// Ratios to the native build, and in the last column what figures 26 and 27 draw: sanecc to all checks.
    fn table(&self, quantity: &str) -> Result<Table> {
        const HEADINGS: [&str; 3] = ["all checks", "sanecc", "clang ASan"];
        const ALL_CHECKS: usize = 1;
        const SANECC: usize = 2;
        let others = self.0.iter().map(|one| one.subjects.len()).min();
        let others = others.unwrap_or(0).saturating_sub(1).min(HEADINGS.len());
        let mut pairs: Vec<(usize, usize)> = (1..=others).map(|place| (place, 0)).collect();
        pairs.push((SANECC, ALL_CHECKS));
        let headings = HEADINGS[..others].iter().copied();
        let headings = ["program"].into_iter().chain(headings);
        let mut table = Table::new(headings.chain(["sanecc to all checks"]));
        let mut columns = vec![Vec::new(); pairs.len()];
        for one in &self.0 {
            let mut cells = vec![one.title.clone()];
            for (&(of, to), column) in pairs.iter().zip(&mut columns) {
                let ratio = one.ratio(quantity, of, to);
                let ratio = ratio.with_context(|| format!("{} has no {quantity}", one.title))?;
                cells.push(format!("{ratio:.2}"));
                column.push(ratio);
            }
            table.row(cells);
        }
        let means = columns.iter().map(|column| geometric_mean(column));
        let means = means.map(|mean| mean.map_or_else(String::new, |mean| format!("{mean:.2}")));
        table.row(["geometric mean".to_owned()].into_iter().chain(means));
        Ok(table)
    }
}

/// Why the measurement in a file lacks a quantity; nothing if it has it.
///
/// # Errors
/// The file is no measurement.
pub fn lacks(record: &Path, quantity: &str) -> Result<Option<String>> {
    Ok(Figures::read(&[record.to_owned()])?.lack(quantity))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program: what each of native, all checks and sanecc took in two rounds.
    fn record(folder: &Path, title: &str, seconds: [[f64; 3]; 2]) -> PathBuf {
        let names = ["native", "all", "sanecc"];
        let samples: Vec<_> = (1..)
            .zip(seconds)
            .flat_map(|(round, row)| {
                let runs = names.into_iter().zip(row);
                runs.map(move |(subject, cpu)| {
                    serde_json::json!({"round": round, "subject": subject, "values": {"cpu": cpu}})
                })
            })
            .collect();
        let value = serde_json::json!({
            "title": title,
            "conditions": {"processor": "P", "processors": 2, "load_before": 0.0},
            "subjects": names.map(|name| serde_json::json!({"name": name})),
            "quantities": [{"name": "cpu", "source": "a clock"}],
            "missing": [{"name": "energy", "reason": "no counter"}],
            "samples": samples,
        });
        let path = folder.join(title);
        files::write(&path, value.to_string()).unwrap();
        path
    }

    #[test]
    fn ratios_are_of_one_round_and_the_last_column_is_to_all_checks() {
        let folder = tempfile::tempdir().unwrap();
        let records = [
            record(folder.path(), "one", [[1.0, 4.0, 2.0], [2.0, 8.0, 4.0]]),
            record(folder.path(), "two", [[1.0, 9.0, 8.0], [1.0, 9.0, 8.0]]),
        ];
        let figures = Figures::read(&records).unwrap();
        let text = figures.text("today", "cpu").unwrap();
        assert!(
            text.starts_with(
                "today, P (2 processors), load 0.0; rounds: 2. Source of the figures: a clock.\n"
            ),
            "{text}"
        );
        let rows: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.starts_with('|'))
            .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
            .collect();
        assert_eq!(
            rows[0],
            ["program", "all checks", "sanecc", "sanecc to all checks"]
        );
        assert_eq!(rows[2], ["one", "4.00", "2.00", "0.50"]);
        assert_eq!(rows[4], ["geometric mean", "6.00", "4.00", "0.67"]);
        assert!(
            text.ends_with("Energy (figure 27) was not measured: no counter.\n"),
            "{text}"
        );
    }

    #[test]
    fn a_missing_quantity_has_its_reason() {
        let folder = tempfile::tempdir().unwrap();
        let record = record(folder.path(), "one", [[1.0; 3]; 2]);
        assert_eq!(lacks(&record, "cpu").unwrap(), None);
        assert_eq!(
            lacks(&record, ENERGY).unwrap(),
            Some("no counter".to_owned())
        );
        assert!(lacks(&record, "peak").unwrap().unwrap().contains("peak"));
        assert!(Figures::read(&[record]).unwrap().text("", "peak").is_err());
    }
}
