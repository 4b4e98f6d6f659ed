//! No-return unpoisoning: calls the runtime before a call that never returns, except jumps ([`super::exits`]).
//!
//! It unpoisons the part of the stack that is left without an announcement. Some library functions are known by name to announce it, functions of this module by
//! their bodies, and all others by a mark in front of their code, which the runtime looks for.

use super::Edited;
use sanecc_abi::symbols;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Block, BlockId, Callee, FuncId, Function, Id, Op, ValueId};

/// Library functions that end the program, or leave frames by the unwinder alone. Handlers and destructors that run meanwhile may jump.
const UNWINDS_OR_ENDS: [&str; 21] = [
    "_Unwind_Resume",
    "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
    "_ZSt9terminatev",
    "__assert",
    "__assert_fail",
    "__assert_perror_fail",
    "__cxa_bad_cast",
    "__cxa_bad_typeid",
    "__cxa_call_unexpected",
    "__cxa_pure_virtual",
    "__cxa_rethrow",
    "__cxa_throw",
    "__cxa_throw_bad_array_new_length",
    "__stack_chk_fail",
    "abort",
    "err",
    "errx",
    "exit",
    "quick_exit",
    "verr",
    "verrx",
];

/// Name prefix, after the length, of functions of the C++ library that throw its own exceptions.
const THROWS: &str = "__throw_";

/// Clang defines it in each file that needs it, to end the program because of an exception.
const TERMINATES: &str = "__clang_call_terminate";

/// Whether a function of another file is one of these.
fn unwinds_or_ends(name: &str) -> bool {
    let of_library = name.strip_prefix("_ZSt");
    let of_library = of_library.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    UNWINDS_OR_ENDS.contains(&name) || of_library.is_some_and(|name| name.starts_with(THROWS))
}

/// The call before an unreachable end of a block: it does not return either.
pub(super) fn last_call(function: &Function, block: &Block) -> Option<ValueId> {
    let (&end, before) = block.instructions.split_last()?;
    if !matches!(function.op(end), Some(Op::Unreachable)) {
        return None;
    }
    let mut before = before.iter().rev().copied();
    let last = before.find(|i| {
        !matches!(
            function.op(*i),
            Some(Op::Inert(..) | Op::LandingPad { .. } | Op::ScopeEnd(_))
        )
    })?;
    matches!(function.op(last), Some(Op::Call { .. })).then_some(last)
}

/// Whether a function never returns, and ends: it is left only by calls that are announced in its own body. A function that loops for ever may be left in any of
/// its calls.
fn announces(function: &Function) -> bool {
    let mut ends: Vec<BlockId> = Vec::new();
    for (id, block) in function.blocks.iter() {
        match block.instructions.last().and_then(|end| function.op(*end)) {
            Some(Op::Return(_)) => return false,
            Some(Op::Unreachable | Op::Resume(_)) => ends.push(id),
            _ => {}
        }
    }
    let mut reaches_end = vec![false; function.blocks.len()];
    while let Some(block) = ends.pop() {
        if !std::mem::replace(&mut reaches_end[block.index()], true) {
            ends.extend(&function.blocks[block].predecessors);
        }
    }
    function.defined && reaches_end.into_iter().all(|reaches| reaches)
}

/// Marks a checked function that never returns, for callers in other files.
pub(super) fn mark(editor: &mut Editor<'_>, id: FuncId, function: &Function) {
    if !function.local && announces(function) {
        editor.put_in_front(id, symbols::ANNOUNCES);
    }
}

/// Before a call that never returns: tells the runtime, unless the callee does.
pub(super) fn before(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    instruction: ValueId,
    callee: &Callee,
) {
    let Edited { module, id, .. } = edited;
    let (symbol, argument) = match callee {
        Callee::Direct(callee) => {
            let function = &module.functions[*callee];
            let is_here = function.defined && !function.replaceable;
            match function.name.as_str() {
                _ if is_here && function.checked && announces(function) => return,
                name if name == TERMINATES || !function.defined && unwinds_or_ends(name) => {
                    let goes_on = symbols::unwinder_goes_on(editor.target().architecture);
                    let set_ip = editor.function_named(goes_on, true);
                    (symbols::HANDLE_UNWINDING, Some(set_ip))
                }
                // Intrinsics have no address.
                name if is_here || name.starts_with("llvm.") => (symbols::HANDLE_NO_RETURN, None),
                name => {
                    let function = editor.function_named(name, false);
                    (symbols::HANDLE_NO_RETURN_OF, Some(function))
                }
            }
        }
        Callee::Indirect(pointer) => {
            let function = editor.value(id, *pointer);
            (symbols::HANDLE_NO_RETURN_OF, Some(function))
        }
        Callee::Assembly(_) => (symbols::HANDLE_NO_RETURN, None),
    };
    let mut cursor = editor.before(id, instruction);
    cursor.call(symbol, argument.as_slice());
}
