//! Medians and means.

/// Median and extremes of a few measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    /// `None` if there are no values.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let middle = values.len() / 2;
        let median = match values.len() {
            0 => return None,
            n if n % 2 == 1 => values[middle],
            _ => f64::midpoint(values[middle - 1], values[middle]),
        };
        Some(Self {
            median,
            min: values[0],
            max: values[values.len() - 1],
        })
    }
}

/// The geometric mean, which is the mean for ratios. `None` if there are no values.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        assert_eq!(
            Spread::of(vec![4.0, 1.0, 3.0, 2.0]),
            Some(Spread {
                median: 2.5,
                min: 1.0,
                max: 4.0
            })
        );
        assert_eq!(Spread::of(vec![4.0, 1.0, 3.0]).unwrap().median, 3.0);
        assert_eq!(Spread::of(Vec::new()), None);
    }

    #[test]
    fn the_geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((geometric_mean(&[4.0, 0.25]).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
    }
}
