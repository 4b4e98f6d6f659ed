//! Globals that are used before their constructor has given them a value (`initialization-order-fiasco`).
//!
//! While the constructors of a unit run, the dynamically initialised globals of all units whose constructors have not
//! begun are poisoned; if the order is to be strict, also those of the units that are done: another link order would
//! make them come later.

use super::registry::{Module, Registry};
use super::{REGISTRY, is_padded, is_replaced, poison};
use crate::platform::call_at_exit;
use crate::{provenance, shadow};
use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use sanecc_abi::global::{Global, flags};
use sanecc_abi::shadow::Poison;

const OFF: u8 = 0;
const ON: u8 = 1;
const STRICT: u8 = 2;

static WATCH: AtomicU8 = AtomicU8::new(OFF);
/// Constructors run, and uses are looked for.
static RUNNING: AtomicBool = AtomicBool::new(false);

/// Whether uses are looked for, and whether in every order (`check_initialization_order`, `strict_init_order`).
pub fn set(is_checked: bool, is_strict: bool) {
    let watch = match (is_checked, is_strict) {
        (_, true) => STRICT,
        (true, false) => ON,
        (false, false) => OFF,
    };
    WATCH.store(watch, Ordering::Relaxed);
}

/// Whether uses are looked for.
pub fn is_watched() -> bool {
    WATCH.load(Ordering::Relaxed) != OFF
}

/// The constructors of the unit begin that registered these records.
pub fn begin(first: *const Global) {
    if is_watched() {
        RUNNING.store(true, Ordering::Relaxed);
        before_exit();
        let is_strict = WATCH.load(Ordering::Relaxed) == STRICT;
        let mut registry = REGISTRY.hold();
        for module in registry.modules_mut() {
            if module.is(first) {
                module.has_begun |= !is_strict;
            } else if !module.has_begun {
                dynamic(module).for_each(poison_whole);
            }
        }
    }
}

/// They are done.
pub fn end() {
    if is_watched() {
        RUNNING.store(false, Ordering::Relaxed);
        restore(&REGISTRY.hold());
    }
}

/// A constructor may be about to call `exit`. Destructors then see globals that never get their value, rightly: before the first of
/// them, nothing is watched any more.
pub fn before_exit() {
    if RUNNING.load(Ordering::Relaxed) {
        call_at_exit(stop);
    }
}

extern "C" fn stop(_: *mut c_void) {
    let registry = REGISTRY.hold();
    if WATCH.swap(OFF, Ordering::Relaxed) != OFF {
        restore(&registry);
    }
}

/// Begins what is right in the one order in which constructors run: if every order was to be looked at, nothing more is.
pub fn stop_if_strict() {
    if WATCH.load(Ordering::Relaxed) == STRICT {
        let registry = REGISTRY.hold();
        WATCH.store(OFF, Ordering::Relaxed);
        restore(&registry);
    }
}

fn restore(registry: &Registry) {
    let waiting = registry.modules().iter().filter(|module| !module.has_begun);
    for global in waiting.flat_map(dynamic) {
        poison(global, registry.size_at(global));
    }
}

/// A module's own dynamically initialised globals.
fn dynamic(module: &Module) -> impl Iterator<Item = &'static Global> {
    let is_dynamic = |global: &&Global| {
        global.flags & flags::DYNAMIC != 0 && is_padded(global) && !is_replaced(global)
    };
    module.globals().iter().filter(is_dynamic)
}

fn poison_whole(global: &Global) {
    let size = global.padded_size as usize;
    provenance::let_shadow_decide_of(global.address() as usize);
    shadow::poison(global.address() as usize, size, Poison::NotInitialized);
}
