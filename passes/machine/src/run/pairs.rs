//! Do two pointers that are ordered or subtracted point into one object, as C demands?
//!
//! The rules are those of checked programs (`detect_invalid_pointer_pairs`): null is in no object and asked about only where that is wanted, and of two pointers
//! into memory that nothing is known of, nothing is said. Addresses alone say nothing: the end of one object may be the start of another.

use super::Machine;
use crate::concrete::Pointer;
use crate::fault::{Fault, Stop};
use sanecc_ir::PairKind;

impl Machine<'_> {
    /// Checks such a pair.
    pub(super) fn check_pair(&self, kind: PairKind, pair: [Pointer; 2]) -> Result<(), Stop> {
        let [a, b] = pair;
        let has_null = a.is_null() || b.is_null();
        // An address that was made of a number may be that of either end.
        let is_number = a.object.is_none() || b.object.is_none();
        let is_same = a.address == b.address && is_number;
        if is_same || has_null && !self.options.checks.null_pairs {
            return Ok(());
        }
        match self.object_of(a) == self.object_of(b) {
            true => Ok(()),
            false => Err(Fault::Pair {
                kind,
                pointers: pair,
            }
            .into()),
        }
    }
}
