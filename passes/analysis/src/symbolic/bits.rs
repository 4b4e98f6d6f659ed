//! Bits: masks, unions, and what has none above a certain one.

use super::atoms::View;
use super::expression::Expr;
use super::forms::limits;
use super::ranges::Ranges;
use super::transfer::{Definition, Outcome, bounded};
use View::Unsigned;
use sanecc_ir::{BinaryOp, BlockId, Op, PoisonFlags, ValueId, mutant};

impl Ranges<'_> {
    pub(super) fn and(
        &mut self,
        [a, b]: [Expr; 2],
        constant: Option<i128>,
        block: BlockId,
    ) -> Outcome {
        let highs = [self.interval(&a).1, self.interval(&b).1];
        let high = highs.into_iter().flatten().min().unwrap_or(i128::MAX);
        match constant {
            Some(mask)
                if mask >= 0
                    && (mask + 1).count_ones() == 1
                    && (self.within(&a, 0, mask, block, &[]) || mutant!("in-range/mask-cuts")) =>
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

    pub(super) fn or(
        &mut self,
        place: Definition,
        poison_flags: PoisonFlags,
        [a, b]: [ValueId; 2],
        signed: [Expr; 2],
        unsigned: [Expr; 2],
    ) -> Outcome {
        let apart = |ranges: &mut Self, high: ValueId, low: &Expr| {
            let zeros = ranges.trailing_zeros(high, place.bits);
            ranges.within(low, 0, (1 << zeros) - 1, place.block, &[])
        };
        if apart(self, a, &unsigned[1])
            || apart(self, b, &unsigned[0])
            || mutant!("in-range/or-of-shared-bits")
        {
            return self.ring(place, PoisonFlags::default(), signed, unsigned, Expr::add);
        }
        if poison_flags.disjoint
            && !mutant!("in-range/promised-disjoint")
            && !self.drops_flags(place.value)
        {
            return Outcome::MayBePoison;
        }
        let relations = unsigned
            .iter()
            .filter_map(|e| Some((1, e.scale(-1)?)))
            .collect();
        self.any_bits(unsigned, place.bits, relations)
    }

    /// A result that has no bit above the highest one of its operands.
    pub(super) fn any_bits(
        &self,
        sides: [Expr; 2],
        bits: u32,
        relations: Vec<(i128, Expr)>,
    ) -> Outcome {
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
}
