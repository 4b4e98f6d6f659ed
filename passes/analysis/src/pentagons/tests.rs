//! What the domain proves, and what it leaves to the symbolic analyses.

use super::{Domain, Pentagons};
use crate::builder::Builder;
use crate::differential::{self, Claims, Run, read};
use crate::symbolic::View;
use crate::{FunctionAnalyses, object_of};
use proptest::prelude::*;
use sanecc_ir::{
    Access, AccessKind, Address, BinaryOp, BlockId, CastOp, Extent, Function, Model, Module, Op,
    PoisonFlags, Predicate, Term, ValueId,
};

/// Whether intervals, and whether pentagons show that the access of `bytes` at `base + index * scale` stays in its object.
fn proved(
    function: &Function,
    block: usize,
    base: ValueId,
    index: ValueId,
    scale: i64,
    bytes: u64,
) -> [bool; 2] {
    let module = Module::default();
    let place = Address {
        base,
        terms: vec![Term { index, scale }],
        offset: 0,
    };
    let access = Access {
        instruction: index,
        pointer: base,
        extent: Extent::Bytes(bytes),
        align: 1,
        kind: AccessKind::Read,
        atomic: false,
        bulk: false,
        by_library: false,
    };
    let object = object_of(&module, function, base).unwrap();
    let block = sanecc_ir::Id::from_index(block);
    let analyses = FunctionAnalyses::of(function);
    [Domain::Intervals, Domain::Pentagons].map(|domain| {
        Pentagons::of(&analyses, domain)
            .is_some_and(|solved| solved.stays_within(object, &access, &place, block))
    })
}

/// `for (i = 0; i < n; i += step) p[i]` with `p` of `n` elements of 4 bytes, `n` an int that is positive.
fn counted_loop(s: &mut Builder, step: i64, exit: Predicate) -> (ValueId, ValueId) {
    let n = s.integer(32);
    let zero = s.number(0, 32);
    let positive = s.compute(0, Op::Compare(Predicate::SGt, n, zero), 1);
    s.push(0, Op::Branch(vec![positive]));
    s.edge(0, 1);
    s.edge(0, 3);
    let wide = s.compute(1, Op::Cast(CastOp::SExt, n), 64);
    let four = s.constant(4);
    let size = s.compute(1, Op::Binary(BinaryOp::Mul, wide, four), 64);
    let p = s.call(
        1,
        Model::of("malloc", &sanecc_ir::Layout::default()),
        vec![size],
    );
    s.push(1, Op::Branch(vec![]));
    s.edge(1, 2);
    let i = s.compute(2, Op::Phi(vec![]), 32);
    let index = s.compute(2, Op::Cast(CastOp::SExt, i), 64);
    let step = s.number(step, 32);
    let next = s.compute(2, Op::Binary(BinaryOp::Add, i, step), 32);
    let poison_flags = PoisonFlags {
        no_signed_wrap: true,
        ..PoisonFlags::default()
    };
    s.function.poison_flags.insert(next, poison_flags);
    let more = s.compute(2, Op::Compare(exit, next, n), 1);
    s.push(2, Op::Branch(vec![more]));
    s.edge(2, 2);
    s.edge(2, 3);
    s.push(3, Op::Return(None));
    let edges = vec![(s.block(1), zero), (s.block(2), next)];
    s.function.values[i].def = sanecc_ir::ValueDef::Instruction(Op::Phi(edges));
    (p, index)
}

#[test]
fn a_loop_below_the_length_needs_upper_bounds() {
    let mut s = Builder::new(4);
    let (p, index) = counted_loop(&mut s, 1, Predicate::SLt);
    assert_eq!(proved(&s.function, 2, p, index, 4, 4), [false, true]);
    // One element further, or wider, or from a smaller element.
    assert_eq!(proved(&s.function, 2, p, index, 4, 5), [false, false]);
    assert_eq!(proved(&s.function, 2, p, index, 8, 4), [false, false]);
}

#[test]
fn a_rotated_loop_that_ends_in_unequal() {
    let mut s = Builder::new(4);
    let (p, index) = counted_loop(&mut s, 1, Predicate::Ne);
    assert_eq!(proved(&s.function, 2, p, index, 4, 4), [false, true]);
}

