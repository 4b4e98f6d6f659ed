//! Moves protected stack objects into blocks with redzones, and marks their scopes.
//!
//! There are at most two blocks: one on the real stack, and one for objects whose address may outlive the call, which
//! the runtime is asked for ([`super::fake`]). Each is made at the function's entry, or where its objects are first needed ([`super::late`]).

use super::layout::{Layout, Slot};
use super::shrink_wrap::{Beginning, Late, Marks, Opened};
use super::{fake, returns_twice, shadow, sites};
use crate::{FunctionPlan, UseAfterReturn};
use rustc_hash::FxHashSet;
use sanecc_abi::frame::{MAGIC, fake_class};
use sanecc_ir::llvm::edit::{Cursor, Editor, Field, Val};
use sanecc_ir::{FuncId, Function, Module, Op, ValueId};

/// Size above which an object's own shadow in the prologue is written by the runtime, in shadow bytes.
const LARGE_OBJECT: usize = 64;

/// A block in place.
pub(super) struct Block {
    pub(super) address: Val,
    pub(super) layout: Layout,
    /// The slot of the fake stack that it may lie in, null if it does not; none for a block on the real stack.
    pub(super) slot: Option<Val>,
    /// Where it is made, if that is behind the entry.
    pub(super) late: Option<MadeLate>,
}

/// What is known of a block that is made behind the entry.
pub(super) struct MadeLate {
    pub(super) beginning: Beginning,
    /// Variables of the function that hold its address and its slot, null before it is made.
    pub(super) address: Val,
    pub(super) slot: Val,
}

/// The blocks of a function.
pub(super) struct Blocks<'f> {
    pub(super) all: Vec<Block>,
    /// Answers where they are made, if any may be made late.
    pub(super) late: Option<Late<'f>>,
}

/// One object of a block.
struct Member {
    value: ValueId,
    slot: Slot,
    scoped: bool,
    /// Its scope is open when the block is made.
    open: bool,
    parameter: bool,
}

/// Builds the blocks, lets them stand for the planned objects, and turns their scope marks
/// into shadow writes. Empty if nothing needs protection.
pub(super) fn protect<'f>(
    editor: &mut Editor<'_>,
    module: &Module,
    id: FuncId,
    function: &'f Function,
    plan: &FunctionPlan,
) -> Blocks<'f> {
    let marks = Marks {
        all: sites::scope_marks(function),
        last: sites::last_marks(function),
    };
    let (escaping, staying): (Vec<Member>, Vec<Member>) = members(function, plan, &marks.all)
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
    let mut blocks = Blocks {
        all: Vec::new(),
        late: plan.shrink_wrap.then(|| Late::of(function)),
    };
    for (mut members, symbol) in groups {
        if members.is_empty() {
            continue;
        }
        let layout = layout_of(&members);
        let description = describe(editor, function, &members, &layout, &marks.all);
        let late = blocks.late.as_ref();
        let values: FxHashSet<ValueId> = members.iter().map(|member| member.value).collect();
        let beginning = late.and_then(|late| begin(late, &members, &values, &marks));
        let opened = match (late, &beginning) {
            (_, Some(beginning)) => Opened {
                objects: beginning.open.clone(),
                marks: beginning.passed.clone(),
            },
            (Some(late), None) => late.opened(None, &values, &marks),
            (None, None) => Opened::default(),
        };
        for member in &mut members {
            member.open = !member.scoped || opened.objects.contains(&member.value);
        }
        let mut cursor = editor.at_entry(id);
        let real = real(&mut cursor, &layout);
        let variables = beginning.as_ref().map(|_| variables(&mut cursor));
        let mut cursor = match &beginning {
            Some(beginning) => editor.before(id, beginning.before),
            None => cursor,
        };
        let slot = symbol.map(|symbol| cursor.call_for_memory(symbol));
        let address = slot.map_or(real, |slot| cursor.if_null(slot, real, slot));
        prologue(&mut cursor, &members, &layout, address, description);
        let late = beginning.zip(variables);
        let late = late.map(|(beginning, [of_address, of_slot])| {
            cursor.store(address, of_address);
            if let Some(slot) = slot {
                cursor.store(slot, of_slot);
            }
            MadeLate {
                beginning,
                address: of_address,
                slot: of_slot,
            }
        });
        move_objects(editor, id, &members, &layout, address);
        let writes = |mark: &ValueId| !marks.last.contains(mark) && !opened.marks.contains(mark);
        mark_scopes(editor, id, &members, &marks.all, writes);
        let scoped = members.iter().filter(|member| member.scoped);
        let scoped: Vec<(Val, u64)> = scoped
            .map(|member| (editor.value(id, member.value), member.slot.size))
            .collect();
        returns_twice::open(editor, module, id, function, &scoped);
        blocks.all.push(Block {
            address,
            layout,
            slot,
            late,
        });
    }
    blocks
}

/// Where a block of these objects is made, if not at the entry. Parameters are there from the beginning.
fn begin(
    late: &Late<'_>,
    members: &[Member],
    values: &FxHashSet<ValueId>,
    marks: &Marks,
) -> Option<Beginning> {
    late.beginning(values, marks)
        .filter(|_| members.iter().all(|member| !member.parameter))
}

/// Variables for the address and the slot of a block that is made late.
fn variables(cursor: &mut Cursor<'_, '_>) -> [Val; 2] {
    ["sanecc.made", "sanecc.slot"].map(|name| {
        let variable = cursor.pointer_slot(name);
        let null = cursor.null();
        cursor.store(null, variable);
        variable
    })
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
            open: !scoped,
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
            open: true,
            parameter: true,
        })
    });
    fixed.chain(parameters).collect()
}

fn layout_of(members: &[Member]) -> Layout {
    let slots: Vec<Slot> = members.iter().map(|m| m.slot).collect();
    Layout::of(&slots)
}

/// Memory on the real stack for a block.
fn real(cursor: &mut Cursor<'_, '_>, layout: &Layout) -> Val {
    let size = cursor.int(layout.size);
    cursor.alloca(size, layout.align, "sanecc.block")
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
    let large = |i: usize| members[i].open && slots[i].size as usize / 8 > LARGE_OBJECT;
    // Large open objects are first poisoned as a uniform run, then opened by the runtime.
    let bytes = layout.shadow(&slots, |i| members[i].open && !large(i));
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

/// Scope marks of moved objects become shadow writes, where `writes` says so; LLVM must not see them any more, because they would now
/// mark the whole block.
fn mark_scopes(
    editor: &mut Editor<'_>,
    id: FuncId,
    members: &[Member],
    marks: &[(ValueId, ValueId, bool)],
    writes: impl Fn(&ValueId) -> bool,
) {
    for (instruction, object, begins) in marks {
        let Some(member) = members.iter().find(|m| m.value == *object) else {
            continue;
        };
        if member.scoped && writes(instruction) {
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
