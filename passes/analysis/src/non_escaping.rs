//! Is a heap allocation of this function certainly live here, with its address known to nobody else?
//!
//! Claims: where [`NonEscapingCursor::lives`] returns true, no path from the last execution of the allocating call to here frees the allocation
//! that the call returned (if it did not fail), and no other function and no other thread has its address. So nobody else can free it or
//! poison it by hand. An allocation escapes where its address is stored, returned, converted to an integer, or passed to a callee that keeps it, may
//! free it, or is unknown. The same holds of addresses computed from it, through phis, selects and library functions that return it.
//!
//! Nothing is asked of an allocation of an earlier iteration: a phi of addresses from the iteration before has no object
//! ([`crate::symbolic::Regions`]), and a pointer whose base is a call counts from the call's last execution.
//!
//! Reads the uses of addresses, and what the caller says of callees ([`MayEnd`]). A forward must-analysis over sets of allocations
//! ([`crate::dataflow`]). Gives up in functions that call setjmp, because longjmp is an edge that is not drawn.

use crate::FunctionAnalyses;
use crate::dataflow::{Analysis, MustSet, Results, ResultsCursor};
use crate::outlives_frame::{Use, one_use};
use crate::worklist::Worklist;
use rustc_hash::FxHashMap;
use sanecc_ir::{Addresses, BlockId, Function, Op, ValueDef, ValueId, mutant};
use std::borrow::Cow;

/// Whether a call that gets the address of an allocation may free it, or others may have that address afterwards: see
/// [`Effects::may_free_allocation`](crate::Effects::may_free_allocation). The allocating call stands first.
pub type MayEnd<'e> = dyn Fn(ValueId, ValueId) -> bool + 'e;

/// What an instruction does to allocations, by number.
#[derive(Default)]
struct AllocationEffect {
    lost: Vec<usize>,
    /// Allocated here.
    fresh: Option<usize>,
}

/// The allocations that are live and known to nobody else, at each place of a function.
#[derive(Default)]
pub struct NonEscapingAllocations {
    /// `None`: the analysis gave up, or there are no allocations.
    results: Option<Results<Allocations>>,
}

impl NonEscapingAllocations {
    /// Solves the analysis for a function. Asks only about calls that get the address of an allocation.
    pub fn of(analyses: &FunctionAnalyses<'_>, callee_may_end: &MayEnd<'_>) -> Self {
        let function = analyses.function();
        let _span = tracing::debug_span!("non-escaping").entered();
        if function.calls_setjmp && !mutant!("non-escaping/setjmp") {
            return Self::default();
        }
        let mut allocations = Allocations::default();
        let mut roots = Vec::new();
        for (value, it) in function.values.iter() {
            if let ValueDef::Instruction(Op::Call { model, .. }) = &it.def
                && model.allocates.is_some()
            {
                allocations.numbers.insert(value, roots.len());
                allocations.steps.entry(value).or_default().fresh = Some(roots.len());
                roots.push(value);
            }
        }
        if roots.is_empty() {
            return Self::default();
        }
        for (number, root) in roots.into_iter().enumerate() {
            allocations.follow(analyses, callee_may_end, root, number);
        }
        Self {
            results: Some(allocations.solve(function)),
        }
    }

    /// Walks a basic block from its beginning.
    pub fn cursor(&self, block: BlockId) -> NonEscapingCursor<'_> {
        NonEscapingCursor {
            at: self.results.as_ref().map(|results| results.cursor(block)),
        }
    }
}

/// A place in a basic block.
pub struct NonEscapingCursor<'o> {
    at: Option<ResultsCursor<'o, Allocations>>,
}

impl NonEscapingCursor<'_> {
    /// Whether what `call` allocated last is certainly live here and known to nobody else.
    pub fn lives(&self, call: ValueId) -> bool {
        self.at.as_ref().is_some_and(|at| {
            let number = at.analysis().numbers.get(&call);
            number.is_some_and(|&number| at.state().contains(number))
        })
    }

    /// Goes past an instruction.
    pub fn pass(&mut self, function: &Function, instruction: ValueId) {
        if let Some(at) = &mut self.at {
            at.pass(function, instruction);
        }
    }
}

/// The domain: sets of allocations that are live and known to nobody else.
#[derive(Default)]
struct Allocations {
    /// Allocating call to number.
    numbers: FxHashMap<ValueId, usize>,
    steps: FxHashMap<ValueId, AllocationEffect>,
}

impl Analysis for Allocations {
    type Domain = MustSet;

    fn bottom(&self, _: &Function) -> MustSet {
        MustSet::full(self.numbers.len())
    }

    fn top(&self, _: &Function) -> MustSet {
        MustSet::empty(self.numbers.len())
    }

    fn transfer(&self, _: &Function, instruction: ValueId, state: &mut MustSet) {
        if let Some(step) = self.steps.get(&instruction) {
            step.lost
                .iter()
                .for_each(|&number| state.set(number, false));
            state.extend(step.fresh);
        }
    }

    fn edge<'s>(
        &self,
        function: &Function,
        from: BlockId,
        to: BlockId,
        state: &'s MustSet,
    ) -> Option<Cow<'s, MustSet>> {
        let first = function.blocks[to].predecessors.first() == Some(&from);
        (first || !mutant!("non-escaping/every-path")).then_some(Cow::Borrowed(state))
    }
}

impl Allocations {
    /// Finds the instructions where an allocation is freed or escapes.
    fn follow(
        &mut self,
        analyses: &FunctionAnalyses<'_>,
        callee_may_end: &MayEnd<'_>,
        root: ValueId,
        number: usize,
    ) {
        let function = analyses.function();
        let mut work = Worklist::of([root]);
        while let Some(address) = work.pop() {
            for &user in analyses.uses().users(address) {
                let kept = match one_use(function, user, address) {
                    Use::Over => false,
                    Use::Kept => match function.op(user) {
                        Some(Op::Store { .. }) => !mutant!("non-escaping/stored"),
                        Some(Op::Cast(..)) => !mutant!("non-escaping/number"),
                        Some(Op::Call { .. }) => !mutant!("non-escaping/handed"),
                        _ => !mutant!("non-escaping/kept"),
                    },
                    Use::Passed => {
                        let derived = match function.op(user) {
                            Some(Op::Call { .. }) => !mutant!("non-escaping/given-back"),
                            _ => !mutant!("non-escaping/merged"),
                        };
                        if derived {
                            work.push(user);
                        }
                        false
                    }
                };
                if kept || may_end(function, callee_may_end, root, user, address) {
                    self.steps.entry(user).or_default().lost.push(number);
                }
            }
        }
    }
}

/// Whether a call that gets the address of an allocation may free it or let others have it.
fn may_end(
    function: &Function,
    callee_may_end: &MayEnd<'_>,
    root: ValueId,
    call: ValueId,
    address: ValueId,
) -> bool {
    let Some(Op::Call {
        arguments, model, ..
    }) = function.op(call)
    else {
        return false;
    };
    match model.addresses {
        Addresses::Unknown => {
            model.may_free && !mutant!("non-escaping/callee") && callee_may_end(root, call)
        }
        _ => {
            let freed = model.frees.and_then(|n| arguments.get(n as usize));
            freed == Some(&address) && !mutant!("non-escaping/freed")
        }
    }
}
