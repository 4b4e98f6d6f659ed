//! Records at run time whether an operation has wrapped that a proof assumes not to wrap.
//!
//! One bit for each call of the function, set once: what a proof claims holds until the first operation wraps. It lies in a stack slot that LLVM promotes to
//! values. The operations lose their poison-generating flags, so that a wrapped result is not poison: otherwise LLVM might conclude that they never wrap.

use super::checks::Comparisons;
use super::functions::GUARDED;
use super::{Edited, sites};
use crate::{CheckPlan, FunctionPlan};
use sanecc_analysis::symbolic::{NoWrap, View};
use sanecc_ir::llvm::edit::{Editor, Val};
use sanecc_ir::{Id, Op, mutant};

/// Inserts the guards of a function, and the checks that depend on them.
pub(super) fn insert(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    plan: &FunctionPlan,
    whole: &CheckPlan,
) {
    let Edited { id, function, .. } = edited;
    for &operation in &plan.guards.dropped_flags {
        if mutant!("overflow-guard/dropped-flags") {
            break;
        }
        editor.drop_poison_flags(id, operation);
    }
    if plan.guards.operations.is_empty() {
        return;
    }
    let slot = editor.at_entry(id).bit_slot("sanecc.wrapped");
    for &guard in &plan.guards.operations {
        note(editor, edited, guard, slot);
    }
    let mut comparisons = Comparisons::of(edited, whole);
    for (access_id, access) in function.accesses.iter() {
        let proof = plan.decisions[access_id.index()].guarded();
        let spatial = proof.and_then(|proof| proof.spatial());
        if let Some(object) = spatial.and_then(|spatial| spatial.object) {
            let site = sites::site(editor, (id, function), access, None, whole);
            let bit = editor.before(id, access.instruction).read_bit(slot);
            let base = function.resolve(access.pointer).base;
            comparisons.insert(editor, access, (object, base), site, Some((GUARDED, bit)));
        }
    }
}

/// Sets the bit if an operation wraps.
fn note(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    NoWrap { operation, view }: NoWrap,
    slot: Val,
) {
    let Edited { id, function, .. } = edited;
    let signed = view == View::Signed;
    if !mutant!("overflow-guard/operation-flags") {
        editor.drop_poison_flags(id, operation);
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
    if !mutant!("overflow-guard/recorded") {
        cursor.raise(slot, bit);
    }
}
