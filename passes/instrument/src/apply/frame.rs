//! Moves protected stack objects into frames with redzones, and marks their scopes.
//!
//! A function has at most two frames: one on the real stack, and one from the runtime for objects whose address may outlive the call
//! ([`super::fake`]). Each is set up at the function's entry, or where its objects are first used ([`super::shrink_wrap`]).

use super::layout::{Layout, Slot};
use super::provenance::{begin_on_stack, end_on_stack, ends, tells_ends};
use super::shrink_wrap::{Marks, Opened, Placement, Setup};
use super::{Edited, fake, returns_twice, shadow, sites};
use crate::{FunctionPlan, UseAfterReturn};
use rustc_hash::FxHashSet;
use sanecc_abi::bare::{self, Form};
use sanecc_abi::frame::{MAGIC, fake_class};
use sanecc_ir::llvm::edit::{Cursor, Editor, Field, Val};
use sanecc_ir::{FuncId, Function, Op, ValueId};

/// Longest object shadow that the prologue writes inline, in shadow bytes.
const LARGE_OBJECT: usize = 64;

/// A frame.
pub(super) struct Frame {
    pub(super) address: Val,
    pub(super) layout: Layout,
    /// The objects, as the layout has them.
    pub(super) objects: Vec<ValueId>,
    /// Its slot of the fake stack, null if it has none; `None` for a frame on the real stack.
    pub(super) slot: Option<Val>,
    /// The place of its set-up, if that is not the entry.
    pub(super) shrink_wrapped: Option<ShrinkWrapped>,
}

/// A frame that is set up after the entry.
pub(super) struct ShrinkWrapped {
    pub(super) setup: Setup,
    /// Variables of the function with its address and its slot, null before the set-up.
    pub(super) address: Val,
    pub(super) slot: Val,
}

/// The frames of a function.
pub(super) struct Frames<'f> {
    pub(super) all: Vec<Frame>,
    /// The analysis of their places, if any may be set up after the entry.
    pub(super) placement: Option<Placement<'f>>,
    /// Where scopes begin after the set-up, if provenance is followed.
    pub(super) begun: Vec<Begun>,
    /// Objects whose scopes end while the frame is there, and the calls that say so.
    pub(super) ended: Vec<(ValueId, Val)>,
}

/// An object begins at the mark of its scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    pub(super) object: ValueId,
    pub(super) mark: ValueId,
    /// Its provenance from here on.
    pub(super) provenance: Val,
}

/// One object of a frame.
struct Member {
    value: ValueId,
    slot: Slot,
    scoped: bool,
    /// Its scope is open at the set-up.
    open: bool,
    parameter: bool,
}

/// Sets up the frames, replaces the planned objects by places in them, and turns their scope marks into shadow writes. Empty if nothing needs
/// protection.
pub(super) fn protect<'f>(
    editor: &mut Editor<'_>,
    edited: Edited<'f>,
    plan: &FunctionPlan,
    form: Option<Form>,
    follows: bool,
) -> Frames<'f> {
    let Edited { id, function, .. } = edited;
    let marks = Marks {
        all: sites::scope_marks(function),
        last: sites::last_marks(function),
    };
    let (escaping, staying): (Vec<Member>, Vec<Member>) = members(function, plan, &marks.all)
        .into_iter()
        .partition(|member| plan.escaping.contains(&member.value));
    let layout = layout_of(&escaping, form);
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
    let mut frames = Frames {
        all: Vec::new(),
        placement: plan.shrink_wrap.then(|| Placement::of(function)),
        begun: Vec::new(),
        ended: Vec::new(),
    };
    for (mut members, symbol) in groups {
        if members.is_empty() {
            continue;
        }
        let layout = layout_of(&members, form);
        let placement = frames.placement.as_ref();
        let values: FxHashSet<ValueId> = members.iter().map(|member| member.value).collect();
        let setup =
            placement.and_then(|placement| setup_point(placement, &members, &values, &marks));
        let opened = match (placement, &setup) {
            (_, Some(setup)) => Opened {
                objects: setup.open.clone(),
                marks: setup.void_marks.clone(),
            },
            (Some(placement), None) => placement.opened(None, &values, &marks),
            (None, None) => Opened::default(),
        };
        for member in &mut members {
            member.open = !member.scoped || opened.objects.contains(&member.value);
        }
        let description = match form {
            Some(_) => describe_bare(editor, function, &members, &layout),
            None => describe(editor, function, &members, &layout, &marks.all),
        };
        let mut cursor = editor.at_entry(id);
        let real = real(&mut cursor, &layout);
        let variables = setup.as_ref().map(|_| variables(&mut cursor));
        let mut cursor = match &setup {
            Some(setup) => editor.before(id, setup.before),
            None => cursor,
        };
        let slot = symbol.map(|symbol| cursor.call_for_memory(symbol));
        let address = slot.map_or(real, |slot| cursor.if_null(slot, real, slot));
        match form {
            Some(_) => cursor.call(bare::ENTER, &[address, description]),
            None => prologue(&mut cursor, &members, &layout, address, description),
        }
        let shrink_wrapped = setup.zip(variables);
        let shrink_wrapped = shrink_wrapped.map(|(setup, [of_address, of_slot])| {
            cursor.store(address, of_address);
            if let Some(slot) = slot {
                cursor.store(slot, of_slot);
            }
            ShrinkWrapped {
                setup,
                address: of_address,
                slot: of_slot,
            }
        });
        move_objects(editor, id, &members, &layout, address);
        let writes = |mark: &ValueId| !marks.last.contains(mark) && !opened.marks.contains(mark);
        mark_scopes(
            editor,
            edited,
            &members,
            (&marks.all, form),
            writes,
            follows.then_some(&mut frames),
        );
        let scoped = members.iter().filter(|member| member.scoped);
        let scoped: Vec<(Val, u64)> = scoped
            .map(|member| (editor.value(id, member.value), member.slot.size))
            .collect();
        returns_twice::open(editor, edited, &scoped);
        frames.all.push(Frame {
            address,
            layout,
            objects: members.iter().map(|member| member.value).collect(),
            slot,
            shrink_wrapped,
        });
    }
    frames
}

