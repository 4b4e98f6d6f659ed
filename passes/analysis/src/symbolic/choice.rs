//! Conversions and choices.

use super::atoms::View;
use super::conditions::held_by_condition;
use super::expression::Expr;
use super::forms::limits;
use super::ranges::Ranges;
use super::transfer::{Bounds, Definition, Outcome};
use View::{Signed, Unsigned};
use sanecc_ir::{BlockId, CastOp, PoisonFlags, ValueId, mutant};

impl Ranges<'_> {
    pub(super) fn cast(
        &mut self,
        place: Definition,
        op: CastOp,
        a: ValueId,
        poison_flags: PoisonFlags,
    ) -> Outcome {
        let Definition { block, bits, .. } = place;
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {}
            // A number that does not fit is poison.
            CastOp::Float(_) => return Outcome::MayBePoison,
            CastOp::PtrToInt if self.has_left_object(a) => return Outcome::MayBePoison,
            CastOp::PtrToInt => return Outcome::Unknown,
            CastOp::IntToPtr | CastOp::BitCast | CastOp::AddrSpaceCast => return Outcome::Unknown,
        }
        if self.bits(a).is_none() {
            return Outcome::Unknown;
        }
        if self.is_wild(a) {
            return Outcome::MayBePoison;
        }
        let (Some(signed), Some(unsigned)) =
            (self.at(a, Signed, block), self.at(a, Unsigned, block))
        else {
            return Outcome::Unknown;
        };
        match op {
            CastOp::ZExt
                if poison_flags.not_negative
                    && !self.nonnegative(&signed, block, &[])
                    && !mutant!("in-range/promised-not-negative")
                    && !self.drops_flags(place.value) =>
            {
                Outcome::MayBePoison
            }
            CastOp::ZExt if mutant!("in-range/zero-extended") => Outcome::Exact(Signed, signed),
            CastOp::SExt if mutant!("in-range/sign-extended") => Outcome::Exact(Unsigned, unsigned),
            CastOp::ZExt => Outcome::Exact(Unsigned, unsigned),
            CastOp::SExt => Outcome::Exact(Signed, signed),
            CastOp::Trunc
            | CastOp::Float(_)
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::BitCast
            | CastOp::AddrSpaceCast => {
                let fits = |view, expr: &Expr| {
                    let (low, high) = limits(bits, view);
                    self.within(expr, low, high, block, &[])
                };
                let broken = (poison_flags.no_signed_wrap && !fits(Signed, &signed))
                    || (poison_flags.no_unsigned_wrap && !fits(Unsigned, &unsigned));
                if broken && !mutant!("in-range/promised-cut") && !self.drops_flags(place.value) {
                    Outcome::MayBePoison
                } else {
                    Outcome::Congruent([signed, unsigned])
                }
            }
        }
    }

    /// A choice is one of two; where both are bounded by the same, so is it. Nothing is said where one of them, or the
    /// condition, may be poison.
    pub(super) fn either(
        &self,
        condition: ValueId,
        sides: [ValueId; 2],
        bits: u32,
        block: BlockId,
    ) -> Option<Bounds> {
        let wild = self.is_wild(condition) || sides.iter().any(|side| self.is_wild(*side));
        if wild && !mutant!("in-range/choice-poison") {
            return None;
        }
        let facts = [true, false].map(|holds| {
            let held = held_by_condition(self.function, condition, holds);
            self.facts(&held, block)
        });
        let [then, otherwise] = sides.map(|side| self.at(side, Signed, block));
        let choices = [then?, otherwise?];
        let mut relations = Vec::new();
        for bound in &choices {
            for factor in [-1, 1] {
                let holds = (0..2).all(|i| {
                    let dereferenceable_bytes =
                        bound.sub(&choices[i]).and_then(|e| e.scale(-factor));
                    dereferenceable_bytes.is_some_and(|dereferenceable_bytes| {
                        self.nonnegative(&dereferenceable_bytes, block, &facts[i])
                    }) || i == 1 && mutant!("in-range/both-choices")
                });
                if holds {
                    relations.extend(bound.scale(-factor).map(|e| (factor, e)));
                }
            }
        }
        let limit = limits(bits, Signed);
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
        Some(Bounds {
            view: Signed,
            low,
            high,
            relations,
        })
    }
}
