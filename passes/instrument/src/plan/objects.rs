//! The stack objects that need redzones, and those that leave the stack.

use super::{Audit, Elide, FunctionContext, FunctionPlan, PlanOptions, UseAfterReturn};
use rustc_hash::FxHashSet;
use sanecc_analysis::marks_a_place;
use sanecc_ir::{Callee, Function, Id, Op, ValueDef};

/// Whether objects may leave the real stack. Where a function returns twice, a frame would be given back twice; and
/// assembly may rely on where the stack is.
pub(super) fn may_move(function: &Function) -> bool {
    let mut operations = function
        .blocks
        .iter()
        .flat_map(|(_, block)| &block.instructions)
        .filter_map(|&instruction| function.op(instruction));
    let assembly = |op: &Op| {
        matches!(
            op,
            Op::Call {
                callee: Callee::Assembly,
                ..
            }
        )
    };
    !function.calls_setjmp && !operations.any(assembly)
}

pub(super) fn find_escaping(context: &FunctionContext<'_>, plan: &mut FunctionPlan) {
    if plan.use_after_return == UseAfterReturn::Never {
        return;
    }
    let escaping = plan
        .frame
        .iter()
        .chain(&plan.parameters)
        .copied()
        .filter(|&object| context.analyses.captured().state(object).outlives_frame())
        .filter(|&object| !marks_a_place(context.module, context.analyses, object))
        .collect();
    plan.escaping = escaping;
}

/// Chooses the stack objects that need redzones: those that others may touch, or that a shadow check asks about. An audit asks about
/// all of them.
pub(super) fn protect(
    context: &FunctionContext<'_>,
    options: &PlanOptions,
    plan: &mut FunctionPlan,
) {
    let function = context.function;
    let all = options.elide == Elide::None || options.audit != Audit::No;
    let mut asked = FxHashSet::default();
    for (id, access) in function.accesses.iter() {
        if plan.decisions[id.index()].asks_shadow() {
            asked.insert(function.resolve(access.pointer).base);
        }
    }
    for (id, value) in function.values.iter() {
        let needed =
            all || asked.contains(&id) || context.analyses.captured().state(id).is_captured();
        match &value.def {
            ValueDef::Instruction(Op::Alloca { bytes: Some(0), .. }) => {}
            ValueDef::Instruction(Op::Alloca { fixed, .. }) if needed => {
                if *fixed {
                    &mut plan.frame
                } else {
                    &mut plan.dynamic
                }
                .push(id);
            }
            ValueDef::Param(number)
                if needed
                    && function
                        .params
                        .get(*number as usize)
                        .is_some_and(|p| p.by_value.is_some_and(|(size, _)| size > 0)) =>
            {
                plan.parameters.push(id);
            }
            ValueDef::Instruction(_)
            | ValueDef::Param(_)
            | ValueDef::Integer(_)
            | ValueDef::Null
            | ValueDef::Global(_)
            | ValueDef::Function(_)
            | ValueDef::ConstantPlace(_)
            | ValueDef::Undefined
            | ValueDef::Constant => {}
        }
    }
}
