//! Inserts the planned check before each access.

use super::functions::{BOUNDS, BOUNDS_CONSTANT, LANE, fixed, has_fixed};
use super::sites;
use crate::FunctionPlan;
use rustc_hash::FxHashMap;
use sanecc_abi::symbols::CHECK_RANGE;
use sanecc_analysis::{Extent as ObjectExtent, Object};
use sanecc_ir::llvm::edit::{Cursor, Editor, Val};
use sanecc_ir::{Access, Extent, FuncId, Function, Id, Lanes, Module, Op, Select, Size, ValueId};

/// Inserts all checks of a function.
pub(super) fn insert(
    editor: &mut Editor<'_>,
    module: &Module,
    id: FuncId,
    function: &Function,
    plan: &FunctionPlan,
    recover: bool,
) {
    let mut objects: FxHashMap<ValueId, Val> = FxHashMap::default();
    let marks = sites::scope_marks(function);
    for (access_id, access) in function.accesses.iter() {
        let Some(check) = plan.decisions[access_id.index()].check() else {
            continue;
        };
        let site = sites::site(editor, function, access, recover);
        if let Some(object) = check.bounds {
            let base = function.resolve(access.pointer).base;
            let record = match objects.get(&base) {
                Some(known) => *known,
                None => {
                    let record = sites::object(editor, module, function, object, &marks);
                    objects.insert(base, record);
                    record
                }
            };
            compare_bounds(editor, id, function, access, object, base, [site, record]);
        }
        if check.shadow {
            ask_shadow(editor, id, access, site);
        }
    }
}

fn compare_bounds(
    editor: &mut Editor<'_>,
    id: FuncId,
    function: &Function,
    access: &Access,
    object: Object,
    base: ValueId,
    [site, record]: [Val; 2],
) {
    let pointer = editor.value(id, access.pointer);
    // Ids of moved objects name their new place.
    let start = editor.value(id, base);
    let length = match access.extent {
        Extent::Dynamic(length) => Some(editor.value(id, length)),
        Extent::Bytes(_) | Extent::Masked { .. } => None,
    };
    let arguments = match object.extent() {
        ObjectExtent::Asked(Size::Argument(n)) => vec![argument(editor, id, function, base, n)],
        ObjectExtent::Asked(Size::Product(a, b)) => {
            vec![
                argument(editor, id, function, base, a),
                argument(editor, id, function, base, b),
            ]
        }
        ObjectExtent::Bytes(_) => Vec::new(),
    };
    let mut cursor = editor.before(id, access.instruction);
    let size = object_size(&mut cursor, object, &arguments);
    let length = match (access.extent, length) {
        (Extent::Bytes(bytes), _) => cursor.int(bytes),
        (_, Some(length)) => cursor.widen(length),
        (Extent::Dynamic(_) | Extent::Masked { .. }, None) => return,
    };
    if let (ObjectExtent::Bytes(size_bytes), Extent::Bytes(bytes)) =
        (object.extent(), access.extent)
        && let Some(last) = size_bytes.checked_sub(bytes)
    {
        let last = cursor.int(last);
        cursor.call(
            BOUNDS_CONSTANT,
            &[pointer, length, start, size, last, site, record],
        );
    } else {
        cursor.call(BOUNDS, &[pointer, length, start, size, site, record]);
    }
}

fn argument(
    editor: &Editor<'_>,
    id: FuncId,
    function: &Function,
    call: ValueId,
    number: u32,
) -> Val {
    match function.op(call) {
        Some(Op::Call { arguments, .. }) if (number as usize) < arguments.len() => {
            editor.value(id, arguments[number as usize])
        }
        // The planner names only allocation calls with these arguments.
        Some(_) | None => editor.value(id, call),
    }
}

fn object_size(cursor: &mut Cursor<'_, '_>, object: Object, arguments: &[Val]) -> Val {
    match (object.extent(), arguments) {
        (ObjectExtent::Bytes(bytes), _) => cursor.int(bytes),
        (ObjectExtent::Asked(_), [one]) => cursor.widen(*one),
        (ObjectExtent::Asked(_), [a, b, ..]) => {
            let (a, b) = (cursor.widen(*a), cursor.widen(*b));
            cursor.mul(a, b)
        }
        (ObjectExtent::Asked(_), []) => cursor.int(u64::MAX),
    }
}

fn ask_shadow(editor: &mut Editor<'_>, id: FuncId, access: &Access, site: Val) {
    let pointer = editor.value(id, access.pointer);
    match access.extent {
        Extent::Bytes(bytes) => {
            let mut cursor = editor.before(id, access.instruction);
            if has_fixed(bytes) {
                cursor.call_hidden(&fixed(bytes, access.align), &[pointer, site]);
            } else {
                let length = cursor.int(bytes);
                cursor.call(CHECK_RANGE, &[pointer, length, site]);
            }
        }
        Extent::Dynamic(length) => {
            let length = editor.value(id, length);
            let mut cursor = editor.before(id, access.instruction);
            let length = cursor.widen(length);
            cursor.call(CHECK_RANGE, &[pointer, length, site]);
        }
        Extent::Masked {
            mask,
            select,
            lane,
            lanes,
            order,
        } => {
            let mask = editor.value(id, mask);
            let mut cursor = editor.before(id, access.instruction);
            let size = cursor.int(lane);
            let mut packed = cursor.int(0);
            for i in 0..lanes {
                let element = cursor.lane(mask, i);
                let on = match select {
                    Select::Bit => element,
                    Select::Sign => cursor.is_negative(element),
                };
                let place = match order {
                    Lanes::Scattered => cursor.lane(pointer, i),
                    Lanes::Adjacent => {
                        let offset = cursor.int(u64::from(i) * lane);
                        cursor.offset(pointer, offset)
                    }
                    Lanes::Packed => {
                        let place = cursor.offset(pointer, packed);
                        let count = cursor.widen(on);
                        let step = cursor.mul(count, size);
                        packed = cursor.add(packed, step);
                        place
                    }
                };
                cursor.call_hidden(LANE, &[on, place, size, site]);
            }
        }
    }
}
