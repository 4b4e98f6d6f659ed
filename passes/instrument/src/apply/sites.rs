//! Site and object records for reports.

use super::members;
use crate::{CheckPlan, Coalesced};
use rustc_hash::FxHashSet;
use sanecc_abi::site::{ObjectKind, flags, operations, packed_line};
use sanecc_analysis::{Extent, Object};
use sanecc_ir::llvm::edit::{Editor, Field, STATED, Val};
use sanecc_ir::{
    Access, AccessKind, Extent as AccessExtent, FuncId, Function, Location, MemoryIntrinsic,
    Module, Op, Pair, PairKind, ValueId,
};

/// A record of [`sanecc_abi::site::Site`] for an access, or of [`sanecc_abi::site::FollowedSite`], with the value that its address is computed from. Unnamed: there are as many as checks.
pub(super) fn site(
    editor: &mut Editor<'_>,
    (id, function): (FuncId, &Function),
    access: &Access,
    source: Option<ValueId>,
    plan: &CheckPlan,
) -> Val {
    let recover = plan.recover;
    if plan.bare.is_some_and(|form| !form.places) {
        return editor.constant_pointer(u64::from(bits_of(access)));
    }
    let mut more = if recover { flags::RECOVER } else { 0 };
    if plan.provenance && editor.has_mark(id, access.instruction, members::ELEMENT) {
        more |= flags::ELEMENT;
    }
    let mut fields = of_access(editor, function, access, more).to_vec();
    if plan.provenance {
        let location = source.and_then(|source| function.location_of(source));
        fields.extend(match location {
            Some(_) => self::fields(editor, &function.name, location, 0, 0),
            None => nowhere(),
        });
    }
    match recover {
        // Each check is reported once, and known by its record.
        true => editor.record("", &fields),
        false => editor.shared_record(&fields),
    }
}

/// A record of [`sanecc_abi::site::Together`] and its members.
pub(super) fn coalesced(
    editor: &mut Editor<'_>,
    function: &Function,
    coalesced: &Coalesced,
) -> Val {
    let count = [
        Field::U16(coalesced.members.len() as u16),
        Field::U16(coalesced.bytes as u16),
    ];
    let members: Vec<Vec<Field>> = coalesced
        .members
        .iter()
        .map(|member| {
            let access = &function.accesses[member.access];
            let mut fields = of_access(editor, function, access, 0).to_vec();
            fields.push(Field::U32(member.offset as u32));
            fields
        })
        .collect();
    let rows = members.iter().map(Vec::as_slice);
    let rows: Vec<&[Field]> = [count.as_slice()].into_iter().chain(rows).collect();
    editor.records("", &rows)
}

/// The fields of such a record, with more flags.
pub(super) fn of_access(
    editor: &mut Editor<'_>,
    function: &Function,
    access: &Access,
    more: u8,
) -> [Field; 7] {
    let bits = more | bits_of(access);
    let size = match access.extent {
        AccessExtent::Bytes(bytes) => u16::try_from(bytes).unwrap_or(0),
        AccessExtent::Masked { lane, .. } => u16::try_from(lane).unwrap_or(0),
        AccessExtent::Dynamic(_) => 0,
    };
    let location = location(function, access.instruction);
    let bits = bits | operation(function, access.instruction) << flags::OPERATION_SHIFT;
    fields(editor, &function.name, location, bits, size)
}

/// What a record's flags say of an access.
fn bits_of(access: &Access) -> u8 {
    let bits = [
        (access.kind == AccessKind::Write, flags::WRITE),
        (access.atomic, flags::ATOMIC),
        (access.bulk, flags::BULK),
    ];
    let set = bits.iter().filter(|(set, _)| *set);
    set.fold(0, |bits, (_, flag)| bits | flag)
}

/// The same for an instruction of which only the place is told.
pub(super) fn of_place(editor: &mut Editor<'_>, function: &Function, instruction: ValueId) -> Val {
    let location = location(function, instruction);
    let fields = fields(editor, &function.name, location, 0, 0);
    editor.shared_record(&fields)
}

/// The same for a memory intrinsic as a whole.
pub(super) fn of_bulk(editor: &mut Editor<'_>, function: &Function, instruction: ValueId) -> Val {
    let location = location(function, instruction);
    let bits = flags::BULK | operation(function, instruction) << flags::OPERATION_SHIFT;
    let fields = fields(editor, &function.name, location, bits, 0);
    editor.record("", &fields)
}

/// The same for two pointers that an instruction orders or subtracts. It has a name, because it exists before the module's own globals are
/// imported.
pub(super) fn of_pair(editor: &mut Editor<'_>, function: &Function, pair: &Pair) -> Val {
    let location = location(function, pair.instruction);
    let bits = match pair.kind {
        PairKind::Order => 0,
        PairKind::Difference => flags::DIFFERENCE,
    };
    let fields = fields(editor, &function.name, location, bits, 0);
    editor.record("sanecc.pair", &fields)
}

