//! Inserts the planned check before each access.

use super::functions::{BOUNDS, BOUNDS_CONSTANT, GUARDED_BOUNDS, LANE, Shape, of_bounds};
use super::loops::{self, LoopResults};
use super::provenance::ProvenanceChecks;
use super::{Edited, audit, bare, count, functions, sites};
use crate::{CheckPlan, Coalesced, FunctionPlan};
use rustc_hash::FxHashMap;
use sanecc_abi::symbols::CHECK_RANGE;
use sanecc_analysis::{Extent as ObjectExtent, Object};
use sanecc_ir::llvm::edit::{Cursor, Editor, Val};
use sanecc_ir::{Access, AccessId, Extent, FuncId, Id, Lanes, Op, Select, Size, ValueId};

/// Inserts all checks of a function, and under an audit the assertions that stand for removed ones.
pub(super) fn insert(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    (plan, whole): (&FunctionPlan, &CheckPlan),
    loop_results: &LoopResults,
    provenance: &ProvenanceChecks,
) {
    let Edited { id, function, .. } = edited;
    let mut comparisons = Comparisons::of(edited, whole);
    let coalesced_into = plan.coalesced_into();
    let coalesced = plan
        .coalesced
        .iter()
        .map(|one| (one.members[0].access, one));
    let coalesced: FxHashMap<AccessId, &Coalesced> = coalesced.collect();
    for (access_id, access) in function.accesses.iter() {
        let decision = &plan.decisions[access_id.index()];
        let covered_by = coalesced_into.get(&access_id).copied();
        let source = provenance.source_of(access_id);
        let unless = loop_results.unless_addressable(editor, id, access, decision);
        if whole.count {
            count::insert(editor, id, access, decision, covered_by.is_some(), unless);
        }
        if let Some(bit) = unless
            && let Some(hoisted) = decision.hoisted()
        {
            let site = sites::site(editor, (id, function), access, source, whole);
            if let Some(object) = hoisted.check.bounds {
                let guard = Some((GUARDED_BOUNDS, bit));
                let base = function.resolve(access.pointer).base;
                comparisons.insert(editor, access, (object, base), site, guard);
            }
            if hoisted.check.shadow {
                loops::check_shadow(editor, id, access, bit, site);
            }
        }
        if let Some(coalesced) = coalesced.get(&access_id) {
            check_coalesced(editor, edited, coalesced);
        }
        let is_coalesced = covered_by.is_some() || coalesced.contains_key(&access_id);
        let check = decision.check().filter(|_| !is_coalesced);
        let site = check.map(|_| sites::site(editor, (id, function), access, source, whole));
        let mut bounds = check.and_then(|check| check.bounds).zip(site);
        let mut shadow = site.filter(|_| decision.checks_shadow());
        if whole.audit {
            let left_out = audit::removed(edited.module, function, access, decision);
            for removed in left_out.into_iter().chain(covered_by.map(audit::coalesced)) {
                let site = audit::site(editor, edited.module, function, access_id, &removed, 0);
                bounds = bounds.or(removed.bounds.map(|object| (object, site)));
                shadow = shadow.or(removed.shadow.then_some(site));
            }
        }
        // In this order: the comparison of bounds may be all that keeps the access in its object.
        if let Some((object, site)) = bounds {
            let base = plan.bases.get(&access_id).copied();
            let base = base.unwrap_or_else(|| function.resolve(access.pointer).base);
            comparisons.insert(editor, access, (object, base), site, None);
        }
        if let Some(site) = shadow {
            check_shadow(editor, id, access, site, whole);
        }
        // Behind them: what they report has the better name.
        provenance.check(editor, edited, (plan, whole), (access_id, access), unless);
    }
}

/// One check of several accesses, before the first.
fn check_coalesced(editor: &mut Editor<'_>, edited: Edited<'_>, coalesced: &Coalesced) {
    let Edited { id, function, .. } = edited;
    let first = &function.accesses[coalesced.members[0].access];
    let accesses = sites::coalesced(editor, function, coalesced);
    let pointer = editor.value(id, first.pointer);
    let mut cursor = editor.before(id, first.instruction);
    let start = match coalesced.start {
        0 => pointer,
        start => {
            let start = cursor.int(start as u64);
            cursor.displaced(pointer, start)
        }
    };
    cursor.call_hidden_unmerged(&functions::coalesced(coalesced), &[start, accesses]);
}

