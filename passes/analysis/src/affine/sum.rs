//! Sums of values with constant factors, in the arithmetic of 64 bits that wraps.

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
    /// A sum that is not negative, divided.
    Quotient {
        /// The sum.
        sum: Sum,
        /// The divisor, not 0.
        by: u64,
    },
    /// How often a loop has gone around; index of the loop. No result has it.
    Round(usize),
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

    pub(super) fn add(self, n: i64) -> Self {
        Self {
            constant: self.constant.wrapping_add(n),
            ..self
        }
    }

    pub(super) fn times(&self, factor: i64) -> Self {
        Self::default().plus(self, factor)
    }

    /// How often the rounds of a loop count.
    pub(super) fn per_round(&self, of: usize) -> i64 {
        self.terms.get(&Atom::Round(of)).copied().unwrap_or(0)
    }

    /// The loops whose rounds count.
    pub(super) fn rounds(&self) -> impl Iterator<Item = usize> + '_ {
        self.terms.keys().filter_map(|atom| match atom {
            Atom::Round(of) => Some(*of),
            Atom::Value { .. } | Atom::Narrow { .. } | Atom::Quotient { .. } => None,
        })
    }

    /// Whether rounds of any loop count.
    pub(super) fn has_rounds(&self) -> bool {
        self.rounds().next().is_some()
    }

    /// The part without the rounds, and the rounds.
    pub(super) fn split(self) -> (Sum, Sum) {
        let (rounds, terms) = self
            .terms
            .into_iter()
            .partition(|(a, _)| matches!(a, Atom::Round(_)));
        let start = Sum {
            constant: self.constant,
            terms,
        };
        let rounds = Sum {
            constant: 0,
            terms: rounds,
        };
        (start, rounds)
    }

    /// Puts a sum in the place of a loop's rounds.
    pub(super) fn with_rounds(mut self, of: usize, rounds: &Sum) -> Self {
        match self.terms.remove(&Atom::Round(of)) {
            Some(factor) => self.plus(rounds, factor),
            None => self,
        }
    }

    /// Whether the sums are congruent modulo `2^bits`, however their values are extended.
    pub(super) fn is_congruent(&self, other: &Sum, bits: u32) -> bool {
        let low = |n: i64| n as u64 & (u64::MAX >> (64 - bits));
        let difference = self.clone().plus(other, -1).without_signs(bits);
        low(difference.constant) == 0 && difference.terms.values().all(|factor| low(*factor) == 0)
    }

    /// A sum that is congruent modulo `2^bits`: how values of as many bits are extended does not matter.
    fn without_signs(&self, bits: u32) -> Sum {
        let mut all = Sum::constant(self.constant);
        for (atom, factor) in &self.terms {
            let part = match atom {
                Atom::Value { value, bits: b, .. } if *b >= bits => Sum::of(Atom::Value {
                    value: *value,
                    bits: *b,
                    signed: true,
                }),
                Atom::Narrow { sum, bits: b, .. } if *b >= bits => sum.without_signs(bits),
                other => Sum::of(other.clone()),
            };
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
            let number = match atom {
                Atom::Value {
                    value: id,
                    bits,
                    signed,
                } => narrow(value(*id) as i64, *bits, *signed),
                Atom::Narrow { sum, bits, signed } => narrow(sum.evaluate(value), *bits, *signed),
                Atom::Quotient { sum, by } => (sum.evaluate(value) as u64 / by) as i64,
                Atom::Round(_) => unreachable!("results are free of rounds"),
            };
            all = all.wrapping_add(number.wrapping_mul(*factor));
        }
        all
    }

    /// Calls `visit` with each value that the sum is computed from.
    pub fn values(&self, visit: &mut impl FnMut(ValueId)) {
        for atom in self.terms.keys() {
            match atom {
                Atom::Value { value, .. } => visit(*value),
                Atom::Narrow { sum, .. } | Atom::Quotient { sum, .. } => sum.values(visit),
                Atom::Round(_) => {}
            }
        }
    }
}

/// The lowest bits of a number, extended with or without their sign.
pub(super) fn narrow(n: i64, bits: u32, signed: bool) -> i64 {
    let up = 64 - bits;
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
            Atom::Quotient { sum, by } => write!(f, "({sum})/{by}"),
            Atom::Round(of) => write!(f, "round{of}"),
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
