//! The modules that have registered their globals.

use super::index::Index;
use super::{is_padded, is_replaced, name_of, poison};
use crate::stack::depot;
use crate::{platform, provenance, shadow};
use core::ops::RangeInclusive;
use sanecc_abi::global::{Global, flags};

/// One call of `__sanecc_register_globals`.
#[derive(Clone, Copy)]
pub struct Module {
    first: *const Global,
    count: usize,
    /// Lowest and highest address of its globals.
    bounds: (usize, usize),
    /// Where it was registered.
    pub trace: depot::Id,
    /// Its constructors have begun; until then its dynamically initialised globals may be poisoned.
    pub has_begun: bool,
}

impl Module {
    /// # Safety
    /// `first` points to `count` records that stay until the module is removed.
    pub unsafe fn new(first: *const Global, count: usize, trace: depot::Id) -> Module {
        let mut module = Module {
            first,
            count,
            bounds: (usize::MAX, 0),
            trace,
            has_begun: true,
        };
        for global in module.globals() {
            let address = global.address() as usize;
            module.bounds = (module.bounds.0.min(address), module.bounds.1.max(address));
            module.has_begun &= global.flags & flags::DYNAMIC == 0;
        }
        module
    }

    /// Its records.
    pub fn globals(&self) -> &'static [Global] {
        // SAFETY: as promised when the module was made.
        unsafe { core::slice::from_raw_parts(self.first, self.count) }
    }

    /// Whether these are its records.
    pub fn is(&self, first: *const Global) -> bool {
        core::ptr::eq(self.first, first)
    }

    fn bounds(&self) -> RangeInclusive<usize> {
        self.bounds.0..=self.bounds.1
    }
}

/// All registered modules, in memory of the registry's own.
pub struct Registry {
    modules: *mut Module,
    count: usize,
    capacity: usize,
    /// Addresses that several modules may claim.
    index: Index,
}

// SAFETY: the records are constants of the program; the list is only touched by its holder.
unsafe impl Send for Registry {}

impl Registry {
    /// An empty one.
    pub const fn new() -> Registry {
        Registry {
            modules: core::ptr::null_mut(),
            count: 0,
            capacity: 0,
            index: Index::new(),
        }
    }

    /// Adds a module and poisons the redzones of its globals. Whether any of them may be defined elsewhere, too.
    pub fn add(&mut self, module: Module) -> bool {
        self.push(module);
        let mut is_doubtful = false;
        for global in module.globals() {
            is_doubtful |= self.enter(global);
        }
        is_doubtful
    }

    /// Removes a module and takes its redzones back.
    pub fn remove(&mut self, module: &Module) {
        // Most are removed in the reverse order.
        let same = |other: &Module| other.is(module.first);
        if let Some(place) = self.modules().iter().rposition(same) {
            self.modules_mut()[place] = self.modules()[self.count - 1];
            self.count -= 1;
        }
        for global in module.globals() {
            self.leave(global);
        }
    }

    fn enter(&mut self, global: &Global) -> bool {
        let address = global.address() as usize;
        if address == 0 {
            return false;
        }
        let is_unique = global.flags & flags::UNIQUE != 0;
        if global.flags & flags::MERGED == 0 {
            poison(global, global.size);
            provenance::begin_static(address, global.size as usize);
            return is_unique && self.index.get(address).unique != 0;
        }
        // Several modules may bring the same variable; the largest of them decides what is addressable.
        let is_padded = is_padded(global);
        let size = if is_padded { global.size } else { 0 };
        let claims = self.index.enter(address, size, is_unique);
        if is_padded {
            poison(global, claims.largest);
        }
        is_unique && (claims.unique > 1 || is_replaced(global))
    }

    fn leave(&mut self, global: &Global) {
        let address = global.address() as usize;
        let is_merged = global.flags & flags::MERGED != 0;
        let is_unique = global.flags & flags::UNIQUE != 0;
        if provenance::is_followed() {
            provenance::end(address);
        }
        let is_last = !is_merged || address != 0 && self.index.leave(address, is_unique);
        if is_last && is_padded(global) {
            let start = address & !7;
            let end = address + global.padded_size as usize;
            shadow::clear(start, (end - start).next_multiple_of(8));
        }
    }

    /// Another module's definition of the same name at the same address, where both should be the only one, and the
    /// module that it belongs to.
    pub fn other_definition(&self, global: &Global) -> Option<(&'static Global, Module)> {
        let address = global.address() as usize;
        let own = u32::from(global.flags & flags::MERGED != 0);
        if !is_replaced(global) && self.index.get(address).unique <= own {
            return None;
        }
        let is_other = |other: &&Global| {
            other.flags & flags::UNIQUE != 0
                && other.address() == global.address()
                && !core::ptr::eq(*other, global)
                && name_of(other) == name_of(global)
        };
        let near = |module: &&Module| module.bounds().contains(&address);
        let mut found = self.modules().iter().rev().filter(near);
        found.find_map(|module| Some((module.globals().iter().find(is_other)?, *module)))
    }

    /// Every registered global.
    pub fn globals(&self) -> impl Iterator<Item = &'static Global> {
        self.modules().iter().flat_map(Module::globals)
    }

    /// The module of a record.
    pub fn module_of(&self, global: &Global) -> Option<&Module> {
        let holds = |module: &&Module| {
            module
                .globals()
                .as_ptr_range()
                .contains(&core::ptr::from_ref(global))
        };
        self.modules().iter().find(holds)
    }

    /// The largest size of a global that has this one's address.
    pub fn size_at(&self, global: &Global) -> u64 {
        match global.flags & flags::MERGED {
            0 => global.size,
            _ => self.index.get(global.address() as usize).largest,
        }
    }

    /// Adds a module to the list, if there is memory for it.
    fn push(&mut self, module: Module) {
        if self.count == self.capacity {
            let capacity = (self.capacity * 2).max(platform::PAGE / size_of::<Module>());
            let Ok(modules) = platform::map(0, capacity * size_of::<Module>()) else {
                return;
            };
            let modules = modules as *mut Module;
            if self.capacity != 0 {
                // SAFETY: the new list is larger, the old one has `count` entries.
                unsafe { modules.copy_from_nonoverlapping(self.modules, self.count) };
                platform::unmap(self.modules as usize, self.capacity * size_of::<Module>());
            }
            (self.modules, self.capacity) = (modules, capacity);
        }
        // SAFETY: there is room for one more.
        unsafe { self.modules.add(self.count).write(module) };
        self.count += 1;
    }

    /// All modules.
    pub fn modules(&self) -> &[Module] {
        if self.count == 0 {
            return &[];
        }
        // SAFETY: `count` entries were written.
        unsafe { core::slice::from_raw_parts(self.modules, self.count) }
    }

    /// All modules, to change what is noted of them.
    pub fn modules_mut(&mut self) -> &mut [Module] {
        if self.count == 0 {
            return &mut [];
        }
        // SAFETY: as above; `self` is borrowed alone.
        unsafe { core::slice::from_raw_parts_mut(self.modules, self.count) }
    }
}
