//! Inserts the planned check before each access.

use super::functions::{BOUNDS, BOUNDS_CONSTANT, LANE, Shape, of_bounds};
use super::loops::{self, Answers};
use super::{audit, count, functions, sites};
use crate::{CheckPlan, Coalesced, FunctionPlan};
use rustc_hash::FxHashMap;
use sanecc_abi::symbols::CHECK_RANGE;
use sanecc_analysis::{Extent as ObjectExtent, Object};
use sanecc_ir::llvm::edit::{Cursor, Editor, Val};
use sanecc_ir::{
    Access, AccessId, Extent, FuncId, Function, Id, Lanes, Module, Op, Select, Size, ValueId,
};

/// Inserts all checks of a function, and under an audit the assertions that stand for removed ones.
pub(super) fn insert(
    editor: &mut Editor<'_>,
    module: &Module,
    id: FuncId,
    function: &Function,
    plan: &FunctionPlan,
    whole: &CheckPlan,
    answers: &Answers,
) {
    let mut objects = Objects {
        module,
        function,
        records: FxHashMap::default(),
        marks: sites::scope_marks(function),
    };
    let asked_before = plan.asked_before();
    let coalesced = plan
        .coalesced
        .iter()
        .map(|one| (one.members[0].access, one));
    let coalesced: FxHashMap<AccessId, &Coalesced> = coalesced.collect();
    for (access_id, access) in function.accesses.iter() {
        let decision = &plan.decisions[access_id.index()];
        let asked_by = asked_before.get(&access_id).copied();
        let unless = answers.unless_good(editor, id, access, decision);
        if whole.count {
            count::insert(editor, id, access, decision, asked_by.is_some(), unless);
        }
        if let Some(bit) = unless
            && let Some(hoisted) = decision.hoisted()
        {
            let site = sites::site(editor, function, access, whole.recover);
            if let Some(object) = hoisted.check.bounds {
                let base = function.resolve(access.pointer).base;
                let record = objects.record(editor, object, base);
                let [pointer, start] = [access.pointer, base].map(|v| editor.value(id, v));
                let arguments = sizes(editor, id, function, object, base);
                let size = |cursor: &mut Cursor<'_, '_>| object_size(cursor, object, &arguments);
                let places = [bit, pointer, start];
                loops::compare_bounds(editor, id, access, places, size, [site, record]);
            }
            if hoisted.check.shadow {
                loops::ask_shadow(editor, id, access, bit, site);
            }
        }
        if let Some(coalesced) = coalesced.get(&access_id) {
            ask_for_all(editor, id, function, coalesced);
        }
        let together = asked_by.is_some() || coalesced.contains_key(&access_id);
        let check = decision.check().filter(|_| !together);
        let site = check.map(|_| sites::site(editor, function, access, whole.recover));
        let mut bounds = check.and_then(|check| check.bounds).zip(site);
        let mut shadow = site.filter(|_| decision.asks_shadow());
        if whole.audit {
            let left_out = audit::removed(module, function, access, decision);
            for removed in left_out.into_iter().chain(asked_by.map(audit::coalesced)) {
                let site = audit::site(editor, module, function, access_id, &removed);
                bounds = bounds.or(removed.bounds.map(|object| (object, site)));
                shadow = shadow.or(removed.shadow.then_some(site));
            }
        }
        // In this order: where bounds are compared, they may be all that keeps the access in its object.
        if let Some((object, site)) = bounds {
            compare_bounds(editor, id, access, object, &mut objects, site);
        }
        if let Some(site) = shadow {
            ask_shadow(editor, id, access, site);
        }
    }
}

/// One check for several accesses, in front of the first.
fn ask_for_all(editor: &mut Editor<'_>, id: FuncId, function: &Function, coalesced: &Coalesced) {
    let first = &function.accesses[coalesced.members[0].access];
    let accesses = sites::together(editor, function, coalesced);
    let pointer = editor.value(id, first.pointer);
    let mut cursor = editor.before(id, first.instruction);
    let start = match coalesced.start {
        0 => pointer,
        start => {
            let start = cursor.int(start as u64);
            cursor.displaced(pointer, start)
        }
    };
    cursor.call_hidden(&functions::coalesced(coalesced), &[start, accesses]);
}

