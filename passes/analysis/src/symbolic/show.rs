//! Expressions as text.

use super::atoms::{Atom, AtomId, Atoms, Symbol, View};
use super::expression::{Expr, Monomial};

impl Atoms {
    /// An expression as text: signed values by their number, unsigned ones with a `u` behind.
    pub fn show(&self, expr: &Expr) -> String {
        let mut text = String::new();
        // The constant last, as people write it.
        let (constants, others): (Vec<_>, Vec<_>) = expr
            .terms()
            .iter()
            .copied()
            .partition(|(m, _)| *m == Monomial::ONE);
        for (monomial, n) in others.into_iter().chain(constants) {
            text.push_str(match (text.is_empty(), n < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            });
            let mut factors: Vec<String> = monomial.atoms().map(|a| self.show_atom(a)).collect();
            if n.abs() != 1 || factors.is_empty() {
                factors.insert(0, n.unsigned_abs().to_string());
            }
            text.push_str(&factors.join("*"));
        }
        if text.is_empty() {
            "0".to_owned()
        } else {
            text
        }
    }

    fn show_atom(&self, atom: AtomId) -> String {
        let all = |choices: &[Expr]| {
            let all: Vec<String> = choices.iter().map(|e| self.show(e)).collect();
            all.join(", ")
        };
        match self.get(atom) {
            Atom::Symbol(Symbol {
                value,
                view: View::Signed,
            }) => format!("{value:?}"),
            Atom::Symbol(Symbol {
                value,
                view: View::Unsigned,
            }) => format!("{value:?}u"),
            Atom::Min(choices) => format!("min({})", all(choices)),
            Atom::Max(choices) => format!("max({})", all(choices)),
        }
    }
}
