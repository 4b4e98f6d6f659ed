//! Symbolic expressions: polynomials over the symbolic kernel, in the integers (section 4.3 of the paper).
//!
//! An [`Expr`] is a sum of monomials, sorted and without zeros, so equal polynomials are equal values. An [`Atom`] of a monomial
//! is a [`Symbol`], or the least or the greatest of several expressions. Everything is bounded: an expression that would
//! have more than [`MAX_TERMS`] terms, a degree above [`MAX_DEGREE`], more than [`MAX_CHOICES`] choices or a coefficient above
//! [`MAX_COEFFICIENT`] is not made, and `None` says so. The paper's infinities are `None`, too: every value of the machine has
//! the limits of its type.

use rustc_hash::FxHashMap;
use sanecc_ir::ValueId;

/// Most terms of an expression.
pub const MAX_TERMS: usize = 10;
/// Most factors of a monomial.
pub const MAX_DEGREE: usize = 3;
/// Most expressions of a minimum or maximum.
pub const MAX_CHOICES: usize = 4;
/// Largest absolute coefficient.
pub const MAX_COEFFICIENT: i128 = 1 << 90;

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
pub struct AtomId(u32);

impl AtomId {
    /// Its index in tables, from 0.
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// A product of atoms, the larger ones first; zeros fill it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Monomial([u32; MAX_DEGREE]);

impl Monomial {
    /// The product of nothing.
    pub const ONE: Monomial = Monomial([0; MAX_DEGREE]);

    /// A single atom.
    pub fn atom(atom: AtomId) -> Self {
        let mut factors = [0; MAX_DEGREE];
        factors[0] = atom.0;
        Self(factors)
    }

    /// Its atoms, one as often as its power.
    pub fn atoms(self) -> impl Iterator<Item = AtomId> {
        self.0.into_iter().filter(|&n| n != 0).map(AtomId)
    }

    /// The atom, if it is one alone.
    pub fn single(self) -> Option<AtomId> {
        let mut atoms = self.atoms();
        atoms.next().filter(|_| atoms.next().is_none())
    }

    fn times(self, other: Self) -> Option<Self> {
        let mut all: Vec<u32> = self.atoms().chain(other.atoms()).map(|a| a.0).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        let mut factors = [0; MAX_DEGREE];
        factors.get_mut(..all.len())?.copy_from_slice(&all);
        Some(Self(factors))
    }

    /// What is left when one factor is taken out.
    pub fn without(self, atom: AtomId) -> Option<Self> {
        let at = self.0.iter().position(|&n| n == atom.0)?;
        let mut factors = self.0;
        factors[at..].rotate_left(1);
        factors[MAX_DEGREE - 1] = 0;
        Some(Self(factors))
    }
}

/// A polynomial with integer coefficients, in canonical form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr {
    terms: Vec<(Monomial, i128)>,
}

impl Expr {
    /// A constant.
    pub fn constant(n: i128) -> Self {
        let terms = if n == 0 {
            Vec::new()
        } else {
            vec![(Monomial::ONE, n)]
        };
        Self { terms }
    }

    /// An atom alone.
    pub fn atom(atom: AtomId) -> Self {
        let terms = vec![(Monomial::atom(atom), 1)];
        Self { terms }
    }

    /// The terms, sorted by monomial.
    pub fn terms(&self) -> &[(Monomial, i128)] {
        &self.terms
    }

    /// The constant that it is, if it is one.
    pub fn as_constant(&self) -> Option<i128> {
        match *self.terms.as_slice() {
            [] => Some(0),
            [(Monomial::ONE, n)] => Some(n),
            _ => None,
        }
    }

    /// The atom that it is, if it is one.
    pub fn as_atom(&self) -> Option<AtomId> {
        match *self.terms.as_slice() {
            [(monomial, 1)] => monomial.single(),
            _ => None,
        }
    }

    /// All atoms, with repetitions.
    pub fn atoms(&self) -> impl Iterator<Item = AtomId> {
        self.terms.iter().flat_map(|(monomial, _)| monomial.atoms())
    }

    /// The coefficient of a monomial; 0 where it is missing.
    pub fn coefficient(&self, monomial: Monomial) -> i128 {
        let found = self.terms.binary_search_by_key(&monomial, |(m, _)| *m);
        found.map_or(0, |at| self.terms[at].1)
    }

