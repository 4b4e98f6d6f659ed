//! Results of pure intrinsics.

use super::atoms::View;
use super::expression::Expr;
use super::forms::limits;
use super::ranges::Ranges;
use super::transfer::{Definition, Outcome, bounded};
use View::{Signed, Unsigned};
use sanecc_ir::{BinaryOp, Computed, PoisonFlags, ValueId, mutant};

impl Ranges<'_> {
    /// What an intrinsic yields; what may be poison for its operands is.
    pub(super) fn intrinsic(&mut self, place: Definition, computed: &Computed) -> Outcome {
        let mut wild = false;
        computed.operands(|operand| wild |= self.is_wild(operand));
        if wild && !mutant!("intrinsics/poison") {
            return Outcome::MayBePoison;
        }
        let Definition { bits, block, .. } = place;
        match computed {
            Computed::Bits { of, poison_at_zero } => {
                let some = |ranges: &Self| {
                    let positive = ranges.at(*of, Unsigned, block)?.add_constant(-1)?;
                    Some(ranges.nonnegative(&positive, block, &[]))
                };
                let some = some(self).unwrap_or(false);
                if *poison_at_zero && !some && !mutant!("intrinsics/zero") {
                    return Outcome::MayBePoison;
                }
                bounded(Unsigned, 0, i128::from(bits), Vec::new())
            }
            Computed::Moved(_) | Computed::Overflow { .. } => Outcome::Unknown,
            Computed::Absolute {
                of,
                poison_at_least,
            } => self.absolute(place, *of, *poison_at_least),
            Computed::Saturated { op, signed, sides } => {
                let view = if *signed { Signed } else { Unsigned };
                self.saturated(place, *op, view, *sides)
            }
            Computed::Wrapped(op, [a, b]) => {
                self.binary(place, *op, *a, *b, PoisonFlags::default())
            }
        }
    }

    fn absolute(&mut self, place: Definition, of: ValueId, poison_at_least: bool) -> Outcome {
        let Definition { bits, block, .. } = place;
        let Some(value) = self.at(of, Signed, block) else {
            return Outcome::MayBePoison;
        };
        let least = limits(bits, Signed).0;
        let above = value.add_constant(-least - 1);
        let is_above = above.is_some_and(|e| self.nonnegative(&e, block, &[]));
        if poison_at_least && !is_above && !mutant!("intrinsics/least") {
            return Outcome::MayBePoison;
        }
        // The least number stays as it is, which without sign is what it is without its sign.
        let other = value.scale(-1);
        let larger = other.and_then(|other| self.atoms.max(&value, &other));
        larger.map_or(Outcome::Unknown, |expr| Outcome::Exact(Unsigned, expr))
    }

    fn saturated(
        &mut self,
        place: Definition,
        op: BinaryOp,
        view: View,
        [a, b]: [ValueId; 2],
    ) -> Outcome {
        let Definition { bits, block, .. } = place;
        let (Some(a), Some(b)) = (self.at(a, view, block), self.at(b, view, block)) else {
            return Outcome::Unknown;
        };
        let exact = match op {
            BinaryOp::Sub => a.sub(&b),
            _ => a.add(&b),
        };
        let (low, high) = limits(bits, view);
        let clamped = |ranges: &mut Self| {
            let mut expr = exact?;
            let above = expr.add_constant(-low)?;
            if !ranges.nonnegative(&above, block, &[]) && !mutant!("intrinsics/saturated-below") {
                expr = ranges.atoms.max(&expr, &Expr::constant(low))?;
            }
            let below = expr.scale(-1)?.add_constant(high)?;
            if !ranges.nonnegative(&below, block, &[]) && !mutant!("intrinsics/saturated-above") {
                expr = ranges.atoms.min(&expr, &Expr::constant(high))?;
            }
            Some(expr)
        };
        clamped(self).map_or(Outcome::Unknown, |expr| Outcome::Exact(view, expr))
    }
}

#[cfg(test)]
mod tests {
    use super::super::atoms::Symbol;
    use super::super::ranges::Ranges;
    use super::super::regions::Regions;
    use super::*;
    use crate::FunctionAnalyses;
    use crate::builder::Builder;
    use crate::differential::read;
    use sanecc_ir::Op;

