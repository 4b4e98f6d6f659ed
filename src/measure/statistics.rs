//! Median, spread, and confidence interval of a few measurements.

use serde::{Deserialize, Serialize};

/// Fewer values say nothing about an interval.
pub const FEWEST: usize = 5;

/// Samples that the bootstrap draws.
const RESAMPLES: usize = 2_000;

/// The part of the resampled medians that the interval holds.
const CONFIDENCE: f64 = 0.95;

/// What is told of some values, in their unit.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub struct Statistics {
    /// How many there are.
    pub count: usize,
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// The median of the distances from the median (MAD).
    pub deviation: f64,
    /// The interval that holds the median with 95 per cent confidence, by a percentile bootstrap; none of fewer than five values.
    pub interval: Option<[f64; 2]>,
}

impl Statistics {
    /// Of at least one value. The same seed gives the same interval.
    pub fn of(values: &[f64], seed: u64) -> Option<Self> {
        let median = median(values)?;
        let distances: Vec<f64> = values.iter().map(|value| (value - median).abs()).collect();
        Some(Self {
            count: values.len(),
            median,
            deviation: self::median(&distances)?,
            interval: (values.len() >= FEWEST).then(|| interval(values, seed)),
        })
    }
}

/// The middle of the values, if there are any.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        count if count % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

fn interval(values: &[f64], seed: u64) -> [f64; 2] {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut medians: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            let drawn: Vec<f64> = values
                .iter()
                .map(|_| values[random.usize(..values.len())])
                .collect();
            median(&drawn)
        })
        .collect();
    medians.sort_by(f64::total_cmp);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    // An index: the fraction is cut off on purpose.
    let at = (tail * RESAMPLES as f64) as usize;
    [medians[at], medians[RESAMPLES - 1 - at]]
}

/// The geometric mean, which is the mean for ratios. There is none of no values, or where one is not positive: a time of 0 is below the clock's grain.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.iter().any(|value| *value <= 0.0) {
        return None;
    }
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_outlier_moves_neither_median_nor_deviation() {
        let values = [1.0, 1.1, 0.9, 1.0, 1.05, 0.95, 40.0];
        let all = Statistics::of(&values, 1).unwrap();
        assert_eq!((all.count, all.median), (7, 1.0));
        assert!((all.deviation - 0.05).abs() < 1e-12, "{all:?}");
        let [low, high] = all.interval.unwrap();
        assert!(
            (0.9..=1.0).contains(&low) && (1.0..=1.1).contains(&high),
            "{all:?}"
        );
        assert_eq!(Statistics::of(&values, 1), Some(all));
    }

    #[test]
    fn few_values_have_no_interval_and_none_have_nothing() {
        let four = Statistics::of(&[1.0, 2.0, 3.0, 4.0], 0).unwrap();
        assert_eq!((four.median, four.interval), (2.5, None));
        assert_eq!(Statistics::of(&[], 0), None);
    }

    #[test]
    fn the_interval_is_narrower_with_more_values() {
        let values = |count: u32| (0..count).map(|n| f64::from(n % 10)).collect::<Vec<_>>();
        let width = |count| {
            let [low, high] = Statistics::of(&values(count), 3).unwrap().interval.unwrap();
            high - low
        };
        assert!(width(1000) < width(10), "{} {}", width(1000), width(10));
    }

    #[test]
    fn the_geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((geometric_mean(&[4.0, 0.25]).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[2.0, 0.0]), None);
    }
}
