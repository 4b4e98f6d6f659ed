//! What operations make of expressions, bit by bit as the machine does.
//!
//! Claims: see [`super::ranges`]. Addition, subtraction, multiplication and shifts to the left keep their congruence whatever
//! wraps; they are exact where the result provably fits. A promise (nsw, nuw, exact, disjoint, nneg) is never believed: where it is
//! not proved, the result may be poison. All that is not listed is a symbol, and what may be poison by its nature is wild.

use super::conditions::guards_of_condition;
use super::expression::{Expr, Symbol, View};
use super::forms::{Forms, limits};
use super::order::Knowledge;
use super::ranges::{self, Ranges};
use sanecc_ir::{BinaryOp, BlockId, CastOp, Id, Op, Promises, ValueId};

/// What an operation yields.
enum Outcome {
    /// Congruent to each of these, made of signed and of unsigned operands.
    Congruent([Expr; 2]),
    /// Exactly this, in that view.
    Exact(View, Expr),
    /// A symbol of its own.
    Bounded(Bounds),
    /// Something of its type.
    Unknown,
    /// Perhaps poison; if not for that, in 0 to the number.
    Wild(Option<i128>),
}

/// What is known of a new symbol.
struct Bounds {
    view: View,
    low: i128,
    high: i128,
    /// `expr + factor * symbol >= 0`.
    relations: Vec<(i128, Expr)>,
}

/// The instruction in question.
#[derive(Clone, Copy)]
struct Place {
    value: ValueId,
    bits: u32,
    block: BlockId,
}

use View::{Signed, Unsigned};

