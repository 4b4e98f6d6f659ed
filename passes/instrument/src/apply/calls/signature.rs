//! The signature of a function, and of a call, as a text ([`sanecc_abi::call`]).
//!
//! Claims: functions of compatible types have the same signature, for the front end lowers them alike. Where it does not say how a type is passed (vectors, whole structures), the size
//! tells them apart.

use super::LONGEST;
use fixedbitset::FixedBitSet;
use sanecc_abi::call::{DROPPED, UNCLEAR, VARIADIC};
use sanecc_ir::{FloatFormat, Function, Id, Module, Op, Type, ValueId};
use std::fmt::Write;

/// That of a function; none of what is too long.
pub(super) fn of_function(module: &Module, function: &Function) -> Option<String> {
    let signature = &function.signature;
    let mut text = String::new();
    push(&mut text, module, signature.result);
    for (number, ty) in signature.parameters.iter().enumerate() {
        let copied = function.params.get(number).and_then(|p| p.by_value);
        push_argument(&mut text, module, *ty, copied);
    }
    if signature.variadic {
        text.push(VARIADIC.into());
    }
    (text.len() <= LONGEST).then_some(text)
}

/// That of a call, in a function where these values are used.
pub(super) fn of_call(
    module: &Module,
    function: &Function,
    used: &FixedBitSet,
    call: ValueId,
) -> Option<String> {
    let Some(Op::Call {
        arguments,
        signature,
        ..
    }) = function.op(call)
    else {
        return None;
    };
    let mut text = String::new();
    match signature.result {
        result if result == Type::Void || !used.contains(call.index()) => text.push(DROPPED.into()),
        result => push(&mut text, module, result),
    }
    for (number, ty) in signature.parameters.iter().enumerate() {
        let copied = function.copied.get(&(call, number as u32)).copied();
        push_argument(&mut text, module, *ty, copied);
    }
    if signature.variadic {
        let has_none = arguments.len() == signature.parameters.len();
        text.push(if has_none { UNCLEAR } else { VARIADIC }.into());
    }
    (text.len() <= LONGEST).then_some(text)
}

/// The values that anything in a function asks for.
pub(super) fn used(function: &Function) -> FixedBitSet {
    let mut used = FixedBitSet::with_capacity(function.values.len());
    let instructions = function.blocks.iter().flat_map(|(_, b)| &b.instructions);
    for op in instructions.filter_map(|instruction| function.op(*instruction)) {
        op.operands(|operand| used.insert(operand.index()));
    }
    used
}

fn push_argument(text: &mut String, module: &Module, ty: Type, copied: Option<(u64, u64)>) {
    match copied {
        Some((bytes, _)) => {
            let _ = write!(text, "m{bytes};");
        }
        None => push(text, module, ty),
    }
}

pub(super) fn push(text: &mut String, module: &Module, ty: Type) {
    let bytes = module.bytes_of(ty).unwrap_or(0);
    let _ = match ty {
        Type::Void => write!(text, "v"),
        Type::Int(1) => write!(text, "b"),
        Type::Int(8) => write!(text, "c"),
        Type::Int(16) => write!(text, "s"),
        Type::Int(32) => write!(text, "i"),
        Type::Int(64) => write!(text, "l"),
        Type::Int(128) => write!(text, "q"),
        Type::Int(bits) => write!(text, "n{bits};"),
        Type::Pointer(0) => write!(text, "p"),
        Type::Float(FloatFormat::Half) => write!(text, "h"),
        Type::Float(FloatFormat::Single) => write!(text, "f"),
        Type::Float(FloatFormat::Double) => write!(text, "d"),
        Type::Float(FloatFormat::X87) => write!(text, "x"),
        Type::Float(FloatFormat::Quad) => write!(text, "y"),
        Type::Vector { .. } => write!(text, "g{bytes};"),
        Type::Aggregate(_) => write!(text, "a{bytes};"),
        Type::Float(FloatFormat::BFloat | FloatFormat::DoubleDouble)
        | Type::Pointer(_)
        | Type::Other => write!(text, "?"),
    };
}
