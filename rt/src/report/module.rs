//! The executable and the shared libraries of the process, as the dynamic linker lists them.

use super::unloaded;
use crate::platform;
use alloc::vec::Vec;

pub use crate::platform::Module;

/// Lists all modules, those that were unloaded last.
pub fn all() -> Vec<Module> {
    let mut modules = loaded();
    unloaded::add_to(&mut modules);
    modules
}

/// Lists the modules that are loaded now.
pub fn loaded() -> Vec<Module> {
    let mut modules = Vec::new();
    platform::for_each_module(&mut |module| modules.push(module));
    modules
}

/// The module that an address lies in.
pub fn at(modules: &[Module], address: usize) -> Option<usize> {
    modules
        .iter()
        .position(|module| module.range.contains(&address))
}

impl Module {
    /// Whether it is the C library, by its name.
    pub fn is_c_library(&self) -> bool {
        let mut parts = self.path.to_bytes().rsplit(|byte| *byte == b'/');
        parts
            .next()
            .is_some_and(|name| name.starts_with(b"libc.so."))
    }

    /// The path as a person knows it; `buffer` takes the name that a link resolves to.
    pub fn name<'a>(&'a self, buffer: &'a mut [u8]) -> &'a [u8] {
        if self.path == platform::EXECUTABLE {
            platform::read_link(self.path, buffer)
        } else {
            self.path.to_bytes()
        }
    }
}
