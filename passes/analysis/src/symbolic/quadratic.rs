//! Is a quadratic expression never negative (GreenArrays' formula of Bhaskara)?

use super::atoms::AtomId;
use super::expression::{Expr, Monomial};
use super::order::Prover;

impl Prover<'_> {
    /// Whether `a*x^2 + b*x + rest` is at least 0 for one of the goal's squares, at all integers in the interval of `x`.
    pub(super) fn quadratic(&self, goal: &Expr) -> bool {
        goal.terms().iter().any(|&(monomial, a)| {
            let mut atoms = monomial.atoms();
            let (Some(x), Some(y), None) = (atoms.next(), atoms.next(), atoms.next()) else {
                return false;
            };
            x == y && self.quadratic_in(goal, x, monomial, a).unwrap_or(false)
        })
    }

    fn quadratic_in(&self, goal: &Expr, x: AtomId, square: Monomial, a: i128) -> Option<bool> {
        let linear = Monomial::atom(x);
        let b = goal.coefficient(linear);
        let part = |m: Monomial| m == square || m == linear;
        let mut c = 0i128;
        for &(monomial, n) in goal.terms().iter().filter(|(m, _)| !part(*m)) {
            c = c.checked_add(self.interval_of_term(monomial, n).0?)?;
        }
        let (low, high) = self.interval_of_atom(x);
        let (low, high) = (low?, high?);
        let at = |x: i128| -> Option<i128> {
            a.checked_mul(x)?
                .checked_add(b)?
                .checked_mul(x)?
                .checked_add(c)
        };
        // A parabola that opens upwards is least beside its vertex -b/2a, one that opens downwards at an end.
        let vertex = b.checked_neg()?.div_euclid(a.checked_mul(2)?);
        let places = if a > 0 {
            [
                vertex.clamp(low, high),
                vertex.checked_add(1)?.clamp(low, high),
            ]
        } else {
            [low, high]
        };
        Some(at(places[0])? >= 0 && at(places[1])? >= 0)
    }
}
