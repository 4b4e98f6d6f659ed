//! Random loops are executed: no access begins outside of its predicted range.

use super::*;
use crate::builder::Builder;
use crate::differential::{Claims, Run, run_for};
use proptest::prelude::*;
use sanecc_ir::{AccessKind, Address, BinaryOp, CastOp, Extent, Predicate, Term, ValueDef};

/// A number of a loop: one that is known, a parameter, or the counter of the loop around.
#[derive(Clone, Copy, Debug)]
enum Number {
    Constant(i64),
    Parameter(usize),
    Outer,
}

/// A loop with a counter.
#[derive(Clone, Debug)]
struct Shape {
    start: Number,
    end: Number,
    step: Number,
    predicate: Predicate,
    /// The test is passed at the end of each iteration, with the next number of the counter; otherwise at the beginning.
    rotated: bool,
    /// A comparison before the loop keeps it from being entered in vain.
    guarded: bool,
    /// The loop goes on where the comparison fails.
    until: bool,
    mirrored: bool,
    /// The test is combined with another one, that of a parameter.
    combined: bool,
    /// What is compared is extended before.
    extended: bool,
}

/// An access in a loop, or in one inside of another: `base + scale * extended(factor * counter + more) * stride + 8 * outer counter`. What is extended
/// may be masked before, or a remainder.
#[derive(Clone, Debug)]
struct Nest {
    bits: u32,
    outer: Option<Shape>,
    inner: Shape,
    factor: Number,
    more: i64,
    kept: Option<(BinaryOp, i64)>,
    /// A parameter; none is 1.
    stride: Option<usize>,
    signed: bool,
    scale: i64,
}

struct Made {
    function: sanecc_ir::Function,
    access: Access,
    index: ValueId,
    base: ValueId,
}

