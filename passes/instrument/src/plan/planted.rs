//! Wrong removals on purpose, which an audit must find. They exist under an audit alone, where each check stays as an assertion.

use super::FunctionContext;
use super::Rule;
use super::decision::Decision;
use super::proof::{Proof, Region, SpatialProof};
use super::temporal::TemporalProof;
use super::words;

/// Marks every checked access as proved.
pub(super) fn remove_all(context: &FunctionContext<'_>, decisions: &mut [Decision]) {
    let function = context.function;
    for ((_, access), decision) in function.accesses.iter().zip(decisions) {
        if access.by_library || matches!(decision, Decision::Removed(_) | Decision::Untainted) {
            continue;
        }
        let base = function.resolve(access.pointer).base;
        let bytes = words::bytes(access.extent).unwrap_or(0);
        *decision = Decision::Removed(Proof {
            spatial: SpatialProof {
                rule: Rule::InBounds,
                object: context.object_of(base),
                region: Region::Constant {
                    offset: 0,
                    bytes,
                    size: bytes,
                },
            },
            temporal: TemporalProof::Static,
            assumptions: Vec::new(),
        });
    }
}