/// The place to set up a frame of these objects, if not at the entry. Parameters exist from the setup.
fn setup_point(
    placement: &Placement<'_>,
    members: &[Member],
    values: &FxHashSet<ValueId>,
    marks: &Marks,
) -> Option<Setup> {
    placement
        .setup(values, marks)
        .filter(|_| members.iter().all(|member| !member.parameter))
}

/// Variables for the address and the slot of a frame that is set up after the entry.
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

fn layout_of(members: &[Member], form: Option<Form>) -> Layout {
    let slots: Vec<Slot> = members.iter().map(|m| m.slot).collect();
    Layout::of(&slots, form)
}

/// Stack memory for a frame.
fn real(cursor: &mut Cursor<'_, '_>, layout: &Layout) -> Val {
    let size = cursor.int(layout.size);
    cursor.alloca(size, layout.align, "sanecc.frame")
}

/// The frame description for reports: [`sanecc_abi::frame::Frame`] and its objects.
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

/// The same on bare metal: [`sanecc_abi::bare::Frame`] and its objects.
fn describe_bare(
    editor: &mut Editor<'_>,
    function: &Function,
    members: &[Member],
    layout: &Layout,
) -> Val {
    let location = function.location.as_ref();
    let mut names = location.map_or_else(|| function.name.clone(), |l| l.function.to_string());
    for member in members {
        names.push('\n');
        names.push_str(
            function
                .name_of(member.value)
                .map_or("", sites::source_name),
        );
    }
    let names = editor.string_in(bare::NAMES, &names);
    let head = [
        Field::Pointer(names),
        Field::U32(layout.size as u32),
        Field::U32(members.len() as u32),
    ];
    let objects = members.iter().zip(&layout.offsets).map(|(member, offset)| {
        let closed = if member.open { 0 } else { bare::CLOSED };
        [
            Field::U32(*offset as u32),
            Field::U32(member.slot.size as u32 | closed),
        ]
    });
    let objects: Vec<[Field; 2]> = objects.collect();
    let mut rows: Vec<&[Field]> = vec![&head];
    rows.extend(objects.iter().map(|o| o.as_slice()));
    editor.records("sanecc.frame", &rows)
}

fn prologue(
    cursor: &mut Cursor<'_, '_>,
    members: &[Member],
    layout: &Layout,
    frame: Val,
    description: Val,
) {
    let magic = cursor.int(MAGIC);
    cursor.store_kept(magic, frame);
    let second = cursor.int(8);
    let second = cursor.offset(frame, second);
    cursor.store_kept(description, second);
    let slots: Vec<Slot> = members.iter().map(|m| m.slot).collect();
    let large = |i: usize| members[i].open && slots[i].size as usize / 8 > LARGE_OBJECT;
    // Large open objects are first poisoned as a uniform run, then opened by the runtime.
    let bytes = layout.shadow(&slots, |i| members[i].open && !large(i));
    shadow::write(cursor, frame, &bytes);
    for (i, slot) in slots.iter().enumerate() {
        if large(i) {
            let offset = cursor.int(layout.offsets[i]);
            let object = cursor.offset(frame, offset);
            shadow::open(cursor, object, slot.size, None);
        }
    }
}

/// Replaces objects by places in the frame, and copies parameters there.
fn move_objects(
    editor: &mut Editor<'_>,
    id: FuncId,
    members: &[Member],
    layout: &Layout,
    frame: Val,
) {
    for (member, offset) in members.iter().zip(&layout.offsets) {
        let mut cursor = editor.after_value(frame);
        let offset = cursor.int(*offset);
        let place = cursor.offset(frame, offset);
        if member.parameter {
            let original = editor.redirect_parameter(id, member.value, place);
            let mut cursor = editor.after_value(place);
            cursor.copy(place, original, member.slot.size, member.slot.align);
        } else {
            editor.replace(id, member.value, place);
        }
    }
}

/// Turns scope marks of moved objects into shadow writes if `writes`, and erases them: for LLVM they would now mark the whole frame. Notes in `follows` which objects
/// begin and end there.
fn mark_scopes(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    members: &[Member],
    (marks, form): (&[(ValueId, ValueId, bool)], Option<Form>),
    writes: impl Fn(&ValueId) -> bool,
    mut follows: Option<&mut Frames<'_>>,
) {
    let Edited { id, function, .. } = edited;
    for (instruction, object, begins) in marks {
        let Some(member) = members.iter().find(|m| m.value == *object) else {
            continue;
        };
        if member.scoped && writes(instruction) {
            let place = editor.value(id, *object);
            let mut cursor = editor.before(id, *instruction);
            if *begins {
                shadow::open(&mut cursor, place, member.slot.size, form);
                if let Some(frames) = &mut follows {
                    let size = cursor.int(member.slot.size);
                    frames.begun.push(Begun {
                        object: *object,
                        mark: *instruction,
                        provenance: begin_on_stack(
                            &mut cursor,
                            (place, size),
                            ends(function, member.slot.size),
                        ),
                    });
                }
            } else {
                shadow::close(&mut cursor, place, member.slot.size, form);
                if tells_ends(function)
                    && let Some(frames) = &mut follows
                {
                    let call = end_on_stack(&mut cursor, place);
                    frames.ended.push((*object, call));
                }
            }
        }
        editor.erase(id, *instruction);
    }
}
