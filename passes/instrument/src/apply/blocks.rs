//! What keeps calls that free in the program.
//!
//! LLVM takes a block away together with all calls that free it, or an address inside of it, once nothing else of the block is needed. After
//! a plan that proved its accesses nothing else may be left, and `free(block + 1)` would no longer be reported.

use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Model, Module};

/// Keeps calls that allocate or free where they are, whatever LLVM finds out about their blocks from now on.
pub fn keep_blocks(editor: &mut Editor<'_>, module: &Module) {
    for (id, function) in module.functions.iter() {
        if !function.defined && manages_memory(&function.name) {
            editor.forget_name(id);
        }
    }
}

/// Whether a library function allocates or frees.
fn manages_memory(name: &str) -> bool {
    let model = Model::of(name);
    // `operator new` and `operator delete` in all their forms.
    let operator = ["_Zn", "_Zd"].iter().any(|start| name.starts_with(start));
    model.allocates.is_some() || model.frees.is_some() || operator
}
