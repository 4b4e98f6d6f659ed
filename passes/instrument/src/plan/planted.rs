//! Wrong removals on purpose, so that a test sees what an audit does with them. They exist under an audit alone, where each check
//! stays as an assertion; so no program loses one.

use super::FunctionContext;
use super::budget::Rule;
use super::decision::Decision;
use super::proof::{Proof, Region, SpatialProof};
use super::temporal::TemporalProof;
use super::words;
use sanecc_analysis::object_of;

/// Claims of every access that is checked that it needs no check.
pub(super) fn remove_all(context: &FunctionContext<'_>, decisions: &mut [Decision]) {
    let function = context.function;
    for ((_, access), decision) in function.accesses.iter().zip(decisions) {
        if access.by_library || matches!(decision, Decision::Removed(_)) {
            continue;
        }
        let base = function.resolve(access.pointer).base;
        let bytes = words::bytes(access.extent).unwrap_or(0);
        *decision = Decision::Removed(Proof {
            spatial: SpatialProof {
                rule: Rule::InBounds,
                object: object_of(context.module, function, base),
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
