//! Which symbols a module defines, and which it needs.

use super::Bitcode;
use inkwell::module::Linkage;
use inkwell::values::{FunctionValue, GlobalValue};
use std::collections::HashSet;

/// Symbols that other modules can see.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Those that are defined.
    pub defined: HashSet<String>,
    /// Those of them that only one module may define.
    pub strong: HashSet<String>,
    /// Those that others have to define.
    pub wanted: HashSet<String>,
}

impl Bitcode<'_> {
    /// Its symbols.
    pub fn symbols(&self) -> Symbols {
        let mut symbols = Symbols::default();
        let name = |name: &std::ffi::CStr| name.to_string_lossy().into_owned();
        for function in self.module.get_functions() {
            let is_defined = function.count_basic_blocks() > 0;
            let linkage = FunctionValue::get_linkage(function);
            symbols.add(name(function.get_name()), linkage, is_defined);
        }
        for global in self.module.get_globals() {
            let is_defined = global.get_initializer().is_some();
            let linkage = GlobalValue::get_linkage(global);
            symbols.add(name(global.get_name()), linkage, is_defined);
        }
        symbols
    }
}

impl Symbols {
    fn add(&mut self, name: String, linkage: Linkage, is_defined: bool) {
        if name.starts_with("llvm.") {
            return;
        }
        match linkage {
            Linkage::Internal | Linkage::Private => {}
            // A copy of a function that is defined elsewhere.
            Linkage::AvailableExternally => _ = self.wanted.insert(name),
            _ if !is_defined => _ = self.wanted.insert(name),
            Linkage::External => {
                self.strong.insert(name.clone());
                self.defined.insert(name);
            }
            _ => _ = self.defined.insert(name),
        }
    }
}
