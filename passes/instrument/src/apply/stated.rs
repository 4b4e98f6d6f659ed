//! Sizes of memory that the source states are checked where they are stated: `int a[static 4]` where the function begins, `alloc_size` where the call returns.
//!
//! A call stands there that does nothing, and is an access of so many bytes to the analyses. It gets the check, the proof and the report that such an access would get, and
//! what accesses the same bytes later rests on it as on any access before (rule `redundant`). A null pointer is no object: behind the statement of a parameter its first byte is
//! read, so that null faults there; an allocation may fail. Only sizes that the compiler knows are stated.

use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Callee, FuncId, Function, Model, Module, Op, ValueDef, ValueId};

/// Lets all checked functions state what their source states.
pub fn check_stated_sizes(editor: &mut Editor<'_>, module: &Module) {
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        for (_, block) in function.blocks.iter() {
            for pair in block.instructions.windows(2) {
                if let Some(bytes) = size_of_result(editor, module, (id, function), pair[0]) {
                    state_result(editor, id, (pair[0], pair[1]), bytes);
                }
            }
        }
        for (parameter, value) in function.values.iter() {
            if let ValueDef::Param(number) = value.def
                && let Some(bytes) = editor.stated_of_parameter(id, number)
            {
                let pointer = editor.value(id, parameter);
                let mut cursor = editor.at_declaration(id);
                cursor.state_size(pointer, bytes);
                cursor.touch(pointer);
            }
        }
    }
}

/// The size of what a call returns, where the source states it and no model knows the function.
fn size_of_result(
    editor: &Editor<'_>,
    module: &Module,
    (id, function): (FuncId, &Function),
    call: ValueId,
) -> Option<u64> {
    let Some(Op::Call {
        callee: Callee::Direct(callee),
        arguments,
        unwind: None,
        ..
    }) = function.op(call)
    else {
        return None;
    };
    let name = &module.functions[*callee].name;
    if Model::allocates_by_name(name) {
        return None;
    }
    let (first, second) = editor.stated_of_result(id, call)?;
    let number = |at: u32| match function.values[*arguments.get(at as usize)?].def {
        ValueDef::Integer(n) => u64::try_from(n).ok(),
        _ => None,
    };
    let bytes = number(first)?.checked_mul(second.map_or(Some(1), number)?)?;
    (bytes > 0 && bytes <= module.layout.largest_object()).then_some(bytes)
}

/// States it on the way from the call to the next instruction, unless the call has returned null.
fn state_result(
    editor: &mut Editor<'_>,
    function: FuncId,
    (call, next): (ValueId, ValueId),
    bytes: u64,
) {
    let pointer = editor.value(function, call);
    let mut cursor = editor.before(function, next);
    let null = cursor.null();
    let is_null = cursor.equal(pointer, null);
    let mut cursor = editor.where_unset(function, next, is_null, call, true);
    cursor.state_size(pointer, bytes);
}
