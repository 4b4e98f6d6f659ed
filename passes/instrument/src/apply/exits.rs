//! Ways out of a frame, and calls that need attention.
//!
//! Returns clear the frame's shadow. Calls that never return may leave frames behind without an epilogue
//! (longjmp, throw), so the runtime is told: of jumps, also of those of unchecked functions, how far they go, of others in `noreturn.rs`.
//! After calls that end an object's life LLVM must not believe that the shadow is as it was. After `vfork`
//! the child's frames lie on the stack, and where a thread that ends goes on in its cleanup handlers, those that it has left.

use super::dynamic::Dynamic;
use super::frame::{Block, Blocks};
use super::shrink_wrap::Made;
use super::{fake, noreturn, shadow};
use sanecc_abi::symbols;
use sanecc_ir::llvm::edit::{Cursor, Editor, Val};
use sanecc_ir::{Callee, FuncId, Function, Module, Op, Type, ValueDef, ValueId};

/// Library functions that free, though LLVM takes them to touch little else.
const FREES_QUIETLY: [&str; 11] = [
    "free",
    "cfree",
    "realloc",
    "reallocarray",
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZdlPvSt11align_val_t",
    "_ZdaPvSt11align_val_t",
    "munmap",
];

/// Library functions after which nothing more runs on the stack. To clear it for them would take from the parent of a
/// child of `vfork`, which runs on its stack, what protects the frames.
const ENDS_AT_ONCE: [&str; 2] = ["_exit", "_Exit"];

/// Library functions that go on in a frame which their first argument tells.
const JUMPS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// Where `pthread_cleanup_push` goes on when the thread ends, by a jump within the C library.
const SETS_HANDLER: &str = "__sigsetjmp";
/// What it tells of that.
const REGISTERS_HANDLER: &str = "__pthread_register_cancel";

fn handles_cancellation(module: &Module, function: &Function) -> bool {
    function.calls_setjmp
        && function.values.iter().any(|(_, value)| {
            matches!(
                &value.def,
                ValueDef::Instruction(Op::Call { callee: Callee::Direct(callee), .. })
                    if module.functions[*callee].name == REGISTERS_HANDLER
            )
        })
}

/// Inserts all of it.
pub(super) fn guard(
    editor: &mut Editor<'_>,
    module: &Module,
    id: FuncId,
    function: &Function,
    blocks: &Blocks<'_>,
    dynamic: Option<&Dynamic>,
) {
    let is_cancelled = handles_cancellation(module, function);
    for (_, block) in function.blocks.iter() {
        let must_tail = block.instructions.iter().copied().find(|i| {
            matches!(
                function.op(*i),
                Some(Op::Call {
                    must_tail: true,
                    ..
                })
            )
        });
        let last = noreturn::last_call(function, block);
        for &instruction in &block.instructions {
            match function.op(instruction) {
                Some(Op::Return(_) | Op::Resume(_)) => {
                    let before = must_tail.unwrap_or(instruction);
                    leave(editor, id, before, blocks, dynamic);
                }
                Some(Op::StackRestore(saved)) => restore(editor, id, instruction, *saved, dynamic),
                Some(Op::Call {
                    callee: Callee::Direct(callee),
                    noreturn: true,
                    ..
                }) if !module.functions[*callee].defined
                    && ENDS_AT_ONCE.contains(&module.functions[*callee].name.as_str()) => {}
                Some(op) if jump(module, op).is_some() => {
                    announce(editor, module, id, instruction, op)
                }
                Some(Op::Call {
                    callee, noreturn, ..
                }) if *noreturn || last == Some(instruction) => {
                    noreturn::before(editor, module, id, instruction, callee);
                }
                Some(Op::Call {
                    callee: Callee::Direct(callee),
                    ..
                }) => {
                    let name = module.functions[*callee].name.as_str();
                    if module.functions[*callee].defined {
                        continue;
                    }
                    let is_int = function.values[instruction].ty == Type::Int(32);
                    if FREES_QUIETLY.contains(&name) {
                        if let Some(mut cursor) = editor.after(id, instruction) {
                            cursor.barrier();
                        }
                    } else if is_int && (name == "vfork" || is_cancelled && name == SETS_HANDLER) {
                        let result = editor.value(id, instruction);
                        if let Some(mut cursor) = editor.after(id, instruction) {
                            cursor.call(symbols::VFORK_RETURNED, &[result]);
                        }
                    }
                }
                Some(_) | None => {}
            }
        }
    }
}

