//! Two definitions of one global, of which the program uses but one (`odr-violation`).
//!
//! The loader gives all modules that define a name the address of the first definition. So a record with that address,
//! that name and the mark that it is the only one is enough to know of the other; nothing has to be exported for it.
//! Definitions that the linker merges (common, weak, inline) do not count, nor do those whose names only their own
//! module sees: each of these has an address of its own.

use super::REGISTRY;
use crate::stack::depot;
use core::sync::atomic::{AtomicUsize, Ordering};
use sanecc_abi::global::Global;

/// 0: nothing is reported, 1: definitions of different size, 2: all.
static LEVEL: AtomicUsize = AtomicUsize::new(2);

/// Sets which are reported (`detect_odr_violation`).
pub fn set_level(level: usize) {
    LEVEL.store(level, Ordering::Relaxed);
}

/// Whether any are.
pub fn are_compared() -> bool {
    LEVEL.load(Ordering::Relaxed) != 0
}

/// Two definitions of one global.
pub struct Conflict {
    /// The one of the module that was registered last.
    pub new: &'static Global,
    /// The one that the program uses.
    pub old: &'static Global,
    /// Where the module of that one was registered.
    pub old_trace: depot::Id,
}

/// What of a module's globals another module has defined.
pub fn conflicts(globals: &'static [Global]) -> impl Iterator<Item = Conflict> {
    let any_size = LEVEL.load(Ordering::Relaxed) >= 2;
    globals.iter().filter_map(move |new| {
        let (old, module) = REGISTRY.hold().other_definition(new)?;
        (any_size || old.size != new.size).then_some(Conflict {
            new,
            old,
            old_trace: module.trace,
        })
    })
}
