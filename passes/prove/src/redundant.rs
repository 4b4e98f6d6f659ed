//! `redundant`, `interprocedural`: which accesses are covered by earlier checks?
//!
//! Claims: where [`RedundantChecks::has`] holds, every path to the access has executed accesses with the same base and index that together touch all its
//! bytes, and no kill ([`super::kills`]) since. Callers and callees may have executed some of them ([`sanecc_analysis::CheckSummaries`]). Each of these
//! is checked, redundant itself, or proved addressable ([`CheckedAccesses`](crate::CheckedAccesses): what the client says of it), so the first one that was not addressable has
//! ended the program.
//!
//! A covering check may fail for bytes that this access does not touch. That is as good where the program ends there; where it continues
//! after a failed check, the client must switch the rule off. Covering checks stay where they are: to LLVM they are calls that may not return, so it moves no access that may trap above them.

use crate::temporal::Kills;
use crate::{Argument, Assumption, FunctionContext, Proof, Rule};
use rustc_hash::FxHashSet;
use sanecc_analysis::{Available, AvailableCursor};
use sanecc_ir::{AccessId, BlockId, Function, Op, ValueId};

/// Solves which accesses are available at each place of a function.
pub(crate) fn available(context: &FunctionContext<'_>) -> Available {
    let rules = &context.options().rules;
    if !rules.enables(Rule::Redundant) {
        return Available::default();
    }
    let FunctionContext { id, whole, .. } = *context;
    let counts = |block: BlockId, access: AccessId| whole.checked.counts(id, block, access);
    let summaries = context.calls.summaries.as_ref();
    let summaries = summaries.filter(|_| rules.enables(Rule::Interprocedural));
    let elsewhere = summaries.map(|summaries| summaries.elsewhere(whole.module, id));
    let mut kills = Kills::of(whole, id);
    Available::of(
        context.function,
        counts,
        &elsewhere.unwrap_or_default(),
        &mut kills,
    )
}

/// The available checks at one place of a block.
pub(crate) struct RedundantChecks<'a> {
    available: AvailableCursor<'a>,
    ended_by: Option<ValueId>,
}

impl<'a> RedundantChecks<'a> {
    pub(crate) fn new(available: &'a Available, block: BlockId) -> Self {
        Self {
            available: available.cursor(block),
            ended_by: None,
        }
    }

    /// Whether earlier checks cover the access at this place.
    pub(crate) fn has(&self, access: AccessId) -> bool {
        self.available.has(access)
    }

    /// The last instruction of the block so far that may have ended a lifetime.
    pub(crate) fn ended_by(&self) -> Option<ValueId> {
        self.ended_by
    }

    /// Advances past an access.
    pub(crate) fn make(&mut self, access: AccessId) {
        self.available.make(access);
    }

    /// Advances past an instruction: applies its kills.
    pub(crate) fn pass(&mut self, function: &Function, instruction: ValueId) {
        self.available.pass(instruction);
        // Where nothing is available, nobody has computed what the call frees; the reason names it all the same.
        let may_free =
            matches!(function.op(instruction), Some(Op::Call { model, .. }) if model.may_free);
        if may_free || self.available.ends(instruction) {
            self.ended_by = Some(instruction);
        }
    }
}

/// Steps for each access and block of a function until the search for covering checks gives up.
const STEPS: usize = 100;

/// Searches the checks that cover accesses.
pub(crate) struct Naming<'a> {
    context: &'a FunctionContext<'a>,
    available: &'a Available,
    left: usize,
}

impl<'a> Naming<'a> {
    pub(crate) fn of(context: &'a FunctionContext<'a>, available: &'a Available) -> Self {
        let function = context.function;
        Self {
            context,
            available,
            left: STEPS * (function.accesses.len() + function.blocks.len()),
        }
    }

    /// The proof that checks which count cover this access, if they are found before the limit. Once it is reached, all further searches fail.
    pub(crate) fn proof(
        &mut self,
        access: AccessId,
        counts: impl Fn(AccessId) -> bool,
    ) -> Option<Proof> {
        let function = self.context.function;
        let one = &function.accesses[access];
        let block = self.context.analyses.block_of(one.instruction)?;
        let by = self
            .available
            .made_by(function, access, block, counts, &mut self.left)?;
        (!by.is_empty()).then(|| Proof {
            argument: Argument::CheckedBefore {
                object: self
                    .context
                    .object_of_access(one, &function.resolve(one.pointer)),
                by,
            },
            assumptions: vec![Assumption::ChecksEndProgram],
        })
    }

    /// The proofs of covered accesses, in order, each by checks of accesses that are not proved so themselves. One whose checks are not found stays a check, and those
    /// behind it may rest on it.
    pub(crate) fn proofs(&mut self, covered: &[AccessId]) -> Vec<(AccessId, Proof)> {
        let mut unchecked: FxHashSet<AccessId> = covered.iter().copied().collect();
        let mut proofs = Vec::new();
        for &access in covered {
            match self.proof(access, |id| !unchecked.contains(&id)) {
                Some(proof) => proofs.push((access, proof)),
                None => {
                    unchecked.remove(&access);
                }
            }
        }
        proofs
    }
}
