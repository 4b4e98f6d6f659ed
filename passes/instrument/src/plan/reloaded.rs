//! Which object does a pointer belong to that was loaded back from a local?
//!
//! Without optimisation each variable lies in memory, so the function does not see the object of `p[i]` even where it has just made it. Where earlier
//! values of memory are known ([`LoadForwarding`]), such an access is compared with the bounds of that object, as from
//! `-O1` on, where the pointer is a value. So `-O0` finds an access that jumps over the redzone into another object, too.
//!
//! Where all callers hand the start of one kind of object to a parameter ([`Handed`]), that is such an object, too.
//!
//! Claims: each base was last evaluated on every path to the access, and the pointer was computed from it by address arithmetic. Gives up at everything
//! else: other parameters, pointers that several paths store, memory that others may write.

use super::handed::Handed;
use super::{Decision, FunctionContext};
use rustc_hash::FxHashMap;
use sanecc_analysis::LoadForwarding;
use sanecc_ir::{AccessId, Extent, Function, Op, ValueId};

/// Most loads that are followed: each was stored by the one before.
const MAX_LOADS: usize = 8;

/// Adds the comparison with the bounds to checks that have none. Yields the starts of the objects.
pub(super) fn compare(
    context: &FunctionContext<'_>,
    handed: &Handed,
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
        // Promoted parameters are values.
        if let Some(object) = handed.object_of(context.id, function, base) {
            check.bounds = Some(object);
            continue;
        }
        if !matches!(function.op(base), Some(Op::Load { .. })) {
            continue;
        }
        let forwarding = context.load_forwarding();
        let Some(start) = origin(function, forwarding, base, |_| true) else {
            continue;
        };
        let object = context.object_of(start);
        if let Some(object) = object.or_else(|| handed.object_of(context.id, function, start)) {
            check.bounds = Some(object);
            bases.insert(id, start);
        }
    }
    bases
}

/// The value that a pointer was computed from, through loads that yield a pointer again. `follows` says of each pointer on the way whether it may be
/// another one than that from which it was computed.
pub(super) fn origin(
    function: &Function,
    forwarding: &LoadForwarding,
    mut pointer: ValueId,
    follows: impl Fn(ValueId) -> bool,
) -> Option<ValueId> {
    for _ in 0..=MAX_LOADS {
        if !follows(pointer) {
            return None;
        }
        let base = function.resolve(pointer).base;
        match forwarding.same(base) {
            Some(earlier) => pointer = earlier,
            None => return Some(base),
        }
    }
    None
}
