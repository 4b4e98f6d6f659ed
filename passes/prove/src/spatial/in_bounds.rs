//! `in-bounds`: a constant offset in an object of constant size.

use crate::{Region, Rule, SpatialProof};
use sanecc_analysis::{Extent as ObjectExtent, Object};
use sanecc_ir::{Access, Address, Extent, mutant};

/// Whether offset, length and size are constant, so that this rule alone decides.
pub(super) fn applies(object: Object, access: &Access, place: &Address) -> bool {
    constants(object, access, place).is_some()
}

/// A proof, if the access fits.
pub(super) fn prove(object: Object, access: &Access, place: &Address) -> Option<SpatialProof> {
    let (offset, bytes, size) = constants(object, access, place)?;
    let offset = match u64::try_from(offset) {
        Err(_) if mutant!("in-bounds/begins") => 0,
        offset => offset.ok()?,
    };
    let region = Region::Constant {
        offset,
        bytes,
        size,
    };
    (offset.checked_add(bytes)? <= size || mutant!("in-bounds/ends")).then_some(SpatialProof {
        rule: Rule::InBounds,
        object: Some(object),
        region,
    })
}

/// Offset, bytes of the access and bytes of the object.
fn constants(object: Object, access: &Access, place: &Address) -> Option<(i64, u64, u64)> {
    match (object.extent(), access.extent) {
        (ObjectExtent::Bytes(size), Extent::Bytes(bytes)) if place.is_constant() => {
            Some((place.offset, bytes, size))
        }
        _ => None,
    }
}
