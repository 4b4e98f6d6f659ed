//! Which accesses are checked, or removed with a proof, so that later ones may rest on them?

use sanecc_analysis::slice::Taint;
use sanecc_ir::{AccessId, BlockId, FuncId, Module, mutant};
use sanecc_prove::CheckedAccesses;

/// What the user wants checked.
pub(super) struct Checked<'a> {
    pub(super) module: &'a Module,
    /// What outside data influence, if the rest stays unchecked.
    pub(super) taint: Option<&'a Taint<'a>>,
}

impl Checked<'_> {
    /// Whether the access stays unchecked because outside data cannot influence it, nor, unless it `lives` anyway, the lifetime of its object.
    pub(super) fn is_untainted(
        &self,
        function: FuncId,
        block: BlockId,
        access: AccessId,
        lives: bool,
    ) -> bool {
        let access = &self.module.functions[function].accesses[access];
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
