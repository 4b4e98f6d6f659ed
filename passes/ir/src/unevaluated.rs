//! Which loads does the program not make? `__builtin_constant_p` and `__builtin_object_size` do not evaluate their operand (GCC's manual); clang emits
//! the loads of it all the same.

use crate::{Function, Op, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The intrinsics that only ask about a value.
const ASKING: [&str; 2] = ["llvm.is.constant.", "llvm.objectsize."];

/// The loads whose results reach nothing but such a question.
pub(crate) fn loads(function: &Function) -> FxHashSet<ValueId> {
    let instructions = || {
        let blocks = function.blocks.iter();
        blocks.flat_map(|(_, block)| block.instructions.iter().copied())
    };
    let mut asking: Vec<ValueId> = instructions()
        .filter(|id| function.op(*id).is_some_and(asks))
        .collect();
    // Few functions ask.
    if asking.is_empty() {
        return FxHashSet::default();
    }
    let mut uses: FxHashMap<ValueId, u32> = FxHashMap::default();
    for op in instructions().filter_map(|id| function.op(id)) {
        op.operands(|value| *uses.entry(value).or_default() += 1);
    }
    // A value is not evaluated when its last use is not.
    let mut found = FxHashSet::default();
    while let Some(op) = asking.pop().and_then(|user| function.op(user)) {
        op.operands(|value| {
            let left = uses.entry(value).or_insert(1);
            *left -= 1;
            if *left == 0 && function.op(value).is_some_and(only_computes) {
                asking.push(value);
                if matches!(function.op(value), Some(Op::Load { .. })) {
                    found.insert(value);
                }
            }
        });
    }
    found
}

fn asks(op: &Op) -> bool {
    let name: &str = match op {
        Op::Inert(name, _) => name,
        Op::Opaque { name, .. } => name,
        _ => return false,
    };
    ASKING.iter().any(|asking| name.starts_with(asking))
}

/// Whether an operation does nothing but make its result, which one can do without.
fn only_computes(op: &Op) -> bool {
    match op {
        Op::Load { mode, .. } => mode.is_simple(),
        Op::Address(_)
        | Op::Binary(..)
        | Op::Compare(..)
        | Op::Negate(_)
        | Op::Cast(..)
        | Op::Select { .. }
        | Op::Freeze(_) => true,
        _ => false,
    }
}
