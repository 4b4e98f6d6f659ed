//! What keeps errors in the program where checks stand in it before LLVM optimises (`-fsanecc-strict`).
//!
//! A check is a call that LLVM may not leave out. What it may leave out is the access behind it, and three kinds of errors are found by
//! that alone or by another call: addresses at which there is nothing, constants that are written, and blocks that are freed twice
//! (see `blocks`).

use super::functions;
use rustc_hash::FxHashSet;
use sanecc_analysis::promotable;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{AccessKind, Function, Module, Op, ValueDef, ValueId};

/// Holds the stack objects of all checked functions but those that may become values ([`promotable`]); says whether there are such.
pub fn hold_objects(editor: &mut Editor<'_>, module: &Module) -> bool {
    let mut some = false;
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        let free: FxHashSet<ValueId> = promotable(function).into_iter().collect();
        some |= !free.is_empty();
        for (_, block) in function.blocks.iter() {
            for &object in &block.instructions {
                if let Some(Op::Alloca { fixed: true, .. }) = function.op(object)
                    && !free.contains(&object)
                {
                    editor.hold(id, object);
                }
            }
        }
    }
    some
}

/// Keeps accesses that fault by themselves and that LLVM would take away.
pub fn keep_faults(editor: &mut Editor<'_>, module: &Module) {
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        for (_, access) in function.accesses.iter() {
            if faults(module, function, access.pointer, access.kind) {
                editor.keep_access(id, access.instruction);
            }
        }
    }
}

/// Touches what is checked where LLVM has left the access out.
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
        | ValueDef::ConstantPlace(_)
        | ValueDef::Undefined
        | ValueDef::Constant
        | ValueDef::Instruction(_) => false,
    }
}
