//! Phis: what might hold of them, and whether it does.
//!
//! The guesses about a phi are the intervals and expressions that come in from outside of its loop, and thresholds out of the
//! comparisons with what the loop does not change ([`super::thresholds`]). Each is checked on every edge. What fails is dropped; an
//! interval that fails grows at most [`DELAY`] times before it is widened to the limits of the type (GreenArrays' delayed widening).

use super::atoms::{Atom, AtomId, Symbol, View};
use super::conditions::held_on_edge;
use super::expression::Expr;
use super::forms::{Forms, limits};
use super::order::Knowledge;
use super::pointers::Walk;
use super::ranges::Ranges;
use super::relevance::computed_from;
use sanecc_ir::{BlockId, Op, ValueId, mutant};

/// How often an interval may grow before it is widened.
const DELAY: u32 = 3;

/// A guess about a phi: `expr + factor * phi >= 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) view: View,
    pub(super) factor: i128,
    pub(super) expr: Expr,
}

/// The guesses about a phi.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// Interval; index = view. Of a pointer, that of its steps, twice.
    pub(super) intervals: [(i128, i128); 2],
    pub(super) relations: Vec<Relation>,
    pub(super) wild: bool,
    pub(super) grown: u32,
    given_up: bool,
    /// How a pointer walks.
    pub(super) walk: Walk,
}

impl Candidates {
    /// That it is an integer of its type.
    fn none(bits: u32) -> Self {
        Self::within([limits(bits, View::Signed), limits(bits, View::Unsigned)])
    }

    /// That it lies in these intervals.
    pub(super) fn within(intervals: [(i128, i128); 2]) -> Self {
        Self {
            intervals,
            relations: Vec::new(),
            wild: false,
            grown: 0,
            given_up: false,
            walk: Walk::default(),
        }
    }
}

