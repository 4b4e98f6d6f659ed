//! A framework for dataflow analyses: an analysis states its domain and its transfer functions; the solver finds the fixed point.
//!
//! | file | idea |
//! | --- | --- |
//! | this one | the trait [`Analysis`] and what a domain has to offer |
//! | [`must_set`] | the domain of must-analyses: sets that join by intersection |
//! | [`solver`] | passes over the blocks until no state changes |
//! | [`sparse`] | analyses with one fact for each value, and their solver |
//! | [`results`] | the state at the boundary of each block, and a cursor into blocks |
//!
//! Claims: [`Analysis::solve`] yields the least fixed point above [`Analysis::boundary`] if the transfer functions are monotone and the domain has no
//! infinite ascending chain, or [`Analysis::widen`] cuts them. It is the meet over all paths if the transfer functions are distributive as well (Kam
//! and Ullman, "Monotone Data Flow Analysis Frameworks", 1977). Only blocks that a path from the entry reaches are solved; all
//! others keep bottom, and their edges add nothing. Edges that are not drawn (longjmp) are the analysis's own concern.
//! Gives up after [`Analysis::MAX_PASSES`] passes, where an analysis sets them: then every state is [`Analysis::top`].

mod must_set;
mod results;
mod solver;
mod sparse;
#[cfg(test)]
mod tests;

use sanecc_ir::{BlockId, Function, ValueId};
use std::borrow::Cow;

pub use must_set::MustSet;
pub use results::{Results, ResultsCursor};
pub(crate) use sparse::{Facts, SparseAnalysis, solve as solve_sparse};

/// A join semi-lattice. Its bottom belongs to the [`Analysis`], which knows its size.
pub trait Domain: Clone {
    /// Replaces this by the least upper bound of both; returns whether that changes it.
    fn join(&mut self, other: &Self) -> bool;
}

/// Which way states flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the entry along the edges.
    Forward,
    /// From the blocks without successors against the edges. A block from which no path leads to such a block starts at bottom.
    Backward,
}

/// A dataflow analysis of one function.
pub trait Analysis: Sized {
    /// What is known at one place.
    type Domain: Domain;
    /// Which way states flow.
    const DIRECTION: Direction = Direction::Forward;
    /// Passes over the blocks before the analysis gives up.
    const MAX_PASSES: u32 = u32::MAX;

    /// The state of a place that was not reached yet: the neutral element of the join.
    fn bottom(&self, function: &Function) -> Self::Domain;

    /// The state that claims nothing.
    fn top(&self, function: &Function) -> Self::Domain;

    /// The state where the function begins (forward) or ends (backward).
    fn boundary(&self, function: &Function) -> Self::Domain {
        self.top(function)
    }

    /// The effect of an instruction. The last one of a block is its terminator.
    fn transfer(&self, function: &Function, instruction: ValueId, state: &mut Self::Domain);

    /// The effect of the edge `from -> to`, on the state at the end of `from` (forward) or at the beginning of `to` (backward): what a branch
    /// condition or the inputs of phis add. `None`: the edge is never taken.
    fn edge<'s>(
        &self,
        _function: &Function,
        _from: BlockId,
        _to: BlockId,
        state: &'s Self::Domain,
    ) -> Option<Cow<'s, Self::Domain>> {
        Some(Cow::Borrowed(state))
    }

    /// Called when the boundary state of a block has grown from `before` to `state`, having grown `times` before that. May raise `state` further, so
    /// that the analysis terminates.
    fn widen(
        &self,
        _block: BlockId,
        _times: u32,
        _before: &Self::Domain,
        _state: &mut Self::Domain,
    ) {
    }

    /// Whether [`Analysis::widen`] does anything; otherwise the solver keeps no earlier states.
    const WIDENS: bool = false;

    /// Solves the analysis.
    fn solve(self, function: &Function) -> Results<Self> {
        solver::solve(self, function)
    }
}
