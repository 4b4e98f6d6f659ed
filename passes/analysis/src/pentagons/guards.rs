//! What the conditionals that dominate a place say of a value there.

use super::span::{Span, agreed};
use super::{Domain, Pentagons};
use crate::symbolic::{Guard, View};
use sanecc_ir::{BinaryOp, BlockId, Id, Op, Predicate, ValueId};
use std::collections::BTreeSet;

/// How many dominators are asked for their conditions.
const MAX_DEPTH: usize = 48;

/// Which side of a comparison is smaller, in which reading, and whether they may be equal.
struct Ordered {
    small: ValueId,
    large: ValueId,
    view: View,
    strict: bool,
}

fn ordered(guard: &Guard) -> Option<Ordered> {
    use Predicate::{SGe, SGt, SLe, SLt, UGe, UGt, ULe, ULt};
    let (view, strict, swapped) = match guard.predicate {
        SLt => (View::Signed, true, false),
        SLe => (View::Signed, false, false),
        SGt => (View::Signed, true, true),
        SGe => (View::Signed, false, true),
        ULt => (View::Unsigned, true, false),
        ULe => (View::Unsigned, false, false),
        UGt => (View::Unsigned, true, true),
        UGe => (View::Unsigned, false, true),
        Predicate::Eq | Predicate::Ne | Predicate::Float(_) => return None,
    };
    let (small, large) = if swapped {
        (guard.right, guard.left)
    } else {
        (guard.left, guard.right)
    };
    Some(Ordered {
        small,
        large,
        view,
        strict,
    })
}

impl Pentagons<'_> {
    /// The conditions that hold in a block, closest first; `more` stand in front.
    fn guards_at<'s>(
        &'s self,
        block: BlockId,
        more: &'s [Guard],
    ) -> impl Iterator<Item = &'s Guard> {
        let blocks =
            std::iter::successors(Some(block), |at| self.analyses.dominators().parent(*at));
        let above = blocks
            .take(MAX_DEPTH)
            .flat_map(|at| &self.guards[at.index()]);
        more.iter().chain(above)
    }

    /// Whether neither side of a comparison may be poison.
    fn is_meant(&self, guard: &Guard) -> bool {
        [guard.left, guard.right]
            .into_iter()
            .all(|side| self.state(side).is_some_and(|state| !state.wild))
    }

    /// Where a value lies in a block, in both readings; `more` holds, too.
    pub(super) fn spans_at(
        &self,
        value: ValueId,
        block: BlockId,
        more: &[Guard],
    ) -> Option<[Span; 2]> {
        let bits = self.bits(value)?;
        let state = self.state(value)?;
        if state.wild {
            return Some(state.spans);
        }
        let mut spans = state.spans;
        for view in [View::Signed, View::Unsigned] {
            let root = self.root(value, view);
            if root != value
                && let Some(narrow) = self.spans_at(root, block, more)
            {
                spans[view as usize] = spans[view as usize].meet(narrow[view as usize]);
            }
        }
        for guard in self.guards_at(block, more) {
            let other = match (guard.left == value, guard.right == value) {
                (true, false) => guard.right,
                (false, true) => guard.left,
                _ => continue,
            };
            let Some(theirs) = self.state(other).filter(|state| !state.wild) else {
                continue;
            };
            match guard.predicate {
                Predicate::Eq => {
                    spans = [0, 1].map(|view| spans[view].meet(theirs.spans[view]));
                }
                Predicate::Ne => {
                    spans = [0, 1].map(|view| without(spans[view], theirs.spans[view]));
                }
                _ => {
                    let Some(order) = ordered(guard) else {
                        continue;
                    };
                    let view = order.view as usize;
                    let gap = i128::from(order.strict);
                    let limit = if order.small == value {
                        Span {
                            low: i128::MIN,
                            high: theirs.spans[view].high - gap,
                        }
                    } else {
                        Span {
                            low: theirs.spans[view].low + gap,
                            high: i128::MAX,
                        }
                    };
                    spans[view] = spans[view].meet(limit);
                }
            }
        }
        Some(agreed(spans, bits))
    }

    /// Values that are greater than `value` in a block; `more` holds, too.
    pub(super) fn below_at(
        &self,
        value: ValueId,
        view: View,
        block: BlockId,
        more: &[Guard],
    ) -> BTreeSet<ValueId> {
        let root = self.root(value, view);
        let mut below = BTreeSet::new();
        if self.domain == Domain::Intervals {
            return below;
        }
        for asked in [value, root] {
            if let Some(state) = self.state(asked).filter(|state| !state.wild) {
                below.extend(&state.below[view as usize]);
            }
        }
        for guard in self.guards_at(block, more) {
            if !self.is_meant(guard) {
                continue;
            }
            if let Some(order) = ordered(guard) {
                if self.is_same_number(order.view, view, order.small)
                    && self.root(order.small, view) == root
                {
                    let large = self.root(order.large, view);
                    if order.strict {
                        below.insert(large);
                    }
                    below.extend(
                        self.state(large)
                            .map(|s| s.below[view as usize].clone())
                            .unwrap_or_default(),
                    );
                }
            } else if guard.predicate == Predicate::Ne {
                // One behind a value that is below something else is that or still below it.
                for (at, bound) in [(guard.left, guard.right), (guard.right, guard.left)] {
                    let bound = self.root(bound, view);
                    if self.root(at, view) == root && self.is_next_to_below(root, bound, view) {
                        below.insert(bound);
                    }
                }
            }
        }
        below
    }

    /// Whether what a comparison in one reading says of a value holds in the other: nothing is negative.
    fn is_same_number(&self, from: View, to: View, small: ValueId) -> bool {
        from == to
            || (from == View::Signed
                && self
                    .state(small)
                    .is_some_and(|state| state.spans[0].low >= 0))
    }

    /// Whether `value` is one more than a value that is less than `bound` where it is computed.
    fn is_next_to_below(&self, value: ValueId, bound: ValueId, view: View) -> bool {
        let Some(&Op::Binary(BinaryOp::Add, before, step)) = self.function.op(value) else {
            return false;
        };
        let (Some(block), Some(bits)) = (self.analyses.block_of(value), self.bits(value)) else {
            return false;
        };
        self.function.integer(step) == Some(1)
            && self.bits(bound) == Some(bits)
            && self.below_here(before, view, block).contains(&bound)
    }

    /// As [`Self::below_at`], but only from orders, so that questions do not go round.
    fn below_here(&self, value: ValueId, view: View, block: BlockId) -> BTreeSet<ValueId> {
        let mut below = BTreeSet::new();
        let root = self.root(value, view);
        if let Some(state) = self.state(root).filter(|state| !state.wild) {
            below.extend(&state.below[view as usize]);
        }
        for guard in self.guards_at(block, &[]).filter(|g| self.is_meant(g)) {
            if let Some(order) = ordered(guard)
                && order.strict
                && order.view == view
                && self.root(order.small, view) == root
            {
                below.insert(self.root(order.large, view));
            }
        }
        below
    }
}

/// The interval without one number, where that is one of its ends.
fn without(span: Span, other: Span) -> Span {
    if other.low != other.high || span.low == span.high {
        return span;
    }
    Span {
        low: span.low + i128::from(span.low == other.low),
        high: span.high - i128::from(span.high == other.low),
    }
}
