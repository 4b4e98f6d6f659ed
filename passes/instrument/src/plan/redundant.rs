//! `redundant`, `interprocedural`: which accesses have all bytes checked by earlier checks?
//!
//! Claims: where [`RedundantChecks::has`] says so, every path to the access has made other accesses that together touched all its bytes, by the
//! same base and the same variable parts of the address, and nothing since may have poisoned these bytes ([`super::kills`]). Some of them may
//! have been made by all callers, or by what was called ([`sanecc_analysis::CheckSummaries`]). Each of
//! those is checked, redundant itself, or proved to be addressable; so the first of them that was poisoned has ended the program. Accesses that
//! nobody checks because outside data do not influence them do not count.
//!
//! A check that covers may fail for bytes that the access does not touch, or for both. That is as good where the program ends there;
//! where it goes on (`PlanOptions::recover`), the rule is off. Checks stay where they are, and in front of what they cover: to LLVM they are calls
//! that may not come back, so it moves no access that may trap above them.

use super::FunctionContext;
use super::budget::{Budget, Rule};
use super::decision::Decision;
use super::kills::Kills;
use super::proof::{Assumption, Proof, Region, SpatialProof};
use super::temporal::TemporalProof;
use rustc_hash::FxHashSet;
use sanecc_analysis::symbolic::{Outlives, Passing};
use sanecc_analysis::{Available, AvailableCursor, CheckSummaries, Host, MadeBy, Object};
use sanecc_ir::{AccessId, BlockId, FuncId, Function, Id, Module, Op, ValueId, mutant};

/// Solves for a function which accesses were certainly made before.
pub(super) fn available(context: &FunctionContext<'_>, budget: &Budget) -> Available {
    if !budget.asks_for(Rule::Redundant) {
        return Available::default();
    }
    let counts = |block: BlockId, id: AccessId| counts(context, budget, block, id);
    let summaries = context.summaries.get();
    let summaries = summaries.filter(|_| budget.asks_for(Rule::Interprocedural));
    let elsewhere = summaries.map(|summaries| summaries.elsewhere(context.module, context.id));
    let elsewhere = elsewhere.unwrap_or_default();
    let follows = budget.follows_calls();
    let mut kills = Kills::of(context, follows);
    Available::of(context.function, counts, &elsewhere, &mut kills)
}

/// What the checks of callers and callees cover, if a rule may use it. Functions without a context are not checked.
pub(super) fn summaries(
    module: &Module,
    contexts: &[Option<FunctionContext<'_>>],
    outlives: &Outlives<'_>,
    budget: &Budget,
) -> Option<CheckSummaries> {
    let enabled = budget.asks_for(Rule::Redundant) && budget.asks_for(Rule::Interprocedural);
    let host = Contexts {
        contexts,
        outlives,
        budget,
    };
    enabled.then(|| CheckSummaries::of(module, &host))
}

/// The contexts of the checked functions; index = function.
struct Contexts<'a> {
    contexts: &'a [Option<FunctionContext<'a>>],
    outlives: &'a Outlives<'a>,
    budget: &'a Budget,
}

impl Host for Contexts<'_> {
    fn counts(&self, function: FuncId, block: BlockId, access: AccessId) -> bool {
        let context = self.contexts[function.index()].as_ref();
        context.is_some_and(|context| counts(context, self.budget, block, access))
    }

    fn kills(&self, function: FuncId) -> Option<Box<dyn sanecc_analysis::Kills + '_>> {
        let context = self.contexts[function.index()].as_ref()?;
        let follows = self.budget.follows_calls();
        Some(Box::new(Kills::of(context, follows)))
    }

    fn outlives(&self, passing: Passing, object: Object) -> bool {
        (self.outlives)(passing, object)
    }
}

/// Whether an access is checked, proved to be addressable, or redundant.
pub(super) fn counts(
    context: &FunctionContext<'_>,
    budget: &Budget,
    block: BlockId,
    id: AccessId,
) -> bool {
    let access = &context.function.accesses[id];
    let untainted = context.taint.filter(|_| budget.asks_for(Rule::Untainted));
    // What a library function asks of the shadow is an option's choice.
    (!access.by_library || mutant!("redundant/by-library"))
        && untainted.is_none_or(|taint| {
            taint.touches(context.id, block, access, true) || mutant!("redundant/unchecked")
        })
}

/// What is covered at one place of a block.
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

/// A checked access whose bytes earlier checks cover. Its check is removed once these are named.
pub(super) struct Candidate {
    pub(super) access: AccessId,
    pub(super) block: BlockId,
    pub(super) object: Option<Object>,
}

/// Removes the check of each candidate whose covering checks are found within the limit. A proof that names no check is none, so the others stay
/// checked.
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
        // Where the limit is reached, all further candidates fail at once.
        if let Some(by) = by.filter(|by| !by.is_empty()) {
            decisions[candidate.access.index()] = Decision::Removed(proof(candidate.object, by));
        }
        pending.remove(&candidate.access);
    }
}

/// The proof of an access whose bytes these checks cover.
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
