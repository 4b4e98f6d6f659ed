//! The stack objects of a function: which get redzones, where the frame is set up, and which leave the real stack.

use super::budget::Budget;
use super::{
    Audit, FunctionContext, FunctionPlan, PlanOptions, Switch, UseAfterReturn, returns_twice,
};
use rustc_hash::FxHashSet;
use sanecc_analysis::marks_a_place;
use sanecc_ir::{Callee, Function, Op, ValueDef, ValueId, mutant};
use sanecc_prove::Elide;

/// Completes the plan of a function whose accesses are decided.
pub(super) fn plan(
    context: &FunctionContext<'_>,
    options: &PlanOptions,
    budget: &mut Budget,
    plan: &mut FunctionPlan,
) {
    let function = context.function;
    plan.scopes = returns_twice::can_follow(function) && !options.ignore_scopes;
    protect(context, options, plan);
    plan.shrink_wrap = !plan.frame.is_empty()
        && !function.calls_setjmp
        && keeps_stack_pointer(function)
        && options.audit == Audit::No
        && budget.allows(Switch::ShrinkWrap);
    plan.use_after_return = match may_move(function) {
        true => options.use_after_return,
        false => UseAfterReturn::Never,
    };
    if plan.use_after_return != UseAfterReturn::Never {
        plan.escaping = escaping(context, plan);
    }
}

/// Chooses the stack objects that need redzones: those that others may reach, or whose shadow is checked. An audit checks the shadow of all of them.
fn protect(context: &FunctionContext<'_>, options: &PlanOptions, plan: &mut FunctionPlan) {
    let function = context.function;
    let all = options.elide == Elide::None || options.audit != Audit::No;
    let accesses = function.accesses.iter().zip(&plan.decisions);
    let checked = accesses.filter(|(_, decision)| decision.checks_shadow());
    let checked = checked.map(|((_, access), _)| function.resolve(access.pointer).base);
    let checked: FxHashSet<ValueId> = checked.collect();
    for (id, value) in function.values.iter() {
        let needed =
            all || checked.contains(&id) || context.analyses.captured().state(id).is_captured();
        let objects = match &value.def {
            ValueDef::Instruction(Op::Alloca { bytes: Some(0), .. }) => continue,
            ValueDef::Instruction(Op::Alloca { fixed: true, .. }) => &mut plan.frame,
            ValueDef::Instruction(Op::Alloca { fixed: false, .. }) => &mut plan.dynamic,
            ValueDef::Param(number) => match function.params.get(*number as usize) {
                Some(parameter) if parameter.by_value.is_some_and(|(size, _)| size > 0) => {
                    &mut plan.parameters
                }
                Some(_) | None => continue,
            },
            ValueDef::Instruction(_)
            | ValueDef::Integer(_)
            | ValueDef::Null
            | ValueDef::Global(_)
            | ValueDef::Function(_)
            | ValueDef::ConstantAddress(_)
            | ValueDef::Undefined
            | ValueDef::Poison
            | ValueDef::Constant(_) => continue,
        };
        if needed {
            objects.push(id);
        }
    }
}

/// Objects of the frame whose address may outlive the call.
fn escaping(context: &FunctionContext<'_>, plan: &FunctionPlan) -> FxHashSet<ValueId> {
    let FunctionContext {
        analyses, whole, ..
    } = *context;
    let objects = plan.frame.iter().chain(&plan.parameters).copied();
    objects
        .filter(|&object| analyses.captured().state(object).outlives_frame())
        .filter(|&object| !marks_a_place(whole.module, analyses, object))
        .collect()
}

/// Whether objects may leave the real stack. A function that returns twice would release its frame twice; and assembly may rely on stack addresses.
fn may_move(function: &Function) -> bool {
    let mut blocks = function.blocks.iter();
    let assembly = |instruction: &ValueId| {
        let op = function.op(*instruction);
        matches!(
            op,
            Some(Op::Call {
                callee: Callee::Assembly(_),
                ..
            })
        )
    };
    !function.calls_setjmp && !blocks.any(|(_, block)| block.instructions.iter().any(assembly))
}

/// Whether the stack pointer is the same at all calls of a function. A slot of the fake stack records it; a slot that is taken below an array of variable length would
/// look like one of a function that is called after the array is gone.
fn keeps_stack_pointer(function: &Function) -> bool {
    let is_dynamic =
        |def: &ValueDef| matches!(def, ValueDef::Instruction(Op::Alloca { fixed: false, .. }));
    let mut values = function.values.iter();
    values.all(|(_, value)| !is_dynamic(&value.def)) || mutant!("shrink-wrap/fixed-stack-pointer")
}
