//! Which stack objects can be registers? Those that are only read and written as a whole, by their name.
//!
//! Claims: no other instruction sees the object's address, so nobody can tell. A register has no value until it is written, as memory.

use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{Function, Op, Type, ValueDef, ValueId};

/// The objects, with the type that they are read and written as.
pub(super) fn variables(function: &Function) -> FxHashMap<ValueId, Type> {
    let mut found: FxHashMap<ValueId, Type> = FxHashMap::default();
    if function.calls_setjmp {
        return found;
    }
    let mut refused: Vec<ValueId> = Vec::new();
    let objects: FxHashMap<ValueId, u64> = function
        .values
        .iter()
        .filter_map(|(id, value)| match value.def {
            ValueDef::Instruction(Op::Alloca {
                bytes: Some(bytes),
                fixed: true,
                ..
            }) => Some((id, bytes)),
            _ => None,
        })
        .collect();
    let mut accessed = |object: ValueId, ty: Type, whole: bool| {
        let Some(bytes) = objects.get(&object) else {
            return;
        };
        let fits = scalar_bytes(function, ty) == Some(*bytes);
        let same = *found.entry(object).or_insert(ty) == ty;
        if !whole || !fits || !same {
            refused.push(object);
        }
    };
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            match function.op(instruction) {
                Some(Op::Load { pointer, mode }) => {
                    let ty = function.values[instruction].ty;
                    accessed(*pointer, ty, mode.is_simple());
                }
                Some(Op::Store {
                    pointer,
                    value,
                    mode,
                }) => {
                    accessed(*pointer, function.values[*value].ty, mode.is_simple());
                    accessed(*value, Type::Void, false);
                }
                Some(Op::ScopeBegin(_) | Op::ScopeEnd(_)) => {}
                Some(op) => op.operands(|value| accessed(value, Type::Void, false)),
                None => {}
            }
        }
    }
    refused.iter().for_each(|object| _ = found.remove(object));
    found
}

/// Variables that only hold a parameter at first, which nobody else reads: each can be where that arrives.
pub(super) fn kept_parameters(
    function: &Function,
    variables: &FxHashMap<ValueId, Type>,
) -> FxHashMap<ValueId, u32> {
    let mut reads: FxHashMap<ValueId, u32> = FxHashMap::default();
    for (_, block) in function.blocks.iter() {
        let operations = block.instructions.iter().filter_map(|id| function.op(*id));
        operations.for_each(|op| op.operands(|value| *reads.entry(value).or_default() += 1));
    }
    let mut found = FxHashMap::default();
    let entry = function.blocks.iter().next();
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    for id in entry.into_iter().flat_map(|(_, entry)| &entry.instructions) {
        match function.op(*id) {
            // Control comes to the entry once.
            Some(Op::Store { pointer, value, .. })
                if variables.contains_key(pointer)
                    && !seen.contains(pointer)
                    && reads.get(value) == Some(&1) =>
            {
                seen.insert(*pointer);
                if let ValueDef::Param(number) = function.values[*value].def {
                    found.insert(*pointer, number);
                }
            }
            Some(op) => op.operands(|value| _ = seen.insert(value)),
            None => {}
        }
    }
    found
}

/// Bytes of a value that one register holds whole; none for vectors and aggregates.
fn scalar_bytes(function: &Function, ty: Type) -> Option<u64> {
    match ty {
        Type::Int(bits @ (8 | 16 | 32 | 64)) => Some(u64::from(bits / 8)),
        Type::Float(format) if matches!(format.bits(), 32 | 64) => {
            Some(u64::from(format.bits() / 8))
        }
        Type::Pointer(0) => Some(function.layout.pointer_bytes()),
        _ => None,
    }
}