impl Ranges<'_> {
    /// The forms of an instruction other than a phi.
    pub(super) fn transfer(&mut self, value: ValueId, bits: u32, op: &Op, block: BlockId) -> Forms {
        let place = Place { value, bits, block };
        let promises = self
            .function
            .promises
            .get(&value)
            .copied()
            .unwrap_or_default();
        let outcome = match op {
            Op::Binary(op, a, b) => self.binary(place, *op, *a, *b, promises),
            Op::Cast(op, a) => self.cast(place, *op, *a, promises),
            Op::Compare(_, a, b) => {
                let wild = [a, b]
                    .iter()
                    .any(|v| self.bits(**v).is_some() && self.is_wild(**v));
                if wild {
                    Outcome::Wild(None)
                } else {
                    Outcome::Unknown
                }
            }
            Op::Select {
                condition,
                then,
                otherwise,
            } => self.select(place, *condition, [*then, *otherwise]),
            Op::Freeze(a) => match self.forms(*a) {
                Some(forms) if !forms.wild => return forms.clone(),
                _ => Outcome::Unknown,
            },
            // Each evaluation yields one value, whatever it is.
            Op::Load { .. } | Op::Atomic { .. } | Op::VaArg(_) | Op::Call { .. } => {
                Outcome::Unknown
            }
            // Intrinsics and elements have poison of their own.
            Op::Inert(_) | Op::Element(_) | Op::Opaque { .. } => Outcome::Wild(None),
            // Evaluated elsewhere.
            Op::Phi(_) => Outcome::Wild(None),
            // These yield no integer.
            Op::Alloca { .. }
            | Op::Store { .. }
            | Op::Fence
            | Op::Address(_)
            | Op::Negate(_)
            | Op::Memory(..)
            | Op::ScopeBegin(_)
            | Op::ScopeEnd(_)
            | Op::StackRestore(_)
            | Op::Return(_)
            | Op::Branch(_)
            | Op::Resume(_)
            | Op::Unreachable => Outcome::Wild(None),
        };
        self.finish(place, outcome)
    }

    /// Whether the promises of an instruction, not all of which are proved, are taken back; then it is noted.
    fn withdraws(&mut self, value: ValueId) -> bool {
        let withdrawn = self.promises == ranges::Promises::Withdrawn;
        if withdrawn {
            self.withdrawn.insert(value.index());
        }
        withdrawn
    }

    fn finish(&mut self, place: Place, outcome: Outcome) -> Forms {
        let Place { value, bits, block } = place;
        match outcome {
            Outcome::Unknown => self.unknown(value, bits),
            Outcome::Wild(high) => self.wild(value, bits, high),
            Outcome::Congruent(congruent) => {
                let exact = [Signed, Unsigned].map(|view| {
                    let (low, high) = limits(bits, view);
                    let [first, second] = match view {
                        Signed => [0, 1],
                        Unsigned => [1, 0],
                    };
                    let fits = [first, second]
                        .into_iter()
                        .find(|&i| self.within(&congruent[i], low, high, block, &[]));
                    match fits {
                        Some(i) => congruent[i].clone(),
                        None => self.own(value, bits, view, false),
                    }
                });
                Forms {
                    exact,
                    congruent,
                    wild: false,
                }
            }
            Outcome::Exact(view, expr) => self.both_views(place, view, expr),
            Outcome::Bounded(bounds) => {
                let view = bounds.view;
                let limit = limits(bits, view);
                let symbol = Symbol { value, view };
                let expr = self.atoms.symbol(symbol);
                let knowledge = Knowledge {
                    low: bounds.low.max(limit.0),
                    high: bounds.high.min(limit.1),
                    facts: bounds
                        .relations
                        .iter()
                        .filter_map(|(factor, relation)| relation.plus(&expr, *factor))
                        .collect(),
                    wild: false,
                };
                self.symbol(symbol, knowledge);
                self.both_views(place, view, expr)
            }
        }
    }

    /// The forms of a value that is exactly `expr` in one view.
    fn both_views(&mut self, Place { value, bits, block }: Place, view: View, expr: Expr) -> Forms {
        let other = match view {
            Signed => Unsigned,
            Unsigned => Signed,
        };
        let (low, high) = limits(bits, other);
        let in_other = if self.within(&expr, low, high, block, &[]) {
            expr.clone()
        } else {
            self.own(value, bits, other, false)
        };
        let exact = match view {
            Signed => [expr.clone(), in_other],
            Unsigned => [in_other, expr.clone()],
        };
        Forms {
            exact,
            congruent: [expr.clone(), expr],
            wild: false,
        }
    }

    fn binary(
        &mut self,
        place: Place,
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        promises: Promises,
    ) -> Outcome {
        let Place { block, bits, .. } = place;
        let constant = self.function.integer(b).map(i128::from);
        if self.is_wild(a) || self.is_wild(b) {
            return Outcome::Wild(match (op, constant) {
                // True of every bit pattern, in every width that LLVM may compute it in.
                (BinaryOp::And | BinaryOp::UMin, Some(n)) if n >= 0 => Some(n),
                (BinaryOp::URem, Some(n)) if n > 0 => Some(n - 1),
                _ => None,
            });
        }
        let sides = |ranges: &mut Self, view| {
            Some([ranges.at(a, view, block)?, ranges.at(b, view, block)?])
        };
        let (Some(signed), Some(unsigned)) = (sides(self, Signed), sides(self, Unsigned)) else {
            return Outcome::Unknown;
        };
        match op {
            BinaryOp::Add => self.ring(place, promises, signed, unsigned, Expr::add),
            BinaryOp::Sub => self.ring(place, promises, signed, unsigned, Expr::sub),
            BinaryOp::Mul => self.ring(place, promises, signed, unsigned, Expr::mul),
            BinaryOp::Shl => match power(constant, bits) {
                Some(factor) => self.ring(place, promises, signed, unsigned, move |a, _| {
                    a.scale(factor)
                }),
                // By how much is not known, and too much makes poison.
                None => Outcome::Wild(None),
            },
            BinaryOp::LShr | BinaryOp::UDiv | BinaryOp::AShr | BinaryOp::SDiv
                if promises.exact && !self.withdraws(place.value) =>
            {
                Outcome::Wild(None)
            }
            // By how much is not known, and too much makes poison.
            BinaryOp::LShr => power(constant, bits).map_or(Outcome::Wild(None), |d| {
                self.quotient(d, Unsigned, &unsigned[0])
            }),
            BinaryOp::AShr => power(constant, bits).map_or(Outcome::Wild(None), |d| {
                self.quotient(d, Signed, &signed[0])
            }),
            BinaryOp::UDiv => match constant {
                Some(n) if n > 0 => self.quotient(n, Unsigned, &unsigned[0]),
                _ => self.unknown_quotient(unsigned, block),
            },
            BinaryOp::SDiv => match constant {
                Some(n) if n > 0 && self.nonnegative(&signed[0], block, &[]) => {
                    self.quotient(n, Signed, &signed[0])
                }
                Some(n) if n > 0 => self.signed_quotient(n, &signed[0], bits),
                _ => Outcome::Unknown,
            },
            BinaryOp::URem => self.remainder(Unsigned, unsigned, block),
            BinaryOp::SRem if self.nonnegative(&signed[0], block, &[]) => match constant {
                Some(n) if n > 0 => self.remainder(Signed, signed, block),
                _ => Outcome::Unknown,
            },
            BinaryOp::SRem => match constant {
                Some(n) if n > 0 => bounded(Signed, 1 - n, n - 1, Vec::new()),
                _ => Outcome::Unknown,
            },
            BinaryOp::And => self.and(unsigned, constant, block),
            BinaryOp::Or => self.or(place, promises, [a, b], signed, unsigned),
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
            BinaryOp::Float => Outcome::Unknown,
        }
    }

    /// Addition, subtraction, multiplication: congruent in any case, poison where a promise is not proved.
    fn ring(
        &mut self,
        place: Place,
        promises: Promises,
        signed: [Expr; 2],
        unsigned: [Expr; 2],
        apply: impl Fn(&Expr, &Expr) -> Option<Expr>,
    ) -> Outcome {
        let Place { bits, block, .. } = place;
        let fits = |ranges: &Self, sides: &[Expr; 2], view| {
            let (low, high) = limits(bits, view);
            apply(&sides[0], &sides[1]).is_some_and(|e| ranges.within(&e, low, high, block, &[]))
        };
        let broken = (promises.no_signed_wrap && !fits(self, &signed, Signed))
            || (promises.no_unsigned_wrap && !fits(self, &unsigned, Unsigned));
        if broken && !self.withdraws(place.value) {
            return Outcome::Wild(None);
        }
        // Congruence does not care how a constant is read; steps backwards are small only with their sign.
        let right = match signed[1].as_constant() {
            Some(_) => &signed[1],
            None => &unsigned[1],
        };
        match (apply(&signed[0], &signed[1]), apply(&unsigned[0], right)) {
            (Some(s), Some(u)) => Outcome::Congruent([s, u]),
            (Some(one), None) | (None, Some(one)) => Outcome::Congruent([one.clone(), one]),
            (None, None) => Outcome::Unknown,
        }
    }

    /// Division that rounds down: `divisor * v <= a <= divisor * v + divisor - 1`.
    fn quotient(&self, divisor: i128, view: View, a: &Expr) -> Outcome {
        let (Some(low), Some(high)) = self.interval(a) else {
            return Outcome::Unknown;
        };
        let mut relations = vec![(-divisor, a.clone())];
        let rest = a.scale(-1).and_then(|e| e.add_constant(divisor - 1));
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
            Some(high) if some => bounded(Unsigned, 0, high, vec![(-1, a)]),
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
        if !self.nonnegative(&below, block, &[]) {
            return Outcome::Unknown;
        }
        let room = below.sub(&a);
        if room.is_some_and(|room| self.nonnegative(&room, block, &[])) {
            return Outcome::Exact(view, a);
        }
        let highs = [self.interval(&a).1, self.interval(&below).1];
        let high = highs.into_iter().flatten().min().unwrap_or(i128::MAX);
        bounded(view, 0, high, vec![(-1, a), (-1, below)])
    }

    fn and(&mut self, [a, b]: [Expr; 2], constant: Option<i128>, block: BlockId) -> Outcome {
        let highs = [self.interval(&a).1, self.interval(&b).1];
        let high = highs.into_iter().flatten().min().unwrap_or(i128::MAX);
        match constant {
            Some(mask)
                if mask >= 0
                    && (mask + 1).count_ones() == 1
                    && self.within(&a, 0, mask, block, &[]) =>
            {
                Outcome::Exact(Unsigned, a)
            }
            // Rounds down to a multiple of a power of two.
            Some(mask) if mask < 0 && (-mask).count_ones() == 1 => {
                let mut relations = vec![(-1, a.clone())];
                relations.extend(
                    a.scale(-1)
                        .and_then(|e| e.add_constant(-mask - 1))
                        .map(|e| (1, e)),
                );
                bounded(Unsigned, 0, high, relations)
            }
            _ => bounded(Unsigned, 0, high, vec![(-1, a), (-1, b)]),
        }
    }

    fn or(
        &mut self,
        place: Place,
        promises: Promises,
        [a, b]: [ValueId; 2],
        signed: [Expr; 2],
        unsigned: [Expr; 2],
    ) -> Outcome {
        let apart = |ranges: &mut Self, high: ValueId, low: &Expr| {
            let zeros = ranges.trailing_zeros(high, place.bits);
            ranges.within(low, 0, (1 << zeros) - 1, place.block, &[])
        };
        if apart(self, a, &unsigned[1]) || apart(self, b, &unsigned[0]) {
            return self.ring(place, Promises::default(), signed, unsigned, Expr::add);
        }
        if promises.disjoint && !self.withdraws(place.value) {
            return Outcome::Wild(None);
        }
        let relations = unsigned
            .iter()
            .filter_map(|e| Some((1, e.scale(-1)?)))
            .collect();
        self.any_bits(unsigned, place.bits, relations)
    }

    /// A result that has no bit above the highest one of its operands.
    fn any_bits(&self, sides: [Expr; 2], bits: u32, relations: Vec<(i128, Expr)>) -> Outcome {
        let limit = limits(bits, Unsigned).1;
        let highs = sides.map(|e| self.interval(&e).1.unwrap_or(limit).clamp(0, limit));
        let largest = highs[0].max(highs[1]);
        let high = if largest == 0 {
            0
        } else {
            (2i128 << largest.ilog2()) - 1
        };
        bounded(Unsigned, 0, high, relations)
    }

    /// How many of the lowest bits of a value are certainly 0.
    fn trailing_zeros(&mut self, value: ValueId, bits: u32) -> u32 {
        let Some(forms) = self.forms(value).filter(|forms| !forms.wild) else {
            return 0;
        };
        let zeros = |e: &Expr| e.terms().iter().map(|(_, n)| n.trailing_zeros()).min();
        // Multiples of a power of two stay so modulo a larger one.
        let all = forms.congruent.iter().map(|e| zeros(e).unwrap_or(bits));
        let masked = match self.function.op(value) {
            Some(&Op::Binary(BinaryOp::And, _, mask)) => self.function.integer(mask),
            Some(_) | None => None,
        };
        let masked = masked.map_or(0, i64::trailing_zeros);
        all.max().unwrap_or(0).max(masked).min(bits)
    }

    fn cast(&mut self, place: Place, op: CastOp, a: ValueId, promises: Promises) -> Outcome {
        let Place { block, bits, .. } = place;
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {}
            // A number that does not fit is poison.
            CastOp::Float => return Outcome::Wild(None),
            CastOp::PtrToInt => return Outcome::Unknown,
            CastOp::IntToPtr | CastOp::BitCast | CastOp::AddrSpaceCast => return Outcome::Unknown,
        }
        if self.bits(a).is_none() {
            return Outcome::Unknown;
        }
        if self.is_wild(a) {
            return Outcome::Wild(None);
        }
        let (Some(signed), Some(unsigned)) =
            (self.at(a, Signed, block), self.at(a, Unsigned, block))
        else {
            return Outcome::Unknown;
        };
        match op {
            CastOp::ZExt
                if promises.not_negative
                    && !self.nonnegative(&signed, block, &[])
                    && !self.withdraws(place.value) =>
            {
                Outcome::Wild(None)
            }
            CastOp::ZExt => Outcome::Exact(Unsigned, unsigned),
            CastOp::SExt => Outcome::Exact(Signed, signed),
            CastOp::Trunc
            | CastOp::Float
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::BitCast
            | CastOp::AddrSpaceCast => {
                let fits = |view, expr: &Expr| {
                    let (low, high) = limits(bits, view);
                    self.within(expr, low, high, block, &[])
                };
                let broken = (promises.no_signed_wrap && !fits(Signed, &signed))
                    || (promises.no_unsigned_wrap && !fits(Unsigned, &unsigned));
                if broken && !self.withdraws(place.value) {
                    Outcome::Wild(None)
                } else {
                    Outcome::Congruent([signed, unsigned])
                }
            }
        }
    }

    /// A choice is one of two; where both are bounded by the same, so is it.
    fn select(&mut self, place: Place, condition: ValueId, sides: [ValueId; 2]) -> Outcome {
        let block = place.block;
        let wild = self.is_wild(condition) || sides.iter().any(|side| self.is_wild(*side));
        if wild {
            return Outcome::Wild(None);
        }
        let facts = [true, false].map(|holds| {
            let guards = guards_of_condition(self.function, condition, holds);
            self.facts(&guards, block)
        });
        let [Some(then), Some(otherwise)] = sides.map(|side| self.at(side, Signed, block)) else {
            return Outcome::Unknown;
        };
        let choices = [then, otherwise];
        let mut relations = Vec::new();
        for bound in &choices {
            for factor in [-1, 1] {
                let holds = (0..2).all(|i| {
                    let room = bound.sub(&choices[i]).and_then(|e| e.scale(-factor));
                    room.is_some_and(|room| self.nonnegative(&room, block, &facts[i]))
                });
                if holds {
                    relations.extend(bound.scale(-factor).map(|e| (factor, e)));
                }
            }
        }
        let limit = limits(place.bits, Signed);
        let ends = choices.each_ref().map(|e| self.interval(e));
        let least = ends.iter().map(|end| end.0.unwrap_or(limit.0)).min();
        let most = ends.iter().map(|end| end.1.unwrap_or(limit.1)).max();
        let (mut low, mut high) = (least.unwrap_or(limit.0), most.unwrap_or(limit.1));
        for (factor, bound) in &relations {
            if let Some(n) = bound.as_constant() {
                if *factor > 0 {
                    low = low.max(-n)
                } else {
                    high = high.min(n)
                }
            }
        }
        bounded(Signed, low, high, relations)
    }
}

fn bounded(view: View, low: i128, high: i128, relations: Vec<(i128, Expr)>) -> Outcome {
    Outcome::Bounded(Bounds {
        view,
        low,
        high,
        relations,
    })
}

/// What a shift by a constant multiplies or divides by; `None` where it may be as wide as the type.
fn power(shift: Option<i128>, bits: u32) -> Option<i128> {
    let shift = shift.filter(|n| (0..i128::from(bits)).contains(n))?;
    Some(1 << shift)
}