#[test]
fn a_step_of_two_may_jump_over_the_end() {
    let mut s = Builder::new(4);
    let (p, index) = counted_loop(&mut s, 2, Predicate::Ne);
    assert_eq!(proved(&s.function, 2, p, index, 4, 4), [false, false]);
}

#[test]
fn a_step_that_may_wrap_is_nothing() {
    let mut s = Builder::new(4);
    let (p, index) = counted_loop(&mut s, 2, Predicate::SLt);
    // i + 2 may wrap past the greatest int.
    assert_eq!(proved(&s.function, 2, p, index, 4, 4), [false, false]);
}

#[test]
fn a_mask_needs_intervals_alone() {
    let mut s = Builder::new(1);
    let table = s.alloca(0, Some(16));
    let n = s.integer(64);
    let mask = s.constant(15);
    let index = s.compute(0, Op::Binary(BinaryOp::And, n, mask), 64);
    s.push(0, Op::Return(None));
    assert_eq!(proved(&s.function, 0, table, index, 1, 1), [true, true]);
    assert_eq!(proved(&s.function, 0, table, index, 1, 2), [false, false]);
    assert_eq!(proved(&s.function, 0, table, n, 1, 1), [false, false]);
}

#[test]
fn a_remainder_is_below_the_divisor() {
    let mut s = Builder::new(1);
    let (n, x) = (s.integer(64), s.integer(64));
    let p = s.call(
        0,
        Model::of("malloc", &sanecc_ir::Layout::default()),
        vec![n],
    );
    let index = s.compute(0, Op::Binary(BinaryOp::URem, x, n), 64);
    s.push(0, Op::Return(None));
    assert_eq!(proved(&s.function, 0, p, index, 1, 1), [false, true]);
    assert_eq!(proved(&s.function, 0, p, index, 1, 2), [false, false]);
    assert_eq!(proved(&s.function, 0, p, x, 1, 1), [false, false]);
}

#[test]
fn a_size_that_may_wrap_is_not_the_product() {
    let mut s = Builder::new(1);
    let (n, x) = (s.integer(64), s.integer(64));
    let four = s.constant(4);
    let size = s.compute(0, Op::Binary(BinaryOp::Mul, n, four), 64);
    let p = s.call(
        0,
        Model::of("malloc", &sanecc_ir::Layout::default()),
        vec![size],
    );
    let index = s.compute(0, Op::Binary(BinaryOp::URem, x, n), 64);
    s.push(0, Op::Return(None));
    assert_eq!(proved(&s.function, 0, p, index, 4, 4), [false, false]);
}

impl Claims for Pentagons<'_> {
    fn hold_in(&mut self, _: &Run<'_>, _: BlockId) {}

    fn hold_of(&mut self, run: &Run<'_>, value: ValueId) {
        let state = self.state(value).expect("what is computed is reached");
        let now = match run.get(value) {
            Some(bits) => bits,
            None => {
                assert!(state.wild, "{value:?} is poison");
                return;
            }
        };
        let Some(block) = self.analyses.block_of(value) else {
            return;
        };
        for view in [View::Signed, View::Unsigned] {
            let number = read(now, run.bits(value), view);
            let spans = self.spans_at(value, block, &[]).expect("an integer");
            let span = spans[view as usize];
            assert!(
                span.low <= number && number <= span.high,
                "{value:?} {view:?}: {number} in {span:?}"
            );
            if state.wild {
                continue;
            }
            for bound in self.below_at(value, view, block, &[]) {
                let bits = run.get(bound).expect("what bounds is not poison");
                assert!(
                    number < read(bits, run.bits(bound), view),
                    "{value:?} {view:?}: {number} below {bound:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_claim_holds_in_every_step(
        choices in prop::collection::vec(any::<u16>(), 10..160),
        blocks in 1..7usize,
        inputs in prop::collection::vec(any::<u64>(), 24),
    ) {
        let function = differential::function(&choices, blocks);
        let analyses = FunctionAnalyses::of(&function);
        if let Some(mut pentagons) = Pentagons::of(&analyses, Domain::Pentagons) {
            differential::run(&function, &inputs, &mut pentagons);
        }
    }
}
