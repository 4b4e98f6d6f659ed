//! Pointers that lie in variables from the start: the runtime makes their slots before any code of the module runs.

use super::Followed;
use sanecc_abi::symbols::INITIAL_POINTERS;
use sanecc_ir::llvm::edit::{Editor, Field};
use sanecc_ir::{GlobalId, Module, Symbol};

/// Lets the runtime make the slots, when the variables are padded and registered. Pointers into variables without a record get none.
pub(super) fn make_slots(editor: &mut Editor<'_>, followed: &Followed<'_>, priority: u32) {
    // Places are distances in memory of the module.
    if !editor.all_is_within_reach() {
        return;
    }
    let module = followed.module;
    let mut rows = Vec::new();
    for (id, _) in module.globals.iter() {
        if !is_own(module, id) {
            continue;
        }
        for address in module.initial_addresses(id) {
            if let Symbol::Global(target) = address.symbol
                && followed.globals.contains(&target)
                && address.at.is_multiple_of(8)
            {
                let place = editor.displaced(editor.global(id), address.at);
                let target = editor.global(target);
                rows.push([Field::Relative(Some(place)), Field::Relative(Some(target))]);
            }
        }
    }
    if rows.is_empty() {
        return;
    }
    let rows: Vec<&[Field]> = rows.iter().map(|row| row.as_slice()).collect();
    let list = editor.records("sanecc.initial", &rows);
    let count = editor.constant_int(rows.len() as u64);
    editor.run_at_start(priority, INITIAL_POINTERS, &[list, count], None);
}

/// Whether a variable lies in the module's own memory.
fn is_own(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    global.initial.is_some()
        && !global.may_be_replaced()
        && !global.thread_local
        && !global.foreign_space
}
