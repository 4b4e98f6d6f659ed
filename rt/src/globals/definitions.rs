//! Two definitions of one global, of which the program uses but one (`odr-violation`).
//!
//! The loader gives all modules that define a name the address of the first definition. So a record with that address,
//! that name and the mark that it is the only one is enough to know of the other; nothing has to be exported for it.
//! Definitions that the linker merges (common, weak, inline) do not count, nor do those whose names only their own
//! module sees: each of these has an address of its own.

use super::REGISTRY;
use crate::report::{self, Finding};
use crate::stack::Caller;
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

/// Reports what of a module's globals another module has defined. Not while the registry is held: reports look into it.
#[cold]
pub fn compare(globals: &'static [Global], caller: Caller) {
    let any_size = LEVEL.load(Ordering::Relaxed) >= 2;
    for global in globals {
        let other = REGISTRY.hold().other_definition(global);
        if let Some((other, module)) = other
            && (any_size || other.size != global.size)
        {
            let finding = Finding::TwoDefinitions {
                new: global,
                old: other,
                old_trace: module.trace,
            };
            report::from_caller(finding, caller);
        }
    }
}
