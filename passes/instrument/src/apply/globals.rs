//! Pads globals and registers them with the runtime when the module is loaded.

use crate::CheckPlan;
use sanecc_abi::global::{ALIGN, flags, redzone_after};
use sanecc_abi::symbols::{
    AFTER_DYNAMIC_INIT, BEFORE_DYNAMIC_INIT, REGISTER_GLOBALS, UNREGISTER_GLOBALS,
};
use sanecc_ir::llvm::edit::{Chosen, Editor, Field, Padding, Val};
use sanecc_ir::{Module, Op};

/// Constructors of this priority run before those of the program.
const FIRST: u32 = 1;

/// Pads all globals of the plan, and announces the constructors that initialise some of them.
pub(super) fn pad(editor: &mut Editor<'_>, module: &Module, plan: &CheckPlan) {
    let globals = &plan.globals;
    if globals.is_empty() {
        return;
    }
    let file = editor.string(&module.source);
    let rows: Vec<[Field; 8]> = globals
        .iter()
        .map(|&id| {
            let global = &module.globals[id];
            let redzone = redzone_after(global.size as usize) as u64;
            let padded = editor.pad_global(
                id,
                Padding {
                    redzone,
                    align: ALIGN as u64,
                },
            );
            let replaced = global.may_be_replaced();
            let chosen = replaced
                .then(|| editor.chosen(id, &global.name, global.size + redzone))
                .flatten();
            let by_size = matches!(chosen, Some(Chosen::Size(_)));
            let chosen = chosen.map(|chosen| match chosen {
                Chosen::Size(word) | Chosen::Address(word) => word,
            });
            let only = global.is_only_definition();
            // A relocation of the loader for each variable would cost a large program more at its start than all of the runtime.
            let indirect = replaced || !editor.all_is_within_reach();
            let bits = [
                (replaced, flags::MERGED),
                (by_size, flags::BY_SIZE),
                (global.constant, flags::CONSTANT),
                (only && !global.local, flags::UNIQUE),
                (indirect, flags::INDIRECT),
                (only && plan.dynamic_globals.contains(&id), flags::DYNAMIC),
            ];
            let bits = bits.iter().filter(|(on, _)| *on);
            let bits = bits.fold(0, |bits, (_, flag)| bits | flag);
            let name = editor.string(&global.name);
            let source = editor.source_of(id);
            let file = source.map_or(file, |source| editor.string(&source));
            let place = match indirect {
                true => editor.record("sanecc.address", &[Field::Pointer(padded.value)]),
                false => padded.value,
            };
            [
                Field::U64(global.size),
                Field::U64(global.size + redzone),
                Field::Relative(Some(place)),
                Field::Relative(chosen),
                Field::Relative(Some(name)),
                Field::Relative(Some(file)),
                Field::U32(global.line),
                Field::U32(bits),
            ]
        })
        .collect();
    let rows: Vec<&[Field]> = rows.iter().map(|r| r.as_slice()).collect();
    let list = editor.records("sanecc.globals", &rows);
    editor.gather(list);
    let count = editor.constant_int(rows.len() as u64);
    editor.run_at_start(
        FIRST,
        REGISTER_GLOBALS,
        &[list, count],
        Some(UNREGISTER_GLOBALS),
    );
    if module.globals.iter().any(|(_, global)| global.dynamic) {
        announce_constructors(editor, module, list);
    }
}

/// Tells the runtime when the constructors of the unit with these records begin and end.
fn announce_constructors(editor: &mut Editor<'_>, module: &Module, records: Val) {
    for &id in &module.constructors {
        let function = &module.functions[id];
        if !function.defined {
            continue;
        }
        for (_, block) in function.blocks.iter() {
            for &instruction in &block.instructions {
                if let Some(Op::Return(_)) = function.op(instruction) {
                    editor.before(id, instruction).call(AFTER_DYNAMIC_INIT, &[]);
                }
            }
        }
        editor.at_entry(id).call(BEFORE_DYNAMIC_INIT, &[records]);
    }
}