impl Nest {
    /// Blocks: 0 entry, 1 outer header, 2 before the inner loop, 3 inner header, 4 inner body, 5 after it, 6 end, 7 after all.
    fn make(&self) -> Made {
        let mut builder = Builder::new(8);
        let base = builder.param(None);
        let numbers: Vec<ValueId> = (0..3).map(|_| builder.integer(self.bits)).collect();
        let number = |builder: &mut Builder, n: Number, outer: Option<ValueId>| match n {
            Number::Constant(n) => builder.number(n, self.bits),
            Number::Parameter(n) => numbers[n],
            Number::Outer => outer.unwrap_or(numbers[0]),
        };
        let mut outer_counter = None;
        if let Some(shape) = &self.outer {
            let (start, end) = (
                number(&mut builder, shape.start, None),
                number(&mut builder, shape.end, None),
            );
            builder.branch(0, None, &[1]);
            let phi = builder.compute(1, Op::Phi(Vec::new()), self.bits);
            outer_counter = Some(phi);
            builder.branch(1, None, &[2]);
            let step = number(&mut builder, shape.step, None);
            let next = self.advance(&mut builder, 5, phi, step);
            let edges = vec![(builder.block(0), start), (builder.block(5), next)];
            builder.function.values[phi].def = ValueDef::Instruction(Op::Phi(edges));
            let test = self.test(&mut builder, 5, next, end, shape);
            builder.branch(5, Some(test), &order(shape, 1, 7));
        } else {
            builder.branch(0, None, &[2]);
            builder.branch(5, None, &[7]);
            builder.branch(1, None, &[7]);
        }
        let shape = &self.inner;
        let (start, end) = (
            number(&mut builder, shape.start, outer_counter),
            number(&mut builder, shape.end, outer_counter),
        );
        if shape.guarded {
            let test = self.test(&mut builder, 2, start, end, shape);
            builder.branch(2, Some(test), &order(shape, 3, 5));
        } else {
            builder.branch(2, None, &[3]);
        }
        let phi = builder.compute(3, Op::Phi(Vec::new()), self.bits);
        let body = if shape.rotated {
            3
        } else {
            let test = self.test(&mut builder, 3, phi, end, shape);
            builder.branch(3, Some(test), &order(shape, 4, 5));
            4
        };
        let factor = number(&mut builder, self.factor, outer_counter);
        let more = builder.number(self.more, self.bits);
        let product = builder.compute(body, Op::Binary(BinaryOp::Mul, phi, factor), self.bits);
        let sum = builder.compute(body, Op::Binary(BinaryOp::Add, product, more), self.bits);
        let sum = match self.kept {
            Some((op, n)) => {
                let n = builder.number(n, self.bits);
                builder.compute(body, Op::Binary(op, sum, n), self.bits)
            }
            None => sum,
        };
        let cast = if self.signed {
            CastOp::SExt
        } else {
            CastOp::ZExt
        };
        let mut index = builder.compute(body, Op::Cast(cast, sum), 64);
        if let Some(stride) = self.stride {
            let stride = builder.compute(body, Op::Cast(CastOp::SExt, numbers[stride]), 64);
            index = builder.compute(body, Op::Binary(BinaryOp::Mul, index, stride), 64);
        }
        let mut terms = vec![Term {
            index,
            scale: self.scale,
        }];
        terms.extend(outer_counter.map(|index| Term { index, scale: 8 }));
        let place = Address {
            base,
            terms,
            offset: 16,
        };
        let pointer = builder.push(body, Op::Address(place));
        let step = number(&mut builder, shape.step, outer_counter);
        let next = self.advance(&mut builder, body, phi, step);
        let edges = vec![(builder.block(2), start), (builder.block(body), next)];
        builder.function.values[phi].def = ValueDef::Instruction(Op::Phi(edges));
        if shape.rotated {
            let test = self.test(&mut builder, 3, next, end, shape);
            builder.branch(3, Some(test), &order(shape, 3, 5));
            builder.branch(4, None, &[5]);
        } else {
            builder.branch(4, None, &[3]);
        }
        builder.branch(6, None, &[7]);
        builder.push(7, Op::Return(None));
        let access = Access {
            instruction: pointer,
            pointer,
            extent: Extent::Bytes(4),
            align: 4,
            kind: AccessKind::Read,
            atomic: false,
            bulk: false,
            by_library: false,
        };
        Made {
            function: builder.function,
            access,
            index,
            base,
        }
    }

    fn advance(&self, builder: &mut Builder, block: usize, phi: ValueId, step: ValueId) -> ValueId {
        builder.compute(block, Op::Binary(BinaryOp::Add, phi, step), self.bits)
    }

    fn test(
        &self,
        builder: &mut Builder,
        block: usize,
        counter: ValueId,
        end: ValueId,
        shape: &Shape,
    ) -> ValueId {
        let [counter, end] = if shape.extended {
            [counter, end].map(|n| builder.compute(block, Op::Cast(CastOp::SExt, n), 64))
        } else {
            [counter, end]
        };
        let (a, b) = if shape.mirrored {
            (end, counter)
        } else {
            (counter, end)
        };
        let test = builder.compute(block, Op::Compare(shape.predicate, a, b), 1);
        if !shape.combined {
            return test;
        }
        // As the optimiser combines them: the loop goes on only if this one, too, says so.
        let bits = if shape.extended { 64 } else { self.bits };
        let zero = builder.number(0, bits);
        let predicate = if shape.until {
            Predicate::Eq
        } else {
            Predicate::Ne
        };
        let other = builder.compute(block, Op::Compare(predicate, end, zero), 1);
        let bit = builder.number(i64::from(shape.until), 1);
        let (then, otherwise) = if shape.until {
            (bit, other)
        } else {
            (other, bit)
        };
        let both = Op::Select {
            condition: test,
            then,
            otherwise,
        };
        builder.compute(block, both, 1)
    }
}

fn order(shape: &Shape, on: usize, out: usize) -> [usize; 2] {
    if shape.until { [out, on] } else { [on, out] }
}

