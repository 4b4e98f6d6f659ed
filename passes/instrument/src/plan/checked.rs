//! Which accesses are checked, or removed with a proof, so that later ones may rest on them?

use sanecc_analysis::slice::Taint;
use sanecc_ir::{AccessId, AccessKind, BlockId, FuncId, Module, mutant};
use sanecc_prove::CheckedAccesses;

/// What the user wants checked.
pub(super) struct Checked<'a> {
    pub(super) module: &'a Module,
    /// What outside data influence, if the rest stays unchecked.
    pub(super) taint: Option<&'a Taint<'a>>,
    /// Reads stay unchecked.
    pub(super) only_writes: bool,
}

impl Checked<'_> {
    /// Whether the access stays unchecked because it only reads and the user wants writes checked alone, or because outside data cannot influence it, nor, unless it `lives` anyway, the lifetime of its object.
    pub(super) fn is_untainted(
        &self,
        function: FuncId,
        block: BlockId,
        access: AccessId,
        lives: bool,
    ) -> bool {
        let access = &self.module.functions[function].accesses[access];
        if self.only_writes && access.kind == AccessKind::Read {
            return true;
        }
        let taint = self.taint;
        taint.is_some_and(|taint| !taint.touches(function, block, access, lives))
    }
}

impl CheckedAccesses for Checked<'_> {
    fn counts(&self, function: FuncId, block: BlockId, id: AccessId) -> bool {
        let access = &self.module.functions[function].accesses[id];
        // Options decide what the runtime checks in a library call.
        (!access.by_library || mutant!("redundant/by-library"))
            && (!self.is_untainted(function, block, id, true) || mutant!("redundant/unchecked"))
    }
}
