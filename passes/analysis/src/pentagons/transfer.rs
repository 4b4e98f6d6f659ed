//! The transfer functions: what an operation makes of the facts of its operands, and the join at a phi.
//!
//! A phi's interval grows at most [`DELAY`] times before its moving end goes to the limit of the type, or to 0 on its way there. Its
//! upper bounds only become fewer. Narrowing wins back some of what widening lost.

use super::span::{Outcome, Span, binary};
use super::state::State;
use super::{Domain, Pentagons};
use crate::dataflow::{Facts, SparseAnalysis};
use crate::symbolic::{Guard, View, guards_of_condition, guards_of_edge};
use sanecc_ir::{BinaryOp, BlockId, CastOp, Op, PoisonFlags, ValueId};
use std::collections::BTreeSet;

/// How often an interval grows before it is widened.
const DELAY: u32 = 3;

const VIEWS: [View; 2] = [View::Signed, View::Unsigned];

/// An operation, its operands and where they lie.
struct Operation {
    op: BinaryOp,
    a: ValueId,
    b: ValueId,
    x: [Span; 2],
    y: [Span; 2],
}

impl SparseAnalysis for Pentagons<'_> {
    type Fact = State;
    const MAX_PASSES: u32 = 24;
    const NARROWS: bool = true;

    fn facts(&mut self) -> &mut Facts<State> {
        &mut self.facts
    }

    fn transfer(&self, value: ValueId) -> Option<State> {
        let bits = self.bits(value)?;
        let block = self.analyses.block_of(value)?;
        match self.function.op(value)? {
            Op::Phi(edges) => self.phi(bits, edges, block),
            op => self.operation(bits, value, op, block),
        }
    }

    fn widen(&self, value: ValueId, times: u32, before: &State, next: State) -> State {
        let (Some(Op::Phi(_)), Some(bits)) = (self.function.op(value), self.bits(value)) else {
            return next;
        };
        if before.wild || next.wild {
            return State::anything(bits, true);
        }
        let spans = VIEWS.map(|view| {
            let (old, new) = (before.spans[view as usize], next.spans[view as usize]);
            widen(old, old.hull(new), Span::of_type(bits, view), times)
        });
        let mut state = State::new(spans, bits);
        for view in VIEWS {
            let [old, new] = [before, &next].map(|state| &state.below[view as usize]);
            state.add_below(view, old.intersection(new).copied());
        }
        state
    }
}

