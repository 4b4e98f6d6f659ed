//! Applies a plan to the live module.
//!
//! Order in a function: stack objects move first (their ids then name the new place), then checks are inserted before the accesses, then the code
//! at calls and exits.

mod allocations;
mod audit;
mod bare;
mod calls;
mod checks;
mod claims;
mod count;
mod dynamic;
mod exits;
mod fake;
mod frame;
mod functions;
mod globals;
mod hoisted_loads;
mod inventory;
mod layout;
mod library;
mod loops;
mod members;
mod noreturn;
mod overflow_guards;
mod overlaps;
mod pairs;
mod provenance;
mod redundant_calls;
mod returns_twice;
mod shadow;
mod shrink_wrap;
mod sites;
mod speculated;
mod stated;
mod strict;
mod uninitialized;
mod verify;

use crate::{CheckPlan, FunctionPlan};
use allocations::{keep_allocations, keep_content};
use provenance::{Provenance, ProvenanceChecks};
use sanecc_abi::bare::version_symbol;
use sanecc_abi::symbols;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Callee, FuncId, Function, Module, Op, mutant};

pub use audit::{Removed, removed};
pub use bare::redirect_calls as redirect_calls_to_runtime;
pub use calls::{check_calls, check_variadic};
pub use claims::{ASSUME, check_claims};
pub use functions::{
    ShadowChecks, bounds_checks, leave_out_frame_pointers, locate_checks, shadow_checks,
    with_range_checks,
};
pub use hoisted_loads::may_read_before_loops;
pub use inventory::{Instrumentation, Operation, Purpose};
pub use library::{Thunk, define_thunks, redirect_calls};
pub use members::check_members;
pub use pairs::{PairChecks, check_pairs};
pub use provenance::{are_joined, hand_over, join_checks};
pub use redundant_calls::remove_redundant_calls;
pub use speculated::SpeculatedLoads;
pub use stated::check_stated_sizes;
pub use strict::{hold_objects, keep_faults, touch};
pub use uninitialized::mark_pointers;
pub use verify::{Unchecked, verify};

/// The function that is edited.
#[derive(Clone, Copy)]
struct Edited<'a> {
    module: &'a Module,
    id: FuncId,
    function: &'a Function,
}

/// Edits the module according to the plan. [`bounds_checks`] and [`shadow_checks`] must be linked in afterwards.
pub fn apply(editor: &mut Editor<'_>, module: &Module, plan: &CheckPlan) {
    let of = |(id, function)| Edited {
        module,
        id,
        function,
    };
    let provenance = plan
        .provenance
        .then(|| Provenance::of(editor, module, plan));
    for edited in module.functions.iter().map(of) {
        if let Some(plan_here) = plan.function(edited.id) {
            apply_to_function(editor, edited, (plan_here, plan), provenance.as_ref());
        }
    }
    // Also unchecked functions call checked ones, and jump out of them.
    for edited in module.functions.iter().map(of) {
        forget_effects_of_calls(editor, plan, edited);
        editor.drop_noundef_arguments(edited.id);
        if plan.function(edited.id).is_none() {
            exits::announce_jumps(editor, edited);
        }
    }
    match plan.bare {
        Some(form) => bare::pad_globals(editor, module, plan, form),
        None => globals::pad(editor, module, plan),
    }
    if let Some(provenance) = &provenance {
        provenance.finish(editor);
    }
    keep_allocations(editor, module);
    if plan.provenance {
        keep_content(editor, module);
    }
    if plan.count {
        count::name_classes(editor);
    }
    let version = plan.bare.map(|form| version_symbol(form.granule));
    editor.require_symbol(version.unwrap_or(symbols::VERSION_SYMBOL));
}

fn apply_to_function(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    (plan, whole): (&FunctionPlan, &CheckPlan),
    provenance: Option<&Provenance<'_>>,
) {
    let id = edited.id;
    for &value in &plan.dropped_flags {
        editor.drop_poison_flags(id, value);
    }
    // Also for functions without accesses: ranges of a value hold for callees, too, once they are inlined.
    if !mutant!("freeze/ranges") {
        editor.drop_range_attributes(id);
    }
    for &value in &plan.frozen {
        editor.freeze(id, value);
    }
    editor.forget_effects(id);
    returns_twice::mark(editor, edited);
    if whole.bare.is_none() {
        editor.probe_stack(id);
    }
    let frames = frame::protect(editor, edited, plan, whole.bare, whole.provenance);
    let dynamic = dynamic::protect(editor, edited, plan);
    // Stack objects have their places now.
    let provenance = provenance.map_or_else(ProvenanceChecks::default, |provenance| {
        provenance.insert(editor, edited, plan, &frames)
    });
    overlaps::insert(editor, edited);
    overflow_guards::insert(editor, edited, plan, whole);
    let loop_results = loops::insert(editor, edited, plan, &provenance);
    checks::insert(editor, edited, (plan, whole), &loop_results, &provenance);
    let exits = exits::Exits {
        frames: &frames,
        dynamic: dynamic.as_ref(),
        form: whole.bare,
        ended: &provenance.on_stack,
    };
    exits::guard(editor, edited, exits);
    if whole.bare.is_none() {
        noreturn::mark(editor, id, edited.function);
    }
}

fn forget_effects_of_calls(editor: &mut Editor<'_>, plan: &CheckPlan, edited: Edited<'_>) {
    let Edited { id, function, .. } = edited;
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
