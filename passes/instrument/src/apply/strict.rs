//! Keeps errors in the program where checks are inserted before LLVM optimises (by default, but for `-fno-sanecc-strict`).
//!
//! A check is a call that LLVM may not remove. It may remove the access after it, and three kinds of errors are found only by that access or by another call:
//! unmapped addresses, stores to constants, and double frees (see `allocations`).

use super::{functions, provenance};
use rustc_hash::FxHashMap;
use sanecc_analysis::promotable;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{AccessKind, Function, Module, Op, ValueDef, ValueId};

/// Hides the stack objects of all checked functions from LLVM, except [`promotable`] ones, which get an initial value.
pub fn hold_objects(editor: &mut Editor<'_>, module: &Module) -> Promotion {
    let mut promotion = Promotion::default();
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        let mut free: FxHashMap<ValueId, Free> = promotable(function)
            .into_iter()
            .filter_map(|object| Some((object, Free::of(function, object)?)))
            .collect();
        promotion.any |= !free.is_empty();
        for (_, block) in function.blocks.iter() {
            for &instruction in &block.instructions {
                match function.op(instruction) {
                    Some(Op::Alloca { fixed: true, .. }) if !free.contains_key(&instruction) => {
                        editor.add_barrier(id, instruction);
                    }
                    Some(Op::ScopeBegin(pointer)) => {
                        let object = function.resolve(*pointer).base;
                        if let Some(free) = free.get_mut(&object) {
                            free.has_scope = true;
                            editor.initialise(id, object, free.bytes, instruction);
                        }
                    }
                    Some(Op::Store { pointer, value, .. }) => {
                        let [to, stored] = [pointer, value].map(|&v| function.resolve(v).base);
                        let is_object = matches!(function.op(stored), Some(Op::Alloca { .. }));
                        promotion.more |= is_object && free.contains_key(&to);
                    }
                    Some(_) | None => {}
                }
            }
        }
        for (object, free) in free {
            if !free.has_scope {
                editor.initialise(id, object, free.bytes, object);
            }
        }
    }
    promotion
}

/// What LLVM may promote.
#[derive(Clone, Copy, Debug, Default)]
pub struct Promotion {
    /// Whether there are such objects.
    pub any: bool,
    /// Whether addresses of further objects are in them: those may be promotable once these are values.
    pub more: bool,
}

/// A stack object that LLVM may promote. It gets a value wherever its scope begins, or else where it is allocated.
struct Free {
    bytes: u64,
    has_scope: bool,
}

impl Free {
    fn of(function: &Function, object: ValueId) -> Option<Self> {
        match function.op(object)? {
            Op::Alloca { bytes, .. } => Some(Self {
                bytes: (*bytes)?,
                has_scope: false,
            }),
            _ => None,
        }
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
    // Of two accesses of one instruction, as in a copy, both checks stand in front.
    let is_check = functions::is_about_a_pointer;
    let passes = |name: &str| provenance::is_beside(name) || is_check(name);
    editor.touch_what_is_checked(is_check, passes);
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
        | ValueDef::Poison
        | ValueDef::Constant(_)
        | ValueDef::Instruction(_) => false,
    }
}