/// Holds the range of the access against where it begins, while the conditions hold.
struct Holds<'m> {
    made: &'m Made,
    ranges: Vec<(BlockId, HoistedRange)>,
    /// By range: the bounds that hold now.
    now: Vec<Option<(i64, i64)>>,
    checked: usize,
}

impl Claims for Holds<'_> {
    fn hold_in(&mut self, run: &Run<'_>, block: BlockId) {
        for (at, (header, range)) in self.ranges.iter().enumerate() {
            if *header == block {
                let value = |v| run.get(v).unwrap_or(0);
                self.now[at] = ends_of(range, &value);
            }
        }
    }

    fn hold_of(&mut self, run: &Run<'_>, value: ValueId) {
        if value != self.made.index {
            return;
        }
        // The operations here promise nothing, so nothing is poison.
        let read = |v| run.get(v).unwrap();
        let Some(Op::Address(place)) = run.function.op(self.made.access.pointer) else {
            panic!("an address");
        };
        let mut address = read(self.made.base) as i64;
        address = address.wrapping_add(place.offset);
        for term in &place.terms {
            let bits = run.bits(term.index);
            let index = sum::narrow(read(term.index) as i64, bits, true);
            address = address.wrapping_add(index.wrapping_mul(term.scale));
        }
        for now in self.now.iter().flatten() {
            assert!(
                now.0 <= address && address <= now.1,
                "{address} beyond {now:?}"
            );
            self.checked += 1;
        }
    }
}

/// How often an access was found where it was claimed to be.
fn hold(nest: &Nest, inputs: &[u64]) -> usize {
    let made = nest.make();
    let analyses = FunctionAnalyses::of(&made.function);
    let all = HoistedRanges::of(&analyses);
    let block = all.block_of(made.access.instruction).unwrap();
    let around = all.around(block);
    let ranges = around.into_iter().filter_map(|of| {
        let range = all.range(&made.access, of).ok()?;
        Some((all.loops()[of].header, range))
    });
    let ranges: Vec<_> = ranges.collect();
    let mut claims = Holds {
        made: &made,
        now: vec![None; ranges.len()],
        ranges,
        checked: 0,
    };
    for inputs in inputs.chunks(4) {
        run_for(700, &made.function, inputs, &mut claims);
    }
    claims.checked
}

fn number(outer: bool) -> impl Strategy<Value = Number> {
    let known = prop_oneof![
        (-9i64..9).prop_map(Number::Constant),
        (0usize..3).prop_map(Number::Parameter),
    ];
    let last = if outer {
        Just(Number::Outer).boxed()
    } else {
        (0usize..3).prop_map(Number::Parameter).boxed()
    };
    prop_oneof![known, last]
}

fn shape(inner: bool) -> impl Strategy<Value = Shape> {
    use Predicate::*;
    let steps = prop_oneof![
        Just(Number::Constant(1)),
        Just(Number::Constant(-1)),
        (-3i64..4).prop_map(Number::Constant),
        number(inner),
    ];
    let predicates = prop::sample::select(vec![Eq, Ne, ULt, ULe, UGt, UGe, SLt, SLe, SGt, SGe]);
    let flags = (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        (any::<bool>(), any::<bool>()),
    );
    (number(inner), number(inner), steps, predicates, flags).prop_map(
        |(
            start,
            end,
            step,
            predicate,
            (rotated, guarded, until, mirrored, (combined, extended)),
        )| Shape {
            start,
            end,
            step,
            predicate,
            rotated,
            guarded,
            until,
            mirrored,
            combined,
            extended,
        },
    )
}

