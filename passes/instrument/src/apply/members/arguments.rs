//! Arguments of library functions that point into an array of a structure: the runtime is told of the array, and holds what the function touches to it.
//!
//! Claims: an argument is held to the innermost array that the source names in it, if its other arguments do not point there, too. LLVM does not know the function any more then: it would put
//! accesses of its own in its place.

use super::held::Source;
use super::{record, rest};
use crate::apply::library::library_call;
use sanecc_abi::library::MOST_HELD;
use sanecc_abi::symbols::{HOLD_ARGUMENT, LET_ARGUMENT_GO};
use sanecc_ir::llvm::edit::{Editor, Field, Val};
use sanecc_ir::{FuncId, Function, Member, Module, Op, ValueDef, ValueId};

/// What a call is marked with whose arguments are held.
pub(in crate::apply) const HELD: &str = "sanecc-held";

/// Functions that are told how much of memory they read or write, whatever lies there. Programs let them go over several members at once.
const OF_MEMORY: [&str; 26] = [
    "bcmp",
    "bcopy",
    "bzero",
    "explicit_bzero",
    "fread",
    "fread_unlocked",
    "fwrite",
    "fwrite_unlocked",
    "getrandom",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmem",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "pread",
    "pwrite",
    "read",
    "recv",
    "recvfrom",
    "send",
    "sendto",
    "write",
];

/// Whether a function is one of them.
pub(in crate::apply) fn is_of_memory(name: &str) -> bool {
    let plain = name
        .strip_prefix("__")
        .and_then(|name| name.strip_suffix("_chk"));
    OF_MEMORY.contains(&plain.unwrap_or(name))
}

/// Tells of all such arguments of the calls of a function.
pub(super) fn hold(editor: &mut Editor<'_>, source: &Source<'_>, id: FuncId) {
    let (module, function) = (source.module, source.function);
    let blocks = function.blocks.iter();
    let instructions = blocks.flat_map(|(_, block)| block.instructions.iter().copied());
    for call in instructions {
        let Some(Op::Call { arguments, .. }) = function.op(call) else {
            continue;
        };
        let Some((_, row)) = library_call(module, function, call) else {
            continue;
        };
        let pointers = arguments
            .iter()
            .filter(|argument| function.values[**argument].ty.is_plain_pointer());
        let mut held = Vec::new();
        let mut others = Vec::new();
        for &pointer in pointers {
            // That of an array of arrays says less.
            match source.kept(pointer) {
                Some(innermost) => held.push(innermost),
                None if may_point_into_structure(module, function, pointer) => others.push(pointer),
                None => {}
            }
        }
        if held.is_empty() || held.len() > MOST_HELD {
            continue;
        }
        let may_be_rest = is_of_memory(row.name);
        for (number, (member, start)) in (0u32..).zip(&held) {
            let argument = argument(editor, module, number, may_be_rest, member);
            let start = editor.value(id, *start);
            let mut cursor = editor.before(id, call);
            cursor.call_for_report(HOLD_ARGUMENT, &[start, argument]);
        }
        for other in others {
            let other = editor.value(id, other);
            let mut cursor = editor.before(id, call);
            cursor.call_for_report(LET_ARGUMENT_GO, &[other]);
        }
        editor.mark_call(id, call, HELD);
    }
}

/// Whether a pointer may be one into a structure with arrays. Texts of the source are none.
fn may_point_into_structure(module: &Module, function: &Function, pointer: ValueId) -> bool {
    match &function.values[pointer].def {
        ValueDef::Global(global) => {
            let global = &module.globals[*global];
            !(global.constant && global.name.starts_with(".str"))
        }
        ValueDef::Null | ValueDef::Function(_) => false,
        _ => true,
    }
}

/// A record of [`sanecc_abi::library::HeldArgument`].
fn argument(
    editor: &mut Editor<'_>,
    module: &Module,
    number: u32,
    may_be_rest: bool,
    member: &Member,
) -> Val {
    let object = record(editor, module, member);
    editor.record(
        "sanecc.argument",
        &[
            Field::U32(number),
            Field::U32(may_be_rest.into()),
            Field::U64(rest(member)),
            Field::Relative(Some(object)),
            // Up to a multiple of its alignment.
            Field::U32(0),
        ],
    )
}
