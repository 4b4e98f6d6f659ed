//! Sums of products of values with constant factors, in wrapping 64-bit arithmetic.

use super::{LARGEST_FACTOR, SUM_BITS};
use sanecc_ir::ValueId;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

/// What a sum is made of: a number of 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// An integer of so many bits (at most 64), extended with or without its sign; or the address of a pointer.
    Value {
        /// The value.
        value: ValueId,
        /// Its width.
        bits: u32,
        /// Extended with its sign.
        signed: bool,
    },
    /// The lowest bits of a sum, extended with or without their sign.
    Narrow {
        /// The sum.
        sum: Sum,
        /// How many bits.
        bits: u32,
        /// Extended with their sign.
        signed: bool,
    },
    /// A sum without its sign, divided.
    Quotient {
        /// The sum.
        sum: Sum,
        /// The divisor, without its sign; 1 is meant where it is 0.
        by: Sum,
    },
    /// The sum where it is negative, 0 where it is not.
    Negative(Sum),
    /// What these yield when they are multiplied: two at least, in order, none of them a product.
    Product(Vec<Atom>),
    /// How often a loop has gone around; index of the loop. No result has it.
    Iteration(usize),
    /// A value from 0 to a number, each time another one. No result has it.
    Loose {
        /// The value.
        value: ValueId,
        /// The most that it can be.
        most: i64,
    },
}

/// What one product may consist of.
const MOST_FACTORS: usize = 4;
/// What a sum that comes of multiplying may consist of.
const MOST_TERMS: usize = 12;

impl Atom {
    /// What it is multiplied of.
    fn factors(&self) -> &[Atom] {
        match self {
            Atom::Product(factors) => factors,
            other => std::slice::from_ref(other),
        }
    }

    /// Whether it may change in the next iteration.
    fn changes(&self) -> bool {
        let mut factors = self.factors().iter();
        factors.any(|f| matches!(f, Atom::Iteration(_) | Atom::Loose { .. }))
    }

    /// What these yield when they are multiplied; none is a product.
    fn multiplied(mut factors: Vec<Atom>) -> Option<Atom> {
        factors.sort();
        match factors.len() {
            0 => None,
            1 => factors.pop(),
            _ => Some(Atom::Product(factors)),
        }
    }
}

/// `constant + sum(factor * atom)`, modulo `2^64`. No factor is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum {
    /// The constant part.
    pub constant: i64,
    /// The other parts.
    pub terms: BTreeMap<Atom, i64>,
}

impl Sum {
    /// A number.
    pub fn constant(constant: i64) -> Self {
        Self {
            constant,
            terms: BTreeMap::new(),
        }
    }

    pub(super) fn of(atom: Atom) -> Self {
        Self {
            constant: 0,
            terms: BTreeMap::from([(atom, 1)]),
        }
    }

    /// The number, if it is one.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + other * factor`.
    pub(super) fn plus(mut self, other: &Sum, factor: i64) -> Self {
        self.constant = self
            .constant
            .wrapping_add(other.constant.wrapping_mul(factor));
        for (atom, times) in &other.terms {
            let all = self.terms.entry(atom.clone()).or_default();
            *all = all.wrapping_add(times.wrapping_mul(factor));
        }
        self.terms.retain(|_, factor| *factor != 0);
        self
    }

    /// Its offset from the address of a pointer.
    pub fn offset_from(&self, start: ValueId) -> Self {
        let address = Atom::Value {
            value: start,
            bits: SUM_BITS,
            signed: true,
        };
        self.clone().plus(&Sum::of(address), -1)
    }

    pub(super) fn add(self, n: i64) -> Self {
        Self {
            constant: self.constant.wrapping_add(n),
            ..self
        }
    }

    pub(super) fn times(&self, factor: i64) -> Self {
        Self::default().plus(self, factor)
    }

    /// `self * other`, if that is not too long.
    pub fn multiplied(&self, other: &Sum) -> Option<Sum> {
        let mut all = self
            .times(other.constant)
            .plus(other, self.constant)
            .add(self.constant.wrapping_mul(other.constant).wrapping_neg());
        for (a, times) in &self.terms {
            for (b, more) in &other.terms {
                let factors = [a.factors(), b.factors()].concat();
                if factors.len() > MOST_FACTORS {
                    return None;
                }
                let product = Sum::of(Atom::multiplied(factors)?);
                all = all.plus(&product, times.wrapping_mul(*more));
            }
        }
        (all.terms.len() <= MOST_TERMS).then_some(all)
    }

