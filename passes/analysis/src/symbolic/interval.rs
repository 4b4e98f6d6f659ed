//! Between which integers does an expression lie, by the intervals of its atoms alone?

use super::atoms::{Atom, AtomId};
use super::expression::{Expr, Monomial};
use super::order::Prover;

/// An interval of integers; `None` is without limit.
pub type Interval = (Option<i128>, Option<i128>);

impl Prover<'_> {
    /// The interval of an expression, from those of its atoms alone.
    pub fn interval(&self, expr: &Expr) -> Interval {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        let parts = expr
            .terms()
            .iter()
            .map(|&(m, n)| self.interval_of_term(m, n));
        parts.fold((Some(0), Some(0)), |all, part| {
            (sum(all.0, part.0), sum(all.1, part.1))
        })
    }

    pub(super) fn interval_of_term(&self, monomial: Monomial, factor: i128) -> Interval {
        // Nearly all are an atom alone.
        if let Some(atom) = monomial.single() {
            return scaled(self.interval_of_atom(atom), factor);
        }
        let mut interval = (Some(1), Some(1));
        let mut last: Option<(AtomId, u32)> = None;
        // Equal atoms stand side by side, so that a square is known not to be negative.
        for atom in monomial.atoms() {
            match &mut last {
                Some((same, power)) if *same == atom => *power += 1,
                Some((other, power)) => {
                    interval = times(interval, self.power(*other, *power));
                    last = Some((atom, 1));
                }
                None => last = Some((atom, 1)),
            }
        }
        if let Some((atom, power)) = last {
            interval = times(interval, self.power(atom, power));
        }
        scaled(interval, factor)
    }

    fn power(&self, atom: AtomId, power: u32) -> Interval {
        let base = self.interval_of_atom(atom);
        let mut result = base;
        for _ in 1..power {
            result = times(result, base);
        }
        if power.is_multiple_of(2) {
            result.0 = Some(result.0.unwrap_or(0).max(0));
        }
        result
    }

    pub(super) fn interval_of_atom(&self, atom: AtomId) -> Interval {
        let each = |choices: &[Expr]| choices.iter().map(|e| self.interval(e)).collect::<Vec<_>>();
        let least = |ends: Vec<Option<i128>>| {
            ends.into_iter()
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .min()
        };
        let most = |ends: Vec<Option<i128>>| {
            ends.into_iter()
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .max()
        };
        match self.atoms.get(atom) {
            Atom::Symbol(_) => self
                .known_of(atom)
                .map_or((None, None), |known| (Some(known.low), Some(known.high))),
            Atom::Min(choices) => {
                let all = each(choices);
                let low = least(all.iter().map(|i| i.0).collect());
                (low, all.iter().filter_map(|i| i.1).min())
            }
            Atom::Max(choices) => {
                let all = each(choices);
                let high = most(all.iter().map(|i| i.1).collect());
                (all.iter().filter_map(|i| i.0).max(), high)
            }
        }
    }
}

fn scaled((low, high): Interval, factor: i128) -> Interval {
    let end = |end: Option<i128>| end?.checked_mul(factor);
    match factor {
        0 => (Some(0), Some(0)),
        1.. => (end(low), end(high)),
        _ => (end(high), end(low)),
    }
}

fn times(a: Interval, b: Interval) -> Interval {
    if a == (Some(0), Some(0)) || b == (Some(0), Some(0)) {
        return (Some(0), Some(0));
    }
    let nonnegative = |i: Interval| i.0.is_some_and(|low| low >= 0);
    if nonnegative(a) && nonnegative(b) {
        let product = |x: Option<i128>, y: Option<i128>| x?.checked_mul(y?);
        // A product that is too large is still not negative.
        return (Some(product(a.0, b.0).unwrap_or(0)), product(a.1, b.1));
    }
    let ends = || -> Option<[i128; 4]> {
        let (a, b) = ((a.0?, a.1?), (b.0?, b.1?));
        Some([
            a.0.checked_mul(b.0)?,
            a.0.checked_mul(b.1)?,
            a.1.checked_mul(b.0)?,
            a.1.checked_mul(b.1)?,
        ])
    };
    match ends() {
        Some(ends) => (ends.iter().min().copied(), ends.iter().max().copied()),
        None => (None, None),
    }
}
