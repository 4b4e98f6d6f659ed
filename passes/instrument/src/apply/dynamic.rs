//! Variable-length arrays and `alloca`: each gets its own redzones, written by the runtime.
//!
//! Where the stack pointer is put back, all below is given back, down to the latest of them. So each has to lie below what the stack
//! pointer was before it, and below the fixed part of its own function's frame: LLVM must neither find out that the size, with redzones, is
//! a constant, which makes a place in the fixed part of it, nor copy the function into another one that has such objects itself, which it does
//! where it can compute the size there.

use crate::FunctionPlan;
use sanecc_abi::symbols::{ALLOCA_REDZONE, POISON_ALLOCA};
use sanecc_ir::llvm::edit::{Editor, Val};
use sanecc_ir::{FuncId, Function, Op};

/// Least alignment of the object in bytes; the runtime works on granules.
const ALIGN: u64 = 32;

/// Dynamic stack objects of a function, protected.
pub(super) struct Dynamic {
    /// Slot that holds the lowest (latest) object's block; null before the first.
    pub(super) latest: Val,
}

/// Replaces the planned objects. `None` if there are none.
pub(super) fn protect(
    editor: &mut Editor<'_>,
    id: FuncId,
    function: &Function,
    plan: &FunctionPlan,
) -> Option<Dynamic> {
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
        // Redzone before (as wide as the alignment), object, redzone after up to a multiple of the redzone.
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