    /// What an iteration of a loop adds. The result has iteration numbers if the increment varies.
    pub(super) fn per_round(&self, of: usize) -> Sum {
        let mut all = Sum::default();
        for (atom, factor) in &self.terms {
            let mut factors = atom.factors().to_vec();
            if let Some(at) = factors.iter().position(|f| *f == Atom::Iteration(of)) {
                factors.remove(at);
                let rest = Atom::multiplied(factors).map_or(Sum::constant(1), Sum::of);
                all = all.plus(&rest, *factor);
            }
        }
        all
    }

    /// The loops whose iteration numbers occur.
    pub(super) fn iterations(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.terms.keys().flat_map(Atom::factors);
        all.filter_map(|atom| match atom {
            Atom::Iteration(of) => Some(*of),
            Atom::Value { .. }
            | Atom::Narrow { .. }
            | Atom::Quotient { .. }
            | Atom::Negative(_)
            | Atom::Product(_)
            | Atom::Loose { .. } => None,
        })
    }

    /// Whether anything in it can be anything from 0 to a number.
    pub(super) fn is_loose(&self) -> bool {
        let mut all = self.terms.keys().flat_map(Atom::factors);
        all.any(|atom| matches!(atom, Atom::Loose { .. }))
    }

    /// The least or the greatest that it is by what can be anything from 0 to a number, if that has constant factors.
    pub(super) fn loose_end(&self, upwards: bool) -> Option<Sum> {
        let mut end = Sum::constant(self.constant);
        for (atom, factor) in &self.terms {
            end = match atom {
                Atom::Loose { .. } if !(-LARGEST_FACTOR..=LARGEST_FACTOR).contains(factor) => {
                    return None;
                }
                Atom::Loose { most, .. } if (*factor > 0) == upwards => {
                    end.add(most.wrapping_mul(*factor))
                }
                Atom::Loose { .. } => end,
                other => end.plus(&Sum::of(other.clone()), *factor),
            };
        }
        (!end.is_loose()).then_some(end)
    }

    /// Whether iteration numbers or loop-variant numbers occur.
    pub(super) fn has_iterations(&self) -> bool {
        self.terms.keys().any(Atom::changes)
    }

    /// The invariant part, and the rest.
    pub(super) fn split(self) -> (Sum, Sum) {
        let (iterations, terms) = self.terms.into_iter().partition(|(a, _)| a.changes());
        let start = Sum {
            constant: self.constant,
            terms,
        };
        let iterations = Sum {
            constant: 0,
            terms: iterations,
        };
        (start, iterations)
    }

    /// Substitutes a sum for a loop's iteration number, if the result is not too long.
    pub(super) fn with_iterations(&self, of: usize, iterations: &Sum) -> Option<Sum> {
        let added = self.per_round(of).multiplied(iterations)?;
        let mut rest = self.clone();
        rest.terms
            .retain(|atom, _| !atom.factors().contains(&Atom::Iteration(of)));
        Some(rest.plus(&added, 1))
    }

    /// Whether it probably is negative nowhere: a guess by the signs of what it consists of.
    pub(super) fn looks_positive(&self) -> bool {
        let atoms = self.terms.keys().flat_map(Atom::factors);
        let unsigned = |atom: &Atom| match atom {
            Atom::Value { signed, .. } | Atom::Narrow { signed, .. } => !signed,
            Atom::Quotient { .. } | Atom::Iteration(_) => true,
            Atom::Negative(_) | Atom::Product(_) | Atom::Loose { .. } => false,
        };
        self.constant >= 0 && self.terms.values().all(|n| *n > 0) && { atoms }.all(unsigned)
    }

    /// Whether the sums are congruent modulo `2^bits`, however their values are extended.
    pub(super) fn is_congruent(&self, other: &Sum, bits: u32) -> bool {
        let low = |n: i64| n as u64 & (u64::MAX >> (SUM_BITS - bits));
        let difference = self.clone().plus(other, -1).without_signs(bits);
        low(difference.constant) == 0 && difference.terms.values().all(|factor| low(*factor) == 0)
    }

    /// A sum that is congruent modulo `2^bits`: how values of as many bits are extended does not matter.
    fn without_signs(&self, bits: u32) -> Sum {
        let mut all = Sum::constant(self.constant);
        for (atom, factor) in &self.terms {
            let without = |atom: &Atom| match atom {
                Atom::Value { value, bits: b, .. } if *b >= bits => Sum::of(Atom::Value {
                    value: *value,
                    bits: *b,
                    signed: true,
                }),
                Atom::Narrow { sum, bits: b, .. } if *b >= bits => sum.without_signs(bits),
                other => Sum::of(other.clone()),
            };
            let mut factors = atom.factors().iter().map(without);
            let part = factors.try_fold(Sum::constant(1), |all, one| all.multiplied(&one));
            // What gets too long stays as it is, which is congruent, too.
            let part = part.unwrap_or_else(|| Sum::of(atom.clone()));
            all = all.plus(&part, *factor);
        }
        all
    }

