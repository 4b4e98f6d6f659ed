//! What earlier checks of the same block cover.
//!
//! Claims: [`Covered::by`] names a check that ran in the same execution of the block, that asked about all bytes of the
//! access at the same address computation, and after which nothing could end an object's life: calls that
//! may free, ends of scopes, and anything through which another thread's free could become visible.
//! Such a check may fail for bytes that the access does not touch, or for both. That is as good where the program ends there;
//! where it goes on (`PlanOptions::recover`), nobody asks here.

use rustc_hash::FxHashMap;
use sanecc_ir::{Access, AccessId, Extent, Op, Place, Term, ValueId};

/// Constant distances from one address computation, in bytes: from, to (exclusive), and who checked it.
type Ranges = Vec<(i64, i64, AccessId)>;

/// The checks that still hold at one place of a block.
#[derive(Default)]
pub(super) struct Covered {
    /// By root and variable parts: constant ranges in bytes.
    ranges: FxHashMap<(ValueId, Vec<Term>), Ranges>,
    ended_by: Option<ValueId>,
}

impl Covered {
    /// The check that covers all of `access`, at least as wide.
    pub(super) fn by(&self, access: &Access, place: &Place) -> Option<AccessId> {
        let (start, end) = range(access, place)?;
        self.ranges
            .get(&(place.base, place.terms.clone()))?
            .iter()
            .find(|(from, to, _)| *from <= start && end <= *to)
            .map(|(_, _, by)| *by)
    }

    /// Remembers that `access` is checked here.
    pub(super) fn add(&mut self, id: AccessId, access: &Access, place: Place) {
        if let Some((start, end)) = range(access, &place) {
            self.ranges
                .entry((place.base, place.terms))
                .or_default()
                .push((start, end, id));
        }
    }

    /// The last instruction of the block so far that may have ended an object's life.
    pub(super) fn ended_by(&self) -> Option<ValueId> {
        self.ended_by
    }

    /// Goes past an instruction: forgets what it may have made untrue.
    pub(super) fn pass(&mut self, instruction: ValueId, op: &Op) {
        let forget = match op {
            Op::Call { model, .. } => model.may_free,
            // Begin counts too: the memory may belong to another object now.
            Op::ScopeBegin(_) | Op::ScopeEnd(_) | Op::StackRestore(_) | Op::Opaque { .. } => true,
            // Order between threads: what another thread freed may become visible here.
            Op::Atomic { .. } | Op::Fence => true,
            Op::Load { simple, .. } | Op::Store { simple, .. } => !simple,
            Op::Alloca { .. }
            | Op::Address(_)
            | Op::Binary(..)
            | Op::Negate(_)
            | Op::Compare(..)
            | Op::Cast(..)
            | Op::Phi(_)
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::Element(_)
            | Op::VaArg(_)
            | Op::Memory(..)
            | Op::Inert(_)
            | Op::Return(_)
            | Op::Branch(_)
            | Op::Resume(_)
            | Op::Unreachable => false,
        };
        if forget {
            self.ranges.clear();
            self.ended_by = Some(instruction);
        }
    }
}

/// The constant part of the bytes that an access touches.
fn range(access: &Access, place: &Place) -> Option<(i64, i64)> {
    let Extent::Bytes(bytes) = access.extent else {
        return None;
    };
    let end = place.offset.checked_add(i64::try_from(bytes).ok()?)?;
    Some((place.offset, end))
}
