//! `redundant`, `interprocedural`: which accesses are covered by earlier checks?
//!
//! Claims: where [`RedundantChecks::has`] holds, every path to the access has executed accesses with the same base and index that together touch all its
//! bytes, and no kill ([`super::kills`]) since. Callers and callees may have executed some of them ([`sanecc_analysis::CheckSummaries`]). Each of these
//! is checked, redundant itself, or proved addressable, so the first one that was not addressable has ended the program. Accesses that stay unchecked because outside
//! data cannot influence them do not count.
//!
//! A covering check may fail for bytes that this access does not touch. That is as good where the program ends there; where it continues
//! (`PlanOptions::recover`), the rule is off. Covering checks stay where they are: to LLVM they are calls that may not return, so it moves no access that may trap above them.

use super::FunctionContext;
use super::Rule;
use super::budget::Budget;
use super::decision::Decision;
use super::facts::ModuleFacts;
use super::kills::Kills;
use super::proof::{Assumption, Proof, Region, SpatialProof};
use super::temporal::TemporalProof;
use rustc_hash::FxHashSet;
use sanecc_analysis::{Available, AvailableCursor, MadeBy, Object};
use sanecc_ir::{AccessId, BlockId, FuncId, Function, Id, Op, ValueId, mutant};

/// Solves which accesses are available at each place of a function.
pub(super) fn available(context: &FunctionContext<'_>, budget: &Budget) -> Available {
    if !budget.enables(Rule::Redundant) {
        return Available::default();
    }
    let FunctionContext { id, whole, .. } = *context;
    let counts = |block: BlockId, access: AccessId| counts(whole, id, block, access);
    let summaries = context.calls.summaries.as_ref();
    let summaries = summaries.filter(|_| budget.enables(Rule::Interprocedural));
    let elsewhere = summaries.map(|summaries| summaries.elsewhere(whole.module, id));
    let mut kills = Kills::of(whole, id);
    Available::of(
        context.function,
        counts,
        &elsewhere.unwrap_or_default(),
        &mut kills,
    )
}

/// Whether an access of a checked function is checked, proved addressable, or redundant.
pub(super) fn counts(
    whole: &ModuleFacts<'_>,
    function: FuncId,
    block: BlockId,
    id: AccessId,
) -> bool {
    let access = &whole.module.functions[function].accesses[id];
    // Options decide what the runtime checks in a library call.
    (!access.by_library || mutant!("redundant/by-library"))
        && (!whole.is_untainted(function, block, access, true) || mutant!("redundant/unchecked"))
}

/// The available checks at one place of a block.
pub(super) struct RedundantChecks<'a> {
    available: AvailableCursor<'a>,
    ended_by: Option<ValueId>,
}

impl<'a> RedundantChecks<'a> {
    pub(super) fn new(available: &'a Available, block: BlockId) -> Self {
        Self {
            available: available.cursor(block),
            ended_by: None,
        }
    }

    /// Whether earlier checks cover the access at this place.
    pub(super) fn has(&self, access: AccessId) -> bool {
        self.available.has(access)
    }

    /// The last instruction of the block so far that may have ended a lifetime.
    pub(super) fn ended_by(&self) -> Option<ValueId> {
        self.ended_by
    }

    /// Advances past an access.
    pub(super) fn make(&mut self, access: AccessId) {
        self.available.make(access);
    }

    /// Advances past an instruction: applies its kills.
    pub(super) fn pass(&mut self, function: &Function, instruction: ValueId) {
        self.available.pass(instruction);
        // Where nothing is available, nobody has computed what the call frees; the reason names it all the same.
        let may_free =
            matches!(function.op(instruction), Some(Op::Call { model, .. }) if model.may_free);
        if may_free || self.available.ends(instruction) {
            self.ended_by = Some(instruction);
        }
    }
}

/// A checked access that earlier checks cover. It is removed once these are named.
pub(super) struct Candidate {
    pub(super) access: AccessId,
    pub(super) block: BlockId,
    pub(super) object: Option<Object>,
}

/// Removes each candidate whose covering checks are found before the limit. A proof must name its checks, so the other candidates stay checked.
pub(super) fn remove(
    function: &Function,
    available: &Available,
    candidates: Vec<Candidate>,
    decisions: &mut [Decision],
) {
    /// Steps for each access and block of the function.
    const STEPS: usize = 100;
    let mut steps = STEPS * (function.accesses.len() + function.blocks.len());
    let mut pending: FxHashSet<AccessId> = candidates.iter().map(|one| one.access).collect();
    for candidate in candidates {
        let counts = |id: AccessId| !pending.contains(&id) && !decisions[id.index()].is_redundant();
        let by = available.made_by(
            function,
            candidate.access,
            candidate.block,
            counts,
            &mut steps,
        );
        // Once the limit is reached, all further candidates fail.
        if let Some(by) = by.filter(|by| !by.is_empty()) {
            decisions[candidate.access.index()] = Decision::Removed(proof(candidate.object, by));
        }
        pending.remove(&candidate.access);
    }
}

/// The proof of an access that these checks cover.
fn proof(object: Option<Object>, by: MadeBy) -> Proof {
    let rule = match by.is_interprocedural() {
        true => Rule::Interprocedural,
        false => Rule::Redundant,
    };
    Proof {
        spatial: SpatialProof {
            rule,
            object,
            region: Region::CheckedBy(by),
        },
        temporal: TemporalProof::CheckedBefore,
        assumptions: vec![Assumption::ChecksEndProgram],
    }
}
