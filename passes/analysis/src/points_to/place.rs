//! Places in objects, as far as they are known: one distance from the start, or all that a step leads to.
//!
//! Claims: two ranges that can have a byte in common [`overlap`](Range::overlaps). Steps lead both ways, and the size of the object
//! does not matter: more places than there are.

use sanecc_ir::mutant;

/// A distance from an object's start, or all of a walk in equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// Bytes from the start; less than the step, if there is one.
    offset: i64,
    /// Bytes of a step; 0 for a single place.
    step: u64,
}

impl Place {
    /// The object's start.
    pub(super) const START: Place = Place { offset: 0, step: 0 };
    /// Anywhere in the object.
    pub(super) const ANY: Place = Place { offset: 0, step: 1 };

    /// The place so many bytes behind the start.
    pub(super) fn at(offset: i64) -> Self {
        Self { offset, step: 0 }
    }

    /// This place moved by `offset` and any number of steps.
    pub(super) fn moved(self, offset: i64, step: u64) -> Self {
        let step = gcd(self.step, step);
        let offset = self.offset.wrapping_add(offset);
        Self {
            offset: normal(offset, step),
            step,
        }
    }

    /// Where a byte here is in a copy that brings `from` to `to`.
    pub(super) fn copied(self, from: Place, to: Place) -> Self {
        let distance = to.offset.wrapping_sub(from.offset);
        self.moved(distance, gcd(from.step, to.step))
    }

    /// Bytes of a step; 0 for a single place.
    pub(super) fn step(self) -> u64 {
        self.step
    }

    /// The distance from the start, if it is a single one.
    pub(super) fn offset(self) -> Option<i64> {
        (self.step == 0).then_some(self.offset)
    }
}

/// Bytes from a place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Range {
    /// Where it begins.
    pub(super) place: Place,
    /// How many bytes; `u64::MAX` where nobody knows.
    pub(super) bytes: u64,
}

impl Range {
    /// The whole object.
    pub(super) const ALL: Range = Range {
        place: Place::ANY,
        bytes: u64::MAX,
    };

    /// Whether both can have a byte in common.
    pub(super) fn overlaps(self, other: Range) -> bool {
        let distance = i128::from(self.place.offset) - i128::from(other.place.offset);
        let (mine, others) = (i128::from(self.bytes), i128::from(other.bytes));
        match gcd(self.place.step, other.place.step) {
            _ if mutant!("points-to/overlap") => distance == 0,
            0 => -mine < distance && distance < others,
            step => {
                let ahead = distance.rem_euclid(i128::from(step));
                ahead < others || i128::from(step) - ahead < mine
            }
        }
    }
}

fn normal(offset: i64, step: u64) -> i64 {
    match i128::from(step) {
        0 => offset,
        // Less than the step, and not more than the offset was.
        step => i64::try_from(i128::from(offset).rem_euclid(step)).unwrap_or(offset),
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes(offset: i64, step: u64, bytes: u64) -> impl Fn(i64) -> bool {
        move |at| {
            (-60..=60).any(|n| {
                let start = offset + n * step as i64;
                start <= at && at < start + bytes as i64
            })
        }
    }

    proptest! {
        /// What has a byte in common overlaps, and only that.
        #[test]
        fn overlapping_is_having_a_byte_in_common(
            a in (-20..20i64, 0..6u64, 1..5u64),
            b in (-20..20i64, 0..6u64, 1..5u64),
        ) {
            let range = |(offset, step, bytes): (i64, u64, u64)| Range {
                place: Place::START.moved(offset, step),
                bytes,
            };
            let (in_a, in_b) = (bytes(a.0, a.1, a.2), bytes(b.0, b.1, b.2));
            let common = (-300..300).any(|at| in_a(at) && in_b(at));
            prop_assert_eq!(range(a).overlaps(range(b)), common);
            prop_assert_eq!(range(b).overlaps(range(a)), common);
            prop_assert!(range(a).overlaps(Range::ALL) && Range::ALL.overlaps(range(a)));
        }

        /// A byte is found again where the copy has it.
        #[test]
        fn copies_keep_distances(at in -20..20i64, from in -20..20i64, to in -20..20i64, step in 0..6u64) {
            let copied = Place::at(at).copied(Place::at(from), Place::at(to).moved(0, step));
            let bytes = Range { place: copied, bytes: 1 };
            let expected = Range { place: Place::at(at - from + to), bytes: 1 };
            prop_assert!(bytes.overlaps(expected));
        }
    }
}
