//! Which accesses that are in bounds of a live object keep their shadow check because another module may have poisoned it manually?
//!
//! Accesses of objects that others may reach, wherever AddressSanitizer checks: not at constant offsets of locals and globals, nor at offsets of locals that the
//! operations alone bound. Constants cannot be poisoned. Where there is no check, its absence is an assumption of the proof.

use sanecc_analysis::Object;
use sanecc_ir::mutant;
use sanecc_prove::{AccessContext, Region, SpatialProof};

/// Whether the shadow of an access with this spatial proof is checked all the same.
pub(super) fn is_checked_for(at: &AccessContext<'_>, spatial: &SpatialProof) -> bool {
    // Only this module knows what callers pass.
    let beside = at.pointees.map_or(&[][..], |pointees| &pointees.objects);
    let mut objects = at.objects().iter().chain(beside);
    objects.any(|&object| may_be_poisoned_elsewhere(at, spatial, object))
}

fn may_be_poisoned_elsewhere(
    at: &AccessContext<'_>,
    spatial: &SpatialProof,
    object: Object,
) -> bool {
    let may_be_poisoned = match object {
        Object::Stack { .. } => is_conditional(&spatial.region),
        Object::Global { global, .. } => {
            let global = &at.context.whole.module.globals[global];
            !global.constant && (global.thread_local || spatial.region.is_symbolic())
        }
        Object::Dynamic { .. }
        | Object::Parameter { .. }
        | Object::Heap { .. }
        | Object::Argument { .. } => true,
    };
    may_be_poisoned && !at.is_private(object) && !mutant!("poison/elsewhere")
}

/// Whether the proof depends on branches that bound the offset, and not on operations alone.
fn is_conditional(region: &Region) -> bool {
    match region {
        Region::Symbolic(proof) => !proof.facts.is_empty(),
        // It does not name the facts that it used.
        Region::Simpler(_) => true,
        Region::Constant { .. } => false,
    }
}
