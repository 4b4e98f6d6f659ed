//! Expressions that stand alone: what proofs state, for whoever compares it with an execution where the table of atoms is gone.

use super::atoms::{Atom, Atoms, Symbol};
use super::expression::Expr;

/// A sum of products, in the integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// The terms: each a coefficient and its factors.
    terms: Vec<(i128, Vec<Factor>)>,
}

/// A factor of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Factor {
    Symbol(Symbol),
    Least(Vec<Formula>),
    Greatest(Vec<Formula>),
}

impl Formula {
    /// The symbols, with repetitions.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut all = Vec::new();
        for factor in self.terms.iter().flat_map(|(_, factors)| factors) {
            match factor {
                Factor::Symbol(symbol) => all.push(*symbol),
                Factor::Least(choices) | Factor::Greatest(choices) => {
                    all.extend(choices.iter().flat_map(Formula::symbols));
                }
            }
        }
        all
    }

    /// Its value where `value` says what symbols are; `None` where it does not, or where a number gets too large.
    pub fn evaluate(&self, value: &impl Fn(Symbol) -> Option<i128>) -> Option<i128> {
        let all = |choices: &[Formula]| -> Option<Vec<i128>> {
            choices.iter().map(|one| one.evaluate(value)).collect()
        };
        let mut sum = 0i128;
        for (coefficient, factors) in &self.terms {
            let mut product = *coefficient;
            for factor in factors {
                product = product.checked_mul(match factor {
                    Factor::Symbol(symbol) => value(*symbol)?,
                    Factor::Least(choices) => all(choices)?.into_iter().min()?,
                    Factor::Greatest(choices) => all(choices)?.into_iter().max()?,
                })?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }
}

impl Atoms {
    /// An expression that stands alone.
    pub fn formula(&self, expr: &Expr) -> Formula {
        let all = |choices: &[Expr]| choices.iter().map(|one| self.formula(one)).collect();
        let factor = |atom: &Atom| match atom {
            Atom::Symbol(symbol) => Factor::Symbol(*symbol),
            Atom::Min(choices) => Factor::Least(all(choices)),
            Atom::Max(choices) => Factor::Greatest(all(choices)),
        };
        let terms = expr.terms().iter().map(|&(monomial, coefficient)| {
            let factors = monomial.atoms().map(|atom| factor(self.get(atom)));
            (coefficient, factors.collect())
        });
        Formula {
            terms: terms.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::atoms::View;
    use super::*;
    use sanecc_ir::{Id, ValueId};

    #[test]
    fn a_formula_has_the_value_of_its_expression() {
        let mut atoms = Atoms::default();
        let symbol = |number| Symbol {
            value: ValueId::from_index(number),
            view: View::Signed,
        };
        let (a, b) = (atoms.symbol(symbol(1)), atoms.symbol(symbol(2)));
        let least = atoms.min(&a, &b).unwrap();
        let expr = least.scale(4).unwrap().plus(&a, 3).unwrap();
        let expr = expr.add_constant(-1).unwrap();
        let formula = atoms.formula(&expr);
        let values = |one: Symbol| if one == symbol(1) { 7 } else { 5 };
        assert_eq!(formula.evaluate(&|one| Some(values(one))), Some(40));
        assert_eq!(atoms.evaluate(&expr, &values), Some(40));
        assert_eq!(formula.evaluate(&|_| None), None);
        let mut symbols = formula.symbols();
        symbols.sort();
        symbols.dedup();
        assert_eq!(symbols, [symbol(1), symbol(2)]);
    }
}