    /// The largest that the sum can be without its sign, if its values can be no larger than their widths allow; none from `2^62` on.
    pub(super) fn magnitude(&self) -> Option<i64> {
        let mut all = i128::from(self.constant).abs();
        for (atom, factor) in &self.terms {
            let largest = match atom {
                Atom::Value { bits, .. } | Atom::Narrow { bits, .. } if *bits <= 32 => 1i128 << 32,
                _ => return None,
            };
            all += largest * i128::from(*factor).abs();
        }
        i64::try_from(all).ok().filter(|n| *n < 1 << 62)
    }

    /// The number that the sum is, given what its values are: the bits of each, the rest 0.
    pub fn evaluate(&self, value: &impl Fn(ValueId) -> u64) -> i64 {
        let mut all = self.constant;
        for (atom, factor) in &self.terms {
            let number = |atom: &Atom| match atom {
                Atom::Value {
                    value: id,
                    bits,
                    signed,
                } => narrow(value(*id) as i64, *bits, *signed),
                Atom::Narrow { sum, bits, signed } => narrow(sum.evaluate(value), *bits, *signed),
                Atom::Quotient { sum, by } => {
                    let by = by.evaluate(value) as u64;
                    (sum.evaluate(value) as u64 / by.max(1)) as i64
                }
                Atom::Negative(sum) => sum.evaluate(value).min(0),
                Atom::Product(_) => unreachable!("no factor is a product"),
                Atom::Iteration(_) | Atom::Loose { .. } => {
                    unreachable!("results are free of rounds")
                }
            };
            let factors = atom.factors().iter().map(number);
            let product = factors.fold(*factor, i64::wrapping_mul);
            all = all.wrapping_add(product);
        }
        all
    }

    /// Calls `visit` with each value that the sum is computed from.
    pub fn values(&self, visit: &mut impl FnMut(ValueId)) {
        for atom in self.terms.keys().flat_map(Atom::factors) {
            match atom {
                Atom::Value { value, .. } => visit(*value),
                Atom::Narrow { sum, .. } | Atom::Negative(sum) => sum.values(visit),
                Atom::Quotient { sum, by } => {
                    sum.values(visit);
                    by.values(visit);
                }
                Atom::Product(_) | Atom::Iteration(_) | Atom::Loose { .. } => {}
            }
        }
    }
}

/// The lowest bits of a number, extended with or without their sign.
pub(super) fn narrow(n: i64, bits: u32, signed: bool) -> i64 {
    let up = SUM_BITS - bits;
    if signed {
        n << up >> up
    } else {
        ((n as u64) << up >> up) as i64
    }
}

/// A sum that has to lie in `[least, most]`, both with signs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Condition {
    /// The sum.
    pub sum: Sum,
    /// The least that it may be.
    pub least: i64,
    /// The most.
    pub most: i64,
}

impl Condition {
    /// Whether it holds, given what the values are.
    pub fn holds(&self, value: &impl Fn(ValueId) -> u64) -> bool {
        (self.least..=self.most).contains(&self.sum.evaluate(value))
    }
}

/// `vN` is a value with its sign, `vNu` without.
impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let sign = |signed: &bool| if *signed { "" } else { "u" };
        match self {
            Atom::Value { value, signed, .. } => write!(f, "{value:?}{}", sign(signed)),
            Atom::Narrow { sum, bits, signed } => {
                write!(f, "low{bits}{}({sum})", sign(signed))
            }
            Atom::Quotient { sum, by } => match by.as_constant() {
                Some(by) => write!(f, "({sum})/{by}"),
                None => write!(f, "({sum})/({by})"),
            },
            Atom::Negative(sum) => write!(f, "min(0, {sum})"),
            Atom::Product(factors) => {
                for (at, factor) in factors.iter().enumerate() {
                    f.write_str(if at > 0 { "*" } else { "" })?;
                    factor.fmt(f)?;
                }
                Ok(())
            }
            Atom::Iteration(of) => write!(f, "iteration{of}"),
            Atom::Loose { value, most } => write!(f, "({value:?} up to {most})"),
        }
    }
}

impl Display for Sum {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (at, (atom, factor)) in self.terms.iter().enumerate() {
            f.write_str(if at > 0 { " + " } else { "" })?;
            match factor {
                1 => write!(f, "{atom}")?,
                _ => write!(f, "{atom}*{factor}")?,
            }
        }
        match (self.terms.is_empty(), self.constant) {
            (false, 0) => Ok(()),
            (true, n) => write!(f, "{n}"),
            (false, n) => write!(f, " + {n}"),
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} <= {} <= {}", self.least, self.sum, self.most)
    }
}
