//! Which values from outside of a function must be frozen, because a used proof or a comparison depends on what is computed from them?
//!
//! LLVM inlines again after checks are inserted. [`sanecc_prove::frozen`] says which values that concerns; here is chosen what it is asked for: addresses and lengths of accesses with
//! symbolic proofs or comparisons, and the sums of checks before loops.

use super::{Decision, FunctionContext, FunctionPlan};
use sanecc_analysis::affine::Sum;
use sanecc_analysis::symbolic::roots_of_access;
use sanecc_ir::{Access, Function, Id, ValueId};

/// The values to freeze.
pub(super) fn frozen(context: &FunctionContext<'_>, plan: &FunctionPlan) -> Vec<ValueId> {
    let function = context.function;
    let mut roots = roots_of(function, &plan.decisions, depends);
    for one in &plan.loops {
        let ends = one.ranges.iter().flat_map(|r| [&r.first, &r.last]);
        let conditions = one.conditions.iter().map(|condition| &condition.sum);
        let all = ends.chain(conditions).chain(&one.budget);
        all.for_each(|sum: &Sum| sum.values(&mut |value| roots.push(value)));
    }
    sanecc_prove::frozen(context, roots)
}

/// The operands of the addresses and lengths of the selected accesses.
pub(super) fn roots_of(
    function: &Function,
    decisions: &[Decision],
    counts: impl Fn(&Decision) -> bool,
) -> Vec<ValueId> {
    let accesses = function.accesses.iter();
    let those = accesses.filter(|(id, _)| counts(&decisions[id.index()]));
    let roots = |access: &Access| roots_of_access(access, &function.resolve(access.pointer));
    those.flat_map(|(_, access)| roots(access)).collect()
}

/// Whether a proof or a comparison depends on the offset of the access.
fn depends(decision: &Decision) -> bool {
    match decision {
        Decision::Removed(proof) => {
            let spatial = proof.spatial();
            spatial.is_some_and(|spatial| spatial.region.is_symbolic())
        }
        Decision::Checked(check) => {
            let spatial = check.spatial.as_ref();
            check.bounds.is_some() || spatial.is_ok_and(|spatial| spatial.region.is_symbolic())
        }
        Decision::Hoisted(_) => true,
        Decision::Untainted => false,
    }
}
