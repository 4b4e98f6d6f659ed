//! A mock sparse analysis with widening and narrowing: an upper bound of a counter.

use crate::builder::Builder;
use crate::dataflow::{Facts, SparseAnalysis, solve_sparse};
use sanecc_ir::{BinaryOp, Function, Op, ValueDef, ValueId};
use std::cell::Cell;

/// `WIDENS`: a phi whose bound grows a second time gets the largest.
struct UpperBounds<'f, const WIDENS: bool> {
    function: &'f Function,
    facts: Facts<u64>,
    visits: Cell<u32>,
}

impl<'f, const WIDENS: bool> UpperBounds<'f, WIDENS> {
    fn of(function: &'f Function) -> Self {
        Self {
            function,
            facts: Facts::none(function),
            visits: Cell::new(0),
        }
    }

    fn bound(&self, value: ValueId) -> Option<u64> {
        match self.function.integer(value) {
            Some(n) => Some(n as u64),
            None => self.facts.get(value).copied(),
        }
    }
}

impl<const WIDENS: bool> SparseAnalysis for UpperBounds<'_, WIDENS> {
    type Fact = u64;
    const MAX_PASSES: u32 = 6;
    const NARROWS: bool = true;

    fn facts(&mut self) -> &mut Facts<u64> {
        &mut self.facts
    }

    fn transfer(&self, value: ValueId) -> Option<u64> {
        self.visits.set(self.visits.get() + 1);
        match self.function.op(value) {
            Some(Op::Phi(edges)) => edges.iter().filter_map(|e| self.bound(e.1)).max(),
            Some(&Op::Binary(BinaryOp::Add, a, b)) => {
                Some(self.bound(a)?.saturating_add(self.bound(b)?))
            }
            Some(&Op::Binary(BinaryOp::And, a, b)) => Some(self.bound(a)?.min(self.bound(b)?)),
            // Not monotone: the bound of a large number falls.
            Some(&Op::Binary(BinaryOp::Xor, a, _)) => Some(match self.bound(a)? {
                u64::MAX => 7,
                1000.. => 100,
                _ => 0,
            }),
            _ => Some(u64::MAX),
        }
    }

    fn widen(&self, value: ValueId, times: u32, before: &u64, next: u64) -> u64 {
        match self.function.op(value) {
            Some(Op::Phi(_)) if next > *before && WIDENS && times > 1 => u64::MAX,
            _ => next.max(*before),
        }
    }
}

/// `for (i = 0;; i = op(i + 1, 1000))`; yields the counter, the sum, and the next counter.
fn counter(op: BinaryOp) -> (Builder, [ValueId; 3]) {
    let mut builder = Builder::new(2);
    let [zero, one, limit] = [0, 1, 1000].map(|n| builder.number(n, 64));
    builder.branch(0, None, &[1]);
    let counter = builder.compute(1, Op::Phi(Vec::new()), 64);
    let sum = builder.compute(1, Op::Binary(BinaryOp::Add, counter, one), 64);
    let next = builder.compute(1, Op::Binary(op, sum, limit), 64);
    builder.branch(1, None, &[1]);
    let edges = vec![(builder.block(0), zero), (builder.block(1), next)];
    builder.function.values[counter].def = ValueDef::Instruction(Op::Phi(edges));
    (builder, [counter, sum, next])
}

#[test]
fn narrowing_wins_back_what_widening_lost() {
    let (builder, values) = counter(BinaryOp::And);
    let mut analysis = UpperBounds::<true>::of(&builder.function);
    assert!(solve_sparse(&mut analysis, &values));
    assert_eq!(
        values.map(|value| analysis.bound(value)),
        [1000, 1001, 1000].map(Some)
    );
}

#[test]
fn an_analysis_that_does_not_settle_gives_up() {
    let (builder, values) = counter(BinaryOp::And);
    assert!(!solve_sparse(
        &mut UpperBounds::<false>::of(&builder.function),
        &values
    ));
}

/// The user of the falling bound is narrowed before it.
#[test]
fn narrowing_ends_in_a_post_fixpoint() {
    let (mut builder, [counter, sum, next]) = counter(BinaryOp::And);
    let falls = builder.compute(1, Op::Binary(BinaryOp::Xor, counter, counter), 64);
    let user = builder.compute(1, Op::Binary(BinaryOp::Add, falls, falls), 64);
    let mut analysis = UpperBounds::<true>::of(&builder.function);
    let order = [counter, sum, next, user, falls];
    assert!(solve_sparse(&mut analysis, &order));
    assert_eq!(analysis.bound(user), Some(200));
    for value in order {
        assert!(
            analysis.bound(value) >= analysis.transfer(value),
            "{value:?}"
        );
    }
}

#[test]
fn what_reads_nothing_new_is_not_visited_again() {
    let mut builder = Builder::new(1);
    let one = builder.number(1, 64);
    let mut last = one;
    let values = [(); 10].map(|()| {
        last = builder.compute(0, Op::Binary(BinaryOp::Add, last, one), 64);
        last
    });
    let mut analysis = UpperBounds::<true>::of(&builder.function);
    assert!(solve_sparse(&mut analysis, &values));
    assert_eq!(analysis.bound(last), Some(11));
    // One visit each, and two to narrow.
    assert_eq!(analysis.visits.get(), 30);
}