fn nest() -> impl Strategy<Value = Nest> {
    let bits = prop::sample::select(vec![4u32, 6, 64, 4]);
    let scale = prop::sample::select(vec![1i64, 8, -3, 0]);
    let outer = prop::option::of(shape(false));
    let factor = prop_oneof![(-3i64..4).prop_map(Number::Constant), number(true)];
    let stride = prop::option::of(0usize..3);
    let kept = prop_oneof![
        (0i64..8).prop_map(|n| (BinaryOp::And, n)),
        (1i64..8).prop_map(|n| (BinaryOp::URem, n)),
        (1i64..8).prop_map(|n| (BinaryOp::SRem, n)),
    ];
    let kept = prop::option::weighted(0.2, kept);
    let rest = (any::<bool>(), scale, factor, -5i64..6, stride, kept);
    (bits, outer, shape(true), rest).prop_map(
        |(bits, outer, inner, (signed, scale, factor, more, stride, kept))| Nest {
            // An extension has to extend.
            bits: if bits == 64 { 32 } else { bits },
            outer,
            inner,
            factor,
            more,
            kept,
            stride,
            signed,
            scale,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    /// Of loops with any test, step, width and extension, alone or inside of another: where the conditions hold, no access lies elsewhere.
    #[test]
    fn no_access_lies_elsewhere(
        nest in nest(),
        inputs in prop::collection::vec(
            prop_oneof![any::<u64>(), 0u64..20, Just(1 << 20), Just(u64::MAX - 3)], 12..24),
    ) {
        let mut inputs = inputs;
        inputs.iter_mut().step_by(4).for_each(|base| *base %= 1 << 47);
        hold(&nest, &inputs);
    }
}

fn upwards(start: Number, end: Number) -> Shape {
    Shape {
        start,
        end,
        step: Number::Constant(1),
        predicate: Predicate::Ne,
        rotated: true,
        guarded: true,
        until: false,
        mirrored: false,
        combined: false,
        extended: false,
    }
}

fn plain(outer: Option<Shape>, inner: Shape) -> Nest {
    Nest {
        bits: 32,
        outer,
        inner,
        factor: Number::Constant(1),
        more: 0,
        kept: None,
        stride: None,
        signed: true,
        scale: 4,
    }
}

/// The range of the access outside of its outermost loop, on these inputs; none if there is none, or a condition fails.
fn ends(nest: &Nest, inputs: [u64; 4]) -> Option<(i64, i64)> {
    let made = nest.make();
    let analyses = FunctionAnalyses::of(&made.function);
    let all = HoistedRanges::of(&analyses);
    let block = all.block_of(made.access.instruction).unwrap();
    let range = all.range(&made.access, all.around(block)[0]).ok()?;
    let params = made.function.values.iter();
    let params = params.filter(|(_, v)| matches!(v.def, ValueDef::Param(_)));
    let known: Vec<(ValueId, u64)> = params.map(|(id, _)| id).zip(inputs).collect();
    let value = |v: ValueId| known.iter().find(|(id, _)| *id == v).unwrap().1;
    ends_of(&range, &value)
}

/// The ends of a range, if its conditions hold, together as well as each, and nothing lies far beyond all addresses.
fn ends_of(range: &HoistedRange, value: &impl Fn(ValueId) -> u64) -> Option<(i64, i64)> {
    let hold = |all: &BTreeSet<Condition>| all.iter().all(|c| c.holds(value));
    let holds = hold(&range.conditions);
    assert_eq!(holds, hold(&simplified(&range.conditions)));
    let ends = [&range.lowest, &range.highest].map(|end| end.evaluate(value));
    let near = |end: &i64| (-SLACK..ADDRESS_END + SLACK).contains(end);
    (holds && ends.iter().all(near)).then_some((ends[0], ends[1]))
}

const BASE: u64 = 1 << 20;
const FIRST: i64 = (1 << 20) + 16;

#[test]
fn a_loop_that_ends_by_inequality_goes_to_its_end() {
    let nest = plain(None, upwards(Number::Constant(0), Number::Parameter(0)));
    assert_eq!(ends(&nest, [BASE, 10, 0, 0]), Some((FIRST, FIRST + 36)));
    // It would go around once for all numbers.
    assert_eq!(ends(&nest, [BASE, 0, 0, 0]), None);
    assert_eq!(ends(&nest, [BASE, -1i32 as u32 as u64, 0, 0]), None);
    assert!(hold(&nest, &[BASE, 10, 0, 0]) == 10);
}

#[test]
fn a_loop_may_go_down_in_steps() {
    let shape = Shape {
        step: Number::Constant(-3),
        predicate: Predicate::SGe,
        ..upwards(Number::Parameter(0), Number::Constant(1))
    };
    let nest = plain(None, shape);
    // 10, 7, 4, 1
    assert_eq!(ends(&nest, [BASE, 10, 0, 0]), Some((FIRST + 4, FIRST + 40)));
    assert!(hold(&nest, &[BASE, 10, 0, 0]) == 4);
}

#[test]
fn an_end_that_a_step_jumps_over_is_none() {
    let shape = Shape {
        step: Number::Constant(2),
        ..upwards(Number::Constant(0), Number::Parameter(0))
    };
    let nest = plain(None, shape);
    assert_eq!(ends(&nest, [BASE, 10, 0, 0]), Some((FIRST, FIRST + 32)));
    assert_eq!(ends(&nest, [BASE, 9, 0, 0]), None);
}

#[test]
fn a_loop_may_end_for_several_reasons() {
    for until in [false, true] {
        let predicate = if until { Predicate::Eq } else { Predicate::Ne };
        let shape = Shape {
            combined: true,
            until,
            predicate,
            ..upwards(Number::Constant(0), Number::Parameter(0))
        };
        let nest = plain(None, shape);
        assert_eq!(ends(&nest, [BASE, 10, 0, 0]), Some((FIRST, FIRST + 36)));
    }
}

#[test]
fn a_test_that_extends_its_counter_bounds_nothing_by_itself() {
    let shape = Shape {
        extended: true,
        ..upwards(Number::Constant(0), Number::Parameter(0))
    };
    assert_eq!(ends(&plain(None, shape), [BASE, 10, 0, 0]), None);
}

#[test]
fn a_counter_that_leaves_its_type_is_not_bounded() {
    let shape = Shape {
        predicate: Predicate::SLe,
        ..upwards(Number::Parameter(0), Number::Parameter(1))
    };
    let nest = plain(None, shape);
    let most = i32::MAX as u64;
    assert!(ends(&nest, [BASE, most - 5, most - 1, 0]).is_some());
    assert_eq!(ends(&nest, [BASE, most - 5, most, 0]), None);
}

#[test]
fn a_range_of_two_loops_is_that_of_all_their_iterations() {
    let outer = Shape {
        guarded: false,
        ..upwards(Number::Constant(0), Number::Parameter(1))
    };
    let inner = upwards(Number::Constant(0), Number::Parameter(0));
    let nest = plain(Some(outer), inner);
    let last = FIRST + 4 * 9 + 8 * 6;
    assert_eq!(ends(&nest, [BASE, 10, 7, 0]), Some((FIRST, last)));
    // The range of the outer loop and that of the inner one.
    assert_eq!(hold(&nest, &[BASE, 10, 7, 0]), 2 * 70);
}

#[test]
fn an_inner_loop_may_end_at_the_counter_of_the_outer_one() {
    let outer = Shape {
        guarded: false,
        ..upwards(Number::Constant(0), Number::Parameter(1))
    };
    let inner = upwards(Number::Constant(0), Number::Outer);
    let nest = plain(Some(outer.clone()), inner.clone());
    // In the first iteration of the outer loop the inner one is not entered.
    assert_eq!(
        ends(&nest, [BASE, 0, 7, 0]),
        Some((FIRST, FIRST + 4 * 5 + 8 * 6))
    );
    let unguarded = Shape {
        guarded: false,
        ..inner
    };
    assert_eq!(ends(&plain(Some(outer), unguarded), [BASE, 0, 7, 0]), None);
}

#[test]
fn a_factor_may_be_a_parameter_of_either_sign() {
    let nest = Nest {
        stride: Some(1),
        ..plain(None, upwards(Number::Constant(0), Number::Parameter(0)))
    };
    let down = -3i32 as u32 as u64;
    assert_eq!(ends(&nest, [BASE, 10, 3, 0]), Some((FIRST, FIRST + 108)));
    assert_eq!(ends(&nest, [BASE, 10, 0, 0]), Some((FIRST, FIRST)));
    assert_eq!(ends(&nest, [BASE, 10, down, 0]), Some((FIRST - 108, FIRST)));
    for factor in [3, 0, down] {
        assert_eq!(hold(&nest, &[BASE, 10, factor, 0]), 10);
    }
}

#[test]
fn a_product_that_leaves_its_type_is_not_bounded() {
    let nest = Nest {
        factor: Number::Parameter(1),
        ..plain(None, upwards(Number::Constant(0), Number::Parameter(0)))
    };
    let most = i32::MAX as u64 / 9;
    let fits = ends(&nest, [BASE, 10, 1 << 20, 0]);
    assert_eq!(fits, Some((FIRST, FIRST + (36 << 20))));
    // Factors of so many bytes are too large to be believed not to wrap.
    assert_eq!(ends(&nest, [BASE, 10, most, 0]), None);
    assert_eq!(ends(&nest, [BASE, 1 << 12, 1 << 20, 0]), None);
}

#[test]
fn a_step_may_be_a_parameter_that_goes_the_right_way() {
    let shape = Shape {
        step: Number::Parameter(1),
        predicate: Predicate::SLt,
        ..upwards(Number::Constant(0), Number::Parameter(0))
    };
    let nest = plain(None, shape);
    // 0, 4, 8
    assert_eq!(ends(&nest, [BASE, 10, 4, 0]), Some((FIRST, FIRST + 32)));
    assert_eq!(ends(&nest, [BASE, 8, 4, 0]), Some((FIRST, FIRST + 16)));
    assert_eq!(hold(&nest, &[BASE, 10, 4, 0]), 3);
    assert_eq!(ends(&nest, [BASE, 10, 0, 0]), None);
    assert_eq!(ends(&nest, [BASE, 10, -1i32 as u32 as u64, 0]), None);
    // The counter would leave its type before it comes to the end.
    let end = i32::MAX as u64 - 3;
    assert_eq!(ends(&nest, [BASE, end, 5, 0]), None);
}

#[test]
fn rows_of_a_length_that_is_a_parameter_are_one_range() {
    let outer = Shape {
        guarded: false,
        ..upwards(Number::Constant(0), Number::Parameter(1))
    };
    let inner = upwards(Number::Constant(0), Number::Outer);
    let nest = Nest {
        stride: Some(2),
        ..plain(Some(outer), inner)
    };
    // The inner loop goes to 5 at the most.
    let last = FIRST + 4 * 5 * 100 + 8 * 6;
    assert_eq!(ends(&nest, [BASE, 0, 7, 100]), Some((FIRST, last)));
}

#[test]
fn what_a_mask_keeps_may_be_anywhere_in_its_table() {
    for (op, n) in [(BinaryOp::And, 7), (BinaryOp::URem, 8), (BinaryOp::SRem, 8)] {
        let nest = Nest {
            kept: Some((op, n)),
            more: 5,
            ..plain(None, upwards(Number::Constant(0), Number::Parameter(0)))
        };
        assert_eq!(ends(&nest, [BASE, 10, 0, 0]), Some((FIRST, FIRST + 28)));
        assert_eq!(hold(&nest, &[BASE, 10, 0, 0]), 10);
        // A step that nobody knows the end of is no table.
        let outer = upwards(Number::Constant(0), Number::Parameter(1));
        let nest = Nest {
            outer: Some(outer),
            ..nest
        };
        assert_eq!(ends(&nest, [BASE, 10, 10, 0]), None);
    }
}

#[test]
fn a_signed_remainder_of_a_negative_number_is_no_index_of_a_table() {
    let nest = Nest {
        kept: Some((BinaryOp::SRem, 8)),
        more: -1,
        ..plain(None, upwards(Number::Constant(0), Number::Parameter(0)))
    };
    assert_eq!(ends(&nest, [BASE, 10, 0, 0]), None);
}
