//! Variable arguments are read as what was passed (`-fsanecc-mode=pointer`).
//!
//! Claims: a read by `va_arg` is told if no argument was passed for it, or one of another type, where the call and the function that begins the list are checked; see
//! [`sanecc_abi::variadic`] for what the runtime compares. A call hands the record of its arguments over with the address of the function, which takes it first of all: whoever is called and
//! is not checked leaves it, and whoever calls and is not checked writes none. It is withdrawn behind the call, which is therefore never the last thing that its function does.
//!
//! A signal may come at any time: the address is written before the record, and read after it, so that what a handler hands over meanwhile never fits.

mod reads;

use super::{is_of_environment, signature};
use crate::apply::library::library_call;
use crate::apply::sites;
use reads::Read;
use sanecc_abi::library::effects::{Dialect, Effect, Further};
use sanecc_abi::provenance::Handover;
use sanecc_abi::site::flags;
use sanecc_abi::symbols::{
    CHECK_FORMAT, CHECK_LIST_FORMAT, CHECK_VARIADIC, HANDOVER, VARIADIC_BEGINS,
};
use sanecc_abi::variadic::{ALIGNED, ZERO};
use sanecc_ir::llvm::edit::{Beside, Editor, Field, Val};
use sanecc_ir::{Callee, FuncId, Function, Module, Op, Type, ValueId};
use std::mem::offset_of;

/// `(function, record)`: the call that follows passes these arguments.
pub(in crate::apply) const PASS: &str = "sanecc.variadic.pass";
/// `()`: behind the call.
pub(in crate::apply) const PASSED: &str = "sanecc.variadic.passed";
/// `(function) -> record`: what the caller has passed to this function, null if unknown; at its very beginning.
pub(in crate::apply) const TAKE: &str = "sanecc.variadic.take";

/// Whether a function of this name is part of the checks here.
pub(super) fn is_own(name: &str) -> bool {
    matches!(
        name,
        PASS | PASSED | TAKE | VARIADIC_BEGINS | CHECK_VARIADIC | CHECK_FORMAT | CHECK_LIST_FORMAT
    )
}

/// The definitions, as textual IR; the block of the thread is declared with those that follow provenance.
pub(super) fn definitions() -> String {
    let callee = offset_of!(Handover, variadic_callee);
    let record = offset_of!(Handover, variadic);
    let places = format!(
        "%block = call ptr @llvm.threadlocal.address.p0(ptr @{HANDOVER})\n  \
         %callee = getelementptr i8, ptr %block, i64 {callee}\n  \
         %record = getelementptr i8, ptr %block, i64 {record}\n  "
    );
    format!(
        "define linkonce_odr hidden void @{PASS}(ptr %function, ptr %passed) alwaysinline nounwind {{\n  \
         {places}\
         store volatile ptr %function, ptr %callee\n  \
         store volatile ptr %passed, ptr %record\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{PASSED}() alwaysinline nounwind {{\n  \
         {places}\
         store volatile ptr null, ptr %callee\n  \
         ret void\n}}\n\
         define linkonce_odr hidden i64 @{TAKE}(ptr %function) alwaysinline nounwind {{\n  \
         {places}\
         %passed = load volatile i64, ptr %record\n  \
         %called = load volatile ptr, ptr %callee\n  \
         store volatile ptr null, ptr %callee\n  \
         %own = icmp eq ptr %called, %function\n  \
         %answer = select i1 %own, i64 %passed, i64 0\n  \
         ret i64 %answer\n}}\n"
    )
}

/// Inserts the checks in all checked functions. With `returns` the program may go on after the report.
pub fn check_variadic(editor: &mut Editor<'_>, module: &Module, returns: bool) {
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        for call in super::calls(function) {
            check_format(editor, module, (id, function), call, returns);
            hand_over(editor, module, (id, function), call);
        }
        begin(editor, (id, function));
        for read in reads::of(module, function) {
            check(editor, (id, function), &read, returns);
        }
    }
}

/// Around a call that passes variable arguments.
fn hand_over(
    editor: &mut Editor<'_>,
    module: &Module,
    (id, function): (FuncId, &Function),
    call: ValueId,
) {
    let Some(Op::Call {
        callee,
        arguments,
        signature,
        noreturn,
        unwind,
        must_tail: false,
        ..
    }) = function.op(call)
    else {
        return;
    };
    if !signature.variadic || !may_begin_list(module, callee) {
        return;
    }
    let text = passed(module, function, call, arguments);
    let passed = record(editor, function, call, &text, 0);
    let called = editor.callee(id, call);
    editor.before(id, call).tell_beside(PASS, &[called, passed]);
    let goes_on = !noreturn && unwind.is_none();
    if goes_on && let Some(mut cursor) = editor.after(id, call) {
        cursor.tell_beside(PASSED, &[]);
    }
}

