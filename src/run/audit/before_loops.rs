//! Whether a check before a loop passes, as the compiled program would compute it from shadow and bounds: here from the objects themselves.

use super::values::Values;
use sanecc_analysis::affine::Sum;
use sanecc_instrument::{BoundedAccess, CachedBound, LoopCheck};
use sanecc_machine::Machine;
use sanecc_machine::concrete::Pointer;
use sanecc_machine::fault::Access;

/// What was computed before a loop.
pub enum Passed {
    /// Whether the ranges of a check are addressable.
    Range(bool),
    /// For each bound how many elements fit.
    Bounds(Vec<u64>),
}

impl Passed {
    /// Whether it is a range check that passed.
    pub fn is_range(&self) -> bool {
        matches!(self, Passed::Range(true))
    }

    /// Whether the index of an access is below its bound.
    pub fn is_below(&self, one: &BoundedAccess, values: &Values<'_>) -> bool {
        let Passed::Bounds(bounds) = self else {
            return false;
        };
        let number = values.index(one.index);
        let number = number.map(|number| number.wrapping_add_signed(one.offset));
        let bound = bounds.get(one.bound).copied();
        number
            .zip(bound)
            .is_some_and(|(number, bound)| number < bound)
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
    let limit = values.pointer(bound.base).map_or(0, |base| {
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
    Passed::Bounds(counts.collect())
}
