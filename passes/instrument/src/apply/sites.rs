//! Site and object records for reports.

use sanecc_abi::site::{ObjectKind, flags};
use sanecc_analysis::{Extent, Object};
use sanecc_ir::llvm::edit::{Editor, Field, Val};
use sanecc_ir::{
    Access, AccessKind, Extent as AccessExtent, Function, Location, Module, Pair, PairKind, ValueId,
};

/// A record of [`sanecc_abi::site::Site`] for an access. Nameless: there are as many as checks.
pub(super) fn site(
    editor: &mut Editor<'_>,
    function: &Function,
    access: &Access,
    recover: bool,
) -> Val {
    let mut bits = 0;
    if access.kind == AccessKind::Write {
        bits |= flags::WRITE;
    }
    if access.atomic {
        bits |= flags::ATOMIC;
    }
    if access.block {
        bits |= flags::BLOCK;
    }
    if recover {
        bits |= flags::RECOVER;
    }
    let size = match access.extent {
        AccessExtent::Bytes(bytes) => u32::try_from(bytes).unwrap_or(0),
        AccessExtent::Masked { lane, .. } => u32::try_from(lane).unwrap_or(0),
        AccessExtent::Dynamic(_) => 0,
    };
    let location = location(function, access.instruction);
    let fields = fields(editor, &function.name, location, bits, size);
    editor.record("", &fields)
}

/// The same for an instruction as a whole, an operation on blocks.
pub(super) fn of_block(editor: &mut Editor<'_>, function: &Function, instruction: ValueId) -> Val {
    let location = location(function, instruction);
    let fields = fields(editor, &function.name, location, flags::BLOCK, 0);
    editor.record("", &fields)
}

/// The same for two pointers that an instruction orders or subtracts. It has a name, because it is there before the
/// module's own globals are looked at.
pub(super) fn of_pair(editor: &mut Editor<'_>, function: &Function, pair: &Pair) -> Val {
    let location = location(function, pair.instruction);
    let bits = match pair.kind {
        PairKind::Order => 0,
        PairKind::Difference => flags::DIFFERENCE,
    };
    let fields = fields(editor, &function.name, location, bits, 0);
    editor.record("sanecc.pair", &fields)
}

/// Where an instruction stands, or else its function.
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
    size: u32,
) -> [Field; 7] {
    let file = location.map(|l| editor.string(&l.file));
    let name = editor.string(location.map_or(function, |l| &l.function));
    [
        Field::Relative(file),
        Field::Relative(Some(name)),
        Field::U32(location.map_or(0, |l| l.line)),
        Field::U16(location.map_or(0, |l| u16::try_from(l.column).unwrap_or(0))),
        Field::U8(bits),
        Field::U8(0),
        Field::U32(size),
    ]
}

/// The fields of a [`sanecc_abi::site::Site`] that names no place.
pub(super) fn nowhere() -> [Field; 7] {
    [
        Field::Relative(None),
        Field::Relative(None),
        Field::U32(0),
        Field::U16(0),
        Field::U8(0),
        Field::U8(0),
        Field::U32(0),
    ]
}

/// A record of [`sanecc_abi::site::Object`] for an object that the function sees.
pub(super) fn object(
    editor: &mut Editor<'_>,
    module: &Module,
    function: &Function,
    object: Object,
) -> Val {
    let (name, kind) = match object {
        Object::Stack { alloca, .. } => {
            (function.name_of(alloca).map(source_name), ObjectKind::Stack)
        }
        Object::Parameter { .. } => (None, ObjectKind::Stack),
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
        Extent::Asked(_) => 0,
    };
    let name = name.map(|n| editor.string(n));
    editor.record(
        "sanecc.object",
        &[
            Field::Relative(name),
            Field::U8(kind as u8),
            Field::U8(0),
            Field::U8(0),
            Field::U8(0),
            Field::U64(size),
        ],
    )
}

/// The source's name of a local: LLVM adds suffixes (`.addr`, `.i`, numbers after a dot) to make names unique.
pub(super) fn source_name(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}