impl Ranges<'_> {
    /// The forms of a phi as its guesses say; the first time they are made.
    pub(super) fn phi(
        &mut self,
        value: ValueId,
        bits: u32,
        edges: &[(BlockId, ValueId)],
        block: BlockId,
    ) -> Forms {
        let mut candidates = match self.candidates.remove(&value) {
            Some(candidates) => candidates,
            None => self.guess(value, bits, edges, block),
        };
        // What turned out to be perhaps poison bounds nothing.
        candidates
            .relations
            .retain(|relation| self.is_settled(&relation.expr));
        let forms = if candidates.wild {
            self.wild(value, bits)
        } else {
            self.guessed(value, &candidates)
        };
        self.candidates.insert(value, candidates);
        forms
    }

    fn guessed(&mut self, value: ValueId, candidates: &Candidates) -> Forms {
        let one = candidates.intervals[0].0 >= 0;
        let exact = [View::Signed, View::Unsigned].map(|view| {
            let view = if one { View::Signed } else { view };
            let symbol = self.atoms.symbol(Symbol { value, view });
            let (low, high) = candidates.intervals[view as usize];
            let mut known = Knowledge {
                low,
                high,
                ..Knowledge::default()
            };
            let relations = candidates
                .relations
                .iter()
                .filter(|r| one || r.view == view);
            known.facts = relations
                .filter_map(|relation| relation.expr.plus(&symbol, relation.factor))
                .collect();
            self.symbol(Symbol { value, view }, known)
        });
        Forms {
            congruent: exact.clone(),
            exact,
            wild: false,
        }
    }

    /// Whether no symbol of an expression may be poison, as far as this round knows.
    pub(super) fn is_settled(&self, expr: &Expr) -> bool {
        expr.atoms().all(|atom| match self.atoms.get(atom) {
            Atom::Symbol(symbol) => !self.is_wild(symbol.value),
            Atom::Min(choices) | Atom::Max(choices) => {
                choices.iter().all(|choice| self.is_settled(choice))
            }
        })
    }

    /// The first guesses: what comes in over edges that were seen already, and the thresholds.
    fn guess(
        &mut self,
        value: ValueId,
        bits: u32,
        edges: &[(BlockId, ValueId)],
        block: BlockId,
    ) -> Candidates {
        let mut candidates = Candidates::none(bits);
        for view in [View::Signed, View::Unsigned] {
            let mut hull: Option<(i128, i128)> = None;
            let mut incoming = Vec::new();
            for &(from, input) in edges {
                let Some(expr) = self.at(input, view, from) else {
                    continue;
                };
                let held = held_on_edge(self.function, from, block);
                let facts = self.facts(&held, from);
                let here = self.interval_on(&expr, (from, &facts), limits(bits, view));
                hull = Some(hull.map_or(here, |hull| (hull.0.min(here.0), hull.1.max(here.1))));
                if self.is_fixed_before(&expr, block) && expr.as_constant().is_none() {
                    incoming.push(expr);
                }
            }
            if let Some(hull) = hull {
                candidates.intervals[view as usize] = hull;
            }
            candidates
                .relations
                .extend(self.thresholds(value, view, &incoming, edges, block));
        }
        candidates
    }

    /// The interval of an expression on an edge, with the help of what holds there and of one threshold: 0.
    fn interval_on(
        &self,
        expr: &Expr,
        (from, facts): (BlockId, &[Expr]),
        (low, high): (i128, i128),
    ) -> (i128, i128) {
        let (least, most) = self.bounds(expr, from, facts);
        let mut least = least.unwrap_or(low).max(low);
        if least < 0 && self.nonnegative(expr, from, facts) {
            least = 0;
        }
        (least, most.unwrap_or(high).min(high))
    }

    /// Whether all symbols of an expression are defined before `block` begins, and not again before it begins once more.
    pub(super) fn is_fixed_before(&self, expr: &Expr, block: BlockId) -> bool {
        expr.atoms().all(|atom| self.is_atom_fixed(atom, block))
    }

    fn is_atom_fixed(&self, atom: AtomId, block: BlockId) -> bool {
        match self.atoms.get(atom) {
            Atom::Symbol(symbol) => {
                self.analyses.is_fixed_before(symbol.value, block) || mutant!("in-range/fixed")
            }
            Atom::Min(choices) | Atom::Max(choices) => choices
                .iter()
                .all(|choice| self.is_fixed_before(choice, block)),
        }
    }

    /// Checks every guess on every edge; whether any had to be weakened. Where patience is over, a phi with one such loses all, and
    /// so does what is computed from it: that would fail in later iterations.
    pub(super) fn check_guesses(&mut self, impatient: bool) -> bool {
        let mut failing = Vec::new();
        for phi in self.guessed_phis() {
            let (Some(Op::Phi(edges)), Some(bits), Some(block)) = (
                self.function.op(phi),
                self.bits(phi),
                self.analyses.block_of(phi),
            ) else {
                continue;
            };
            let Some(mut candidates) = self.candidates.remove(&phi) else {
                continue;
            };
            let mut failed = false;
            for &(from, input) in edges {
                if candidates.wild {
                    break;
                }
                let doubts = match self.analyses.dominators().strictly(block, from) {
                    true => mutant!("in-range/every-round"),
                    false => mutant!("in-range/first-round"),
                };
                if self.analyses.dominators().is_reached(from) && !doubts {
                    failed |= self.check_edge(&mut candidates, bits, (from, block), input);
                }
            }
            if failed {
                failing.push(phi);
            }
            self.candidates.insert(phi, candidates);
        }
        let changed = !failing.is_empty();
        if impatient {
            self.give_up(failing);
        }
        changed
    }

    /// Drops all guesses about these phis and those that are computed from them, but that they are not poison.
    fn give_up(&mut self, phis: Vec<ValueId>) {
        for value in computed_from(self.analyses, &self.regions, phis) {
            let Some(bits) = self.bits(value) else {
                continue;
            };
            let pointer = self.is_pointer(value);
            if let Some(candidates) = self.candidates.get_mut(&value)
                && !candidates.wild
                && !candidates.given_up
            {
                *candidates = Candidates {
                    given_up: true,
                    // A pointer that may be anywhere may be poison.
                    wild: pointer,
                    ..Candidates::none(bits)
                };
                self.given_up += 1;
            }
        }
    }

    /// Drops all guesses: that a phi is not poison is one, too.
    pub(super) fn give_up_all(&mut self) {
        for candidates in self.candidates.values_mut() {
            self.given_up += u32::from(!candidates.wild && !candidates.given_up);
            candidates.wild = true;
        }
    }

    fn guessed_phis(&self) -> Vec<ValueId> {
        let mut phis: Vec<ValueId> = self.candidates.keys().copied().collect();
        phis.sort_unstable();
        phis
    }

    /// Gives up what an edge contradicts, or does not prove.
    fn check_edge(
        &self,
        candidates: &mut Candidates,
        bits: u32,
        (from, to): (BlockId, BlockId),
        input: ValueId,
    ) -> bool {
        if self.is_wild(input) && !mutant!("in-range/phi-poison") {
            candidates.wild = true;
            return true;
        }
        if candidates.given_up {
            return false;
        }
        let held = held_on_edge(self.function, from, to);
        let facts = self.facts(&held, from);
        if self.is_pointer(input) {
            return self.check_walk(candidates, input, from, &facts);
        }
        let mut failed = false;
        let mut grown = false;
        for view in [View::Signed, View::Unsigned] {
            let Some(expr) = self.at(input, view, from) else {
                candidates.wild = true;
                return true;
            };
            let edge = (from, facts.as_slice());
            grown |= self.check_interval(candidates, view, limits(bits, view), &expr, edge);
            failed |= self.check_relations(candidates, view, &expr, edge);
        }
        candidates.grown += u32::from(grown);
        failed | grown
    }

    /// Widens the interval of one view to what comes in, as far as its limits; whether that was needed.
    pub(super) fn check_interval(
        &self,
        candidates: &mut Candidates,
        view: View,
        limit: (i128, i128),
        expr: &Expr,
        (from, facts): (BlockId, &[Expr]),
    ) -> bool {
        if mutant!("in-range/guessed-interval") {
            return false;
        }
        let may_grow = candidates.grown < DELAY;
        let holds =
            |goal: Option<Expr>| goal.is_some_and(|goal| self.nonnegative(&goal, from, facts));
        let interval = &mut candidates.intervals[view as usize];
        let mut grown = false;
        // What holds on the edge bounds what comes in, as in the first guess.
        let seen = || match may_grow {
            true => self.bounds(expr, from, facts),
            false => (None, None),
        };
        if interval.0 > limit.0 && !holds(expr.add_constant(-interval.0)) {
            let seen = seen().0.unwrap_or(limit.0);
            // 0 is a threshold: below it the readings part.
            interval.0 = if interval.0 > 0 && holds(Some(expr.clone())) {
                0
            } else {
                seen.clamp(limit.0, interval.0 - 1)
            };
            grown = true;
        }
        let below = expr.scale(-1).and_then(|e| e.add_constant(interval.1));
        if interval.1 < limit.1 && !holds(below) {
            let seen = seen().1.unwrap_or(limit.1);
            interval.1 = seen.clamp(interval.1 + 1, limit.1);
            grown = true;
        }
        grown
    }

    /// Gives up the relations of one view that do not hold of what comes in; whether there were any.
    pub(super) fn check_relations(
        &self,
        candidates: &mut Candidates,
        view: View,
        expr: &Expr,
        (from, facts): (BlockId, &[Expr]),
    ) -> bool {
        let before = candidates.relations.len();
        candidates.relations.retain(|relation| {
            relation.view != view
                || relation
                    .expr
                    .plus(expr, relation.factor)
                    .is_some_and(|goal| self.nonnegative(&goal, from, facts))
                || mutant!("in-range/guessed-relation")
        });
        candidates.relations.len() < before
    }
}
