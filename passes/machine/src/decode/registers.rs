//! Which stack objects can be registers? Those that are only read and written as a whole, by their name.
//!
//! Claims: no other instruction sees the object's address, so nobody can tell. A register has no value until it is written, as memory.

use rustc_hash::FxHashMap;
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
