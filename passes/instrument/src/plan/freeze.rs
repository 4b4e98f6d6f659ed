//! Which values from outside of a function must be frozen?
//!
//! Proofs and comparisons of offsets hold for the function as it is. LLVM inlines again after checks are inserted: an argument, a result of a callee or a value in memory may
//! then be poison, and a comparison of it be decided by a flag that does not hold.
//!
//! Claims: with the values of [`frozen`] frozen ([`sanecc_ir::llvm::edit::Editor::freeze`]), no value is poison that a proof or a comparison of this function depends on.

use super::{FunctionContext, FunctionPlan};
use crate::plan::decision::Decision;
use sanecc_analysis::affine::Sum;
use sanecc_analysis::symbolic::{needs_freeze, roots_of_access};
use sanecc_ir::{Access, Callee, Function, Id, Op, Type, ValueId, mutant};

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
    roots.extend(handed_over(context));
    if roots.is_empty() || mutant!("freeze/outside") {
        return Vec::new();
    }
    let regions = context.regions();
    needs_freeze(context.whole.module, context.analyses, regions, roots)
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
        Decision::Removed(proof) => proof.spatial.region.is_symbolic(),
        Decision::Checked(check) => {
            let spatial = check.spatial.as_ref();
            check.bounds.is_some() || spatial.is_ok_and(|spatial| spatial.region.is_symbolic())
        }
        Decision::Hoisted(_) => true,
        Decision::Untainted => false,
    }
}

/// Arguments and results that proofs in other functions may depend on.
fn handed_over(context: &FunctionContext<'_>) -> Vec<ValueId> {
    let function = context.function;
    // The dereferenceable bytes behind an address depend on integers, too.
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
                }) if context.calls.is_known_by_callers(*callee) => all.extend(arguments),
                Some(Op::Return(Some(value)))
                    if !context.calls.results.of(context.id).is_empty() =>
                {
                    all.push(*value);
                }
                _ => {}
            }
        }
    }
    all.retain(counts);
    all
}
