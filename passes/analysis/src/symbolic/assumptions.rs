//! Proofs that take for granted that some operations do not wrap (GreenArrays (2014), section 4.2, by demand).
//!
//! GreenArrays guards every operation of the slice T_b and lets the program stop where one wraps, though unsigned arithmetic may. Here
//! a proof may name operations that it needs to be what they are in the integers, and only those are guarded, at run time, by whoever uses the proof.
//!
//! Claims: what [`Ranges::assuming`] says holds in every execution up to the first time that one of the assumed operations wraps: all
//! guesses are proved by induction over the steps until then. The flags (nsw, nuw) of the assumed operations are dropped,
//! see [`Ranges::dropped_flags`], so that an operation that wraps is no poison and the guard can say so.

use super::atoms::{Atom, Symbol, View};
use super::ranges::Ranges;
use super::relevance::relevant;
use sanecc_ir::{BinaryOp, CastOp, Id, Op, ValueId};

/// The assumption that an operation does not wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoWrap {
    /// The addition, subtraction, multiplication, shift to the left by a constant, or truncation.
    pub operation: ValueId,
    /// With signs or without.
    pub view: View,
}

impl Ranges<'_> {
    /// The operations that `roots` depend on and that may wrap, as far as is known, with the reading in which the program seems to mean them not to.
    pub fn may_wrap(&self, roots: impl IntoIterator<Item = ValueId>) -> Vec<NoWrap> {
        let relevant = relevant(self.analyses, &self.regions, roots);
        let values = relevant.ones().map(ValueId::from_index);
        let operations = values.filter_map(|operation| {
            let view = self.meant(operation)?;
            let forms = self.forms(operation)?;
            // Where one reading is known, the other one is rarely meant.
            let unknown = [View::Signed, View::Unsigned].into_iter().all(|view| {
                let symbol = Symbol {
                    value: operation,
                    view,
                };
                let exact = forms.exact[view as usize].as_atom();
                exact.is_some_and(|atom| *self.atoms.get(atom) == Atom::Symbol(symbol))
            });
            (forms.wild || unknown).then_some(NoWrap { operation, view })
        });
        operations.collect()
    }

    /// How the program reads the result of an operation that may be assumed not to wrap: by its flags, otherwise by what uses it.
    fn meant(&self, operation: ValueId) -> Option<View> {
        let function = self.function;
        let (right, cut) = match function.op(operation)? {
            Op::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _, right) => {
                (function.integer(*right), false)
            }
            Op::Binary(BinaryOp::Shl, _, right) => {
                let bits = i64::from(self.bits(operation)?);
                let by = function.integer(*right)?;
                if !(0..bits - 1).contains(&by) {
                    return None;
                }
                (None, false)
            }
            Op::Cast(CastOp::Trunc, whole) => {
                self.bits(*whole)?;
                (None, true)
            }
            _ => return None,
        };
        let poison_flags = function.poison_flags.get(&operation).copied();
        let poison_flags = poison_flags.unwrap_or_default();
        let view = if poison_flags.no_signed_wrap {
            View::Signed
        } else if poison_flags.no_unsigned_wrap || !self.is_read_with_sign(operation) {
            View::Unsigned
        } else {
            View::Signed
        };
        // Steps backwards are additions of negative numbers, which without signs always wrap.
        let backwards = !cut && right.is_some_and(|n| n < 0);
        (view == View::Signed || !backwards).then_some(view)
    }

    fn is_read_with_sign(&self, value: ValueId) -> bool {
        use sanecc_ir::Predicate::{SGe, SGt, SLe, SLt};
        self.users(value)
            .iter()
            .any(|&user| match self.function.op(user) {
                Some(Op::Cast(CastOp::SExt, _))
                | Some(Op::Compare(SLt | SLe | SGt | SGe, ..))
                | Some(Op::Address(_)) => true,
                Some(Op::Binary(..)) => {
                    let poison_flags = self.function.poison_flags.get(&user);
                    poison_flags.is_some_and(|poison_flags| poison_flags.no_signed_wrap)
                }
                Some(_) | None => false,
            })
    }

    /// Whether it is taken for granted that the value, an operation's result, is in this view what it is in the integers.
    pub(super) fn is_assumed(&self, value: ValueId, view: View) -> bool {
        self.assumed.get(&value) == Some(&view)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ranges::PoisonFlags;
    use super::super::regions::Regions;
    use super::*;
    use crate::FunctionAnalyses;
    use crate::differential::{self, Claims, Run, read};
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;
    use sanecc_ir::{BlockId, Type};

    /// Holds what is claimed until one of the assumed operations wraps.
    struct UntilWrapped<'a, 'f> {
        ranges: &'a mut Ranges<'f>,
        wrapped: bool,
    }

    /// What a guard says.
    fn wraps(run: &Run<'_>, NoWrap { operation, view }: NoWrap) -> bool {
        let number = |value: ValueId| {
            let bits = run.get(value).expect("operands of a guard are no poison");
            read(bits, run.bits(value), view)
        };
        let (low, high) = super::super::forms::limits(run.bits(operation), view);
        let whole = match *run.function.op(operation).unwrap() {
            Op::Binary(BinaryOp::Add, a, b) => number(a) + number(b),
            Op::Binary(BinaryOp::Sub, a, b) => number(a) - number(b),
            Op::Binary(BinaryOp::Mul, a, b) => number(a) * number(b),
            Op::Binary(BinaryOp::Shl, a, b) => number(a) << number(b),
            Op::Cast(CastOp::Trunc, a) => number(a),
            _ => panic!("no guard for this"),
        };
        !(low..=high).contains(&whole)
    }

    impl Claims for UntilWrapped<'_, '_> {
        fn hold_in(&mut self, run: &Run<'_>, block: BlockId) {
            if !self.wrapped {
                self.ranges.hold_in(run, block);
            }
        }

        fn hold_of(&mut self, run: &Run<'_>, value: ValueId) {
            let view = self.ranges.assumed.get(&value).copied();
            let trusted = self.ranges.forms(value).is_some_and(|forms| !forms.wild);
            if self.wrapped {
                return;
            }
            if let Some(view) = view
                && trusted
            {
                let operation = value;
                self.wrapped = wraps(run, NoWrap { operation, view });
            }
            if !self.wrapped {
                self.ranges.hold_of(run, value);
            }
        }
    }

    fn check(choices: &[u16], blocks: usize, inputs: &[u64], some: u64) {
        let function = differential::function(choices, blocks);
        let analyses = FunctionAnalyses::of(&function);
        let integers = || {
            let all = function.values.ids();
            all.filter(|v| matches!(function.values[*v].ty, Type::Int(_)))
        };
        for poison_flags in [PoisonFlags::Kept, PoisonFlags::Dropped] {
            let Some(ranges) =
                Ranges::with(&analyses, Regions::default(), poison_flags, integers())
            else {
                continue;
            };
            let all = ranges.may_wrap(integers());
            let chosen = all
                .iter()
                .enumerate()
                .filter(|(i, _)| some >> (i % 64) & 1 == 1);
            let assumed: FxHashMap<ValueId, View> =
                chosen.map(|(_, one)| (one.operation, one.view)).collect();
            let again = Ranges::assuming(
                &analyses,
                Regions::default(),
                poison_flags,
                assumed,
                integers(),
            );
            let mut ranges = again.unwrap();
            let mut edited = function.clone();
            for value in ranges.dropped_flags(integers()) {
                edited.poison_flags.remove(&value);
            }
            for inputs in inputs.chunks(6) {
                let mut claims = UntilWrapped {
                    ranges: &mut ranges,
                    wrapped: false,
                };
                differential::run(&edited, inputs, &mut claims);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn every_claim_holds_until_a_guard_says_otherwise(
            choices in prop::collection::vec(any::<u16>(), 10..160),
            blocks in 1..7usize,
            inputs in prop::collection::vec(any::<u64>(), 24),
            some in any::<u64>(),
        ) {
            check(&choices, blocks, &inputs, some);
        }
    }
}
