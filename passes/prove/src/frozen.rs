//! Which values from outside of a function must be frozen for its proofs to stay true?
//!
//! Proofs and comparisons of offsets hold for the function as it is. A client that inlines again afterwards may give it other inputs: an argument, a result of a callee or a value in
//! memory may then be poison, and a comparison of it be decided by a flag that does not hold.
//!
//! Claims: with the values of [`frozen`] frozen (`sanecc_ir::llvm::edit::Editor::freeze`), none of the roots, and nothing that proofs in other functions take from this one, is
//! computed from poison.

use crate::FunctionContext;
use sanecc_analysis::symbolic::needs_freeze;
use sanecc_ir::{Callee, Op, Type, ValueId, mutant};

/// The values to freeze where proofs and comparisons depend on what is computed from `roots`.
pub fn frozen(context: &FunctionContext<'_>, mut roots: Vec<ValueId>) -> Vec<ValueId> {
    roots.extend(handed_over(context));
    if roots.is_empty() || mutant!("freeze/outside") {
        return Vec::new();
    }
    let regions = context.regions();
    needs_freeze(context.whole.module, context.analyses, regions, roots)
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
