//! Which functions can nothing enter but the calls of them in this module?
//!
//! Claims: each execution of a function of [`entered_by_calls_alone`] begins with one of the module's calls by its name: no other module can name
//! it, and its address is taken nowhere, so neither can the loader, another thread or a library begin with it.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use sanecc_ir::{FuncId, Id, Module, Symbol, ValueDef, mutant};

/// The functions that only calls by their name, in this module, can enter.
pub fn entered_by_calls_alone(module: &Module) -> FixedBitSet {
    // Lists for the linker, such as that of constructors, expose their functions.
    let mut taken: FxHashSet<FuncId> = module.exposed.functions.clone();
    for (_, function) in module.functions.iter() {
        for (_, value) in function.values.iter() {
            if let ValueDef::Function(id) = value.def
                && !mutant!("closed-world/taken-in-code")
            {
                taken.insert(id);
            }
        }
    }
    for address in module.initial_addresses.iter().flatten() {
        if let Symbol::Function(id) = address.symbol
            && !mutant!("closed-world/taken-in-data")
        {
            taken.insert(id);
        }
    }
    let mut entered = FixedBitSet::with_capacity(module.functions.len());
    for (id, function) in module.functions.iter() {
        assert!(!function.local || !function.replaceable);
        let alone = function.defined && (function.local || mutant!("closed-world/local"));
        entered.set(id.index(), alone && !taken.contains(&id));
    }
    entered
}
