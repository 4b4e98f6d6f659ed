//! `operator new` and `operator delete`, in all their forms.

use super::super::typed::Outcome;
use super::super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::{Fault, Stop};
use sanecc_ir::Type;

pub(in super::super) const TABLE: &[Row] = &[
    ("_ZSt15get_new_handlerv", |call| {
        Ok(Value::pointer(call.library().new_handler))
    }),
    ("_ZSt15set_new_handlerPFvvE", |call| {
        let handler = call.pointer(0)?;
        let before = std::mem::replace(&mut call.library().new_handler, handler);
        Ok(Value::pointer(before))
    }),
    ("_ZdaPv", |call| delete(call, None, None)),
    ("_ZdaPvRKSt9nothrow_t", |call| delete(call, None, None)),
    ("_ZdaPvSt11align_val_t", |call| delete(call, None, Some(1))),
    ("_ZdaPvSt11align_val_tRKSt9nothrow_t", |call| {
        delete(call, None, Some(1))
    }),
    ("_ZdaPvm", |call| delete(call, Some(1), None)),
    ("_ZdaPvmSt11align_val_t", |call| {
        delete(call, Some(1), Some(2))
    }),
    ("_ZdlPv", |call| delete(call, None, None)),
    ("_ZdlPvRKSt9nothrow_t", |call| delete(call, None, None)),
    ("_ZdlPvSt11align_val_t", |call| delete(call, None, Some(1))),
    ("_ZdlPvSt11align_val_tRKSt9nothrow_t", |call| {
        delete(call, None, Some(1))
    }),
    ("_ZdlPvm", |call| delete(call, Some(1), None)),
    ("_ZdlPvmSt11align_val_t", |call| {
        delete(call, Some(1), Some(2))
    }),
    ("_Znam", |call| new(call, None, true)),
    ("_ZnamRKSt9nothrow_t", |call| new(call, None, false)),
    ("_ZnamSt11align_val_t", |call| new(call, Some(1), true)),
    ("_ZnamSt11align_val_tRKSt9nothrow_t", |call| {
        new(call, Some(1), false)
    }),
    ("_Znwm", |call| new(call, None, true)),
    ("_ZnwmRKSt9nothrow_t", |call| new(call, None, false)),
    ("_ZnwmSt11align_val_t", |call| new(call, Some(1), true)),
    ("_ZnwmSt11align_val_tRKSt9nothrow_t", |call| {
        new(call, Some(1), false)
    }),
];

/// Alignment of `operator new` in bytes.
const ALIGN: u64 = 16;
/// Alignments that count: smaller ones are none, larger ones are this one, as in the checks of compiled programs.
const LEAST: u64 = 8;
const MOST: u64 = 512;
/// The type of an address.
const ADDRESS: Type = Type::Pointer(0);

/// Which functions a block is given back by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// `free`.
    C,
    /// `delete`.
    One,
    /// `delete[]`.
    Array,
}

/// The family of a function that allocates or releases.
pub(crate) fn family(function: &str) -> Family {
    match function.get(..4) {
        Some("_Znw" | "_Zdl") => Family::One,
        Some("_Zna" | "_Zda") => Family::Array,
        _ => Family::C,
    }
}

/// The forms that a program replaces to replace another one, the nearest first: those of arrays, those that yield null, and those that name a size
/// call the others ([new.delete]).
fn replaced(name: &str) -> Vec<String> {
    let throwing = name.trim_end_matches("RKSt9nothrow_t");
    let unsized_one = throwing.replace("Pvm", "Pv");
    let one = unsized_one.replace("_Zna", "_Znw").replace("_Zda", "_Zdl");
    let mut all: Vec<String> = vec![throwing.to_owned(), unsized_one, one];
    all.dedup();
    all.retain(|form| form != name);
    all
}

