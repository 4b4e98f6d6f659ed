//! Variable-length arrays and `alloca`: each gets its own redzones, written by the runtime.
//!
//! Restoring the stack pointer frees all objects below it, down to the latest. So each object must lie below the stack pointer before it, and below the
//! fixed part of its own frame. Therefore LLVM must not find out that the size with redzones is constant: it would move the object into the fixed part of the frame,
//! or inline the function into another one that has such objects itself.

use super::Edited;
use crate::FunctionPlan;
use sanecc_abi::symbols::{ALLOCA_REDZONE, POISON_ALLOCA};
use sanecc_ir::Op;
use sanecc_ir::llvm::edit::{Editor, Val};

/// Least alignment of the object in bytes; the runtime works on granules.
const ALIGN: u64 = 32;

/// The protected dynamic stack objects of a function.
pub(super) struct Dynamic {
    /// Variable with the address of the lowest (latest) object; null before the first.
    pub(super) latest: Val,
}

/// Replaces the planned objects. `None` if there are none.
pub(super) fn protect(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    plan: &FunctionPlan,
) -> Option<Dynamic> {
    let Edited { id, function, .. } = edited;
    if plan.dynamic.is_empty() {
        return None;
    }
    let mut cursor = editor.at_entry(id);
    let latest = cursor.pointer_slot("sanecc.latest");
    let null = cursor.null();
    cursor.store(null, latest);
    for &value in &plan.dynamic {
        let Some(Op::Alloca {
            count,
            element,
            align,
            ..
        }) = function.op(value)
        else {
            continue;
        };
        let align = (*align).max(ALIGN);
        let count = editor.value(id, *count);
        let mut cursor = editor.before(id, value);
        let count = cursor.widen(count);
        let element = cursor.int(*element);
        let size = cursor.mul(count, element);
        // Left redzone (as wide as the alignment), object, right redzone up to a multiple of the redzone.
        let around = cursor.int(align + 2 * ALLOCA_REDZONE as u64 - 1);
        let whole = cursor.add(size, around);
        let mask = cursor.int(!(ALLOCA_REDZONE as u64 - 1));
        let whole = cursor.and(whole, mask);
        let whole = cursor.unknown(whole);
        let block = cursor.alloca(whole, align, "sanecc.dynamic");
        let before = cursor.int(align);
        let object = cursor.offset(block, before);
        cursor.call(POISON_ALLOCA, &[object, size]);
        cursor.store(block, latest);
        editor.replace(id, value, object);
    }
    Some(Dynamic { latest })
}
