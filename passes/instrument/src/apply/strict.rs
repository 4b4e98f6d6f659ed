//! Keeps errors in the program where checks are inserted before LLVM optimises (by default, but for `-fno-sanecc-strict`).
//!
//! A check is a call that LLVM may not remove. It may remove the access after it, and three kinds of errors are found only by that access or by another call:
//! unmapped addresses, stores to constants, and double frees (see `allocations`).

use super::functions;
use rustc_hash::FxHashSet;
use sanecc_analysis::promotable;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{AccessKind, FuncId, Function, Module, Op, ValueDef, ValueId};

/// Hides the stack objects of all checked functions from LLVM, except [`promotable`] ones, which get an initial value; returns whether there are such.
pub fn hold_objects(editor: &mut Editor<'_>, module: &Module) -> bool {
    let mut some = false;
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        let free: FxHashSet<ValueId> = promotable(function).into_iter().collect();
        some |= !free.is_empty();
        for &object in &free {
            initialise(editor, function, id, object);
        }
        for (_, block) in function.blocks.iter() {
            for &object in &block.instructions {
                if let Some(Op::Alloca { fixed: true, .. }) = function.op(object)
                    && !free.contains(&object)
                {
                    editor.add_barrier(id, object);
                }
            }
        }
    }
    some
}

/// Gives a stack object a value wherever its scope begins.
fn initialise(editor: &mut Editor<'_>, function: &Function, id: FuncId, object: ValueId) {
    let Some(&Op::Alloca {
        bytes: Some(bytes), ..
    }) = function.op(object)
    else {
        return;
    };
    let instructions = function
        .blocks
        .iter()
        .flat_map(|(_, block)| &block.instructions);
    let is_begin = |&&at: &&ValueId| match function.op(at) {
        Some(Op::ScopeBegin(pointer)) => function.resolve(*pointer).base == object,
        _ => false,
    };
    let mut begins: Vec<ValueId> = instructions.filter(is_begin).copied().collect();
    if begins.is_empty() {
        begins.push(object);
    }
    for behind in begins {
        editor.initialise(id, object, bytes, behind);
    }
}

/// Keeps accesses that fault by themselves and that LLVM would remove.
pub fn keep_faults(editor: &mut Editor<'_>, module: &Module) {
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        for (_, access) in function.accesses.iter() {
            if faults(module, function, access.pointer, access.kind) {
                editor.keep_access(id, access.instruction);
            }
        }
    }
}

/// Touches the checked address where LLVM has removed the access.
pub fn touch(editor: &mut Editor<'_>) {
    editor.touch_what_is_checked(functions::is_about_a_pointer);
}

/// Whether an access goes to null, or writes a constant.
fn faults(module: &Module, function: &Function, pointer: ValueId, kind: AccessKind) -> bool {
    match &function.values[function.resolve(pointer).base].def {
        ValueDef::Null => true,
        ValueDef::Global(global) => kind == AccessKind::Write && module.globals[*global].constant,
        ValueDef::Param(_)
        | ValueDef::Integer(_)
        | ValueDef::Function(_)
        | ValueDef::ConstantAddress(_)
        | ValueDef::Undefined
        | ValueDef::Constant
        | ValueDef::Instruction(_) => false,
    }
}
