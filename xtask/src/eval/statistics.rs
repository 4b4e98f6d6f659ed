//! Sizes and times from the records of `-fsanecc-stats=`.

use crate::files;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// One compilation.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Unit {
    /// The source.
    pub source: String,
    /// How large it is.
    pub counts: Counts,
    /// What took how long.
    pub phases: Vec<Phase>,
    /// The most memory that the compiler had, in bytes.
    pub peak_memory_bytes: u64,
}

/// How large something is.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub functions: u64,
    pub instructions: u64,
    pub tainted: u64,
    pub arithmetic: u64,
    pub memory_arithmetic: u64,
    pub guarded: u64,
    pub accesses: u64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.functions += other.functions;
        self.instructions += other.instructions;
        self.tainted += other.tainted;
        self.arithmetic += other.arithmetic;
        self.memory_arithmetic += other.memory_arithmetic;
        self.guarded += other.guarded;
        self.accesses += other.accesses;
    }
}

/// A pass or analysis: what it took without those inside of it, added up over all threads.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Phase {
    pub name: String,
    pub runs: u64,
    pub wall_seconds: f64,
    pub cpu_seconds: f64,
}

/// A program.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    /// All units together.
    pub counts: Counts,
    /// Each unit, in the order of its file's name.
    pub units: Vec<Unit>,
}

impl Statistics {
    /// Reads a folder that the compiler filled.
    ///
    /// # Errors
    /// If it is empty or not as expected.
    pub fn read(folder: &Path) -> Result<Self> {
        let files = files::below(folder)?;
        ensure!(!files.is_empty(), "no statistics in {}", folder.display());
        let units = files
            .iter()
            .map(|file| {
                let text = files::bytes(&folder.join(file))?;
                serde_json::from_slice(&text)
                    .with_context(|| format!("{} is not as expected", file.display()))
            })
            .collect::<Result<Vec<Unit>>>()?;
        let mut counts = Counts::default();
        units.iter().for_each(|unit| counts.add(&unit.counts));
        Ok(Self { counts, units })
    }

    /// What phases took, in seconds of processor time and of wall time.
    pub fn seconds(&self, phases: &[&str]) -> (f64, f64) {
        self.units
            .iter()
            .map(|unit| unit.seconds(phases))
            .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }
}

impl Unit {
    /// What phases took, in seconds of processor time and of wall time.
    pub fn seconds(&self, phases: &[&str]) -> (f64, f64) {
        self.phases
            .iter()
            .filter(|phase| phases.contains(&phase.name.as_str()))
            .fold((0.0, 0.0), |sum, phase| {
                (sum.0 + phase.cpu_seconds, sum.1 + phase.wall_seconds)
            })
    }
}

/// How well a line through the points describes them (Pearson's coefficient, 1 is a line), and how steep the best one is that begins at
/// 0. None where there are fewer than three points, or they do not differ.
pub fn line_through(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    if points.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|p| of(p.0, p.1)).sum::<f64>();
    let together = sum(&|a, b| (a - x) * (b - y));
    let apart = sum(&|a, _| (a - x).powi(2)) * sum(&|_, b| (b - y).powi(2));
    let steep = sum(&|a, b| a * b) / sum(&|a, _| a * a);
    (apart > 0.0).then(|| (together / apart.sqrt(), steep))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn units_are_added_up() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Statistics::read(folder.path()).is_err());
        for (name, instructions) in [("a.json", 10), ("b.json", 32)] {
            let text = format!(
                r#"{{"source":"{name}","counts":{{"functions":1,"instructions":{instructions},"tainted":4,"arithmetic":3,
                "memory_arithmetic":2,"guarded":1,"accesses":5}},"phases":[{{"name":"ranges","runs":2,"wall_seconds":0.5,
                "cpu_seconds":0.25}},{{"name":"plan","runs":1,"wall_seconds":9,"cpu_seconds":9}}],"peak_memory_bytes":7}}"#
            );
            fs::write(folder.path().join(name), text).unwrap();
        }
        let all = Statistics::read(folder.path()).unwrap();
        assert_eq!((all.counts.instructions, all.counts.tainted), (42, 8));
        assert_eq!(all.units[1].source, "b.json");
        assert_eq!(all.seconds(&["ranges", "regions"]), (0.5, 1.0));
        fs::write(folder.path().join("c.json"), "{").unwrap();
        assert!(Statistics::read(folder.path()).is_err());
    }

    #[test]
    fn a_line_is_recognised() {
        let points = [(1.0, 2.0), (2.0, 4.0), (5.0, 10.0)];
        let (correlation, steep) = line_through(&points).unwrap();
        assert!((correlation - 1.0).abs() < 1e-9 && (steep - 2.0).abs() < 1e-9);
        let (correlation, _) = line_through(&[(1.0, 5.0), (2.0, 1.0), (3.0, 5.0)]).unwrap();
        assert!(correlation.abs() < 1e-9);
        assert_eq!(line_through(&points[..2]), None);
        assert_eq!(line_through(&[(1.0, 1.0); 3]), None);
    }
}
