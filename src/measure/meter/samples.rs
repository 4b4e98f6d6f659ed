//! The samples themselves: the CSV file, its stretches of ones, and the energy of a stretch.

use crate::measure::statistics::median;
use std::path::Path;

/// An interval between two samples that is longer than so many usual ones is a gap.
const GAP: f64 = 5.0;

/// How much the length of a stretch may differ from that of its run: part of it, and seconds beside.
const TOLERANCE: (f64, f64) = (0.05, 0.02);

/// Fewer samples in one run say too little: where it begins and ends is known to one sample.
const FEWEST: usize = 20;

/// What the file holds.
pub(super) struct Samples {
    pub(super) times: Vec<f64>,
    watts: Vec<f64>,
    marked: Vec<bool>,
}

impl Samples {
    /// Reads the file; why it is none.
    pub(super) fn read(file: &Path) -> Result<Self, String> {
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_path(file)
            .map_err(|error| error.to_string())?;
        let header = reader.headers().map_err(|error| error.to_string())?.clone();
        let column = |name: &str| {
            header
                .iter()
                .position(|title| title.eq_ignore_ascii_case(name))
        };
        let needed = |name: &str| column(name).ok_or(format!("there is no column '{name}'"));
        let (time, marker) = (needed("time")?, needed("marker")?);
        let power = match (column("power"), column("voltage"), column("current")) {
            (Some(power), _, _) => vec![power],
            (None, Some(voltage), Some(current)) => vec![voltage, current],
            _ => {
                return Err(
                    "there is no column 'power', nor both 'voltage' and 'current'".to_owned(),
                );
            }
        };
        let mut samples = Self {
            times: Vec::new(),
            watts: Vec::new(),
            marked: Vec::new(),
        };
        for (number, line) in reader.records().enumerate() {
            let at = number + 2;
            let line = line.map_err(|error| format!("line {at}: {error}"))?;
            let figure = |column: usize| -> Result<f64, String> {
                let text = line.get(column).unwrap_or_default();
                let figure = text.parse::<f64>().ok().filter(|figure| figure.is_finite());
                figure.ok_or(format!("line {at}: '{text}' is no number"))
            };
            let now = figure(time)?;
            if samples.times.last().is_some_and(|last| *last >= now) {
                return Err(format!("line {at}: time does not go on"));
            }
            samples.times.push(now);
            samples.marked.push(match figure(marker)? {
                0.0 => false,
                1.0 => true,
                other => return Err(format!("line {at}: the marker is {other}, neither 0 nor 1")),
            });
            let factors = power.iter().map(|&column| figure(column));
            samples
                .watts
                .push(factors.product::<Result<f64, String>>()?);
        }
        Ok(samples)
    }

    /// The first and last sample of each stretch of ones.
    pub(super) fn stretches(&self) -> Vec<(usize, usize)> {
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for (at, _) in self
            .marked
            .iter()
            .enumerate()
            .filter(|(_, marked)| **marked)
        {
            match stretches.last_mut() {
                Some((_, last)) if *last + 1 == at => *last = at,
                _ => stretches.push((at, at)),
            }
        }
        stretches
    }

    /// The usual distance of two samples, in seconds.
    fn step(&self) -> f64 {
        let steps: Vec<f64> = self
            .times
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .collect();
        median(&steps).unwrap_or(0.0)
    }

    /// Why a stretch cannot be that of a run of `wall` seconds.
    pub(super) fn check(&self, first: usize, last: usize, wall: f64) -> Result<(), String> {
        if last - first + 1 < FEWEST {
            return Err(format!(
                "only {} samples, fewer than {FEWEST}",
                last - first + 1
            ));
        }
        let step = self.step();
        let gap = self.times[first..=last]
            .windows(2)
            .find(|pair| pair[1] - pair[0] > GAP * step);
        if let Some(pair) = gap {
            return Err(format!(
                "a gap from {} s to {} s, where samples are {step:.6} s apart",
                pair[0], pair[1]
            ));
        }
        let length = self.length(first, last);
        if (length - wall).abs() > TOLERANCE.0 * wall + TOLERANCE.1 + 2.0 * step {
            return Err(format!(
                "the marker is set for {length:.3} s, but the run took {wall:.3} s"
            ));
        }
        Ok(())
    }

    /// Seconds of a stretch: a sample stands for half a step before and after it.
    pub(super) fn length(&self, first: usize, last: usize) -> f64 {
        self.times[last] - self.times[first] + self.step()
    }

    /// Joules of a stretch, by trapezia and half a step at both ends.
    pub(super) fn area(&self, first: usize, last: usize) -> f64 {
        let ends = f64::midpoint(self.watts[first], self.watts[last]) * self.step();
        let inside: f64 = (first..last)
            .map(|at| {
                let seconds = self.times[at + 1] - self.times[at];
                seconds * f64::midpoint(self.watts[at], self.watts[at + 1])
            })
            .sum();
        inside + ends
    }

    /// Median power where no command ran.
    pub(super) fn idle(&self) -> Option<f64> {
        let rest = self.watts.iter().zip(&self.marked);
        let rest: Vec<f64> = rest
            .filter(|(_, marked)| !**marked)
            .map(|(watts, _)| *watts)
            .collect();
        median(&rest)
    }
}
