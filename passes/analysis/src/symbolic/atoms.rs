//! The symbolic kernel: what expressions are made of (GreenArrays (2014), section 4.3).
//!
//! An [`Atom`] is a [`Symbol`], or the least or the greatest of several expressions. Equal atoms have one number.

use super::expression::Expr;
use rustc_hash::FxHashMap;
use sanecc_ir::ValueId;

/// Most expressions of a minimum or maximum.
pub const MAX_CHOICES: usize = 4;

/// How the bits of a value are read as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum View {
    /// As two's complement.
    Signed,
    /// Without sign.
    Unsigned,
}

/// An element of the symbolic kernel: a value of the function, read in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    /// The value.
    pub value: ValueId,
    /// How it is read.
    pub view: View,
}

/// What a monomial is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A symbol.
    Symbol(Symbol),
    /// The least of these.
    Min(Vec<Expr>),
    /// The greatest of these.
    Max(Vec<Expr>),
}

/// The number of an atom in [`Atoms`], from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(pub(super) u32);

impl AtomId {
    /// Its index in tables, from 0.
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// All atoms that were met; equal ones have one id.
#[derive(Debug, Default)]
pub struct Atoms {
    atoms: Vec<Atom>,
    ids: FxHashMap<Atom, AtomId>,
}

impl Atoms {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// The atom behind an id.
    pub fn get(&self, id: AtomId) -> &Atom {
        &self.atoms[id.index()]
    }

    /// The id of an atom.
    pub fn id(&mut self, atom: Atom) -> AtomId {
        if let Some(&id) = self.ids.get(&atom) {
            return id;
        }
        self.atoms.push(atom.clone());
        let id = AtomId(u32::try_from(self.atoms.len()).unwrap_or(u32::MAX));
        self.ids.insert(atom, id);
        id
    }

    /// A symbol as an expression.
    pub fn symbol(&mut self, symbol: Symbol) -> Expr {
        Expr::atom(self.id(Atom::Symbol(symbol)))
    }

    /// The smaller of two.
    pub fn min(&mut self, a: &Expr, b: &Expr) -> Option<Expr> {
        self.extreme(a, b, true)
    }

    /// The larger of two.
    pub fn max(&mut self, a: &Expr, b: &Expr) -> Option<Expr> {
        self.extreme(a, b, false)
    }

    fn extreme(&mut self, a: &Expr, b: &Expr, least: bool) -> Option<Expr> {
        let mut choices: Vec<Expr> = Vec::new();
        for side in [a, b] {
            match side.as_atom().map(|atom| self.get(atom)) {
                Some(Atom::Min(inner)) if least => choices.extend_from_slice(inner),
                Some(Atom::Max(inner)) if !least => choices.extend_from_slice(inner),
                Some(_) | None => choices.push(side.clone()),
            }
        }
        choices.sort_unstable();
        choices.dedup();
        // Of two that differ by a constant, one is never chosen.
        let beaten = |one: &Expr, other: &Expr| {
            let distance = one.sub(other).and_then(|d| d.as_constant());
            distance.is_some_and(|d| if least { d > 0 } else { d < 0 })
        };
        let all = choices.clone();
        choices.retain(|one| !all.iter().any(|other| beaten(one, other)));
        if choices.len() > MAX_CHOICES {
            return None;
        }
        if let [only] = choices.as_slice() {
            return Some(only.clone());
        }
        let atom = if least {
            Atom::Min(choices)
        } else {
            Atom::Max(choices)
        };
        Some(Expr::atom(self.id(atom)))
    }

    /// The value of an expression where `values` says what symbols are; `None` where a number gets too large.
    pub fn evaluate(&self, expr: &Expr, values: &impl Fn(Symbol) -> i128) -> Option<i128> {
        let mut sum = 0i128;
        for &(monomial, n) in expr.terms() {
            let mut product = n;
            for atom in monomial.atoms() {
                let all = |choices: &[Expr]| -> Option<Vec<i128>> {
                    choices.iter().map(|e| self.evaluate(e, values)).collect()
                };
                let value = match self.get(atom) {
                    Atom::Symbol(symbol) => values(*symbol),
                    Atom::Min(choices) => all(choices)?.into_iter().min()?,
                    Atom::Max(choices) => all(choices)?.into_iter().max()?,
                };
                product = product.checked_mul(value)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }
}
