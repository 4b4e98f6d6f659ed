//! Arithmetic: sums, products, quotients and remainders.

use super::atoms::View;
use super::expression::Expr;
use super::forms::limits;
use super::ranges::Ranges;
use super::transfer::{Definition, Outcome, bounded};
use View::{Signed, Unsigned};
use sanecc_ir::{BinaryOp, BlockId, PoisonFlags, ValueId, mutant};

impl Ranges<'_> {
    pub(super) fn binary(
        &mut self,
        place: Definition,
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        poison_flags: PoisonFlags,
    ) -> Outcome {
        let Definition { block, bits, .. } = place;
        let constant = self.function.integer(b).map(i128::from);
        if (self.is_wild(a) || self.is_wild(b)) && !mutant!("in-range/operand-poison") {
            // Not even a mask bounds it: what it masks, LLVM may have found to be small by a promise that is broken.
            return Outcome::MayBePoison;
        }
        let sides = |ranges: &mut Self, view| {
            Some([ranges.at(a, view, block)?, ranges.at(b, view, block)?])
        };
        let (Some(signed), Some(unsigned)) = (sides(self, Signed), sides(self, Unsigned)) else {
            return Outcome::Unknown;
        };
        match op {
            BinaryOp::Add => self.ring(place, poison_flags, signed, unsigned, Expr::add),
            BinaryOp::Sub if let Some(bytes) = self.difference([a, b]) => {
                Outcome::Congruent([bytes.clone(), bytes])
            }
            BinaryOp::Sub => self.ring(place, poison_flags, signed, unsigned, Expr::sub),
            BinaryOp::Mul => self.ring(place, poison_flags, signed, unsigned, Expr::mul),
            BinaryOp::Shl => match power(constant, bits) {
                Some(factor) => self.ring(place, poison_flags, signed, unsigned, move |a, _| {
                    a.scale(factor)
                }),
                // By how much is not known, and too much makes poison.
                None => Outcome::MayBePoison,
            },
            BinaryOp::LShr | BinaryOp::UDiv
                if let Some(quotient) = multiple(op, &unsigned[0], constant, bits) =>
            {
                Outcome::Exact(Unsigned, quotient)
            }
            BinaryOp::AShr | BinaryOp::SDiv
                if let Some(quotient) = multiple(op, &signed[0], constant, bits) =>
            {
                Outcome::Exact(Signed, quotient)
            }
            BinaryOp::LShr | BinaryOp::UDiv | BinaryOp::AShr | BinaryOp::SDiv
                if poison_flags.exact
                    && !mutant!("in-range/promised-exact")
                    && !self.drops_flags(place.value) =>
            {
                Outcome::MayBePoison
            }
            // By how much is not known, and too much makes poison.
            BinaryOp::LShr => power(constant, bits).map_or(Outcome::MayBePoison, |d| {
                self.quotient(d, Unsigned, &unsigned[0])
            }),
            BinaryOp::AShr => power(constant, bits).map_or(Outcome::MayBePoison, |d| {
                self.quotient(d, Signed, &signed[0])
            }),
            BinaryOp::UDiv => match constant {
                Some(n) if n > 0 => self.quotient(n, Unsigned, &unsigned[0]),
                _ => self.unknown_quotient(unsigned, block),
            },
            BinaryOp::SDiv => match constant {
                Some(n)
                    if n > 0
                        && (self.nonnegative(&signed[0], block, &[])
                            || mutant!("in-range/negative-quotient")) =>
                {
                    self.quotient(n, Signed, &signed[0])
                }
                Some(n) if n > 0 => self.signed_quotient(n, &signed[0], bits),
                _ => Outcome::Unknown,
            },
            BinaryOp::URem => self.remainder(Unsigned, unsigned, block),
            BinaryOp::SRem
                if self.nonnegative(&signed[0], block, &[])
                    || mutant!("in-range/negative-remainder") =>
            {
                match constant {
                    Some(n) if n > 0 => self.remainder(Signed, signed, block),
                    _ => Outcome::Unknown,
                }
            }
            BinaryOp::SRem => match constant {
                Some(n) if n > 0 => bounded(Signed, 1 - n, n - 1, Vec::new()),
                _ => Outcome::Unknown,
            },
            BinaryOp::And => self.and(unsigned, constant, block),
            BinaryOp::Or => self.or(place, poison_flags, [a, b], signed, unsigned),
            BinaryOp::Xor if constant == Some(-1) => {
                let complement = |e: &Expr| e.scale(-1).and_then(|e| e.add_constant(-1));
                match (complement(&signed[0]), complement(&unsigned[0])) {
                    (Some(s), Some(u)) => Outcome::Congruent([s, u]),
                    _ => Outcome::Unknown,
                }
            }
            BinaryOp::Xor => self.any_bits(unsigned, bits, Vec::new()),
            BinaryOp::SMin | BinaryOp::UMin | BinaryOp::SMax | BinaryOp::UMax => {
                let least = matches!(op, BinaryOp::SMin | BinaryOp::UMin);
                let (view, [a, b]) = match op {
                    BinaryOp::SMin | BinaryOp::SMax => (Signed, signed),
                    _ => (Unsigned, unsigned),
                };
                let chosen = if least {
                    self.atoms.min(&a, &b)
                } else {
                    self.atoms.max(&a, &b)
                };
                chosen.map_or(Outcome::Unknown, |expr| Outcome::Exact(view, expr))
            }
            BinaryOp::Float(_) => Outcome::Unknown,
        }
    }

    /// Addition, subtraction, multiplication: congruent in any case, poison where a promise is not proved.
    pub(super) fn ring(
        &mut self,
        place: Definition,
        poison_flags: PoisonFlags,
        signed: [Expr; 2],
        unsigned: [Expr; 2],
        apply: impl Fn(&Expr, &Expr) -> Option<Expr>,
    ) -> Outcome {
        let Definition { bits, block, .. } = place;
        let fits = |ranges: &Self, sides: &[Expr; 2], view| {
            let (low, high) = limits(bits, view);
            apply(&sides[0], &sides[1]).is_some_and(|e| ranges.within(&e, low, high, block, &[]))
        };
        let broken = (poison_flags.no_signed_wrap && !fits(self, &signed, Signed))
            || (poison_flags.no_unsigned_wrap && !fits(self, &unsigned, Unsigned));
        if broken && !mutant!("in-range/promised-sum") && !self.drops_flags(place.value) {
            return Outcome::MayBePoison;
        }
        let assumed = [Signed, Unsigned]
            .into_iter()
            .any(|view| self.is_assumed(place.value, view));
        // Congruence does not care how a constant is read; steps backwards are small only with their sign. But a guard reads both
        // operands in one way.
        let right = match signed[1].as_constant() {
            Some(_) if !assumed => &signed[1],
            Some(_) | None => &unsigned[1],
        };
        match (apply(&signed[0], &signed[1]), apply(&unsigned[0], right)) {
            (Some(s), Some(u)) => Outcome::Congruent([s, u]),
            (Some(one), None) | (None, Some(one)) if !assumed => {
                Outcome::Congruent([one.clone(), one])
            }
            _ => Outcome::Unknown,
        }
    }

    /// Division that rounds down: `divisor * v <= a <= divisor * v + divisor - 1`.
    fn quotient(&self, divisor: i128, view: View, a: &Expr) -> Outcome {
        let (Some(low), Some(high)) = self.interval(a) else {
            return Outcome::Unknown;
        };
        let mut relations = vec![(-divisor, a.clone())];
        let lost = mutant!("in-range/quotient-rounds", divisor - 1, 0);
        let rest = a.scale(-1).and_then(|e| e.add_constant(lost));
        relations.extend(rest.map(|e| (divisor, e)));
        let (low, high) = (low.div_euclid(divisor), high.div_euclid(divisor));
        bounded(view, low, high, relations)
    }

    /// Unsigned division by what is known not to be 0.
    fn unknown_quotient(&self, [a, b]: [Expr; 2], block: BlockId) -> Outcome {
        let some = b
            .add_constant(-1)
            .is_some_and(|e| self.nonnegative(&e, block, &[]));
        match self.interval(&a).1 {
            Some(high) if some || mutant!("in-range/division-by-zero") => {
                bounded(Unsigned, 0, high, vec![(-1, a)])
            }
            Some(_) | None => Outcome::Unknown,
        }
    }

    /// Division that rounds towards zero.
    fn signed_quotient(&self, divisor: i128, a: &Expr, bits: u32) -> Outcome {
        let limit = limits(bits, Signed);
        let (low, high) = self.interval(a);
        let [low, high] =
            [low.unwrap_or(limit.0), high.unwrap_or(limit.1)].map(|end| end / divisor);
        bounded(Signed, low, high, Vec::new())
    }

    /// The remainder of a number that is not negative.
    fn remainder(&mut self, view: View, [a, b]: [Expr; 2], block: BlockId) -> Outcome {
        let Some(below) = b.add_constant(-1) else {
            return Outcome::Unknown;
        };
        // Of a division by zero nothing is said.
        if !self.nonnegative(&below, block, &[]) && !mutant!("in-range/remainder-of-zero") {
            return Outcome::Unknown;
        }
        let dereferenceable_bytes = below.sub(&a);
        if dereferenceable_bytes.is_some_and(|dereferenceable_bytes| {
            self.nonnegative(&dereferenceable_bytes, block, &[])
        }) {
            return Outcome::Exact(view, a);
        }
        let highs = [self.interval(&a).1, self.interval(&below).1];
        let high = highs.into_iter().flatten().min().unwrap_or(i128::MAX);
        bounded(view, 0, high, vec![(-1, a), (-1, below)])
    }
}

/// The quotient, where the dividend is a multiple whatever its symbols are.
fn multiple(op: BinaryOp, dividend: &Expr, constant: Option<i128>, bits: u32) -> Option<Expr> {
    let divisor = match op {
        BinaryOp::LShr | BinaryOp::AShr => power(constant, bits),
        _ => constant.filter(|n| *n > 0),
    };
    dividend.divided(divisor?)
}

/// What a shift by a constant multiplies or divides by; `None` where it may be as wide as the type.
fn power(shift: Option<i128>, bits: u32) -> Option<i128> {
    let shift = shift.filter(|n| (0..i128::from(bits)).contains(n))?;
    Some(1 << shift)
}
