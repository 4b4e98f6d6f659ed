//! Global variables with redzones, as the modules of the program register them.

pub mod definitions;
mod index;
pub mod order;
pub mod own;
mod registry;

use crate::lock::Locked;
use crate::platform;
use crate::shadow;
use crate::stack::{self, Caller, depot};
use core::ffi::CStr;
use definitions::Conflict;
use registry::{Module, Registry};
use sanecc_abi::global::{Global, flags};
use sanecc_abi::shadow::Poison;

static REGISTRY: Locked<Registry> = Locked::new(Registry::new());

/// The registry's lock, for `fork`.
pub fn lock() -> &'static crate::lock::Lock {
    REGISTRY.lock()
}

/// Poisons the redzones of a module's globals, and returns those that another module has defined, too. Reports
/// look into the registry, which is not held between two of them.
///
/// # Safety
/// `first` points to `count` records that stay until [`unregister`].
pub unsafe fn register(
    first: *const Global,
    count: usize,
    caller: Caller,
) -> impl Iterator<Item = Conflict> {
    let trace = if definitions::are_compared() || order::is_watched() {
        stack::remember(caller)
    } else {
        depot::Id(0)
    };
    // SAFETY: as the caller promises.
    let module = unsafe { Module::new(first, count, trace) };
    let is_doubtful = REGISTRY.hold().add(module);
    let is_compared = is_doubtful && definitions::are_compared();
    definitions::conflicts(if is_compared { module.globals() } else { &[] })
}

/// Takes a module's redzones back.
///
/// # Safety
/// What [`register`] was called with; the records are still there.
pub unsafe fn unregister(first: *const Global, count: usize) {
    // SAFETY: as the caller promises.
    let module = unsafe { Module::new(first, count, depot::Id(0)) };
    REGISTRY.hold().remove(&module);
}

/// Where the module of a global was registered, if that was noted.
pub fn registered_at(global: &Global) -> depot::Id {
    let trace = |registry: &Registry| registry.module_of(global).map(|module| module.trace);
    REGISTRY.peek(trace).unwrap_or_default()
}

fn name_of(global: &Global) -> &CStr {
    match global.name.get() {
        // SAFETY: a constant string of the module's.
        Some(name) => unsafe { CStr::from_ptr(name) },
        None => c"",
    }
}

/// Whether the loader found another definition than the module's own.
fn is_replaced(global: &Global) -> bool {
    if global.flags & (flags::MERGED | flags::BY_SIZE) != flags::MERGED {
        return false;
    }
    // SAFETY: the record points to a constant of the same object.
    let own = global.chosen.get().map(|chosen| unsafe { *chosen });
    own.is_some_and(|own| own != 0 && own as usize != global.address() as usize)
}

/// Whether the definition that the linker and the loader chose is the padded one.
fn is_padded(global: &Global) -> bool {
    let address = global.address() as usize;
    if address == 0 || global.flags & flags::MERGED == 0 {
        return address != 0;
    }
    let Some(chosen) = global.chosen.get() else {
        return false;
    };
    // SAFETY: the record points to a constant of the same object.
    let chosen = unsafe { *chosen };
    if global.flags & flags::BY_SIZE != 0 {
        return chosen == global.padded_size;
    }
    // Elsewhere may still be this one: an executable takes a copy of a library's variable, as large as it was when
    // the executable was linked.
    chosen as usize == address
        || chosen != 0 && platform::symbol_size_at(address) == Some(global.padded_size as usize)
}

/// Poisons the redzone of a padded global that is addressable for `size` bytes.
fn poison(global: &Global, size: u64) {
    let start = global.address() as usize;
    if size >= global.padded_size || !start.is_multiple_of(8) {
        return;
    }
    let redzone = (size as usize).next_multiple_of(8);
    shadow::poison(
        start + redzone,
        global.padded_size as usize - redzone,
        Poison::Global,
    );
    shadow::unpoison(start, size as usize);
}

/// The registered global that an access at `address` most likely meant: the one it lies in, or the
/// nearest before or after whose redzone it is.
pub fn nearest(address: usize) -> Option<&'static Global> {
    REGISTRY.peek(|registry| {
        let distance = |global: &&Global| {
            let (start, end) = (
                global.address() as usize,
                global.address() as usize + global.size as usize,
            );
            if address < start {
                start - address
            } else {
                address.saturating_sub(end.max(start + 1) - 1)
            }
        };
        let reach = |global: &&Global| {
            let start = global.address() as usize;
            address + sanecc_abi::global::ALIGN >= start
                && address < start + global.padded_size as usize
        };
        registry.globals().filter(reach).min_by_key(distance)
    })
}

#[cfg(test)]
mod tests;
