//! Which globals get redzones: those that unproved accesses or other modules may reach.
//!
//! The redzone before a global is that after the previous one in its section. The edits put globals with redzones behind those without, so the
//! first of the former would have none before it. Therefore one global of each section that needs no redzone gets one, and comes first.

use super::{Audit, Decision, FunctionPlan, ModuleFacts, PlanOptions};
use rustc_hash::FxHashSet;
use sanecc_analysis::is_walked_as_array;
use sanecc_ir::{Function, Global, GlobalId, Id, Linkage, ValueDef};
use sanecc_prove::Elide;

/// The globals of this module that can have a redzone and need one, in memory order.
pub(super) fn plan(
    facts: &ModuleFacts<'_>,
    options: &PlanOptions,
    plans: &[Option<FunctionPlan>],
) -> Vec<GlobalId> {
    let module = facts.module;
    // An audit asserts all removed checks, so their globals are reached, too.
    let all = options.elide == Elide::None || options.audit != Audit::No;
    let functions = module.functions.iter().zip(plans);
    let planned = functions.filter_map(|((_, function), plan)| Some((function, plan.as_ref()?)));
    let reached: FxHashSet<GlobalId> = planned.flat_map(|(f, plan)| reached_by(f, plan)).collect();
    let needs = |(id, global): &(GlobalId, &Global)| {
        all || !is_plain(global) || facts.globals.state(*id).is_captured() || reached.contains(id)
    };
    let globals = module.globals.iter().filter(|(_, global)| may_pad(global));
    let (needing, without): (Vec<_>, Vec<_>) = globals.partition(needs);
    let mut begun = FxHashSet::default();
    let first = without
        .into_iter()
        .filter(|(_, global)| begun.insert((global.constant, global.content)));
    first.chain(needing).map(|(id, _)| id).collect()
}

/// The globals that unproved accesses of a function reach.
fn reached_by<'f>(
    function: &'f Function,
    plan: &'f FunctionPlan,
) -> impl Iterator<Item = GlobalId> + 'f {
    let accesses = function.accesses.iter();
    accesses.filter_map(|(id, access)| {
        let is_proved = match &plan.decisions[id.index()] {
            Decision::Removed(proof) => !proof.is_guarded(),
            Decision::Untainted => true,
            Decision::Checked(_) | Decision::Hoisted(_) => false,
        };
        match function.values[function.resolve(access.pointer).base].def {
            ValueDef::Global(global) if !is_proved => Some(global),
            _ => None,
        }
    })
}

/// Whether no other module knows the global, and it lies in the usual section.
fn is_plain(global: &Global) -> bool {
    global.local && global.section.is_none() && !global.dynamic && !global.grouped
}

/// Prefix of the records for the runtime.
const OURS: &str = "sanecc.";

/// Whether clang's profiling made the global: the pass that lowers it reads its initializer.
fn is_of_profile(name: &str) -> bool {
    ["__profn_", "__profc_", "__profd_", "__covrec_", "__llvm_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

fn may_pad(global: &Global) -> bool {
    // The linker is asked for the size of such a symbol by name, which must be a plain one.
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    global.linkage != Linkage::Elsewhere
        && (!global.may_be_replaced() || global.name.chars().all(plain))
        && global.size > 0
        && !global.thread_local
        && !global.foreign_space
        && !global.unchecked
        && !global.name.starts_with("llvm.")
        && !global.name.starts_with(OURS)
        && !is_of_profile(&global.name)
        && !global.section.as_deref().is_some_and(is_walked_as_array)
}
