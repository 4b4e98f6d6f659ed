//! Which globals get redzones: all that an access without proof may reach, or other modules.
//!
//! Below a global lies the redzone of the one before it, in its section. The edits put globals with redzones behind those without, so the
//! first of the former would have none below it. One global of each section that could do without a redzone gets one, and comes first.

use super::{Decision, FunctionPlan};
use rustc_hash::FxHashSet;
use sanecc_analysis::is_walked_as_array;
use sanecc_ir::{Function, Global, GlobalId, Id, Linkage, Module, ValueDef};

/// Globals whose definition is here, that may be followed by a redzone and that need one, in the order in which they are to lie; `reached`
/// are those that accesses without proof may reach.
pub(super) fn to_pad(module: &Module, reached: &FxHashSet<GlobalId>) -> Vec<GlobalId> {
    let globals = module.globals.iter().filter(|(_, global)| may_pad(global));
    let (needing, without): (Vec<_>, Vec<_>) =
        globals.partition(|(id, global)| reached.contains(id) || !is_plain(global));
    let mut begun = FxHashSet::default();
    let first = without
        .into_iter()
        .filter(|(_, global)| begun.insert((global.constant, global.content)));
    first.chain(needing).map(|(id, _)| id).collect()
}

/// All globals: without proofs each is reached.
pub(super) fn all(module: &Module) -> FxHashSet<GlobalId> {
    module.globals.iter().map(|(id, _)| id).collect()
}

/// Of the globals that a checked function names, those that are reached by one of its accesses that is not proved good.
pub(super) fn reached_by<'f>(
    function: &'f Function,
    plan: &'f FunctionPlan,
) -> impl Iterator<Item = GlobalId> + 'f {
    let accesses = function.accesses.iter();
    accesses.filter_map(|(id, access)| {
        let is_proved = match &plan.decisions[id.index()] {
            Decision::Removed(proof) => !proof.is_guarded(),
            Decision::Checked(_) | Decision::Hoisted(_) => false,
        };
        match function.values[function.resolve(access.pointer).base].def {
            ValueDef::Global(global) if !is_proved => Some(global),
            _ => None,
        }
    })
}

/// Whether nobody but this module knows of the global, and it lies where all of its kind do.
fn is_plain(global: &Global) -> bool {
    global.local && global.section.is_none() && !global.dynamic && !global.grouped
}

/// What the names of records for the runtime begin with.
const OURS: &str = "sanecc.";

/// Whether clang's profiling made the global: the pass that lowers it reads its initializer.
fn is_of_profile(name: &str) -> bool {
    ["__profn_", "__profc_", "__profd_", "__covrec_", "__llvm_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

fn may_pad(global: &Global) -> bool {
    // The size of such a symbol is asked of the linker by name, which needs a plain one.
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
