//! Runs of bytes behind parameters and arguments.

use sanecc_ir::{AccessId, Function, Type, ValueDef, ValueId, mutant};
use std::ops::Range;

/// Runs of bytes behind parameters, by number; disjoint, in order, none touches the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bytes(pub(super) Vec<(u32, Range<i64>)>);

impl Bytes {
    pub(super) fn of(mut all: Vec<(u32, Range<i64>)>) -> Self {
        all.sort_unstable_by_key(|(number, run)| (*number, run.start, run.end));
        let mut joined: Vec<(u32, Range<i64>)> = Vec::new();
        for (number, run) in all {
            match joined.last_mut() {
                Some((n, last)) if *n == number && run.start <= last.end => {
                    last.end = last.end.max(run.end);
                }
                _ => joined.push((number, run)),
            }
        }
        Self(joined)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        let mut both = Vec::new();
        for (number, run) in &self.0 {
            for (_, with) in other.0.iter().filter(|(n, _)| n == number) {
                let common = run.start.max(with.start)..run.end.min(with.end);
                if !common.is_empty() {
                    both.push((*number, common));
                }
            }
        }
        Self::of(both)
    }
}

/// These bytes, where parameters have these values.
pub(super) fn behind(
    values: &[ValueId],
    bytes: &[(u32, Range<i64>)],
) -> Vec<(ValueId, Range<i64>)> {
    let all = bytes.iter();
    let all = all.filter_map(|(number, run)| Some((*values.get(*number as usize)?, run.clone())));
    all.collect()
}

/// The parameter that these bytes behind a pointer lie behind, at a constant distance; no copy that belongs to the function itself.
pub(super) fn of_parameter(
    function: &Function,
    pointer: ValueId,
    bytes: &Range<i64>,
) -> Option<(u32, Range<i64>)> {
    let place = function.resolve(pointer);
    let ValueDef::Param(number) = function.values[place.base].def else {
        return None;
    };
    let copied = function.params.get(number as usize)?.by_value.is_some();
    let from = place.offset.checked_add(bytes.start)?;
    let to = place.offset.checked_add(bytes.end)?;
    let plain = matches!(function.values[place.base].ty, Type::Pointer(0));
    (plain
        && (!copied || mutant!("interprocedural/copied"))
        && (place.terms.is_empty() || mutant!("interprocedural/same-index")))
    .then_some((number, from..to))
}

/// The same of an access.
pub(super) fn parameter_behind(function: &Function, access: AccessId) -> Option<(u32, Range<i64>)> {
    let it = &function.accesses[access];
    let sanecc_ir::Extent::Bytes(bytes) = it.extent else {
        return None;
    };
    of_parameter(function, it.pointer, &(0..i64::try_from(bytes).ok()?))
}
