//! Which object does a pointer belong to that was loaded back from a local?
//!
//! Without optimisation each variable lies in memory, so the function does not see the object of `p[i]` even where it has just made it. Where earlier
//! values of memory are known ([`LoadForwarding`](sanecc_analysis::LoadForwarding)), such an access is compared with the bounds of that object, as from
//! `-O1` on, where the pointer is a value. So `-O0` finds an access that jumps over the redzone into another object, too.
//!
//! Claims: each base was last evaluated on every path to the access, and the pointer was computed from it by address arithmetic. Gives up at everything
//! else: parameters, pointers that several paths store, memory that others may write.

use super::FunctionContext;
use super::decision::Decision;
use rustc_hash::FxHashMap;
use sanecc_analysis::{LoadForwarding, Object};
use sanecc_ir::{AccessId, Extent, Op, ValueId};

/// Most loads that are followed: each was stored by the one before.
const MAX_LOADS: usize = 8;

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
        let forwarding = context.regions().load_forwarding();
        if let Some((start, object)) = object_of_load(context, forwarding, base) {
            check.bounds = Some(object);
            bases.insert(id, start);
        }
    }
    bases
}

/// The object that a loaded pointer was computed from, and the value that is its start.
fn object_of_load(
    context: &FunctionContext<'_>,
    forwarding: &LoadForwarding,
    load: ValueId,
) -> Option<(ValueId, Object)> {
    let mut base = load;
    for _ in 0..MAX_LOADS {
        base = context.function.resolve(forwarding.same(base)?).base;
        if let Some(object) = context.object_of(base) {
            return Some((base, object));
        }
    }
    None
}
