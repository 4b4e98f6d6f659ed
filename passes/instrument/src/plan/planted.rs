//! Wrong removals on purpose, which an audit must find. They exist under an audit alone, where each check stays as an assertion.

use super::{Decision, FunctionContext};
use sanecc_prove::{Argument, Proof, Region, Rule, SpatialProof, TemporalProof, bytes};

/// Marks every checked access as proved.
pub(super) fn remove_all(context: &FunctionContext<'_>, decisions: &mut [Decision]) {
    let function = context.function;
    for ((_, access), decision) in function.accesses.iter().zip(decisions) {
        if access.by_library || matches!(decision, Decision::Removed(_) | Decision::Untainted) {
            continue;
        }
        let base = function.resolve(access.pointer).base;
        let bytes = bytes(access.extent).unwrap_or(0);
        let spatial = SpatialProof {
            rule: Rule::InBounds,
            object: context.object_of(base),
            region: Region::Constant {
                offset: 0,
                bytes,
                size: bytes,
            },
        };
        *decision = Decision::Removed(Proof {
            argument: Argument::Valid(spatial, TemporalProof::Static),
            assumptions: Vec::new(),
        });
    }
}
