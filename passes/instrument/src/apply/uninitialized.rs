//! Pointers of local variables that were never written hold a pattern that says so (`-fsanecc-mode=pointer`).
//!
//! Claims: the program may copy and compare such pointers as before; an access by one, a call and a `free` are reported, with the name of the variable ([`sanecc_abi::uninitialized`]).
//! Patterned are the pointers of variables, also those in structures and arrays, where the scope begins: so a variable of a loop is new in each round. Not patterned are variables with more
//! than [`MOST_POINTERS`] of them, arrays of computed size, and what the compiler has invented (names with a dot): parameters, and copies that it writes as a whole.
//!
//! Before LLVM optimises: it takes what was never written for anything. What is written anyway before it is read costs nothing from `-O1` on, for LLVM drops the pattern; at `-O0`, a
//! variable that is written as a whole first gets none.

use super::Edited;
use sanecc_abi::uninitialized::{MOST_POINTERS, SECTION, id, pattern};
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Function, Id, Module, Op, ValueId};

/// Writes the patterns in all checked functions, and the names of the variables into the object.
pub fn mark_pointers(editor: &mut Editor<'_>, module: &Module) {
    let mut names = Vec::new();
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        let edited = Edited {
            module,
            id,
            function,
        };
        let entry = function.blocks.iter().next();
        for object in entry.iter().flat_map(|(_, block)| &block.instructions) {
            if let Some(Op::Alloca { fixed: true, .. }) = function.op(*object)
                && let Some(name) = variable(function, *object)
                && mark(editor, edited, *object, name)
            {
                names.extend([function.name.as_bytes(), b"\0", name.as_bytes(), b"\0"].concat());
            }
        }
    }
    if !names.is_empty() {
        editor.add_unloaded(SECTION, &names);
    }
}

/// The name of a variable of the source; C's names have no dots. A structure that is returned lies where the result does.
fn variable(function: &Function, object: ValueId) -> Option<&str> {
    const RESULT: &str = "retval";
    const WORD: u64 = 8;
    let name = function.names.get(object.index())?.as_deref()?;
    let is_structure =
        matches!(function.op(object), Some(Op::Alloca { bytes: Some(bytes), .. }) if *bytes > WORD);
    (!name.contains('.') && (name != RESULT || is_structure)).then_some(name)
}

fn mark(editor: &mut Editor<'_>, edited: Edited<'_>, object: ValueId, name: &str) -> bool {
    let Edited {
        id: of, function, ..
    } = edited;
    let Some(offsets) = editor.pointers_in(of, object, MOST_POINTERS) else {
        return false;
    };
    if offsets.is_empty() {
        return false;
    }
    let begins = beginnings(function, object);
    let address = pattern(id(function.name.as_bytes(), name.as_bytes()));
    for begin in &begins {
        editor.set_pointers(of, object, &offsets, address, *begin);
    }
    !begins.is_empty()
}

/// Behind which instructions a variable is new, but for those where it is written as a whole before anything else can ask for it.
fn beginnings(function: &Function, object: ValueId) -> Vec<ValueId> {
    let mut all = Vec::new();
    let mut has_scope = false;
    for (_, block) in function.blocks.iter() {
        for (at, instruction) in block.instructions.iter().enumerate() {
            if let Some(Op::ScopeBegin(place)) = function.op(*instruction)
                && function.resolve(*place).base == object
            {
                has_scope = true;
                if !is_written_first(function, object, &block.instructions[at + 1..]) {
                    all.push(*instruction);
                }
            }
        }
    }
    let entry = function.blocks.iter().next();
    if let (false, Some((_, block))) = (has_scope, entry) {
        let behind = block.instructions.iter().position(|one| *one == object);
        let rest = behind.map_or(&[][..], |at| &block.instructions[at + 1..]);
        if !is_written_first(function, object, rest) {
            all.push(object);
        }
    }
    all
}

/// Whether the first of these instructions that knows the object writes all of it.
fn is_written_first(function: &Function, object: ValueId, instructions: &[ValueId]) -> bool {
    for instruction in instructions {
        let Some(op) = function.op(*instruction) else {
            continue;
        };
        let mut is_used = false;
        op.operands(|operand| is_used |= operand == object);
        if is_used {
            return matches!(op, Op::Store { pointer, value, .. }
                if *pointer == object && *value != object && function.values[*value].ty.is_plain_pointer());
        }
    }
    false
}