/// The memory intrinsic of an instruction, or what stands for one.
fn operation(function: &Function, instruction: ValueId) -> u8 {
    match function.op(instruction) {
        Some(Op::Memory(MemoryIntrinsic::Copy, _)) => operations::COPY,
        Some(Op::Memory(MemoryIntrinsic::Move, _)) => operations::MOVE,
        Some(Op::Memory(MemoryIntrinsic::Set, _)) => operations::SET,
        Some(Op::Inert(name, _)) if &**name == STATED => operations::STATED,
        Some(_) | None => operations::NONE,
    }
}

/// The location of an instruction, or else of its function.
pub(super) fn location(function: &Function, instruction: ValueId) -> Option<&Location> {
    function
        .location_of(instruction)
        .or(function.location.as_ref())
}

/// The fields of a [`sanecc_abi::site::Site`].
pub(super) fn fields(
    editor: &mut Editor<'_>,
    function: &str,
    location: Option<&Location>,
    bits: u8,
    size: u16,
) -> [Field; 7] {
    let file = location.map(|l| editor.string(&l.file));
    let name = editor.string(location.map_or(function, |l| &l.function));
    let place = editor.shared_record(&[Field::Relative(file), Field::Relative(Some(name))]);
    let [low, middle, high] = packed_line(location.map_or(0, |l| l.line));
    [
        Field::Relative(Some(place)),
        Field::U8(low),
        Field::U8(middle),
        Field::U8(high),
        Field::U8(bits),
        Field::U16(location.map_or(0, |l| u16::try_from(l.column).unwrap_or(0))),
        Field::U16(size),
    ]
}

/// The fields of a [`sanecc_abi::site::Site`] without a location.
pub(super) fn nowhere() -> [Field; 7] {
    [
        Field::Relative(None),
        Field::U8(0),
        Field::U8(0),
        Field::U8(0),
        Field::U8(0),
        Field::U16(0),
        Field::U16(0),
    ]
}

/// A record of [`sanecc_abi::site::Object`] for an object that the function sees.
pub(super) fn object(
    editor: &mut Editor<'_>,
    module: &Module,
    function: &Function,
    object: Object,
    marks: &[(ValueId, ValueId, bool)],
) -> Val {
    let mut line = 0;
    let (name, kind) = match object {
        Object::Stack { alloca, .. } => {
            line = line_of_scope(function, alloca, marks);
            (function.name_of(alloca).map(source_name), ObjectKind::Stack)
        }
        Object::Dynamic { alloca, .. } => {
            line = line_of_scope(function, alloca, marks);
            (
                function.name_of(alloca).map(source_name),
                ObjectKind::Dynamic,
            )
        }
        Object::Parameter { .. } | Object::Argument { is_heap: false, .. } => {
            (None, ObjectKind::Stack)
        }
        Object::Argument { is_heap: true, .. } => (None, ObjectKind::Heap),
        Object::Global { global, .. } => {
            let global = &module.globals[global];
            let kind = if global.thread_local {
                ObjectKind::ThreadLocal
            } else {
                ObjectKind::Global
            };
            (Some(global.name.as_str()), kind)
        }
        Object::Heap { .. } => (None, ObjectKind::Heap),
    };
    let size = match object.extent() {
        Extent::Bytes(bytes) => bytes,
        Extent::Asked(_) | Extent::Counted(_) => 0,
    };
    let name = name.map(|n| editor.string(n));
    let [low, middle, high] = packed_line(line);
    editor.record(
        "sanecc.object",
        &[
            Field::Relative(name),
            Field::U8(kind as u8),
            Field::U8(low),
            Field::U8(middle),
            Field::U8(high),
            Field::U64(size),
        ],
    )
}

/// The name in the source: LLVM adds suffixes (`.addr`, `.i`, numbers after a dot) to make names unique.
pub(super) fn source_name(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// The scope marks of a function: (instruction, object, begins).
pub(super) fn scope_marks(function: &Function) -> Vec<(ValueId, ValueId, bool)> {
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

/// The ends of scopes directly before an exit of the function.
pub(super) fn last_marks(function: &Function) -> FxHashSet<ValueId> {
    let mut last = FxHashSet::default();
    for (_, block) in function.blocks.iter() {
        let Some((end, before)) = block.instructions.split_last() else {
            continue;
        };
        if !matches!(function.op(*end), Some(Op::Return(_) | Op::Resume(_))) {
            continue;
        }
        for instruction in before.iter().rev() {
            match function.op(*instruction) {
                Some(Op::ScopeEnd(_)) => _ = last.insert(*instruction),
                Some(Op::Inert(..)) => {}
                _ => break,
            }
        }
    }
    last
}

/// The line where a stack object is declared, as far as its scope marks say: the first of those in the function's own file, as in AddressSanitizer.
/// 0 is unknown.
pub(super) fn line_of_scope(
    function: &Function,
    object: ValueId,
    marks: &[(ValueId, ValueId, bool)],
) -> u32 {
    let file = function.location.as_ref().map(|location| &location.file);
    let own = marks.iter().filter(|(_, marked, _)| *marked == object);
    let locations = own.filter_map(|(mark, ..)| function.location_of(*mark));
    let known = locations.filter(|location| Some(&location.file) == file && location.line != 0);
    known.map(|location| location.line).min().unwrap_or(0)
}