/// The comparisons with bounds in a function. Each object has one record.
pub(super) struct Comparisons<'a> {
    edited: Edited<'a>,
    records: FxHashMap<ValueId, Val>,
    marks: Vec<(ValueId, ValueId, bool)>,
    is_bare: bool,
}

impl<'a> Comparisons<'a> {
    pub(super) fn of(edited: Edited<'a>, whole: &CheckPlan) -> Self {
        Self {
            is_bare: whole.bare.is_some(),
            edited,
            records: FxHashMap::default(),
            marks: sites::scope_marks(edited.function),
        }
    }

    /// Compares an access with the bounds of an object, which begins at a value. With a guard, by that check, and only if its bit is set.
    pub(super) fn insert(
        &mut self,
        editor: &mut Editor<'_>,
        access: &Access,
        (object, base): (Object, ValueId),
        site: Val,
        guard: Option<(&str, Val)>,
    ) {
        let Edited { id, function, .. } = self.edited;
        let record = self.records.entry(base);
        let record = *record.or_insert_with(|| match self.is_bare {
            true => bare::name(editor, self.edited, object),
            false => sites::object(editor, self.edited.module, function, object, &self.marks),
        });
        // Ids of moved objects name their new place.
        let [pointer, start] = [access.pointer, base].map(|value| editor.value(id, value));
        let length = match access.extent {
            Extent::Bytes(bytes) => editor.constant_int(bytes),
            Extent::Dynamic(length) => editor.value(id, length),
            Extent::Masked { .. } => return,
        };
        let arguments = sizes(editor, self.edited, object, base);
        let mut cursor = editor.before(id, access.instruction);
        let size = object_size(&mut cursor, object, &arguments);
        let length = cursor.widen(length);
        if let Some((check, bit)) = guard {
            let arguments = [bit, pointer, length, start, size, site, record];
            cursor.call_unmerged(&of_bounds(check, access), &arguments);
        } else if let (ObjectExtent::Bytes(all), Extent::Bytes(bytes)) =
            (object.extent(), access.extent)
            && let Some(last) = all.checked_sub(bytes)
        {
            let last = cursor.int(last);
            let arguments = [pointer, length, start, size, last, site, record];
            cursor.call_unmerged(&of_bounds(BOUNDS_CONSTANT, access), &arguments);
        } else {
            let arguments = [pointer, length, start, size, site, record];
            cursor.call_unmerged(&of_bounds(BOUNDS, access), &arguments);
        }
    }
}

/// The values that the size of an object is computed from.
pub(super) fn sizes(
    editor: &Editor<'_>,
    edited: Edited<'_>,
    object: Object,
    base: ValueId,
) -> Vec<Val> {
    let Edited { id, function, .. } = edited;
    let argument = |number: u32| match function.op(base) {
        Some(Op::Call { arguments, .. }) if (number as usize) < arguments.len() => {
            editor.value(id, arguments[number as usize])
        }
        // The planner names only allocation calls with these arguments.
        Some(_) | None => editor.value(id, base),
    };
    match object.extent() {
        ObjectExtent::Asked(Size::Argument(n)) => vec![argument(n)],
        ObjectExtent::Asked(Size::Product(a, b)) => vec![argument(a), argument(b)],
        ObjectExtent::Counted(_) => match function.op(base) {
            Some(Op::Alloca { count, .. }) => vec![editor.value(id, *count)],
            // The planner names only allocas.
            Some(_) | None => Vec::new(),
        },
        ObjectExtent::Bytes(_) => Vec::new(),
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

fn check_shadow(
    editor: &mut Editor<'_>,
    id: FuncId,
    access: &Access,
    site: Val,
    whole: &CheckPlan,
) {
    let pointer = editor.value(id, access.pointer);
    match access.extent {
        Extent::Bytes(bytes) => {
            let mut cursor = editor.before(id, access.instruction);
            if let Some(shape) = Shape::of(access, bytes) {
                let shape = shape.in_plan(access, whole);
                cursor.call_hidden_unmerged(&shape.check(), &[pointer, site]);
            } else {
                let length = cursor.int(bytes);
                cursor.call_unmerged(CHECK_RANGE, &[pointer, length, site]);
            }
        }
        Extent::Dynamic(length) => {
            let length = editor.value(id, length);
            let mut cursor = editor.before(id, access.instruction);
            let length = cursor.widen(length);
            cursor.call_unmerged(CHECK_RANGE, &[pointer, length, site]);
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
                cursor.call_hidden_unmerged(LANE, &[on, place, size, site]);
            }
        }
    }
}
