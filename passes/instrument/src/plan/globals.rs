//! Which globals get redzones.

use sanecc_analysis::is_walked_as_array;
use sanecc_ir::{Global, GlobalId, Linkage, Module};

/// Globals whose definition is here and may be followed by a redzone.
pub(super) fn to_pad(module: &Module) -> Vec<GlobalId> {
    module
        .globals
        .iter()
        .filter(|(_, global)| may_pad(global))
        .map(|(id, _)| id)
        .collect()
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