    const BITS: u32 = 4;

    fn all() -> Vec<fn([ValueId; 2]) -> Computed> {
        vec![
            |[of, _]| Computed::Bits {
                of,
                poison_at_zero: false,
            },
            |sides| Computed::Moved(sides.to_vec()),
            |[of, _]| Computed::Absolute {
                of,
                poison_at_least: false,
            },
            |sides| Computed::Saturated {
                op: BinaryOp::Add,
                signed: false,
                sides,
            },
            |sides| Computed::Saturated {
                op: BinaryOp::Sub,
                signed: false,
                sides,
            },
            |sides| Computed::Saturated {
                op: BinaryOp::Add,
                signed: true,
                sides,
            },
            |sides| Computed::Saturated {
                op: BinaryOp::Sub,
                signed: true,
                sides,
            },
            |sides| Computed::Wrapped(BinaryOp::Mul, sides),
        ]
    }

    /// What the machine computes, as bits.
    fn run(computed: &Computed, [a, b]: [u64; 2]) -> u64 {
        let signed = [a, b].map(|n| read(n, BITS, Signed));
        let result = match computed {
            Computed::Bits { .. } => i128::from(a.count_ones()),
            Computed::Moved(_) => i128::from(a << 1 | b >> (BITS - 1)),
            Computed::Absolute { .. } => signed[0].abs(),
            Computed::Saturated {
                op, signed: with, ..
            } => {
                let view = if *with { Signed } else { Unsigned };
                let (low, high) = limits(BITS, view);
                let [a, b] = [a, b].map(|n| read(n, BITS, view));
                let exact = if *op == BinaryOp::Sub { a - b } else { a + b };
                exact.clamp(low, high)
            }
            Computed::Wrapped(..) => i128::from(a * b),
            Computed::Overflow { .. } => panic!("a bit"),
        };
        (result & 15) as u64
    }

    #[test]
    fn all_that_is_said_of_results_holds_for_all_operands() {
        for make in all() {
            let mut builder = Builder::new(1);
            let sides = [(); 2].map(|()| builder.integer(BITS));
            let result = builder.compute(0, Op::Inert("llvm.test".into(), sides.to_vec()), BITS);
            let computed = make(sides);
            builder.function.computed.insert(result, computed.clone());
            let analyses = FunctionAnalyses::of(&builder.function);
            let ranges = Ranges::of(&analyses, Regions::default(), [result]).unwrap();
            assert!(!ranges.is_wild(result));
            for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
                let bits = run(&computed, [a, b]);
                let value = |symbol: Symbol| {
                    let bits = match symbol.value {
                        value if value == sides[0] => a,
                        value if value == sides[1] => b,
                        _ => bits,
                    };
                    read(bits, BITS, symbol.view)
                };
                for view in [Signed, Unsigned] {
                    let expr = ranges.at(result, view, builder.block(0)).unwrap();
                    let now = read(bits, BITS, view);
                    let claimed = ranges.atoms.evaluate(&expr, &value).unwrap();
                    assert_eq!(claimed, now, "{computed:?} {a} {b} {view:?}");
                    let (low, high) = ranges.interval(&expr);
                    assert!(low.is_none_or(|low| low <= now) && high.is_none_or(|n| now <= n));
                }
            }
        }
    }

    #[test]
    fn what_may_be_poison_is_wild() {
        let kinds: [fn(ValueId) -> Computed; 2] = [
            |of| Computed::Bits {
                of,
                poison_at_zero: true,
            },
            |of| Computed::Absolute {
                of,
                poison_at_least: true,
            },
        ];
        for make in kinds {
            let mut builder = Builder::new(1);
            let side = builder.integer(BITS);
            let result = builder.compute(0, Op::Inert("llvm.test".into(), vec![side]), BITS);
            builder.function.computed.insert(result, make(side));
            let analyses = FunctionAnalyses::of(&builder.function);
            let ranges = Ranges::of(&analyses, Regions::default(), [result]).unwrap();
            assert!(ranges.is_wild(result));
        }
    }
}
