//! Copies whose ranges must not overlap (`memcpy`, assignments of structs).
//!
//! Copies between two objects that the function sees need no check, nor do those inside of one object at a sufficient constant distance, nor those of as many bytes as both places are
//! aligned to: these are equal or disjoint.
//! Copies onto themselves are allowed, whatever C says: compilers make them.

use super::functions::OVERLAP;
use super::{Edited, sites};
use rustc_hash::FxHashMap;
use sanecc_analysis::object_of;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Function, MemoryIntrinsic, Module, Op, ValueId};

/// Inserts all checks of a function.
pub(super) fn insert(editor: &mut Editor<'_>, edited: Edited<'_>) {
    let Edited { id, function, .. } = edited;
    let aligned = alignments(function);
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            if let Some(Op::Memory(MemoryIntrinsic::Copy, arguments)) = function.op(instruction)
                && let &[to, from, length, ..] = arguments.as_slice()
                && !are_distinct(edited.module, function, [to, from], length)
                && !is_aligned_word(function, length, aligned.get(&instruction))
            {
                let site = sites::of_bulk(editor, function, instruction);
                let [to, from, length] = [to, from, length].map(|v| editor.value(id, v));
                let mut cursor = editor.before(id, instruction);
                let length = cursor.widen(length);
                cursor.call_unmerged(OVERLAP, &[to, from, length, site]);
            }
        }
    }
}

/// Whether a copy has a constant number of bytes, not more than both places are aligned to.
fn is_aligned_word(function: &Function, length: ValueId, align: Option<&u64>) -> bool {
    let length = function.integer(length).and_then(|n| u64::try_from(n).ok());
    (length.zip(align)).is_some_and(|(length, align)| length <= *align)
}

/// What both places of each copy are aligned to, in bytes.
fn alignments(function: &Function) -> FxHashMap<ValueId, u64> {
    let mut all = FxHashMap::default();
    for (_, access) in function.accesses.iter().filter(|(_, access)| access.bulk) {
        let align = all.entry(access.instruction).or_insert(access.align);
        *align = access.align.min(*align);
    }
    all
}

/// Whether the ranges are certainly equal or disjoint. The checks of the accesses find a length that exceeds the objects.
fn are_distinct(
    module: &Module,
    function: &Function,
    pointers: [ValueId; 2],
    length: ValueId,
) -> bool {
    if pointers
        .iter()
        .any(|&pointer| !function.values[pointer].ty.is_plain_pointer())
    {
        return true;
    }
    let length = function.integer(length).and_then(|n| u64::try_from(n).ok());
    if length.is_some_and(|n| n < 2) {
        return true;
    }
    let [to, from] = pointers.map(|pointer| function.resolve(pointer));
    if to.base != from.base {
        let objects = [to, from].map(|place| object_of(module, function, place.base));
        return matches!(objects, [Some(a), Some(b)] if a != b);
    }
    let distance = to.offset.abs_diff(from.offset);
    to.terms == from.terms && (distance == 0 || length.is_some_and(|n| n <= distance))
}
