//! What bytes are counted from.

use sanecc_ir::{AccessId, Extent, Function, Term, ValueId, mutant};
use std::ops::Range;

/// An address that bytes are counted from.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Address {
    pub(crate) base: ValueId,
    pub(crate) terms: Vec<Term>,
    /// How many bytes are accessed, where that is no constant: only the whole is the same as the whole.
    pub(super) length: Option<ValueId>,
}

/// What an access touches; none where a mask says it, or nothing is touched, or an address has no value.
pub(crate) fn address(function: &Function, access: AccessId) -> Option<(Address, Range<i64>)> {
    let access = &function.accesses[access];
    let (length, bytes) = match access.extent {
        Extent::Bytes(bytes) => (None, i64::try_from(bytes).ok()?),
        Extent::Dynamic(length) => (Some(length), 1),
        Extent::Masked { .. } => return None,
    };
    address_of(function, access.pointer, length, &(0..bytes))
}

/// The address that these bytes behind a pointer are counted from.
pub(crate) fn address_behind(
    function: &Function,
    pointer: ValueId,
    bytes: &Range<i64>,
) -> Option<(Address, Range<i64>)> {
    address_of(function, pointer, None, bytes)
}

fn address_of(
    function: &Function,
    pointer: ValueId,
    length: Option<ValueId>,
    bytes: &Range<i64>,
) -> Option<(Address, Range<i64>)> {
    let place = function.resolve(pointer);
    let mut terms = place.terms;
    // The sum is the same in any order.
    terms.sort_unstable_by_key(|term| (term.index, term.scale));
    let values = terms.iter().map(|term| term.index);
    let mut values = values.chain([place.base]).chain(length);
    // Each use of it may be another number.
    if values.any(|value| function.is_indeterminate(value)) && !mutant!("redundant/undefined")
        || bytes.is_empty()
    {
        return None;
    }
    if mutant!("redundant/same-index") {
        terms.clear();
    }
    let length = length.filter(|_| !mutant!("redundant/same-length"));
    let address = Address {
        base: place.base,
        terms,
        length,
    };
    let from = place.offset.checked_add(bytes.start)?;
    Some((address, from..place.offset.checked_add(bytes.end)?))
}
