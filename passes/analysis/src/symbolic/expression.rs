//! Symbolic expressions: polynomials over the symbolic kernel, in the integers (GreenArrays (2014), section 4.3).
//!
//! An [`Expr`] is a sum of monomials, sorted and without zeros, so equal polynomials are equal values. Monomials are products of the
//! [`atoms`](super::atoms). Everything is bounded: an expression that would
//! have more than [`MAX_TERMS`] terms, a degree above [`MAX_DEGREE`], more than [`MAX_CHOICES`](super::atoms::MAX_CHOICES) choices or a coefficient above
//! [`MAX_COEFFICIENT`] is not made, and `None` says so. GreenArrays' infinities are `None`, too: every value of the machine has
//! the limits of its type.

use super::atoms::AtomId;

/// Most terms of an expression.
pub const MAX_TERMS: usize = 10;
/// Most factors of a monomial.
pub const MAX_DEGREE: usize = 3;
/// Largest absolute coefficient.
pub const MAX_COEFFICIENT: i128 = 1 << 90;

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

    /// `self / divisor`, where every coefficient is a multiple of the divisor, which is above 0.
    pub fn divided(&self, divisor: i128) -> Option<Self> {
        let whole = self.terms.iter().all(|(_, n)| n % divisor == 0);
        whole.then(|| Self {
            terms: self.terms.iter().map(|(m, n)| (*m, n / divisor)).collect(),
        })
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