/// Calls the program's own function in place of one that is not its own.
fn call_replaced(call: &mut dyn Call) -> Result<Option<Value>, Stop> {
    let name = call.name();
    let forms = replaced(name);
    let Some((form, function)) = forms
        .iter()
        .find_map(|form| Some((form, call.function_named(form)?)))
    else {
        return Ok(None);
    };
    let (mut arguments, mut types) = match name.starts_with("_Zd") {
        true => (vec![Value::pointer(call.pointer(0)?)], vec![ADDRESS]),
        false => (vec![Value::integer(call.size(0)?)], vec![Type::Int(64)]),
    };
    if form.ends_with("St11align_val_t") {
        let number = if name.contains("Pvm") { 2 } else { 1 };
        arguments.push(Value::integer(call.integer(number)?));
        types.push(Type::Int(64));
    }
    call.call_back(function, &arguments, &types).map(Some)
}

fn new(call: &mut dyn Call, align: Option<usize>, throws: bool) -> Outcome {
    if let Some(value) = call_replaced(call)? {
        return Ok(value);
    }
    let bytes = call.size(0)?;
    let wanted = align.map(|number| call.integer(number)).transpose()?;
    loop {
        let is_possible = bytes <= call.layout().largest_object();
        let block =
            is_possible.then(|| call.allocate(bytes, wanted.unwrap_or(1).max(ALIGN), false));
        if let Some(block) = block.flatten() {
            if let Some(align) = counted(wanted) {
                call.library().alignments.insert(block.address, align);
            }
            return Ok(Value::pointer(block));
        }
        let handler = call.library().new_handler;
        if handler.is_null() {
            break;
        }
        call.call_back(handler, &[], &[])?;
    }
    match throws {
        true => throw(call, "_ZSt17__throw_bad_allocv"),
        false => Ok(Value::pointer(Pointer::NULL)),
    }
}

/// An alignment that was asked for, as far as it counts.
fn counted(align: Option<u64>) -> Option<u64> {
    align
        .filter(|align| *align >= LEAST)
        .map(|align| align.min(MOST))
}

/// Runs a function of the support code that throws.
pub(super) fn throw(call: &mut dyn Call, name: &str) -> Outcome {
    match call.function_named(name) {
        Some(function) => call.call_back(function, &[], &[]),
        None => Err(Stop::Unsupported(format!(
            "an exception of the library, which needs `{name}`"
        ))),
    }
}

fn delete(call: &mut dyn Call, size: Option<usize>, align: Option<usize>) -> Outcome {
    if let Some(value) = call_replaced(call)? {
        return Ok(value);
    }
    let block = call.pointer(0)?;
    if block.is_null() {
        return Ok(Value::nothing());
    }
    let bytes = call.block_size(block)?;
    let aligned = call.library().alignments.get(&block.address).copied();
    let said = counted(align.map(|number| call.integer(number)).transpose()?);
    let said_size = size.map(|number| call.size(number)).transpose()?;
    if said_size.is_some_and(|said| said != bytes) || said != aligned {
        return Err(Fault::WrongDelete {
            pointer: block,
            sizes: (bytes, said_size),
            alignments: (aligned, said),
        }
        .into());
    }
    call.library().alignments.remove(&block.address);
    call.release(block)?;
    Ok(Value::nothing())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_defined_by_others() {
        assert_eq!(replaced("_Znam"), ["_Znwm"]);
        let aligned = ["_ZnamSt11align_val_t", "_ZnwmSt11align_val_t"];
        assert_eq!(replaced("_ZnamSt11align_val_tRKSt9nothrow_t"), aligned);
        assert_eq!(replaced("_ZdaPvm"), ["_ZdaPv", "_ZdlPv"]);
        assert_eq!(
            replaced("_ZdlPvmSt11align_val_t"),
            ["_ZdlPvSt11align_val_t"]
        );
        assert!(replaced("_Znwm").is_empty());
        assert_eq!(family("_ZdaPvm"), Family::Array);
        assert_eq!(family("free"), Family::C);
    }
}
