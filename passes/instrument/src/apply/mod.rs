//! Applies a plan to the live module.
//!
//! Order within a function: stack objects move first (their ids then name the new place), then checks go before
//! their accesses, then calls and exits get what they need.

mod audit;
mod blocks;
mod checks;
mod count;
mod dynamic;
mod exits;
mod fake;
mod frame;
mod functions;
mod globals;
mod hoisted_loads;
mod layout;
mod library;
mod loops;
mod noreturn;
mod overflow_guards;
mod overlaps;
mod pairs;
mod returns_twice;
mod shadow;
mod shrink_wrap;
mod sites;
mod speculated;
mod strict;
mod verify;

use crate::{CheckPlan, FunctionPlan};
use blocks::keep_blocks;
use sanecc_abi::symbols;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Callee, FuncId, Function, Module, Op, mutant};

pub use functions::{bounds_checks, leave_out_frame_pointers, locate_checks, shadow_checks};
pub use hoisted_loads::may_read_before_loops;
pub use library::{Thunk, define_thunks, redirect_calls};
pub use pairs::{PairChecks, check_pairs};
pub use speculated::SpeculatedLoads;
pub use strict::{hold_objects, keep_faults, touch};
pub use verify::{Unchecked, verify};

/// Edits the module as the plan says. [`bounds_checks`] and [`shadow_checks`] must be linked in
/// afterwards.
pub fn apply(editor: &mut Editor<'_>, module: &Module, plan: &CheckPlan) {
    for (id, function) in module.functions.iter() {
        if let Some(plan_here) = plan.function(id) {
            apply_to_function(editor, module, id, function, plan_here, plan);
        }
    }
    // Also unchecked functions call checked ones, and jump out of them.
    for (id, function) in module.functions.iter() {
        forget_effects_of_calls(editor, plan, id, function);
        editor.unsettle_arguments(id);
        if plan.function(id).is_none() {
            exits::announce_jumps(editor, module, id, function);
        }
    }
    globals::pad(editor, module, plan);
    keep_blocks(editor, module);
    if plan.count {
        count::name_classes(editor);
    }
    editor.require_symbol(symbols::VERSION_SYMBOL);
}

fn apply_to_function(
    editor: &mut Editor<'_>,
    module: &Module,
    id: FuncId,
    function: &Function,
    plan: &FunctionPlan,
    whole: &CheckPlan,
) {
    for &value in &plan.dropped_flags {
        editor.withdraw_promises(id, value);
    }
    // Without accesses, too: what is said of a value holds for the function that it is passed to as well, once that is inlined.
    if !mutant!("freeze/ranges") {
        editor.withdraw_ranges(id);
    }
    for &value in &plan.frozen {
        editor.freeze(id, value);
    }
    editor.forget_effects(id);
    editor.probe_stack(id);
    let blocks = frame::protect(editor, module, id, function, plan);
    let dynamic = dynamic::protect(editor, id, function, plan);
    overlaps::insert(editor, module, id, function);
    overflow_guards::insert(editor, module, id, function, plan, whole.recover);
    let answers = loops::ask(editor, id, function, plan);
    checks::insert(editor, module, id, function, plan, whole, &answers);
    exits::guard(editor, module, id, function, &blocks, dynamic.as_ref());
    noreturn::mark(editor, id, function);
}

fn forget_effects_of_calls(
    editor: &mut Editor<'_>,
    plan: &CheckPlan,
    id: FuncId,
    function: &Function,
) {
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            if let Some(Op::Call {
                callee: Callee::Direct(callee),
                ..
            }) = function.op(instruction)
                && plan.function(*callee).is_some()
            {
                editor.forget_call_effects(id, instruction);
            }
        }
    }
}
