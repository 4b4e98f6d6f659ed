//! Sparse analyses: one fact for each value instead of one state for each place.
//!
//! [`solve`] visits values in a given order, normally definitions before uses except around loops. A visit computes the fact of a value from
//! the facts of others. The [`Facts`] record what a visit reads, so a change causes visits of exactly those values whose facts may depend on it:
//! users, and what a comparison guards.
//!
//! Claims: a solved analysis has a post-fixpoint: no visit changes any fact, also after narrowing. The transfer function may read no mutable state but the facts. Gives up after [`SparseAnalysis::MAX_PASSES`] passes: then nothing may be claimed.

use fixedbitset::FixedBitSet;
use sanecc_ir::{Function, Id, ValueId};
use std::cell::{Cell, RefCell};

/// The facts of a sparse analysis; none for a value that was not reached yet.
pub(crate) struct Facts<F> {
    /// Index = value.
    facts: Vec<Option<F>>,
    /// Positions in the order whose visits have read a fact since it changed last; index = value.
    readers: RefCell<Vec<Vec<usize>>>,
    /// The position that is being visited.
    visiting: Cell<Option<usize>>,
}

impl<F> Facts<F> {
    /// No fact of any value of the function.
    pub(crate) fn none(function: &Function) -> Self {
        let values = function.values.len();
        Self {
            facts: std::iter::repeat_with(|| None).take(values).collect(),
            readers: RefCell::new(vec![Vec::new(); values]),
            visiting: Cell::new(None),
        }
    }

    /// The fact of a value.
    pub(crate) fn get(&self, value: ValueId) -> Option<&F> {
        if let Some(position) = self.visiting.get() {
            let readers = &mut self.readers.borrow_mut()[value.index()];
            if readers.last() != Some(&position) {
                readers.push(position);
            }
        }
        self.facts[value.index()].as_ref()
    }

    /// Gives a value that is not solved, such as a constant, its fact.
    pub(crate) fn set(&mut self, value: ValueId, fact: F) {
        self.facts[value.index()] = Some(fact);
    }

    /// The facts of all values; index = value.
    pub(crate) fn into_all(self) -> Vec<Option<F>> {
        self.facts
    }
}

/// An analysis with one fact for each value.
pub(crate) trait SparseAnalysis {
    /// What is claimed of a value.
    type Fact: Clone + PartialEq;
    /// Passes over the values before the analysis gives up.
    const MAX_PASSES: u32 = u32::MAX;
    /// Whether a pass without widening follows, and visits from its result as before.
    const NARROWS: bool = false;

    /// The facts found so far.
    fn facts(&mut self) -> &mut Facts<Self::Fact>;

    /// The fact of a value, computed from facts that [`Facts::get`] yields; none as long as no input is reached. At a phi, this is the join of the inputs.
    fn transfer(&self, value: ValueId) -> Option<Self::Fact>;

    /// Combines the fact of a value with that of the next visit; the fact has changed `times` since it was first known. Covers `next`, and makes the sequence finite
    /// where `transfer` alone does not.
    fn widen(
        &self,
        _value: ValueId,
        _times: u32,
        _before: &Self::Fact,
        next: Self::Fact,
    ) -> Self::Fact {
        next
    }
}

/// Solves an analysis for the values of `order`; false if it gives up.
pub(crate) fn solve<A: SparseAnalysis>(analysis: &mut A, order: &[ValueId]) -> bool {
    let is_solved = ascend(analysis, order);
    if is_solved && A::NARROWS {
        let before = analysis.facts().facts.clone();
        for &value in order {
            let next = analysis.transfer(value);
            analysis.facts().facts[value.index()] = next;
        }
        // What the pass claims too much goes again.
        if !ascend(analysis, order) {
            analysis.facts().facts = before;
        }
    }
    is_solved
}

/// Visits all values, and readers of what changes, until nothing changes; false if it gives up.
fn ascend<A: SparseAnalysis>(analysis: &mut A, order: &[ValueId]) -> bool {
    let mut waiting = FixedBitSet::with_capacity(order.len());
    waiting.insert_range(..);
    let mut changes = vec![0; order.len()];
    for _ in 0..A::MAX_PASSES {
        for (position, &value) in order.iter().enumerate() {
            if !waiting.contains(position) {
                continue;
            }
            waiting.set(position, false);
            let next = visit(analysis, value, position, changes[position]);
            let facts = analysis.facts();
            let fact = &mut facts.facts[value.index()];
            if *fact != next {
                changes[position] += u32::from(fact.is_some());
                *fact = next;
                waiting.extend(facts.readers.get_mut()[value.index()].drain(..));
            }
        }
        if waiting.is_clear() {
            return true;
        }
    }
    false
}

/// The fact of a value after one more visit.
fn visit<A: SparseAnalysis>(
    analysis: &mut A,
    value: ValueId,
    position: usize,
    times: u32,
) -> Option<A::Fact> {
    analysis.facts().visiting.set(Some(position));
    let next = analysis.transfer(value);
    analysis.facts().visiting.set(None);
    let before = analysis.facts().facts[value.index()].clone();
    match (before, next) {
        (Some(before), Some(next)) => Some(analysis.widen(value, times, &before, next)),
        (Some(_) | None, next) => next,
    }
}