/// The records of a function's objects; each is made once.
struct Objects<'a> {
    module: &'a Module,
    function: &'a Function,
    records: FxHashMap<ValueId, Val>,
    marks: Vec<(ValueId, ValueId, bool)>,
}

impl Objects<'_> {
    /// The record of the object that begins at `base`.
    fn record(&mut self, editor: &mut Editor<'_>, object: Object, base: ValueId) -> Val {
        let (module, function, marks) = (self.module, self.function, &self.marks);
        *self
            .records
            .entry(base)
            .or_insert_with(|| sites::object(editor, module, function, object, marks))
    }
}

fn compare_bounds(
    editor: &mut Editor<'_>,
    id: FuncId,
    access: &Access,
    object: Object,
    objects: &mut Objects<'_>,
    site: Val,
) {
    let function = objects.function;
    let base = function.resolve(access.pointer).base;
    let record = objects.record(editor, object, base);
    let pointer = editor.value(id, access.pointer);
    // Ids of moved objects name their new place.
    let start = editor.value(id, base);
    let length = match access.extent {
        Extent::Dynamic(length) => Some(editor.value(id, length)),
        Extent::Bytes(_) | Extent::Masked { .. } => None,
    };
    let arguments = sizes(editor, id, function, object, base);
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
            &of_bounds(BOUNDS_CONSTANT, access),
            &[pointer, length, start, size, last, site, record],
        );
    } else {
        cursor.call(
            &of_bounds(BOUNDS, access),
            &[pointer, length, start, size, site, record],
        );
    }
}

/// What the size of an object is computed from.
pub(super) fn sizes(
    editor: &Editor<'_>,
    id: FuncId,
    function: &Function,
    object: Object,
    base: ValueId,
) -> Vec<Val> {
    match object.extent() {
        ObjectExtent::Asked(Size::Argument(n)) => vec![argument(editor, id, function, base, n)],
        ObjectExtent::Asked(Size::Product(a, b)) => {
            vec![
                argument(editor, id, function, base, a),
                argument(editor, id, function, base, b),
            ]
        }
        ObjectExtent::Counted(_) => match function.op(base) {
            Some(Op::Alloca { count, .. }) => vec![editor.value(id, *count)],
            // The planner names only allocas.
            Some(_) | None => Vec::new(),
        },
        ObjectExtent::Bytes(_) => Vec::new(),
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

/// The bytes of an object, from what [`sizes`] found.
pub(super) fn object_size(cursor: &mut Cursor<'_, '_>, object: Object, arguments: &[Val]) -> Val {
    match (object.extent(), arguments) {
        (ObjectExtent::Bytes(bytes), _) => cursor.int(bytes),
        (ObjectExtent::Asked(_), [one]) => cursor.widen(*one),
        (ObjectExtent::Asked(_), [a, b, ..]) => {
            let (a, b) = (cursor.widen(*a), cursor.widen(*b));
            cursor.mul(a, b)
        }
        (ObjectExtent::Counted(element), [count, ..]) => {
            let (count, element) = (cursor.widen(*count), cursor.int(element));
            cursor.mul(count, element)
        }
        (ObjectExtent::Asked(_) | ObjectExtent::Counted(_), []) => cursor.int(u64::MAX),
    }
}

fn ask_shadow(editor: &mut Editor<'_>, id: FuncId, access: &Access, site: Val) {
    let pointer = editor.value(id, access.pointer);
    match access.extent {
        Extent::Bytes(bytes) => {
            let mut cursor = editor.before(id, access.instruction);
            if let Some(shape) = Shape::of(access, bytes) {
                cursor.call_hidden(&shape.check(), &[pointer, site]);
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
