//! What differs on bare metal: globals have records that the linker collects, names lie where the linker script wants them, and library functions
//! are called through their checked form.

use super::library::library_call;
use super::{Edited, sites};
use crate::CheckPlan;
use sanecc_abi::bare::{CALL, CALLS, Form, GLOBALS, NAMES, global_redzone};
use sanecc_analysis::Object;
use sanecc_ir::llvm::edit::{Editor, Field, Padding, Val};
use sanecc_ir::{Global, Module};

/// The name of an object, for reports.
pub(super) fn name(editor: &mut Editor<'_>, edited: Edited<'_>, object: Object) -> Val {
    let name = match object {
        Object::Stack { alloca, .. } | Object::Dynamic { alloca, .. } => {
            edited.function.name_of(alloca).map(sites::source_name)
        }
        Object::Global { global, .. } => Some(edited.module.globals[global].name.as_str()),
        Object::Parameter { .. } | Object::Argument { .. } | Object::Heap { .. } => None,
    };
    match name {
        Some(name) => editor.string_in(NAMES, name),
        None => editor.constant_pointer(0),
    }
}

/// Pads the globals of the plan that lie in memory with a shadow, and records them.
pub(super) fn pad_globals(editor: &mut Editor<'_>, module: &Module, plan: &CheckPlan, form: Form) {
    let padded = plan.globals.iter().copied();
    let padded = padded.filter(|&id| has_redzone(&module.globals[id]));
    let rows: Vec<[Field; 2]> = padded
        .map(|id| {
            let size = module.globals[id].size;
            let padding = Padding {
                redzone: global_redzone(size as usize, form.granule) as u64,
                align: form.granule as u64,
            };
            let padded = editor.pad_global(id, padding);
            [Field::Pointer(padded.value), Field::U32(size as u32)]
        })
        .collect();
    if rows.is_empty() {
        return;
    }
    let rows: Vec<&[Field]> = rows.iter().map(|row| row.as_slice()).collect();
    let list = editor.records("sanecc.globals", &rows);
    editor.put_in_section(list, GLOBALS);
    editor.keep(list);
}

/// Constants lie in flash, which has no shadow. A section of the user's own keeps its layout. Of several definitions the linker may choose one without
/// a redzone.
fn has_redzone(global: &Global) -> bool {
    !global.constant && global.section.is_none() && !global.may_be_replaced()
}

/// Redirects calls of library functions to their checked form, which the runtime has.
pub fn redirect_calls(editor: &mut Editor<'_>, module: &Module, plan: &CheckPlan) {
    for (id, function) in module.functions.iter() {
        if plan.function(id).is_none() {
            continue;
        }
        for (_, block) in function.blocks.iter() {
            for &instruction in &block.instructions {
                if let Some((callee, row)) = library_call(module, function, instruction)
                    && CALLS.contains(&row.name)
                {
                    let checked = editor.declare_like(callee, &format!("{CALL}{}", row.name));
                    editor.set_callee(id, instruction, checked);
                    editor.keep_frame(id, instruction);
                }
            }
        }
    }
}
