//! Which loads does the program not make? Those whose values only `__builtin_constant_p` asks about: C does not evaluate its operand, clang does.

use rustc_hash::FxHashSet;
use sanecc_ir::{Function, Op, ValueId};

/// The intrinsic that asks.
const ASKS: &str = "llvm.is.constant";

/// The loads.
pub(super) fn loads(function: &Function) -> FxHashSet<ValueId> {
    let operations = || {
        let blocks = function.blocks.iter();
        let instructions = blocks.flat_map(|(_, block)| &block.instructions);
        instructions.filter_map(|id| function.op(*id))
    };
    let is_asking = |op: &Op| match op {
        Op::Inert(name, _) => name.starts_with(ASKS),
        Op::Opaque { name, .. } => name.starts_with(ASKS),
        _ => false,
    };
    let mut found = FxHashSet::default();
    for op in operations().filter(|op| is_asking(op)) {
        op.operands(|value| {
            if matches!(function.op(value), Some(Op::Load { mode, .. }) if mode.is_simple()) {
                found.insert(value);
            }
        });
    }
    if !found.is_empty() {
        for op in operations().filter(|op| !is_asking(op)) {
            op.operands(|value| _ = found.remove(&value));
        }
    }
    found
}
