//! Pointers that are ordered or subtracted (`-fsanitize=pointer-compare,pointer-subtract`): the runtime checks that both point into one object,
//! unless a proof says that they do.
//!
//! The calls are inserted before LLVM optimises: it may assume that such pointers do, and folds comparisons of objects that it sees.

use super::sites;
use crate::PlanOptions;
use crate::plan::ProvedPairs;
use sanecc_abi::symbols::CHECK_PAIR;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Id, Module, PairKind};

/// Which pairs are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairChecks {
    /// Pointers that are ordered.
    pub order: bool,
    /// Pointers that are subtracted.
    pub difference: bool,
}

impl PairChecks {
    /// Whether any pairs are checked.
    pub fn any(self) -> bool {
        self.order || self.difference
    }

    fn has(self, kind: PairKind) -> bool {
        match kind {
            PairKind::Order => self.order,
            PairKind::Difference => self.difference,
        }
    }
}

/// Inserts the calls in all checked functions, where [`sanecc_prove`] has no proof.
pub fn check_pairs(
    editor: &mut Editor<'_>,
    module: &Module,
    wanted: PairChecks,
    options: &PlanOptions,
) {
    let proved = ProvedPairs::of_all(module, options, |pair| wanted.has(pair.kind));
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        let proved = proved.get(id.index());
        for &value in proved.iter().flat_map(|proved| &proved.frozen) {
            editor.freeze(id, value);
        }
        let pairs = function.pairs.iter().enumerate();
        for (number, pair) in pairs.filter(|(_, pair)| wanted.has(pair.kind)) {
            if proved.is_some_and(|proved| proved.numbers.contains(&number)) {
                continue;
            }
            let site = sites::of_pair(editor, function, pair);
            let [one, other] = pair.pointers.map(|pointer| editor.value(id, pointer));
            let mut cursor = editor.before(id, pair.instruction);
            cursor.call_hidden_from_here(CHECK_PAIR, &[one, other, site]);
        }
    }
}
