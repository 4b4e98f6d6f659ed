//! Which values from outside of a function have to be one value each?
//!
//! Proofs, and comparisons of offsets, are about the function as it stands. LLVM may inline once more behind them: what a caller passes, or a
//! callee returns or leaves in memory, may then be poison, computed with a promise that is broken, and a comparison of it be decided by that
//! promise. Claims: with the values of [`frozen`] frozen ([`sanecc_ir::llvm::edit::Editor::freeze`]), none that a proof or a comparison of this function depends on is.

use super::{FunctionContext, FunctionPlan};
use crate::plan::decision::Decision;
use crate::plan::proof::Region;
use sanecc_analysis::affine::Sum;
use sanecc_analysis::symbolic::{Regions, needs_freeze, roots_of_access};
use sanecc_ir::{Access, Callee, Function, Id, Op, Type, ValueId, mutant};
use std::sync::Arc;

/// The values to settle.
pub(super) fn frozen(context: &FunctionContext<'_>, plan: &FunctionPlan) -> Vec<ValueId> {
    let function = context.function;
    let mut roots = roots_of(function, &plan.decisions, depends);
    for one in &plan.loops {
        let ends = one.ranges.iter().flat_map(|r| [&r.first, &r.last]);
        let conditions = one.conditions.iter().map(|condition| &condition.sum);
        let all = ends.chain(conditions).chain(&one.last_iteration);
        all.for_each(|sum: &Sum| sum.values(&mut |value| roots.push(value)));
    }
    roots.extend(handed_over(context));
    if roots.is_empty() || mutant!("freeze/outside") {
        return Vec::new();
    }
    let regions = Regions::recalling(
        context.module,
        context.analyses,
        context.parameters.clone(),
        (context.load_forwarding)(context.id),
    )
    .knowing(Arc::clone(context.results));
    needs_freeze(context.module, context.analyses, &regions, roots)
}

/// What those accesses are computed from that are decided so.
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

/// Whether something is claimed of the access's offset, or compared with it.
fn depends(decision: &Decision) -> bool {
    let symbolic = |region: &Region| matches!(region, Region::Symbolic(_) | Region::Simpler(_));
    match decision {
        Decision::Removed(proof) => symbolic(&proof.spatial.region),
        Decision::Checked(check) => {
            let within = check.spatial.as_ref();
            check.bounds.is_some() || within.is_ok_and(|within| symbolic(&within.region))
        }
        Decision::Hoisted(_) => true,
    }
}

/// What the function passes or returns of which proofs in others may know something.
fn handed_over(context: &FunctionContext<'_>) -> Vec<ValueId> {
    let function = context.function;
    // How much room there is behind an address depends on integers, too.
    let counts = |value: &ValueId| match function.values[*value].ty {
        Type::Int(_) => true,
        Type::Pointer(_) => !mutant!("freeze/addresses"),
        _ => false,
    };
    let mut all = Vec::new();
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            match function.op(instruction) {
                Some(Op::Call {
                    callee: Callee::Direct(callee),
                    arguments,
                    ..
                }) if (context.is_known_by_callers)(*callee) => all.extend(arguments),
                Some(Op::Return(Some(value))) if !context.results.of(context.id).is_empty() => {
                    all.push(*value);
                }
                _ => {}
            }
        }
    }
    all.retain(counts);
    all
}
