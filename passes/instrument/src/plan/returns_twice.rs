//! Which calls may return twice?
//!
//! Claims: no other call of the function returns after it has returned before.

use sanecc_ir::{Function, Op, ValueId};

/// The calls that may return more than once.
pub(crate) fn returning(function: &Function) -> impl Iterator<Item = ValueId> {
    let blocks = function.blocks.iter();
    let all = blocks.flat_map(|(_, block)| block.instructions.iter().copied());
    all.filter(|instruction| match function.op(*instruction) {
        Some(Op::Call { returns_twice, .. }) => *returns_twice,
        // `__builtin_setjmp`.
        Some(Op::Opaque { name, .. }) => name == "llvm.eh.sjlj.setjmp",
        _ => false,
    })
}

/// Whether an instruction can follow each of them: none ends its block.
pub(super) fn can_follow(function: &Function) -> bool {
    let ends = |call| {
        let mut blocks = function.blocks.iter();
        blocks.any(|(_, block)| block.instructions.last() == Some(&call))
    };
    !returning(function).any(ends)
}
