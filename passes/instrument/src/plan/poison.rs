//! Does an access that stays in an object that lives ask nevertheless whether another module has poisoned it by hand?
//!
//! Only accesses of objects that others may reach, and there wherever AddressSanitizer asks: not at constant offsets of locals and
//! globals, nor at those of locals that their operations alone keep within. Nobody poisons what nobody may write to. What is not asked
//! is an assumption of the proof.

use super::decide::AccessContext;
use super::proof::{Region, SpatialProof};
use super::temporal;
use sanecc_analysis::Object;
use sanecc_ir::mutant;

/// Whether the shadow of an access is asked though it stays `spatial` its object, which lives.
pub(super) fn is_looked_for(at: &AccessContext<'_>, spatial: &SpatialProof) -> bool {
    // What callers pass is known to this module alone.
    let beside = at.pointees.map_or(&[][..], |pointees| &pointees.objects);
    let mut objects = at.objects.iter().chain(beside);
    objects.any(|&object| is_asked_about(at, spatial, object))
}

fn is_asked_about(at: &AccessContext<'_>, spatial: &SpatialProof, object: Object) -> bool {
    let asked = match object {
        Object::Stack { .. } => by_a_condition(&spatial.region),
        Object::Global { global, .. } => {
            let global = &at.context.module.globals[global];
            !global.constant && (global.thread_local || is_symbolic(&spatial.region))
        }
        Object::Dynamic { .. } | Object::Parameter { .. } | Object::Heap { .. } => true,
    };
    asked && !temporal::is_private(at, object) && !mutant!("poison/elsewhere")
}

fn is_symbolic(region: &Region) -> bool {
    match region {
        Region::Symbolic(_) | Region::Simpler(_) => true,
        Region::Constant { .. } | Region::CheckedBy(_) | Region::Untainted => false,
    }
}

fn by_a_condition(region: &Region) -> bool {
    match region {
        Region::Symbolic(proof) => !proof.facts.is_empty(),
        // It does not say what it used.
        Region::Simpler(_) => true,
        Region::Constant { .. } | Region::CheckedBy(_) | Region::Untainted => false,
    }
}
