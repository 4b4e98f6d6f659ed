//! Between which integers does an expression lie, given what is known?
//!
//! Claims: under every valuation in which all atoms lie in their intervals and all facts hold, so does the expression. Each fact may
//! replace a monomial by what is at least as large; the least number that is found counts, after [`FUEL`] replacements at most.

use super::expression::{Expr, Monomial};
use super::interval::Interval;
use super::order::Prover;

/// Replacements for one bound.
const FUEL: u32 = 40;
/// How many of them one after the other.
const DEPTH: u32 = 3;

impl Prover<'_> {
    /// The interval of an expression, as far as facts give one.
    pub fn bounds(&self, expr: &Expr) -> Interval {
        let upper = |expr: &Expr| self.upper(expr, DEPTH, &mut FUEL.clone());
        let lower = expr.scale(-1).and_then(|negative| upper(&negative));
        (lower.map(|n| -n), upper(expr))
    }

    fn upper(&self, expr: &Expr, depth: u32, fuel: &mut u32) -> Option<i128> {
        let mut best = self.interval(expr).1;
        let terms = expr.terms().iter().filter(|(m, _)| *m != Monomial::ONE);
        for &(monomial, factor) in terms.filter(|_| depth > 0) {
            let own = monomial.atoms().filter_map(|atom| self.known_of(atom));
            let own = own.flat_map(|known| &known.facts);
            for fact in self.scope.iter().copied().chain(own) {
                let has = fact.coefficient(monomial);
                if has == 0 || has.signum() == factor.signum() || *fuel == 0 {
                    continue;
                }
                *fuel -= 1;
                // Something that is not negative is added, so that the monomial vanishes.
                let times = has.abs();
                let sum = expr.scale(times).and_then(|e| e.plus(fact, factor.abs()));
                let bound = sum.and_then(|sum| self.upper(&sum, depth - 1, fuel));
                let bound = bound.map(|n| n.div_euclid(times));
                best = match (best, bound) {
                    (Some(best), Some(bound)) => Some(best.min(bound)),
                    (best, bound) => best.or(bound),
                };
            }
        }
        best
    }
}
