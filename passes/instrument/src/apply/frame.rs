//! Moves protected stack objects into one block with redzones, and marks their scopes.

use super::layout::{Layout, Slot};
use super::{shadow, sites};
use crate::FunctionPlan;
use sanecc_abi::frame::MAGIC;
use sanecc_ir::llvm::edit::{Editor, Field, Val};
use sanecc_ir::{FuncId, Function, Op, ValueId};

/// Size above which an object's own shadow in the prologue is written by the runtime, in shadow bytes.
const LARGE_OBJECT: usize = 64;

/// A frame block in place.
pub(super) struct Frame {
    pub(super) block: Val,
    pub(super) layout: Layout,
}

/// One object of the frame.
struct Member {
    value: ValueId,
    slot: Slot,
    scoped: bool,
    parameter: bool,
}

/// Builds the block at the function's entry, lets it stand for the planned objects, and turns their scope marks
/// into shadow writes. `None` if nothing needs protection.
pub(super) fn protect(
    editor: &mut Editor<'_>,
    id: FuncId,
    function: &Function,
    plan: &FunctionPlan,
) -> Option<Frame> {
    let marks = scope_marks(function);
    let members: Vec<Member> = plan
        .frame
        .iter()
        .filter_map(|&value| {
            let Some(Op::Alloca {
                bytes: Some(size),
                align,
                ..
            }) = function.op(value)
            else {
                return None;
            };
            let slot = Slot {
                size: *size,
                align: *align,
            };
            let scoped = plan.scopes && marks.iter().any(|(_, object, _)| *object == value);
            Some(Member {
                value,
                slot,
                scoped,
                parameter: false,
            })
        })
        .chain(plan.parameters.iter().filter_map(|&value| {
            let sanecc_ir::ValueDef::Param(number) = function.values[value].def else {
                return None;
            };
            let (size, align) = function.params[number as usize].by_value?;
            Some(Member {
                value,
                slot: Slot { size, align },
                scoped: false,
                parameter: true,
            })
        }))
        .collect();
    if members.is_empty() {
        return None;
    }
    let slots: Vec<Slot> = members.iter().map(|m| m.slot).collect();
    let layout = Layout::of(&slots);
    let description = describe(editor, function, &members, &layout);
    let block = prologue(editor, id, &members, &layout, description);
    move_objects(editor, id, &members, &layout, block);
    mark_scopes(editor, id, &members, &marks);
    Some(Frame { block, layout })
}

/// Scope marks: (instruction, object, begins).
fn scope_marks(function: &Function) -> Vec<(ValueId, ValueId, bool)> {
    let mut marks = Vec::new();
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            match function.op(instruction) {
                Some(Op::ScopeBegin(object)) => marks.push((instruction, *object, true)),
                Some(Op::ScopeEnd(object)) => marks.push((instruction, *object, false)),
                Some(_) | None => {}
            }
        }
    }
    marks
}

/// The description that reports read: [`sanecc_abi::frame::Frame`] and its objects.
fn describe(
    editor: &mut Editor<'_>,
    function: &Function,
    members: &[Member],
    layout: &Layout,
) -> Val {
    let location = function.location.as_ref();
    let name = editor.string(location.map_or(&function.name, |l| &l.function));
    let file = location.map(|l| editor.string(&l.file));
    let head = [
        Field::Relative(Some(name)),
        Field::Relative(file),
        Field::U32(location.map_or(0, |l| l.line)),
        Field::U32(members.len() as u32),
    ];
    let objects: Vec<[Field; 4]> = members
        .iter()
        .zip(&layout.offsets)
        .map(|(member, offset)| {
            let name = function.name_of(member.value).map(sites::source_name);
            [
                Field::U64(*offset),
                Field::U64(member.slot.size),
                Field::Relative(name.map(|n| editor.string(n))),
                Field::U32(0),
            ]
        })
        .collect();
    let mut rows: Vec<&[Field]> = vec![&head];
    rows.extend(objects.iter().map(|o| o.as_slice()));
    editor.records("sanecc.frame", &rows)
}

fn prologue(
    editor: &mut Editor<'_>,
    id: FuncId,
    members: &[Member],
    layout: &Layout,
    description: Val,
) -> Val {
    let mut cursor = editor.at_entry(id);
    let size = cursor.int(layout.size);
    let block = cursor.alloca(size, layout.align, "sanecc.block");
    let magic = cursor.int(MAGIC);
    cursor.store_kept(magic, block);
    let second = cursor.int(8);
    let second = cursor.offset(block, second);
    cursor.store_kept(description, second);
    let slots: Vec<Slot> = members.iter().map(|m| m.slot).collect();
    let large = |i: usize| !members[i].scoped && slots[i].size as usize / 8 > LARGE_OBJECT;
    // Large open objects are first poisoned as a uniform run, then opened by the runtime.
    let bytes = layout.shadow(&slots, |i| !members[i].scoped && !large(i));
    shadow::write(&mut cursor, block, &bytes);
    for (i, slot) in slots.iter().enumerate() {
        if large(i) {
            let offset = cursor.int(layout.offsets[i]);
            let object = cursor.offset(block, offset);
            shadow::open(&mut cursor, object, slot.size);
        }
    }
    block
}

/// Lets places in the block stand for the objects, and copies parameters there.
fn move_objects(
    editor: &mut Editor<'_>,
    id: FuncId,
    members: &[Member],
    layout: &Layout,
    block: Val,
) {
    for (member, offset) in members.iter().zip(&layout.offsets) {
        let mut cursor = editor.after_value(block);
        let offset = cursor.int(*offset);
        let place = cursor.offset(block, offset);
        if member.parameter {
            let original = editor.redirect_parameter(id, member.value, place);
            let mut cursor = editor.after_value(place);
            cursor.copy(place, original, member.slot.size, member.slot.align);
        } else {
            editor.replace(id, member.value, place);
        }
    }
}

/// Scope marks of moved objects become shadow writes; LLVM must not see them any more, because they would now
/// mark the whole block.
fn mark_scopes(
    editor: &mut Editor<'_>,
    id: FuncId,
    members: &[Member],
    marks: &[(ValueId, ValueId, bool)],
) {
    for (instruction, object, begins) in marks {
        let Some(member) = members.iter().find(|m| m.value == *object) else {
            continue;
        };
        if member.scoped {
            let place = editor.value(id, *object);
            let mut cursor = editor.before(id, *instruction);
            if *begins {
                shadow::open(&mut cursor, place, member.slot.size);
            } else {
                shadow::close(&mut cursor, place, member.slot.size);
            }
        }
        editor.erase(id, *instruction);
    }
}
