//! Moves protected stack objects into blocks with redzones, and marks their scopes.
//!
//! There are at most two blocks: one on the real stack, and one for objects whose address may outlive the call, which
//! the runtime is asked for ([`super::fake`]).

use super::layout::{Layout, Slot};
use super::{fake, shadow, sites};
use crate::{FunctionPlan, UseAfterReturn};
use sanecc_abi::frame::{MAGIC, fake_class};
use sanecc_ir::llvm::edit::{Cursor, Editor, Field, Val};
use sanecc_ir::{FuncId, Function, Op, ValueId};

/// Size above which an object's own shadow in the prologue is written by the runtime, in shadow bytes.
const LARGE_OBJECT: usize = 64;

/// A block in place.
pub(super) struct Block {
    pub(super) address: Val,
    pub(super) layout: Layout,
    /// The slot of the fake stack that it may lie in, null if it does not; none for a block on the real stack.
    pub(super) slot: Option<Val>,
}

/// One object of a block.
struct Member {
    value: ValueId,
    slot: Slot,
    scoped: bool,
    parameter: bool,
}

/// Builds the blocks at the function's entry, lets them stand for the planned objects, and turns their scope marks
/// into shadow writes. Empty if nothing needs protection.
pub(super) fn protect(
    editor: &mut Editor<'_>,
    id: FuncId,
    function: &Function,
    plan: &FunctionPlan,
) -> Vec<Block> {
    let marks = sites::scope_marks(function);
    let (escaping, staying): (Vec<Member>, Vec<Member>) = members(function, plan, &marks)
        .into_iter()
        .partition(|member| plan.escaping.contains(&member.value));
    let layout = layout_of(&escaping);
    let class = fake_class(layout.size as usize, layout.align as usize)
        .filter(|_| plan.use_after_return != UseAfterReturn::Never);
    let groups = match class {
        Some(class) => {
            let symbol = fake::symbol(class, plan.use_after_return);
            [(staying, None), (escaping, Some(symbol))]
        }
        None => {
            let all = escaping.into_iter().chain(staying).collect();
            [(all, None), (Vec::new(), None)]
        }
    };
    let mut blocks = Vec::new();
    for (members, symbol) in groups {
        if members.is_empty() {
            continue;
        }
        let layout = layout_of(&members);
        let description = describe(editor, function, &members, &layout, &marks);
        let mut cursor = editor.at_entry(id);
        let (address, slot) = place(&mut cursor, &layout, symbol);
        prologue(&mut cursor, &members, &layout, address, description);
        move_objects(editor, id, &members, &layout, address);
        mark_scopes(editor, id, &members, &marks);
        blocks.push(Block {
            address,
            layout,
            slot,
        });
    }
    blocks
}

/// The planned objects.
fn members(
    function: &Function,
    plan: &FunctionPlan,
    marks: &[(ValueId, ValueId, bool)],
) -> Vec<Member> {
    let fixed = plan.frame.iter().filter_map(|&value| {
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
    });
    let parameters = plan.parameters.iter().filter_map(|&value| {
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
    });
    fixed.chain(parameters).collect()
}

fn layout_of(members: &[Member]) -> Layout {
    let slots: Vec<Slot> = members.iter().map(|m| m.slot).collect();
    Layout::of(&slots)
}

/// Gets memory for a block: its address, and the slot of the fake stack if it may lie in one.
fn place(
    cursor: &mut Cursor<'_, '_>,
    layout: &Layout,
    symbol: Option<&'static str>,
) -> (Val, Option<Val>) {
    let size = cursor.int(layout.size);
    let real = cursor.alloca(size, layout.align, "sanecc.block");
    let Some(symbol) = symbol else {
        return (real, None);
    };
    let slot = cursor.call_for_memory(symbol);
    (cursor.if_null(slot, real, slot), Some(slot))
}

/// The description that reports read: [`sanecc_abi::frame::Frame`] and its objects.
fn describe(
    editor: &mut Editor<'_>,
    function: &Function,
    members: &[Member],
    layout: &Layout,
    marks: &[(ValueId, ValueId, bool)],
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
                Field::U32(sites::line_of_scope(function, member.value, marks)),
            ]
        })
        .collect();
    let mut rows: Vec<&[Field]> = vec![&head];
    rows.extend(objects.iter().map(|o| o.as_slice()));
    editor.records("sanecc.frame", &rows)
}

fn prologue(
    cursor: &mut Cursor<'_, '_>,
    members: &[Member],
    layout: &Layout,
    block: Val,
    description: Val,
) {
    let magic = cursor.int(MAGIC);
    cursor.store_kept(magic, block);
    let second = cursor.int(8);
    let second = cursor.offset(block, second);
    cursor.store_kept(description, second);
    let slots: Vec<Slot> = members.iter().map(|m| m.slot).collect();
    let large = |i: usize| !members[i].scoped && slots[i].size as usize / 8 > LARGE_OBJECT;
    // Large open objects are first poisoned as a uniform run, then opened by the runtime.
    let bytes = layout.shadow(&slots, |i| !members[i].scoped && !large(i));
    shadow::write(cursor, block, &bytes);
    for (i, slot) in slots.iter().enumerate() {
        if large(i) {
            let offset = cursor.int(layout.offsets[i]);
            let object = cursor.offset(block, offset);
            shadow::open(cursor, object, slot.size);
        }
    }
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