/// Whether what is called may be checked and begin a list.
fn may_begin_list(module: &Module, callee: &Callee) -> bool {
    match callee {
        Callee::Indirect(_) => true,
        Callee::Assembly(_) => false,
        Callee::Direct(callee) => {
            let known = &module.functions[*callee];
            match known.defined {
                true => known.signature.variadic && known.checked,
                false => !is_of_environment(module, known),
            }
        }
    }
}

/// The types of the arguments of a call.
fn passed(module: &Module, function: &Function, call: ValueId, arguments: &[ValueId]) -> String {
    let mut text = String::new();
    for (number, argument) in (0u32..).zip(arguments) {
        let copied = function.copied.get(&(call, number)).copied();
        push(&mut text, module, function, *argument, copied);
    }
    text
}

/// In front of a call of the printf family.
fn check_format(
    editor: &mut Editor<'_>,
    module: &Module,
    (id, function): (FuncId, &Function),
    call: ValueId,
    returns: bool,
) {
    let Some(Op::Call { arguments, .. }) = function.op(call) else {
        return;
    };
    let Some((_, row)) = library_call(module, function, call) else {
        return;
    };
    let effects = row.effects.iter().flat_map(|effects| effects.list);
    let printed = effects.copied().find_map(|effect| match effect {
        Effect::Prints(format, further, Dialect::Narrow | Dialect::NarrowGnu) => {
            Some((format, further))
        }
        _ => None,
    });
    let Some((format, further)) = printed else {
        return;
    };
    let Some(&format) = arguments.get(usize::from(format)) else {
        return;
    };
    let bits = if returns { flags::RECOVER } else { 0 };
    let format = editor.value(id, format);
    match further {
        Further::Variadic(fixed) => {
            let text = passed(module, function, call, arguments);
            let record = record(editor, function, call, &text, bits);
            let mut cursor = editor.before(id, call);
            let fixed = cursor.int(fixed.into());
            cursor.tell_of_list(CHECK_FORMAT, &[format, record, fixed]);
        }
        Further::List(number) => {
            let Some(&list) = arguments.get(usize::from(number)) else {
                return;
            };
            let list = editor.value(id, list);
            let location = sites::location(function, call);
            let fields = sites::fields(editor, &function.name, location, bits, 0);
            let site = editor.record("sanecc.variadic", &fields);
            let mut cursor = editor.before(id, call);
            cursor.tell_of_list(CHECK_LIST_FORMAT, &[format, list, site]);
        }
    }
}

/// What is passed: a letter of a signature, or one of those that only arguments have.
fn push(
    text: &mut String,
    module: &Module,
    function: &Function,
    argument: ValueId,
    copied: Option<(u64, u64)>,
) {
    let ty = function.values[argument].ty;
    match copied {
        Some((bytes, ..=8)) => text.push_str(&format!("m{bytes};")),
        Some((bytes, 16)) => text.push_str(&format!("{}{bytes};", char::from(ALIGNED))),
        Some(_) => text.push('?'),
        None if ty == Type::Int(32) && function.integer(argument) == Some(0) => {
            text.push(ZERO.into());
        }
        None => signature::push(text, module, ty),
    }
}

/// Behind each beginning of a list.
fn begin(editor: &mut Editor<'_>, (id, function): (FuncId, &Function)) {
    let blocks = function.blocks.iter();
    let instructions = blocks.flat_map(|(_, block)| block.instructions.iter().copied());
    let begins: Vec<(ValueId, ValueId)> = instructions
        .filter_map(|at| match function.op(at) {
            Some(Op::Inert(name, arguments)) if name.starts_with("llvm.va_start") => {
                Some((at, *arguments.first()?))
            }
            _ => None,
        })
        .collect();
    if begins.is_empty() || !function.signature.variadic {
        return;
    }
    let own = editor.function_pointer(id);
    let passed = editor.at_entry(id).ask_beside(TAKE, &[own], Beside::Writes);
    for (at, list) in begins {
        let list = editor.value(id, list);
        if let Some(mut cursor) = editor.after(id, at) {
            let fixed = cursor.int(function.signature.parameters.len() as u64);
            cursor.tell_of_list(VARIADIC_BEGINS, &[list, passed, fixed]);
        }
    }
}

/// In front of a read.
fn check(editor: &mut Editor<'_>, (id, function): (FuncId, &Function), read: &Read, returns: bool) {
    let bits = if returns { flags::RECOVER } else { 0 };
    let record = record(editor, function, read.located_at, &read.wanted, bits);
    let list = editor.value(id, read.list);
    let mut cursor = editor.before(id, read.before);
    cursor.tell_of_list(CHECK_VARIADIC, &[list, record]);
}

/// A record of a place and a text: [`sanecc_abi::variadic::Passed`] and [`sanecc_abi::variadic::Read`].
fn record(editor: &mut Editor<'_>, function: &Function, at: ValueId, text: &str, bits: u8) -> Val {
    let location = sites::location(function, at);
    let mut fields = sites::fields(editor, &function.name, location, bits, 0).to_vec();
    fields.push(Field::Relative(Some(editor.string(text))));
    editor.record("sanecc.variadic", &fields)
}
