//! Exits of a frame, and calls that need care.
//!
//! Returns clear the frame's shadow. Calls that never return may leave frames without an epilogue (longjmp, throw), so the runtime is called first: the target
//! of jumps, also in unchecked functions; of other calls see `noreturn.rs`. After calls that free, LLVM must not assume that the shadow is
//! unchanged. After `vfork` the child's frames lie on the parent's stack, and cancelled threads continue in cleanup handlers above frames that they have left.

use super::dynamic::Dynamic;
use super::frame::{Frame, Frames};
use super::provenance::end_on_stack;
use super::shrink_wrap::IsSetUp;
use super::{Edited, fake, noreturn, shadow};
use rustc_hash::FxHashSet;
use sanecc_abi::bare::{self, Form};
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

/// Library functions after which no code runs on the stack. Clearing it would unprotect the frames of a parent whose `vfork` child runs
/// on its stack.
const ENDS_AT_ONCE: [&str; 2] = ["_exit", "_Exit"];

/// Library functions that continue in a frame which their first argument names.
const JUMPS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// Where `pthread_cleanup_push` continues when the thread ends, by a jump within the C library.
const SETS_HANDLER: &str = "__sigsetjmp";
/// The call that marks such a function.
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

/// What is left at exits.
#[derive(Clone, Copy)]
pub(super) struct Exits<'a> {
    /// The frames.
    pub(super) frames: &'a Frames<'a>,
    /// The dynamic objects.
    pub(super) dynamic: Option<&'a Dynamic>,
    /// On bare metal, its form.
    pub(super) form: Option<Form>,
    /// Objects of the frames of which it is told that they end.
    pub(super) ended: &'a FxHashSet<ValueId>,
}

/// Inserts the code before and after all of these instructions.
pub(super) fn guard(editor: &mut Editor<'_>, edited: Edited<'_>, exits: Exits<'_>) {
    let Exits { dynamic, form, .. } = exits;
    let Edited { id, function, .. } = edited;
    let is_cancelled = form.is_none() && handles_cancellation(edited.module, function);
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
                    leave(editor, id, before, exits);
                }
                Some(Op::StackRestore(saved)) => restore(editor, id, instruction, *saved, dynamic),
                Some(Op::Call {
                    callee: Callee::Direct(callee),
                    noreturn: true,
                    ..
                }) if !edited.module.functions[*callee].defined
                    && ENDS_AT_ONCE.contains(&edited.module.functions[*callee].name.as_str()) => {}
                Some(op) if jump(edited.module, op).is_some() => {
                    announce(editor, edited, instruction, op)
                }
                Some(Op::Call {
                    callee, noreturn, ..
                }) if form.is_none() && (*noreturn || last == Some(instruction)) => {
                    noreturn::before(editor, edited, instruction, callee);
                }
                Some(Op::Call {
                    callee: Callee::Direct(callee),
                    ..
                }) => {
                    let name = edited.module.functions[*callee].name.as_str();
                    if edited.module.functions[*callee].defined {
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

/// Announces the jumps of an unchecked function: they may skip frames of checked functions.
pub(super) fn announce_jumps(editor: &mut Editor<'_>, edited: Edited<'_>) {
    for (_, block) in edited.function.blocks.iter() {
        for &instruction in &block.instructions {
            if let Some(op) = edited.function.op(instruction) {
                announce(editor, edited, instruction, op);
            }
        }
    }
}

fn announce(editor: &mut Editor<'_>, edited: Edited<'_>, instruction: ValueId, op: &Op) {
    if let Some(buffer) = jump(edited.module, op) {
        let id = edited.id;
        let buffer = editor.value(id, buffer);
        let mut cursor = editor.before(id, instruction);
        cursor.call(symbols::HANDLE_JUMP, &[buffer]);
    }
}

/// The argument with the target of a call, if it is one of [`JUMPS`].
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

fn leave(editor: &mut Editor<'_>, id: FuncId, before: ValueId, exits: Exits<'_>) {
    let frames = exits.frames;
    if let Some(dynamic) = exits.dynamic {
        let mut cursor = editor.before(id, before);
        let top = cursor.load_pointer(dynamic.latest);
        // The variable lies in the fixed part of the frame, above all dynamic objects.
        cursor.call(symbols::UNPOISON_ALLOCAS, &[top, dynamic.latest]);
    }
    for frame in &frames.all {
        let wrapped = frame.shrink_wrapped.as_ref().zip(frames.placement.as_ref());
        let is_set_up = wrapped.map_or(IsSetUp::Always, |(wrapped, placement)| {
            placement.is_set_up(&wrapped.setup, before)
        });
        match (is_set_up, &frame.shrink_wrapped) {
            (IsSetUp::Sometimes, Some(wrapped)) => {
                let mut cursor = editor.before(id, before);
                let address = cursor.load_pointer(wrapped.address);
                let slot = frame.slot.map(|_| cursor.load_pointer(wrapped.slot));
                let mut cursor = editor.where_not_null(id, before, address);
                release(&mut cursor, frame, (address, slot), exits);
            }
            (IsSetUp::Always, _) | (IsSetUp::Sometimes, None) => {
                let mut cursor = editor.before(id, before);
                release(&mut cursor, frame, (frame.address, frame.slot), exits);
            }
            (IsSetUp::Never, _) => {}
        }
    }
}

/// Releases a frame: a slot of the fake stack if it is not null, else stack memory.
fn release(
    cursor: &mut Cursor<'_, '_>,
    frame: &Frame,
    (address, slot): (Val, Option<Val>),
    exits: Exits<'_>,
) {
    let objects = frame.objects.iter().zip(&frame.layout.offsets);
    for (_, offset) in objects.filter(|(object, _)| exits.ended.contains(object)) {
        let offset = cursor.int(*offset);
        let place = cursor.offset(address, offset);
        end_on_stack(cursor, place);
    }
    if exits.form.is_some() {
        let size = cursor.int32(frame.layout.size as u32);
        cursor.call(bare::CLEAR, &[address, size]);
        return;
    }
    match slot {
        Some(slot) => fake::leave(cursor, &frame.layout, address, slot),
        None => {
            let granules = frame.layout.size as usize / sanecc_abi::shadow::GRANULE;
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