/// Says of jumps out of a function that is not checked how far they go: frames of checked functions may lie in between.
pub(super) fn announce_jumps(
    editor: &mut Editor<'_>,
    module: &Module,
    id: FuncId,
    function: &Function,
) {
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            if let Some(op) = function.op(instruction) {
                announce(editor, module, id, instruction, op);
            }
        }
    }
}

fn announce(editor: &mut Editor<'_>, module: &Module, id: FuncId, instruction: ValueId, op: &Op) {
    if let Some(buffer) = jump(module, op) {
        let buffer = editor.value(id, buffer);
        let mut cursor = editor.before(id, instruction);
        cursor.call(symbols::HANDLE_JUMP, &[buffer]);
    }
}

/// What tells where a call goes on, if it is one of [`JUMPS`].
fn jump(module: &Module, op: &Op) -> Option<ValueId> {
    let Op::Call {
        callee: Callee::Direct(callee),
        arguments,
        ..
    } = op
    else {
        return None;
    };
    let callee = &module.functions[*callee];
    let is_jump = !callee.defined && JUMPS.contains(&callee.name.as_str());
    arguments.first().copied().filter(|_| is_jump)
}

fn leave(
    editor: &mut Editor<'_>,
    id: FuncId,
    before: ValueId,
    blocks: &Blocks<'_>,
    dynamic: Option<&Dynamic>,
) {
    if let Some(dynamic) = dynamic {
        let mut cursor = editor.before(id, before);
        let top = cursor.load_pointer(dynamic.latest);
        // The slot lies in the fixed part of the frame, above all dynamic objects.
        cursor.call(symbols::UNPOISON_ALLOCAS, &[top, dynamic.latest]);
    }
    for block in &blocks.all {
        let late = block.late.as_ref().zip(blocks.late.as_ref());
        let made = late.map_or(Made::Always, |(made, late)| {
            late.made(&made.beginning, before)
        });
        match (made, &block.late) {
            (Made::Sometimes, Some(late)) => {
                let mut cursor = editor.before(id, before);
                let address = cursor.load_pointer(late.address);
                let slot = block.slot.map(|_| cursor.load_pointer(late.slot));
                let mut cursor = editor.where_not_null(id, before, address);
                give_back(&mut cursor, block, address, slot);
            }
            (Made::Always, _) | (Made::Sometimes, None) => {
                let mut cursor = editor.before(id, before);
                give_back(&mut cursor, block, block.address, block.slot);
            }
            (Made::Never, _) => {}
        }
    }
}

/// A block is left, which lies there, in that slot of the fake stack if it is not null.
fn give_back(cursor: &mut Cursor<'_, '_>, block: &Block, address: Val, slot: Option<Val>) {
    match slot {
        Some(slot) => fake::leave(cursor, &block.layout, address, slot),
        None => {
            let granules = block.layout.size as usize / sanecc_abi::shadow::GRANULE;
            shadow::write(cursor, address, &vec![0; granules]);
        }
    }
}

fn restore(
    editor: &mut Editor<'_>,
    id: FuncId,
    instruction: ValueId,
    saved: ValueId,
    dynamic: Option<&Dynamic>,
) {
    let Some(dynamic) = dynamic else { return };
    let saved = editor.value(id, saved);
    let mut cursor = editor.before(id, instruction);
    let top = cursor.load_pointer(dynamic.latest);
    cursor.call(symbols::UNPOISON_ALLOCAS, &[top, saved]);
}
