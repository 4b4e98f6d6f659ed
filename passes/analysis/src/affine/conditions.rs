//! Merges several conditions into fewer equivalent ones.
//!
//! Two sums that differ by a constant: if one lies in its range, and the range is not near the ends of the 64-bit numbers, the other does not wrap,
//! so a part of the first range bounds it. A quotient of a nonnegative number is bounded by a bound of the dividend.

use super::sum::{Atom, Condition, Sum};
use sanecc_ir::mutant;
use std::collections::BTreeSet;

/// Conditions whose conjunction is the same, and fewer of them where sums can be merged.
pub fn simplified(conditions: &BTreeSet<Condition>) -> BTreeSet<Condition> {
    let mut joined: Vec<Condition> = Vec::new();
    for one in conditions {
        let one = undivided(one, conditions).unwrap_or_else(|| one.clone());
        let into = joined.iter_mut().find_map(|other| {
            let both = both(other, &one)?;
            Some((other, both))
        });
        match into {
            Some((other, both)) => *other = both,
            None => joined.push(one),
        }
    }
    joined.into_iter().collect()
}

/// A condition of a quotient as one of what is divided, where another one says that that is not negative.
fn undivided(one: &Condition, all: &BTreeSet<Condition>) -> Option<Condition> {
    let mut terms = one.sum.terms.iter();
    let (Some((Atom::Quotient { sum, by }, 1)), None) = (terms.next(), terms.next()) else {
        return None;
    };
    let is_known = all.iter().any(|c| c.sum == *sum && c.least >= 0);
    let by = by.as_constant().filter(|by| *by > 0)?;
    let by = i128::from(by);
    let bound = |n: i64| i128::from(n) - i128::from(one.sum.constant);
    let least = (bound(one.least) * by).max(0);
    let most = bound(one.most) * by + by - 1;
    let most = most.min(i128::from(i64::MAX));
    ((is_known || mutant!("affine/quotient-of-negative")) && least <= most).then_some(Condition {
        sum: sum.clone(),
        least: i64::try_from(least).ok()?,
        most: i64::try_from(most).ok()?,
    })
}

/// One condition that says what two say.
fn both(a: &Condition, b: &Condition) -> Option<Condition> {
    if a.sum.terms != b.sum.terms {
        return None;
    }
    let further = b.sum.constant.checked_sub(a.sum.constant)?;
    // While `a` holds, its sum and this are the other sum, not only modulo `2^64`.
    a.least.checked_add(further)?;
    a.most.checked_add(further)?;
    let bound = |n: i64| i128::from(n) - i128::from(further);
    let least = bound(b.least).max(a.least.into());
    let most = bound(b.most).min(a.most.into());
    (least <= most).then_some(Condition {
        sum: Sum::clone(&a.sum),
        least: i64::try_from(least).ok()?,
        most: i64::try_from(most).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::SUM_BITS;
    use super::*;
    use proptest::prelude::*;
    use sanecc_ir::{Id, ValueId};

    fn value(index: usize) -> Sum {
        Sum::of(Atom::Value {
            value: ValueId::from_index(index),
            bits: SUM_BITS,
            signed: true,
        })
    }

    fn condition(sum: Sum, least: i64, most: i64) -> Condition {
        Condition { sum, least, most }
    }

    #[test]
    fn neighbours_are_one() {
        let all = [
            condition(value(0).add(-1), 0, 99),
            condition(value(0), 0, 1 << 61),
            condition(value(0).add(-4), 0, 99),
        ];
        let simplified = simplified(&all.into_iter().collect());
        let joined = simplified.into_iter().next().unwrap();
        let [low, high] = [joined.least, joined.most].map(|n| n - joined.sum.constant);
        assert_eq!((low, high), (4, 100));
    }

    #[test]
    fn a_quotient_is_bounded_by_what_is_divided() {
        let divided = value(0).add(3);
        let quotient = Sum::of(Atom::Quotient {
            sum: divided.clone(),
            by: Sum::constant(3),
        });
        let iterations = condition(quotient.add(-1), 0, 1 << 36);
        let alone = BTreeSet::from([iterations.clone()]);
        assert_eq!(simplified(&alone), alone, "it could be negative");
        let both = BTreeSet::from([iterations, condition(divided.clone(), 0, 1 << 36)]);
        let wanted = condition(divided, 3, 1 << 36);
        assert_eq!(simplified(&both), BTreeSet::from([wanted]));
    }

    fn sums() -> impl Strategy<Value = Sum> {
        let constants = prop_oneof![-9i64..9, Just(i64::MAX), Just(i64::MIN), Just(1 << 62)];
        let shape = (0usize..2, prop::sample::select(vec![1i64, 2, -1]), 0i64..4);
        (shape, constants, -9i64..9).prop_map(|((v, factor, by), more, inside)| {
            let sum = value(v).times(factor).add(inside);
            match by {
                0 | 1 => sum.add(more),
                by => {
                    let by = Sum::constant(by);
                    Sum::of(Atom::Quotient { sum, by }).add(more)
                }
            }
        })
    }

    proptest! {
        #[test]
        fn they_hold_together_when_all_did(
            made in prop::collection::vec((sums(), -20i64..20, 0i64..40), 1..7),
            ends in prop::collection::vec(any::<bool>(), 7),
            values in prop::collection::vec(
                prop_oneof![any::<u64>(), 0u64..30, Just(u64::MAX), Just(1 << 63), Just((1 << 63) - 1)], 40),
        ) {
            let mut all = BTreeSet::new();
            for ((sum, least, more), far) in made.into_iter().zip(ends) {
                if let Some((Atom::Quotient { sum, .. }, _)) = sum.terms.iter().next() {
                    all.insert(condition(sum.clone(), i64::from(!far), 1 << 40));
                }
                let most = if far { i64::MAX } else { least + more };
                all.insert(condition(sum, least, most));
            }
            let fewer = simplified(&all);
            prop_assert!(fewer.len() <= all.len());
            for pair in values.windows(2) {
                let read = |v: ValueId| pair[v.index()];
                prop_assert_eq!(
                    all.iter().all(|c| c.holds(&read)),
                    fewer.iter().all(|c| c.holds(&read)),
                    "{:?} {:?}", all, fewer
                );
            }
        }
    }
}
