//! Which stack objects does no check reach, although callees or memory have their address?
//!
//! Redzones and the fake stack serve checks of the shadow. Where every access that may reach an object is proved, and no code outside of the module knows its
//! address, nobody ever asks the shadow of it or around it: `int x; set(&x);` needs neither, if what `set` does with its parameter is proved. Claim: what
//! [`PointsTo`] says of all accesses that keep a check of the shadow. Gives up where the points-to analysis did.

use super::budget::Budget;
use super::{Decision, FunctionPlan, Switch};
use rustc_hash::FxHashSet;
use sanecc_analysis::{Escape, ObjectId, PointsTo, Site};
use sanecc_ir::{Callee, FuncId, Function, Module, Op, ValueDef, ValueId, mutant};

/// Takes such objects out of the frames.
pub(super) fn spare(
    module: &Module,
    points_to: &PointsTo,
    budget: &mut Budget,
    plans: &mut [Option<FunctionPlan>],
) {
    let has_objects = |plan: &FunctionPlan| !plan.frame.is_empty() || !plan.parameters.is_empty();
    if !budget.enables(Switch::Unreached) || !plans.iter().flatten().any(has_objects) {
        return;
    }
    let Some(reached) = reached(module, points_to, plans) else {
        return;
    };
    for ((id, function), plan) in module.functions.iter().zip(plans) {
        let Some(plan) = plan else { continue };
        let mut needs = |object: &ValueId| {
            let spares = is_unreached(points_to, &reached, id, function, *object)
                && budget.allows(Switch::Unreached);
            !spares
        };
        plan.frame.retain(&mut needs);
        plan.parameters.retain(&mut needs);
        let left = plan.frame.iter().chain(&plan.parameters);
        let left: FxHashSet<ValueId> = left.copied().collect();
        plan.escaping.retain(|object| left.contains(object));
        plan.shrink_wrap &= !plan.frame.is_empty();
    }
}

/// The objects that checks of the shadow may reach; none if nothing is known.
fn reached(
    module: &Module,
    points_to: &PointsTo,
    plans: &[Option<FunctionPlan>],
) -> Option<FxHashSet<ObjectId>> {
    // What has escaped keeps its redzones anyway.
    let objects = |id, pointer| Some(points_to.reach(id, pointer)?.1);
    let (mut reached, mut lent) = (FxHashSet::default(), FxHashSet::default());
    for ((id, function), plan) in module.functions.iter().zip(plans) {
        let Some(plan) = plan else { continue };
        let mut asked = FxHashSet::default();
        for ((_, access), decision) in function.accesses.iter().zip(&plan.decisions) {
            if needs_shadow(decision) && asked.insert(access.pointer) {
                reached.extend(objects(id, access.pointer)?);
            }
        }
        for pointer in handed_outside(module, function) {
            if asked.insert(pointer) {
                lent.extend(objects(id, pointer)?);
            }
        }
    }
    if !mutant!("unreached/lent") {
        reached.extend(points_to.reachable(lent));
    }
    Some(reached)
}

/// What a function hands to code outside of the module. The runtime checks the memory that functions of the C library are given, also by way of other memory.
fn handed_outside<'f>(
    module: &'f Module,
    function: &'f Function,
) -> impl Iterator<Item = ValueId> + 'f {
    let operations = function
        .values
        .iter()
        .filter_map(|(_, value)| match &value.def {
            ValueDef::Instruction(op) => Some(op),
            _ => None,
        });
    operations
        .filter_map(|op| match op {
            Op::Call {
                callee: Callee::Direct(callee),
                ..
            } if module.functions[*callee].defined => None,
            Op::Call { arguments, .. } => Some(arguments),
            Op::Opaque { operands, .. } => Some(operands),
            _ => None,
        })
        .flatten()
        .copied()
}

/// Whether an access asks the shadow on some path. A guarded proof leaves the check to executions that it does not cover.
fn needs_shadow(decision: &Decision) -> bool {
    if mutant!("unreached/checked") {
        return false;
    }
    match decision {
        Decision::Removed(proof) => proof.is_guarded(),
        Decision::Untainted => false,
        Decision::Checked(_) | Decision::Hoisted(_) => true,
    }
}

fn is_unreached(
    points_to: &PointsTo,
    reached: &FxHashSet<ObjectId>,
    id: FuncId,
    function: &Function,
    object: ValueId,
) -> bool {
    let site = match function.values[object].def {
        ValueDef::Param(number) => Site::Parameter(id, number),
        _ => Site::Stack(id, object),
    };
    let Some(object) = points_to.object(site) else {
        return false;
    };
    let stays_inside = match points_to.escape(object) {
        Escape::Private
        | Escape::Merged
        | Escape::Exposed
        | Escape::EscapedFrame
        | Escape::Shared => true,
        Escape::Lent | Escape::SharedAndLent | Escape::EscapedModule => {
            mutant!("unreached/inside")
        }
    };
    stays_inside && !reached.contains(&object)
}