impl Pentagons<'_> {
    /// The integers that an analysis solves, definitions before uses except around loops.
    pub(super) fn order(&self) -> Vec<ValueId> {
        let blocks = self.analyses.dominators().order().iter();
        blocks
            .flat_map(|&block| &self.function.blocks[block].instructions)
            .copied()
            .filter(|&value| self.bits(value).is_some())
            .collect()
    }

    fn phi(&self, bits: u32, edges: &[(BlockId, ValueId)], block: BlockId) -> Option<State> {
        let mut joined: Option<[Span; 2]> = None;
        let mut incoming: Vec<(BlockId, ValueId, Vec<Guard>)> = Vec::new();
        for &(from, input) in edges {
            if !self.analyses.dominators().is_reached(from) {
                continue;
            }
            // Not reached yet: bottom adds nothing to the join.
            let Some(state) = self.state(input) else {
                continue;
            };
            if state.wild {
                return Some(State::anything(bits, true));
            }
            let guards = guards_of_edge(self.function, from, block);
            let spans = self.spans_at(input, from, &guards)?;
            joined = Some(match joined {
                Some(all) => [all[0].hull(spans[0]), all[1].hull(spans[1])],
                None => spans,
            });
            incoming.push((from, input, guards));
        }
        let mut state = State::new(joined?, bits);
        for view in VIEWS {
            state.add_below(view, self.common_bounds(view, block, &incoming));
        }
        Some(state)
    }

    /// The values that are greater than what comes in over each edge.
    fn common_bounds(
        &self,
        view: View,
        block: BlockId,
        incoming: &[(BlockId, ValueId, Vec<Guard>)],
    ) -> Vec<ValueId> {
        let sets: Vec<BTreeSet<ValueId>> = incoming
            .iter()
            .map(|(from, input, guards)| self.below_at(*input, view, *from, guards))
            .collect();
        let candidates: BTreeSet<ValueId> = sets.iter().flatten().copied().collect();
        let is_greater = |bound: ValueId| {
            std::iter::zip(&sets, incoming).all(|(set, (from, input, guards))| {
                set.contains(&bound) || self.is_apart(*input, bound, view, *from, guards)
            })
        };
        candidates
            .into_iter()
            .filter(|&bound| self.analyses.is_fixed_before(bound, block) && is_greater(bound))
            .collect()
    }

    /// Whether intervals alone show that one is less than the other.
    fn is_apart(
        &self,
        small: ValueId,
        large: ValueId,
        view: View,
        block: BlockId,
        more: &[Guard],
    ) -> bool {
        let spans = |value| Some(self.spans_at(value, block, more)?[view as usize]);
        let wild = self.state(large).is_none_or(|state| state.wild);
        !wild
            && spans(small)
                .zip(spans(large))
                .is_some_and(|(small, large)| small.high < large.low)
    }

    fn operation(&self, bits: u32, value: ValueId, op: &Op, block: BlockId) -> Option<State> {
        match *op {
            Op::Binary(op, a, b) => self.arithmetic(bits, value, op, a, b, block),
            Op::Cast(cast, from) => self.cast(bits, value, cast, from, block),
            Op::Select {
                condition,
                then,
                otherwise,
            } => self.select(bits, condition, [then, otherwise], block),
            Op::Freeze(from) => Some(match self.state(from)? {
                state if state.wild => State::anything(bits, false),
                state => state,
            }),
            Op::Compare(_, a, b) => {
                let wild = [a, b].into_iter().any(|side| {
                    self.bits(side).is_some() && self.state(side).is_none_or(|state| state.wild)
                });
                Some(State::anything(bits, wild))
            }
            Op::Load { .. } | Op::Atomic { .. } | Op::VaArg(_) | Op::Call { .. } => {
                Some(State::anything(bits, false))
            }
            _ => Some(State::anything(bits, true)),
        }
    }

    /// Each side where it is chosen, so that minima and maxima written as choices are seen.
    fn select(
        &self,
        bits: u32,
        condition: ValueId,
        sides: [ValueId; 2],
        block: BlockId,
    ) -> Option<State> {
        let wild = [condition, sides[0], sides[1]]
            .into_iter()
            .map(|value| self.state(value).map(|state| state.wild));
        if wild.collect::<Option<Vec<_>>>()?.contains(&true) {
            return Some(State::anything(bits, true));
        }
        let when = [true, false].map(|holds| guards_of_condition(self.function, condition, holds));
        let [Some(a), Some(b)] = [0, 1].map(|i| self.spans_at(sides[i], block, &when[i])) else {
            return Some(State::anything(bits, true));
        };
        let mut state = State::new([a[0].hull(b[0]), a[1].hull(b[1])], bits);
        for view in VIEWS {
            let [a, b] = [0, 1].map(|i| self.below_at(sides[i], view, block, &when[i]));
            state.add_below(view, a.intersection(&b).copied());
        }
        Some(state)
    }

    fn arithmetic(
        &self,
        bits: u32,
        value: ValueId,
        op: BinaryOp,
        a: ValueId,
        b: ValueId,
        block: BlockId,
    ) -> Option<State> {
        let (left, right) = (self.state(a)?, self.state(b)?);
        if left.wild || right.wild {
            return Some(State::anything(bits, true));
        }
        let spans = [a, b].map(|side| self.spans_at(side, block, &[]));
        let [Some(x), Some(y)] = spans else {
            return Some(State::anything(bits, true));
        };
        let poison_flags = self.poison_flags(value);
        let mut outcome = binary(op, x, y, bits);
        if op == BinaryOp::Sub {
            self.sharpen_difference([a, b], [x, y], block, &mut outcome);
        }
        if op == BinaryOp::Add && self.function.integer(b) == Some(1) {
            self.sharpen_step(a, x, block, &mut outcome);
        }
        if outcome.is_wild(poison_flags) {
            return Some(State::anything(bits, true));
        }
        let of = Operation { op, a, b, x, y };
        let mut state = State::new(outcome.spans, bits);
        for view in VIEWS {
            state.add_below(view, self.bounds_of_result(view, &of, bits, block));
        }
        Some(state)
    }

    fn poison_flags(&self, value: ValueId) -> PoisonFlags {
        let poison_flags = self.function.poison_flags.get(&value);
        poison_flags.copied().unwrap_or_default()
    }

    /// The one relation that subtraction uses: what is taken away is less.
    fn sharpen_difference(
        &self,
        [a, b]: [ValueId; 2],
        [x, y]: [[Span; 2]; 2],
        block: BlockId,
        outcome: &mut Outcome,
    ) {
        for view in VIEWS {
            let at = view as usize;
            let less = self.below_at(b, view, block, &[]);
            if less.contains(&self.root(a, view)) && y[at].low >= 0 {
                let positive = Span {
                    low: 1,
                    high: (x[at].high - y[at].low).max(1),
                };
                outcome.spans[at] = outcome.spans[at].meet(positive);
                outcome.may_wrap[at] = false;
            }
        }
    }

    /// What is below something of its type may be one more.
    fn sharpen_step(&self, a: ValueId, x: [Span; 2], block: BlockId, outcome: &mut Outcome) {
        let width = self.bits(a);
        for view in VIEWS {
            let at = view as usize;
            let below = self.below_at(a, view, block, &[]);
            if below.iter().any(|bound| self.bits(*bound) <= width) {
                let more = Span {
                    low: x[at].low + 1,
                    high: i128::MAX,
                };
                outcome.spans[at] = outcome.spans[at].meet(more);
                outcome.may_wrap[at] = false;
            }
        }
    }

    /// What is greater than the result, because it is so for an operand that the result does not exceed.
    fn bounds_of_result(
        &self,
        view: View,
        of: &Operation,
        bits: u32,
        block: BlockId,
    ) -> Vec<ValueId> {
        if self.domain == Domain::Intervals {
            return Vec::new();
        }
        let &Operation { op, a, b, x, y } = of;
        let at = view as usize;
        let limit = Span::of_type(bits, view);
        // Whether the result is the one in the integers.
        let sum_fits = limit.contains(x[at].add(y[at]));
        let difference_fits = limit.contains(Span {
            low: x[at].low - y[at].high,
            high: x[at].high - y[at].low,
        });
        let no_sign = x[0].low >= 0 && y[0].low >= 0;
        let natural = view == View::Unsigned || no_sign;
        let with = |operand: ValueId, strict: bool| {
            let mut all = self.below_at(operand, view, block, &[]);
            if strict {
                all.insert(self.root(operand, view));
            }
            all
        };
        let mut all = match op {
            BinaryOp::Add if sum_fits && y[at].high <= 0 => with(a, y[at].high < 0),
            BinaryOp::Add if sum_fits && x[at].high <= 0 => with(b, x[at].high < 0),
            BinaryOp::Sub if difference_fits && y[at].low >= 0 => with(a, y[at].low > 0),
            BinaryOp::URem if natural => with(a, false),
            BinaryOp::SRem if x[0].low >= 0 && y[0].low > 0 => with(a, false),
            BinaryOp::UDiv if natural => with(a, x[1].low > 0 && y[1].low > 1),
            BinaryOp::LShr if natural => with(a, x[1].low > 0 && y[1].low > 0),
            BinaryOp::And if natural => with(a, false),
            BinaryOp::SMin if no_sign || view == View::Signed => with(a, false),
            BinaryOp::UMin if natural => with(a, false),
            _ => return Vec::new(),
        };
        match op {
            BinaryOp::URem | BinaryOp::SRem => {
                all.insert(self.root(b, view));
            }
            BinaryOp::And | BinaryOp::SMin | BinaryOp::UMin => all.extend(with(b, false)),
            _ => {}
        }
        all.into_iter().collect()
    }

    fn cast(
        &self,
        bits: u32,
        value: ValueId,
        cast: CastOp,
        from: ValueId,
        block: BlockId,
    ) -> Option<State> {
        // Out of a pointer, a float or a vector.
        if self.bits(from).is_none() {
            return Some(State::anything(bits, true));
        }
        let state = self.state(from)?;
        if state.wild {
            return Some(State::anything(bits, true));
        }
        let here = self.spans_at(from, block, &[])?;
        let spans = match cast {
            CastOp::SExt => {
                let signed = here[0];
                [
                    signed,
                    if signed.low >= 0 {
                        signed
                    } else {
                        Span::of_type(bits, View::Unsigned)
                    },
                ]
            }
            CastOp::ZExt => [here[1], here[1]],
            CastOp::Trunc => VIEWS.map(|view| {
                let limit = Span::of_type(bits, view);
                let fits = here.into_iter().find(|span| limit.contains(*span));
                fits.unwrap_or(limit)
            }),
            CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::BitCast
            | CastOp::AddrSpaceCast
            | CastOp::Float(_) => return Some(State::anything(bits, true)),
        };
        let poison_flags = self.poison_flags(value);
        let fits = VIEWS.map(|view| Span::of_type(bits, view).contains(here[view as usize]));
        if (poison_flags.not_negative && here[0].low < 0)
            || (poison_flags.no_signed_wrap && !fits[0])
            || (poison_flags.no_unsigned_wrap && !fits[1])
        {
            return Some(State::anything(bits, true));
        }
        let mut result = State::new(spans, bits);
        for view in VIEWS {
            let same = match (cast, view) {
                (CastOp::SExt, View::Signed) | (CastOp::ZExt, View::Unsigned) => true,
                (CastOp::SExt | CastOp::ZExt, _) => here[0].low >= 0,
                (CastOp::Trunc, _) => fits[view as usize],
                _ => false,
            };
            if same {
                result.add_below(view, self.below_at(from, view, block, &[]));
            }
        }
        Some(result)
    }
}

/// Lets an interval grow, or go where it would end up.
fn widen(old: Span, new: Span, limit: Span, times: u32) -> Span {
    if times < DELAY {
        return new;
    }
    Span {
        low: match new.low < old.low {
            true if new.low >= 0 => 0,
            true => limit.low,
            false => old.low,
        },
        high: if new.high > old.high {
            limit.high
        } else {
            old.high
        },
    }
}