    /// `self + factor * other`.
    pub fn plus(&self, other: &Expr, factor: i128) -> Option<Self> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let term = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(&&(m, n)), Some(&&(o, k))) if m == o => {
                    a.next();
                    b.next();
                    (m, n.checked_add(k.checked_mul(factor)?)?)
                }
                (Some(&&(m, n)), Some(&&(o, _))) if m < o => {
                    a.next();
                    (m, n)
                }
                (Some(&&(m, n)), None) => {
                    a.next();
                    (m, n)
                }
                (_, Some(&&(o, k))) => {
                    b.next();
                    (o, k.checked_mul(factor)?)
                }
            };
            terms.push(term);
        }
        Self::of(terms)
    }

    /// `self + other`.
    pub fn add(&self, other: &Expr) -> Option<Self> {
        self.plus(other, 1)
    }

    /// `self - other`.
    pub fn sub(&self, other: &Expr) -> Option<Self> {
        self.plus(other, -1)
    }

    /// `self + n`.
    pub fn add_constant(&self, n: i128) -> Option<Self> {
        self.add(&Self::constant(n))
    }

    /// `self * n`.
    pub fn scale(&self, n: i128) -> Option<Self> {
        Self::default().plus(self, n)
    }

    /// `self * other`.
    pub fn mul(&self, other: &Expr) -> Option<Self> {
        let mut sum = Self::default();
        for &(monomial, n) in &self.terms {
            let mut row = Vec::with_capacity(other.terms.len());
            for &(other, k) in &other.terms {
                row.push((monomial.times(other)?, n.checked_mul(k)?));
            }
            row.sort_unstable_by_key(|(m, _)| *m);
            sum = sum.add(&Self::of(row)?)?;
        }
        Some(sum)
    }

    /// The same sign with smaller numbers: divides by the coefficients' common divisor and rounds the constant down, which
    /// changes nothing about whether an integer is negative.
    pub fn reduced(mut self) -> Self {
        let variable = self.terms.iter().filter(|(m, _)| *m != Monomial::ONE);
        let divisor = variable.fold(0, |d, (_, n)| gcd(d, n.abs()));
        if divisor > 1 {
            for (_, n) in &mut self.terms {
                *n = n.div_euclid(divisor);
            }
            self.terms.retain(|(_, n)| *n != 0);
        }
        self
    }

    /// From sorted terms; drops zeros, gives up on what is too large.
    fn of(mut terms: Vec<(Monomial, i128)>) -> Option<Self> {
        terms.retain(|(_, n)| *n != 0);
        let small = terms.len() <= MAX_TERMS
            && terms
                .iter()
                .all(|(_, n)| n.unsigned_abs() <= MAX_COEFFICIENT.unsigned_abs());
        small.then_some(Self { terms })
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sanecc_ir::Id;

    /// How to build an expression.
    #[derive(Clone, Debug)]
    enum Recipe {
        Constant(i8),
        Symbol(u8),
        Add(Box<Recipe>, Box<Recipe>),
        Sub(Box<Recipe>, Box<Recipe>),
        Mul(Box<Recipe>, Box<Recipe>),
        Min(Box<Recipe>, Box<Recipe>),
        Max(Box<Recipe>, Box<Recipe>),
    }

    fn recipe() -> impl Strategy<Value = Recipe> {
        let leaf = prop_oneof![
            any::<i8>().prop_map(Recipe::Constant),
            (0..3u8).prop_map(Recipe::Symbol)
        ];
        leaf.prop_recursive(4, 24, 2, |inner| {
            let pair = || {
                (
                    inner.clone().prop_map(Box::new),
                    inner.clone().prop_map(Box::new),
                )
            };
            prop_oneof![
                pair().prop_map(|(a, b)| Recipe::Add(a, b)),
                pair().prop_map(|(a, b)| Recipe::Sub(a, b)),
                pair().prop_map(|(a, b)| Recipe::Mul(a, b)),
                pair().prop_map(|(a, b)| Recipe::Min(a, b)),
                pair().prop_map(|(a, b)| Recipe::Max(a, b)),
            ]
        })
    }

    fn symbol(number: u8) -> Symbol {
        let value = ValueId::from_index(usize::from(number));
        Symbol {
            value,
            view: View::Signed,
        }
    }

    impl Recipe {
        fn build(&self, atoms: &mut Atoms) -> Option<Expr> {
            let mut both = |a: &Recipe, b: &Recipe| Some((a.build(atoms)?, b.build(atoms)?));
            match self {
                Recipe::Constant(n) => Some(Expr::constant(i128::from(*n))),
                Recipe::Symbol(n) => Some(atoms.symbol(symbol(*n))),
                Recipe::Add(a, b) => both(a, b).and_then(|(a, b)| a.add(&b)),
                Recipe::Sub(a, b) => both(a, b).and_then(|(a, b)| a.sub(&b)),
                Recipe::Mul(a, b) => both(a, b).and_then(|(a, b)| a.mul(&b)),
                Recipe::Min(a, b) => {
                    let (a, b) = both(a, b)?;
                    atoms.min(&a, &b)
                }
                Recipe::Max(a, b) => {
                    let (a, b) = both(a, b)?;
                    atoms.max(&a, &b)
                }
            }
        }

        fn value(&self, values: &[i8; 3]) -> i128 {
            match self {
                Recipe::Constant(n) => i128::from(*n),
                Recipe::Symbol(n) => i128::from(values[usize::from(*n)]),
                Recipe::Add(a, b) => a.value(values) + b.value(values),
                Recipe::Sub(a, b) => a.value(values) - b.value(values),
                Recipe::Mul(a, b) => a.value(values) * b.value(values),
                Recipe::Min(a, b) => a.value(values).min(b.value(values)),
                Recipe::Max(a, b) => a.value(values).max(b.value(values)),
            }
        }
    }

    fn evaluate(atoms: &Atoms, expr: &Expr, values: &[i8; 3]) -> i128 {
        let value = |symbol: Symbol| i128::from(values[symbol.value.index()]);
        atoms.evaluate(expr, &value).unwrap()
    }

    proptest! {
        #[test]
        fn expressions_mean_what_they_were_built_from(recipe in recipe(), values: [i8; 3]) {
            let mut atoms = Atoms::default();
            if let Some(expr) = recipe.build(&mut atoms) {
                prop_assert_eq!(evaluate(&atoms, &expr, &values), recipe.value(&values));
                let reduced = evaluate(&atoms, &expr.clone().reduced(), &values);
                prop_assert_eq!(reduced >= 0, recipe.value(&values) >= 0);
            }
        }

        /// The form is canonical: the order of the operands does not matter, and what cancels is gone.
        #[test]
        fn equal_sums_and_products_are_equal_values(a in recipe(), b in recipe()) {
            let mut atoms = Atoms::default();
            if let (Some(a), Some(b)) = (a.build(&mut atoms), b.build(&mut atoms)) {
                prop_assert_eq!(a.add(&b), b.add(&a));
                if let (Some(product), Some(other)) = (a.mul(&b), b.mul(&a)) {
                    prop_assert_eq!(product, other);
                }
                prop_assert_eq!(atoms.min(&a, &b), atoms.min(&b, &a));
                prop_assert_eq!(a.sub(&a), Some(Expr::default()));
            }
        }
    }

    #[test]
    fn what_is_too_large_is_not_made() {
        let mut atoms = Atoms::default();
        let all: Vec<Expr> = (0..=MAX_TERMS as u8)
            .map(|n| atoms.symbol(symbol(n)))
            .collect();
        let sum = |n: usize| {
            all[..n]
                .iter()
                .try_fold(Expr::default(), |sum, e| sum.add(e))
        };
        assert!(sum(MAX_TERMS).is_some());
        assert!(sum(MAX_TERMS + 1).is_none());
        let square = all[0].mul(&all[0]).unwrap();
        assert!(square.mul(&all[0]).is_some());
        assert!(square.mul(&square).is_none());
        assert!(Expr::constant(MAX_COEFFICIENT).scale(2).is_none());
    }

    #[test]
    fn choices_that_are_never_made_are_gone() {
        let mut atoms = Atoms::default();
        let n = atoms.symbol(symbol(0));
        let less = n.add_constant(-1).unwrap();
        assert_eq!(atoms.max(&n, &less), Some(n.clone()));
        assert_eq!(atoms.min(&n, &less), Some(less.clone()));
        let zero = Expr::default();
        let both = atoms.max(&zero, &less).unwrap();
        assert_eq!(atoms.show(&both), "max(0, v0 - 1)");
        assert_eq!(
            atoms.max(&both, &n).map(|e| atoms.show(&e)),
            Some("max(0, v0)".into())
        );
    }
}
