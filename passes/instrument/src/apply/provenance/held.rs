//! Pointers of which the source has named the array that they point into, and those that it has moved out of one ([`crate::apply::members`]).

use crate::CheckPlan;
use crate::apply::members;
use rustc_hash::FxHashMap;
use sanecc_ir::llvm::edit::{Editor, SAME};
use sanecc_ir::{FuncId, Module, Op, ValueId};

/// Such a pointer.
pub(super) enum Held {
    /// It points into an array.
    Part {
        /// The pointer that it is.
        of: ValueId,
    },
    /// It may point to anything in its object.
    Whole {
        /// The pointer that it is.
        of: ValueId,
    },
}

/// Finds all of them.
pub(super) fn find(
    editor: &Editor<'_>,
    module: &Module,
    plan: &CheckPlan,
) -> FxHashMap<(FuncId, ValueId), Held> {
    let mut found = FxHashMap::default();
    let mut functions = module.functions.iter();
    if !functions.any(|(_, function)| function.name.starts_with(SAME)) {
        return found;
    }
    for (id, function) in module.functions.iter() {
        if plan.function(id).is_none() {
            continue;
        }
        for (_, block) in function.blocks.iter() {
            for &at in &block.instructions {
                let Some(Op::Address(place)) = function.op(at) else {
                    continue;
                };
                if !place.terms.is_empty() || place.offset != 0 {
                    continue;
                }
                let of = place.base;
                if editor.arguments_of(id, at, members::PART).is_some() {
                    found.insert((id, at), Held::Part { of });
                } else if editor.arguments_of(id, at, members::WHOLE).is_some() {
                    found.insert((id, at), Held::Whole { of });
                }
            }
        }
    }
    found
}
