//! Whether a check before a loop passes, as the compiled program would compute it from shadow and bounds: here from the objects themselves.

use super::values::Values;
use sanecc_analysis::affine::Sum;
use sanecc_instrument::{BoundedAccess, CachedBound, LoopCheck, Place};
use sanecc_ir::ValueId;
use sanecc_machine::Machine;
use sanecc_machine::concrete::Pointer;
use sanecc_machine::fault::Access;

/// What was computed before a loop.
pub enum Passed {
    /// Whether the ranges of a check are addressable.
    Range(bool),
    /// How many elements fit behind a base.
    Bounds {
        /// Its address.
        base: u64,
        /// For each bound.
        counts: Vec<u64>,
    },
}

impl Passed {
    /// Whether it is a range check that passed.
    pub fn is_range(&self) -> bool {
        matches!(self, Passed::Range(true))
    }

    /// Whether an access by this pointer lies below its bound.
    pub fn is_below(&self, one: &BoundedAccess, pointer: ValueId, values: &Values<'_>) -> bool {
        let Passed::Bounds { base, counts } = self else {
            return false;
        };
        let number = match one.place {
            Place::Index(index, offset) => {
                let index = values.index(index);
                index.map(|index| index.wrapping_add_signed(offset))
            }
            Place::Distance => {
                let address = values.bits(pointer);
                address.map(|address| address.wrapping_sub(*base))
            }
        };
        let count = counts.get(one.bound).copied();
        number
            .zip(count)
            .is_some_and(|(number, count)| number < count)
    }
}

/// Whether all ranges of a check are in living objects.
pub fn ranges(machine: &Machine<'_>, check: &LoopCheck, values: &Values<'_>) -> Passed {
    if !values.are_defined() {
        return Passed::Range(false);
    }
    let value = |id| values.bits(id).unwrap_or(0);
    let sum = |sum: &Sum| sum.evaluate(&value);
    let mut conditions = check.conditions.iter();
    let hold = conditions.all(|condition| condition.holds(&value));
    let mut ranges = check.ranges.iter();
    let addressable = ranges.all(|range| {
        let (first, last) = (sum(&range.first), sum(&range.last));
        let base = range.bounds.map(|(_, base)| base);
        let first = first as u64;
        let bytes = (last as u64).wrapping_sub(first).wrapping_add(1);
        // Without bounds the shadow alone is asked, which does not tell objects apart.
        let object = match base.and_then(|base| values.pointer(base)) {
            Some(base) => machine.object_of(base),
            None => machine.memory.around(first),
        };
        let pointer = Pointer {
            address: first,
            object,
        };
        !object.is_none() && machine.memory.locate(pointer, bytes, Access::Read).is_ok()
    });
    Passed::Range(hold && addressable)
}

/// How many elements fit behind a base, for each bound.
pub fn bounds(machine: &Machine<'_>, bound: &CachedBound, values: &Values<'_>) -> Passed {
    let base = values.pointer(bound.base);
    let limit = base.map_or(0, |base| {
        let object = machine.object_of(base);
        match machine.memory.get(object).filter(|_| !object.is_none()) {
            Some(object) => {
                let at = base.address.wrapping_sub(object.address);
                object.size.saturating_sub(at)
            }
            None => 0,
        }
    });
    let counts = bound
        .bounds
        .iter()
        .map(|one| match limit.checked_sub(one.end) {
            Some(rest) => rest / one.scale + 1,
            None => 0,
        });
    Passed::Bounds {
        base: base.map_or(0, |base| base.address),
        counts: counts.collect(),
    }
}
