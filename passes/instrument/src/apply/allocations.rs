//! Keeps calls that allocate or free in the program.
//!
//! LLVM removes an allocation together with all calls that free it, or an address inside of it, once nothing else uses it. After a plan that proved all its
//! accesses nothing else may be left, and `free(pointer + 1)` would no longer be reported.

use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Layout, Model, Module, Op};

/// Keeps calls that allocate or free, whatever LLVM finds out about their allocations from now on.
pub fn keep_allocations(editor: &mut Editor<'_>, module: &Module) {
    for (id, function) in module.functions.iter() {
        if !function.defined && manages_memory(&function.name, &module.layout) {
            editor.forget_name(id);
        }
    }
}

/// LLVM would read any value from memory that was allocated and not written since. From now on it reads what the heap has filled that memory with, at each level of optimisation.
pub fn keep_content(editor: &mut Editor<'_>, module: &Module) {
    for (id, function) in module.functions.iter() {
        let instructions = function.blocks.iter().flat_map(|(_, b)| &b.instructions);
        let allocates = |instruction: &&_| {
            let op = function.op(**instruction);
            // As a mere allocation, LLVM would remove a call that frees another chunk where nobody uses the result.
            matches!(op, Some(Op::Call { model, .. })
                if model.allocates.is_some() && model.frees.is_none())
        };
        for call in instructions.filter(allocates) {
            editor.forget_content(id, *call);
        }
    }
}

/// Whether a library function allocates or frees.
fn manages_memory(name: &str, layout: &Layout) -> bool {
    let model = Model::of(name, layout);
    // `operator new` and `operator delete` in all their forms.
    let operator = ["_Zn", "_Zd"].iter().any(|start| name.starts_with(start));
    model.allocates.is_some() || model.frees.is_some() || operator
}
