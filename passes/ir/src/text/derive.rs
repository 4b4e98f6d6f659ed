//! What the reader adds where the text leaves it out; the printer leaves out or marks what differs.
//!
//! Sizes and alignments follow the rules of C for types of the module's layout. Models follow from the callee's name and the types of
//! the call, as in the import.

use crate::{
    Access, AccessKind, Addresses, AggregateId, Callee, Content, Extent, Function, Global,
    InitialAddress, MemoryIntrinsic, Model, Module, Op, Parts, Symbol, Type, ValueDef, ValueId,
};

/// The alignment that C gives a type, in bytes.
pub(super) fn align_of(module: &Module, ty: Type) -> u64 {
    match ty {
        Type::Aggregate(id) => aggregate(module, id).map_or(1, |aggregate| aggregate.align),
        Type::Float(crate::FloatFormat::X87) => 16,
        ty => {
            let bytes = module.bytes_of(ty).unwrap_or(1).clamp(1, 1 << 32);
            let most = match ty {
                Type::Vector { .. } => bytes,
                _ => 16,
            };
            bytes.min(most).next_power_of_two()
        }
    }
}

fn aggregate(module: &Module, id: AggregateId) -> Option<&crate::Aggregate> {
    use crate::Id;
    (id.index() < module.aggregates.len()).then(|| &module.aggregates[id])
}

/// Bytes from one value of a type to the next in an array.
pub(super) fn stride_of(module: &Module, ty: Type) -> u64 {
    let align = align_of(module, ty);
    module
        .bytes_of(ty)
        .unwrap_or(0)
        .checked_next_multiple_of(align)
        .unwrap_or(0)
}

/// Size and alignment of an aggregate whose parts are known.
pub(super) fn extent_of(module: &Module, parts: &Parts) -> (u64, u64) {
    match parts {
        Parts::Elements { ty, count, stride } => {
            (count.saturating_mul(*stride), align_of(module, *ty))
        }
        Parts::Fields(fields) => {
            let align = fields.iter().map(|field| align_of(module, field.ty)).max();
            let align = align.unwrap_or(1);
            let last = fields.last();
            let end = last.map_or(0, |last| {
                let bytes = module.bytes_of(last.ty).unwrap_or(0);
                last.at.saturating_add(bytes)
            });
            (end.checked_next_multiple_of(align).unwrap_or(end), align)
        }
    }
}

/// What a global holds, in short.
pub(super) fn content(global: &Global, addresses: &[InitialAddress]) -> Content {
    let Some(initial) = &global.initial else {
        return Content::Zero;
    };
    let is_symbol = |address: &InitialAddress| address.symbol != Symbol::Absolute;
    if !initial.distances.is_empty() || addresses.iter().any(is_symbol) {
        return Content::Addresses;
    }
    let is_zero = initial.bytes.is_empty()
        && initial.undefined.is_empty()
        && initial.unknown.is_empty()
        && addresses.is_empty();
    match is_zero {
        true => Content::Zero,
        false => Content::Numbers,
    }
}

/// Whether a declared function is one that a library may define.
pub(super) fn is_external(name: &str, defined: bool) -> bool {
    !defined && !name.starts_with("llvm.")
}

/// What is known of a call, by name and types.
pub(super) fn model(module: &Module, callee: &Callee, result: Type, arguments: &[Type]) -> Model {
    let Callee::Direct(id) = callee else {
        return Model::UNKNOWN;
    };
    let callee = &module.functions[*id];
    match callee.external {
        true => Model::of_call(&callee.name, result, arguments, &module.layout),
        false => Model::UNKNOWN,
    }
}

/// The accesses of an instruction, by its operation.
pub(super) fn accesses(module: &Module, function: &Function, instruction: ValueId) -> Vec<Access> {
    let Some(op) = function.op(instruction) else {
        return Vec::new();
    };
    let sized = |pointer: ValueId, ty: Type, kind: AccessKind, atomic: bool| Access {
        instruction,
        pointer,
        extent: Extent::Bytes(module.bytes_of(ty).unwrap_or(0)),
        align: align_of(module, ty),
        kind,
        atomic,
        bulk: false,
        by_library: false,
    };
    let is_atomic = |mode: &crate::Mode| mode.ordering != crate::Ordering::NotAtomic;
    let type_of = |value: ValueId| function.values[value].ty;
    let mut found = match op {
        Op::Load { pointer, mode } => {
            let ty = type_of(instruction);
            vec![sized(*pointer, ty, AccessKind::Read, is_atomic(mode))]
        }
        Op::Store {
            pointer,
            value,
            mode,
        } => {
            let ty = type_of(*value);
            vec![sized(*pointer, ty, AccessKind::Write, is_atomic(mode))]
        }
        Op::Atomic {
            pointer, operands, ..
        } => match operands.first() {
            Some(&operand) => vec![sized(*pointer, type_of(operand), AccessKind::Write, true)],
            None => Vec::new(),
        },
        Op::Memory(kind, arguments) => bulk(function, instruction, *kind, arguments, false),
        Op::Call {
            callee: Callee::Direct(callee),
            arguments,
            model,
            ..
        } if model.addresses != Addresses::Unknown => {
            let kind = match module.functions[*callee].name.as_str() {
                "memcpy" => Some(MemoryIntrinsic::Copy),
                "memmove" => Some(MemoryIntrinsic::Move),
                "memset" => Some(MemoryIntrinsic::Set),
                _ => None,
            };
            kind.map_or(Vec::new(), |kind| {
                bulk(function, instruction, kind, arguments, true)
            })
        }
        _ => Vec::new(),
    };
    if let Op::Call { arguments, .. } = op {
        for (number, &pointer) in (0..).zip(arguments) {
            if let Some(&(bytes, align)) = function.copied.get(&(instruction, number)) {
                found.push(Access {
                    extent: Extent::Bytes(bytes),
                    align,
                    bulk: true,
                    ..sized(pointer, Type::Void, AccessKind::Read, false)
                });
            }
        }
    }
    found.retain(|access| {
        access.extent != Extent::Bytes(0) && type_of(access.pointer).is_plain_pointer()
    });
    found
}

/// What `memcpy` and the like access.
fn bulk(
    function: &Function,
    instruction: ValueId,
    kind: MemoryIntrinsic,
    arguments: &[ValueId],
    by_library: bool,
) -> Vec<Access> {
    let &[destination, source, length, ..] = arguments else {
        return Vec::new();
    };
    let extent = match (&function.values[length].def, function.values[length].ty) {
        (ValueDef::Integer(n), Type::Int(bits @ 1..64)) => {
            Extent::Bytes(*n as u64 & ((1 << bits) - 1))
        }
        (ValueDef::Integer(n), _) => Extent::Bytes(*n as u64),
        _ => Extent::Dynamic(length),
    };
    let access = |pointer, kind| Access {
        instruction,
        pointer,
        extent,
        align: 1,
        kind,
        atomic: false,
        bulk: true,
        by_library,
    };
    let mut found = Vec::new();
    if kind != MemoryIntrinsic::Set {
        found.push(access(source, AccessKind::Read));
    }
    found.push(access(destination, AccessKind::Write));
    found
}
