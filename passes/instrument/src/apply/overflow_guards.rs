//! Notes at run time whether one of the operations has wrapped that proofs take not to.
//!
//! One bit for each call of the function, set once and for all: what a proof claims holds until the first operation wraps. It lies
//! in a stack slot, of which LLVM makes values. The operations lose their promises, so that what they yield is no poison where
//! they wrap: otherwise LLVM might conclude that they never do.

use super::functions::{GUARDED, of_bounds};
use super::{checks, sites};
use crate::FunctionPlan;
use rustc_hash::FxHashMap;
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::{NoWrap, View};
use sanecc_ir::llvm::edit::{Editor, Val};
use sanecc_ir::{Access, Extent, FuncId, Function, Id, Module, Op, ValueId, mutant};

/// Inserts the guards of a function, and the checks that they decide about.
pub(super) fn insert(
    editor: &mut Editor<'_>,
    module: &Module,
    id: FuncId,
    function: &Function,
    plan: &FunctionPlan,
    recover: bool,
) {
    for &operation in &plan.guards.dropped_flags {
        if mutant!("overflow-guard/withdrawn") {
            break;
        }
        editor.withdraw_promises(id, operation);
    }
    if plan.guards.operations.is_empty() {
        return;
    }
    let slot = editor.at_entry(id).bit_slot("sanecc.wrapped");
    for &guard in &plan.guards.operations {
        note(editor, id, function, guard, slot);
    }
    let mut records: FxHashMap<ValueId, Val> = FxHashMap::default();
    let marks = sites::scope_marks(function);
    for (access_id, access) in function.accesses.iter() {
        let proof = plan.decisions[access_id.index()].guarded();
        if let Some(object) = proof.and_then(|proof| proof.spatial.object) {
            let base = function.resolve(access.pointer).base;
            let record = *records
                .entry(base)
                .or_insert_with(|| sites::object(editor, module, function, object, &marks));
            let site = sites::site(editor, function, access, recover);
            check(editor, id, function, access, object, slot, [site, record]);
        }
    }
}

/// Sets the bit where an operation wraps.
fn note(
    editor: &mut Editor<'_>,
    id: FuncId,
    function: &Function,
    NoWrap { operation, view }: NoWrap,
    slot: Val,
) {
    let signed = view == View::Signed;
    if !mutant!("overflow-guard/promises") {
        editor.withdraw_promises(id, operation);
    }
    let (op, operands) = match function.op(operation) {
        Some(Op::Binary(op, a, b)) => (Some(*op), [*a, *b]),
        Some(Op::Cast(_, whole)) => (None, [*whole, operation]),
        Some(_) | None => unreachable!("only arithmetic is assumed not to wrap"),
    };
    let [a, b] = operands.map(|operand| editor.value(id, operand));
    let mut cursor = editor
        .after(id, operation)
        .expect("arithmetic ends no block");
    let bit = match op {
        Some(op) => cursor.wraps(op, signed, a, b),
        None => cursor.loses(a, b, signed),
    };
    if !mutant!("overflow-guard/noted") {
        cursor.raise(slot, bit);
    }
}

/// Checks an access where the bit is set.
fn check(
    editor: &mut Editor<'_>,
    id: FuncId,
    function: &Function,
    access: &Access,
    object: Object,
    slot: Val,
    [site, record]: [Val; 2],
) {
    let base = function.resolve(access.pointer).base;
    let [pointer, start] = [access.pointer, base].map(|value| editor.value(id, value));
    let sizes = checks::sizes(editor, id, function, object, base);
    let length = match access.extent {
        Extent::Bytes(bytes) => editor.constant_int(bytes),
        Extent::Dynamic(length) => editor.value(id, length),
        Extent::Masked { .. } => unreachable!("what a mask chooses is never proved"),
    };
    let mut cursor = editor.before(id, access.instruction);
    let size = checks::object_size(&mut cursor, object, &sizes);
    let length = cursor.widen(length);
    let bit = cursor.read_bit(slot);
    cursor.call(
        &of_bounds(GUARDED, access),
        &[bit, pointer, length, start, size, site, record],
    );
}
