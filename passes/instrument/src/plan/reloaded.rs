//! Which object does a pointer belong to that was loaded back from a local?
//!
//! Without optimisation each variable lies in memory, so the function does not see the object of `p[i]` even where it has just made it. Where earlier
//! values of memory are known ([`FunctionContext::object_of_load`]), such an access is compared with the bounds of that object, as from
//! `-O1` on, where the pointer is a value. So `-O0` finds an access that jumps over the redzone into another object, too.
//!
//! Claims: each base was last evaluated on every path to the access, and the pointer was computed from it by address arithmetic. Gives up at everything
//! else: parameters, pointers that several paths store, memory that others may write.

use super::{Decision, FunctionContext};
use rustc_hash::FxHashMap;
use sanecc_ir::{AccessId, Extent, Op, ValueId};

/// Adds the comparison with the bounds to checks that have none. Yields the starts of the objects.
pub(super) fn compare(
    context: &FunctionContext<'_>,
    decisions: &mut [Decision],
) -> FxHashMap<AccessId, ValueId> {
    let function = context.function;
    let mut bases = FxHashMap::default();
    for ((id, access), decision) in function.accesses.iter().zip(decisions) {
        let Decision::Checked(check) = decision else {
            continue;
        };
        if check.bounds.is_some() || matches!(access.extent, Extent::Masked { .. }) {
            continue;
        }
        let base = function.resolve(access.pointer).base;
        if !matches!(function.op(base), Some(Op::Load { .. })) {
            continue;
        }
        if let Some((start, object)) = context.object_of_load(base) {
            check.bounds = Some(object);
            bases.insert(id, start);
        }
    }
    bases
}
