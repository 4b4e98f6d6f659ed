//! Functions that are called by an address, or from other modules, are called by their own type (`-fsanecc-mode=pointer`).
//!
//! Claims: whoever calls a checked function with arguments of other types, or of another number, is reported before the call, and so is who calls data. Signatures are those of
//! [`signature`]: pointers of all types are one type, and so are `int` and `unsigned`; a result that the caller drops does not count. A signature stands in front of each checked
//! function that others can call, and a call compares a hash of its own with what stands there. Functions without a signature may be called in any way.
//!
//! Before LLVM optimises, which takes calls of another type as it likes. Calls in the module by a function's name are judged here.

mod signature;
mod variadic;

use super::sites;
use rustc_hash::FxHashMap;
use sanecc_abi::call::{LONGEST, MAGIC};
use sanecc_abi::call::{PAGE_BITS, compared, fits, hashes};
use sanecc_abi::site::flags;
use sanecc_abi::symbols::CHECK_CALL;
use sanecc_analysis::entered_by_calls_alone;
use sanecc_ir::llvm::edit::{Beside, Editor, Field, Val};
use sanecc_ir::{Callee, FuncId, Function, Id, Module, Op, ValueId};

pub use variadic::check_variadic;
pub(super) use variadic::{PASS, PASSED, TAKE};

/// `(function, place, hash) -> bit`: whether the hash lies so far from the function's first byte.
pub(super) const FITS: &str = "sanecc.signature.fits";

/// Whether a function of this name is part of the checks here, which change no memory and keep no pointer.
pub(super) fn is_own(name: &str) -> bool {
    matches!(name, FITS | CHECK_CALL) || variadic::is_own(name)
}

/// The definitions of the checks, as textual IR.
pub(super) fn definitions() -> String {
    format!(
        "define linkonce_odr hidden i1 @{FITS}(ptr %function, i64 %offset, i32 %hash) alwaysinline nounwind {{\n\
         entry:\n  \
         %address = ptrtoint ptr %function to i64\n  \
         %inside = and i64 %address, {PAGE_BITS}\n  \
         %first = icmp eq i64 %inside, 0\n  \
         br i1 %first, label %done, label %read, !prof !0\n\
         read:\n  \
         %place = getelementptr i8, ptr %function, i64 %offset\n  \
         %found = load i32, ptr %place, align 1\n  \
         %same = icmp eq i32 %found, %hash\n  \
         br label %done\n\
         done:\n  \
         %fits = phi i1 [ false, %entry ], [ %same, %read ]\n  \
         ret i1 %fits\n}}\n{variadic}",
        variadic = variadic::definitions()
    )
}

/// Inserts the checks in all checked functions, and the signatures in front of those that others can call. With `returns` the program may go on after the report.
pub fn check_calls(editor: &mut Editor<'_>, module: &Module, returns: bool) {
    let checked = || module.functions.iter().filter(|(_, f)| f.checked);
    let defined = checked().filter(|(_, function)| function.defined);
    let own = defined.filter_map(|(id, f)| Some((id, signature::of_function(module, f)?)));
    let own: FxHashMap<FuncId, String> = own.collect();
    let mut unmarked = entered_by_calls_alone(module);
    for (id, function) in checked() {
        let used = signature::used(function);
        for call in calls(function) {
            let Some(text) = signature::of_call(module, function, &used, call) else {
                continue;
            };
            if is_wanted(module, &own, function, call, &text) {
                insert(editor, (id, function), call, &text, returns);
                if let Some(callee) = direct_callee(function, call) {
                    unmarked.set(callee.index(), false);
                }
            }
        }
    }
    for (id, text) in &own {
        if !unmarked.contains(id.index()) {
            editor.put_words_in_front(*id, &words(text.as_bytes()));
        }
    }
}

/// The words in front of a function: see [`sanecc_abi::call`].
fn words(signature: &[u8]) -> Vec<u64> {
    let chunks = signature.chunks(8).map(|chunk| {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(bytes)
    });
    let (all, parameters) = hashes(signature);
    let hashes = u64::from(parameters) | u64::from(all) << 32;
    chunks.chain([MAGIC, hashes, 0]).collect()
}

fn direct_callee(function: &Function, call: ValueId) -> Option<FuncId> {
    match function.op(call) {
        Some(Op::Call {
            callee: Callee::Direct(callee),
            ..
        }) => Some(*callee),
        _ => None,
    }
}

fn calls(function: &Function) -> Vec<ValueId> {
    let blocks = function.blocks.iter();
    let instructions = blocks.flat_map(|(_, block)| block.instructions.iter().copied());
    instructions
        .filter(|instruction| matches!(function.op(*instruction), Some(Op::Call { .. })))
        .collect()
}

/// Whether a call of this signature has to be checked when it is executed.
fn is_wanted(
    module: &Module,
    own: &FxHashMap<FuncId, String>,
    function: &Function,
    call: ValueId,
    text: &str,
) -> bool {
    let Some(Op::Call { callee, .. }) = function.op(call) else {
        return false;
    };
    match callee {
        Callee::Indirect(_) => true,
        Callee::Assembly(_) => false,
        Callee::Direct(callee) => {
            let known = &module.functions[*callee];
            match own.get(callee) {
                Some(own) => !fits(text.as_bytes(), own.as_bytes()),
                None => !known.defined && !known.optional && !is_of_environment(module, known),
            }
        }
    }
}

/// Whether a function is one of the C library, the compiler or the runtime, which have no signatures.
fn is_of_environment(module: &Module, function: &Function) -> bool {
    let name = function.name.as_str();
    ["llvm.", "sanecc.", "__sanecc", "__sanitizer", "__builtin"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
        || super::provenance::is_of_library(module, name)
}

fn insert(
    editor: &mut Editor<'_>,
    (id, function): (FuncId, &Function),
    call: ValueId,
    text: &str,
    returns: bool,
) {
    let record = record(editor, function, call, text, returns);
    let called = editor.callee(id, call);
    let (place, hash) = compared(text.as_bytes());
    let mut cursor = editor.before(id, call);
    let arguments = [called, cursor.int(place as u64), cursor.int32(hash)];
    let fits = cursor.ask_bit_beside(FITS, &arguments, Beside::Reads);
    // It returns where the runtime finds nothing wrong.
    let mut cursor = editor.where_unset(id, call, fits, call, true);
    cursor.call_for_report(CHECK_CALL, &[called, record]);
}

/// A record of [`sanecc_abi::call::Call`].
fn record(
    editor: &mut Editor<'_>,
    function: &Function,
    call: ValueId,
    text: &str,
    returns: bool,
) -> Val {
    let bits = if returns { flags::RECOVER } else { 0 };
    let location = sites::location(function, call);
    let mut fields = sites::fields(editor, &function.name, location, bits, 0).to_vec();
    fields.push(Field::Relative(Some(editor.string(text))));
    editor.record("sanecc.signature", &fields)
}
