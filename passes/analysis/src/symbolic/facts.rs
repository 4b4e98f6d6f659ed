//! What comparisons say of symbols: the facts that a split of a live range carries (GreenArrays (2014), section 4.1).

use super::atoms::View;
use super::conditions::{Guard, Held};
use super::expression::Expr;
use super::forms::limits;
use super::ranges::Ranges;
use sanecc_ir::{BinaryOp, BlockId, Computed, Predicate, ValueId, mutant};

impl Ranges<'_> {
    /// What conditions say that were decided in the block `from`.
    pub(super) fn facts(&self, held: &Held, from: BlockId) -> Vec<Expr> {
        let mut facts = Vec::new();
        for guard in &held.guards {
            self.facts_of(*guard, from, &mut facts);
        }
        for bit in &held.exact {
            facts.extend(self.facts_of_exact(*bit, from).into_iter().flatten());
        }
        facts
    }

    /// Arithmetic that did not wrap yields a value that its type can represent.
    fn facts_of_exact(&self, bit: ValueId, from: BlockId) -> Option<[Expr; 2]> {
        let Some(&Computed::Overflow {
            op,
            signed,
            sides: [a, b],
        }) = self.function.computed.get(&bit)
        else {
            return None;
        };
        if (self.is_wild(a) || self.is_wild(b)) && !mutant!("facts/exact-poison") {
            return None;
        }
        let view = if signed { View::Signed } else { View::Unsigned };
        let bits = self.bits(a)?;
        let (a, b) = (self.at(a, view, from)?, self.at(b, view, from)?);
        let exact = match op {
            BinaryOp::Add => a.add(&b)?,
            BinaryOp::Sub => a.sub(&b)?,
            BinaryOp::Mul => a.mul(&b)?,
            _ => return None,
        };
        let (low, high) = limits(bits, view);
        let dereferenceable_bytes = [
            exact.add_constant(-low)?,
            exact.scale(-1)?.add_constant(high)?,
        ];
        Some(dereferenceable_bytes.map(Expr::reduced))
    }

    fn facts_of(&self, guard: Guard, from: BlockId, facts: &mut Vec<Expr>) {
        let sides = [guard.left, guard.right];
        let comparable = self.are_comparable(sides) || mutant!("facts/one-root");
        let wild = sides.iter().any(|side| self.is_wild(*side)) && !mutant!("facts/poison");
        if !comparable || wild {
            return;
        }
        use Predicate::*;
        // Which side is at most the other, at what distance.
        let (views, swapped, distance): (&[View], bool, i128) = match guard.predicate {
            SLe if mutant!("facts/or-equal") => (&[View::Signed], false, 1),
            ULe if mutant!("facts/or-equal") => (&[View::Unsigned], false, 1),
            SGe if mutant!("facts/or-equal") => (&[View::Signed], true, 1),
            UGe if mutant!("facts/or-equal") => (&[View::Unsigned], true, 1),
            SLt => (&[View::Signed], false, 1),
            SLe => (&[View::Signed], false, 0),
            SGt => (&[View::Signed], true, 1),
            SGe => (&[View::Signed], true, 0),
            ULt => (&[View::Unsigned], false, 1),
            ULe => (&[View::Unsigned], false, 0),
            UGt => (&[View::Unsigned], true, 1),
            UGe => (&[View::Unsigned], true, 0),
            Eq | Ne => (&[View::Signed, View::Unsigned], false, 0),
            Float(_) => return,
        };
        let views = match views {
            _ if !self.is_pointer(guard.left) => views,
            // Signs of addresses say nothing of distances.
            [View::Signed] => return,
            // Both readings of a distance are one.
            _ => &[View::Unsigned],
        };
        for &view in views {
            let [Some(left), Some(right)] = sides.map(|side| self.at(side, view, from)) else {
                return;
            };
            let (small, large) = if swapped {
                (right, left)
            } else {
                (left, right)
            };
            let Some(dereferenceable_bytes) = large.sub(&small) else {
                continue;
            };
            let Some(back) = dereferenceable_bytes.scale(-1) else {
                continue;
            };
            match guard.predicate {
                Eq => facts.extend([dereferenceable_bytes, back]),
                // Different and not beyond means before.
                Ne => {
                    for way in [dereferenceable_bytes, back] {
                        if self.nonnegative(&way, from, facts) || mutant!("facts/differs-one-way") {
                            facts.extend(way.add_constant(-1));
                        }
                    }
                }
                SLt | SLe | SGt | SGe | ULt | ULe | UGt | UGe => {
                    facts.extend(dereferenceable_bytes.add_constant(-distance));
                }
                Float(_) => {}
            }
        }
        facts.retain(|fact| fact.as_constant().is_none());
        for fact in facts.iter_mut() {
            *fact = std::mem::take(fact).reduced();
        }
        for side in sides {
            self.join_views(side, from, facts);
        }
    }

    /// Where a value is known not to be negative, both of its readings are equal.
    fn join_views(&self, value: ValueId, block: BlockId, facts: &mut Vec<Expr>) {
        let (Some(forms), Some(bits)) = (self.forms(value), self.bits(value)) else {
            return;
        };
        let [signed, unsigned] = &forms.exact;
        let largest = limits(bits, View::Signed).1;
        if signed == unsigned || signed.as_constant().is_some() {
            return;
        }
        let equal = self.nonnegative(signed, block, facts)
            || unsigned
                .scale(-1)
                .and_then(|e| e.add_constant(largest))
                .is_some_and(|dereferenceable_bytes| {
                    self.nonnegative(&dereferenceable_bytes, block, facts)
                });
        if (equal || mutant!("facts/one-sign"))
            && let Some(distance) = signed.sub(unsigned)
        {
            facts.extend(distance.scale(-1));
            facts.push(distance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::atoms::Symbol;
    use super::super::regions::Regions;
    use super::*;
    use crate::FunctionAnalyses;
    use crate::builder::Builder;
    use crate::differential::read;
    use sanecc_ir::{ElementOp, Id, Op};

    const BITS: u32 = 4;

    /// All operands of all arithmetic that says whether it wrapped: where it did not, what is claimed behind the branch is so, and the
    /// result is claimed to be what it is in the integers.
    #[test]
    fn arithmetic_that_did_not_wrap_is_that_of_integers() {
        for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
            for signed in [false, true] {
                let mut builder = Builder::new(3);
                builder.edge(0, 1);
                builder.edge(0, 2);
                let sides = [(); 2].map(|()| builder.integer(BITS));
                let number =
                    builder.compute(0, Op::Element(ElementOp::Unknown, sides.to_vec()), BITS);
                let bit = builder.compute(0, Op::Element(ElementOp::Unknown, sides.to_vec()), 1);
                let wrapped = Computed::Wrapped(op, sides);
                builder.function.computed.insert(number, wrapped);
                let overflow = Computed::Overflow { op, signed, sides };
                builder.function.computed.insert(bit, overflow);
                builder.push(0, Op::Branch(vec![bit]));
                let analyses = FunctionAnalyses::of(&builder.function);
                let regions = Regions::default();
                let ranges = Ranges::of(&analyses, regions, [number, bit]).unwrap();
                let [wrapped, exact] = [1, 2].map(|n| builder.block(n));
                assert!(ranges.scopes[wrapped.index()].is_empty());
                assert_eq!(ranges.scopes[exact.index()].len(), 2);
                let view = if signed { View::Signed } else { View::Unsigned };
                let result = ranges.at(number, view, exact).unwrap();
                for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
                    let [left, right] = [a, b].map(|n| read(n, BITS, view));
                    let integer = match op {
                        BinaryOp::Add => left + right,
                        BinaryOp::Sub => left - right,
                        _ => left * right,
                    };
                    let (low, high) = limits(BITS, view);
                    if !(low..=high).contains(&integer) {
                        continue;
                    }
                    let value = |symbol: Symbol| {
                        assert!(sides.contains(&symbol.value), "{op:?} is no expression");
                        let bits = if symbol.value == sides[0] { a } else { b };
                        read(bits, BITS, symbol.view)
                    };
                    assert_eq!(ranges.atoms.evaluate(&result, &value), Some(integer));
                    for fact in &ranges.scopes[exact.index()] {
                        assert!(ranges.atoms.evaluate(fact, &value).unwrap() >= 0);
                    }
                }
            }
        }
    }
}
