//! What earlier checks cover.
//!
//! Claims: where [`Covered::has`] says so, every path to the access has made other accesses that together touched all its bytes, by the
//! same base and the same variable parts of the address, and nothing since may have made these bytes bad ([`super::endings`]). Each of
//! those is checked, covered by earlier ones, or proved to be good; so the first of them that was not good has ended the program. Accesses that
//! nobody checks because outside data do not influence them do not count.
//!
//! A check that covers may fail for bytes that the access does not touch, or for both. That is as good where the program ends there;
//! where it goes on (`PlanOptions::recover`), nobody asks here. Checks stay where they are, and in front of what they cover: to LLVM they are calls
//! that may not come back, so it moves no access that may trap above them.

use super::Question;
use super::budget::{Budget, Rule};
use super::decision::{Check, Decision};
use super::endings::Endings;
use super::proof::Region;
use sanecc_analysis::{Available, AvailableCursor};
use sanecc_ir::{AccessId, BlockId, Function, Id, Op, ValueId};

/// Solves for a function which accesses were certainly made before.
pub(super) fn available(question: &Question<'_>, budget: &Budget) -> Available {
    if !budget.asks_for(Rule::Covered) {
        return Available::default();
    }
    let function = question.function;
    let untainted = question.taint.filter(|_| budget.asks_for(Rule::Untainted));
    let counts = |block: BlockId, id: AccessId| {
        let access = &function.accesses[id];
        // What a library function asks of the shadow is an option's choice.
        !access.by_library
            && untainted.is_none_or(|taint| taint.touches(question.id, block, access, true))
    };
    let follows = budget.follows_calls();
    Available::of(function, counts, &mut Endings::of(question, follows))
}

/// What is covered at one place of a block.
pub(super) struct Covered<'a> {
    available: AvailableCursor<'a>,
    ended_by: Option<ValueId>,
}

impl<'a> Covered<'a> {
    pub(super) fn new(available: &'a Available, block: BlockId) -> Self {
        Self {
            available: available.cursor(block),
            ended_by: None,
        }
    }

    /// Whether earlier checks cover the access, which stands here.
    pub(super) fn has(&self, access: AccessId) -> bool {
        self.available.has(access)
    }

    /// The last instruction of the block so far that may have ended an object's life.
    pub(super) fn ended_by(&self) -> Option<ValueId> {
        self.ended_by
    }

    /// Goes past an access.
    pub(super) fn make(&mut self, access: AccessId) {
        self.available.make(access);
    }

    /// Goes past an instruction: forgets what it may have made untrue.
    pub(super) fn pass(&mut self, function: &Function, instruction: ValueId) {
        self.available.pass(instruction);
        // Where nothing could be covered, nobody has asked what the call frees; the reason names it all the same.
        let may_free =
            matches!(function.op(instruction), Some(Op::Call { model, .. }) if model.may_free);
        if may_free || self.available.ends(instruction) {
            self.ended_by = Some(instruction);
        }
    }
}

/// A covered access, where it stands, and the check that it would have otherwise.
pub(super) struct Merged {
    pub(super) access: AccessId,
    pub(super) block: BlockId,
    pub(super) check: Check,
}

/// Writes into the proofs of covered accesses which checks cover them. Where those are not found soon, the access is checked: a proof that names
/// nothing is none.
pub(super) fn name_checks(
    function: &Function,
    available: &Available,
    merged: Vec<Merged>,
    decisions: &mut [Decision],
) {
    /// Steps for each access and block of the function.
    const STEPS: usize = 100;
    let mut steps = STEPS * (function.accesses.len() + function.blocks.len());
    for one in merged {
        let counts = |id: AccessId| !decisions[id.index()].is_covered();
        let by = available.made_by(function, one.access, one.block, counts, &mut steps);
        // The others of this function fail in no time.
        let by = by.filter(|by| !by.is_empty());
        let decision = &mut decisions[one.access.index()];
        match (by, &mut *decision) {
            (Some(by), Decision::Removed(proof)) => proof.within.region = Region::CheckedBy(by),
            (None, _) | (_, Decision::Checked(_) | Decision::Hoisted(_)) => {
                *decision = Decision::Checked(one.check)
            }
        }
    }
}
