//! Global variables with redzones, as the modules of the program register them.

pub mod own;

use crate::lock::Locked;
use crate::platform;
use crate::shadow;
use sanecc_abi::global::{Global, flags};
use sanecc_abi::shadow::Poison;

/// One call of `__sanecc_register_globals`.
#[derive(Clone, Copy)]
struct Module {
    first: *const Global,
    count: usize,
}

/// All registered modules, in memory of the registry's own.
struct Registry {
    modules: *mut Module,
    count: usize,
    room: usize,
}

// SAFETY: the records are constants of the program; the list is only touched by its holder.
unsafe impl Send for Registry {}

static REGISTRY: Locked<Registry> = Locked::new(Registry {
    modules: core::ptr::null_mut(),
    count: 0,
    room: 0,
});

/// The registry's lock, for `fork`.
pub fn lock() -> &'static crate::lock::Lock {
    REGISTRY.lock()
}

/// Poisons the redzones of a module's globals.
///
/// # Safety
/// `first` points to `count` records that stay until [`unregister`].
pub unsafe fn register(first: *const Global, count: usize) {
    let mut registry = REGISTRY.hold();
    registry.add(Module { first, count });
    // SAFETY: as the caller promises.
    for global in unsafe { core::slice::from_raw_parts(first, count) } {
        // Several modules may bring the same variable; the largest of them decides what is good.
        let size = registry.largest_at(global).max(global.size);
        poison(global, size);
    }
}

/// Takes a module's redzones back.
///
/// # Safety
/// `first` points to `count` records that are still there.
pub unsafe fn unregister(first: *const Global, count: usize) {
    let mut registry = REGISTRY.hold();
    registry.remove(first);
    // SAFETY: as the caller promises.
    for global in unsafe { core::slice::from_raw_parts(first, count) } {
        if is_padded(global) {
            let start = global.address as usize;
            let others = registry.largest_at(global);
            if others == 0 {
                shadow::clear(
                    start & !7,
                    (start + global.padded_size as usize - (start & !7)).next_multiple_of(8),
                );
            }
        }
    }
}

/// Whether the definition that the linker and the loader chose is the padded one.
fn is_padded(global: &Global) -> bool {
    let address = global.address as usize;
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
        || chosen != 0 && platform::symbol_size_at(address) == Some(global.padded_size)
}

fn poison(global: &Global, size: u64) {
    if !is_padded(global) || size >= global.padded_size {
        return;
    }
    let start = global.address as usize;
    if !start.is_multiple_of(8) {
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

impl Registry {
    fn add(&mut self, module: Module) {
        if self.count == self.room {
            let room = (self.room * 2).max(platform::PAGE / size_of::<Module>());
            let Ok(modules) = platform::map(0, room * size_of::<Module>()) else {
                return;
            };
            let modules = modules as *mut Module;
            if self.room != 0 {
                // SAFETY: the new list is larger, the old one has `count` entries.
                unsafe { modules.copy_from_nonoverlapping(self.modules, self.count) };
                platform::unmap(self.modules as usize, self.room * size_of::<Module>());
            }
            (self.modules, self.room) = (modules, room);
        }
        // SAFETY: there is room for one more.
        unsafe { self.modules.add(self.count).write(module) };
        self.count += 1;
    }

    fn modules(&self) -> &[Module] {
        if self.count == 0 {
            return &[];
        }
        // SAFETY: `count` entries were written.
        unsafe { core::slice::from_raw_parts(self.modules, self.count) }
    }

    fn remove(&mut self, first: *const Global) {
        if let Some(index) = self
            .modules()
            .iter()
            .position(|module| core::ptr::eq(module.first, first))
        {
            // SAFETY: both entries exist.
            unsafe { *self.modules.add(index) = *self.modules.add(self.count - 1) };
            self.count -= 1;
        }
    }

    fn globals(&self) -> impl Iterator<Item = &'static Global> {
        self.modules().iter().flat_map(|module| {
            // SAFETY: records stay while they are registered.
            unsafe { core::slice::from_raw_parts(module.first, module.count) }
        })
    }

    /// Largest size under which a merged global of this address is registered; 0 if it is not.
    fn largest_at(&self, global: &Global) -> u64 {
        if global.flags & flags::MERGED == 0 {
            return 0;
        }
        let same = self
            .globals()
            .filter(|other| other.address == global.address && is_padded(other));
        same.map(|other| other.size).max().unwrap_or(0)
    }
}

/// The registered global that an access at `address` most likely meant: the one it lies in, or the
/// nearest before or after whose redzone it is.
pub fn nearest(address: usize) -> Option<&'static Global> {
    REGISTRY.peek(|registry| {
        let distance = |global: &&Global| {
            let (start, end) = (
                global.address as usize,
                global.address as usize + global.size as usize,
            );
            if address < start {
                start - address
            } else {
                address.saturating_sub(end.max(start + 1) - 1)
            }
        };
        let reach = |global: &&Global| {
            let start = global.address as usize;
            address + sanecc_abi::global::ALIGN >= start
                && address < start + global.padded_size as usize
        };
        registry.globals().filter(reach).min_by_key(distance)
    })
}

#[cfg(test)]
mod tests;
