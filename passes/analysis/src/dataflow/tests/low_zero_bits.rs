//! The worked example of a sparse analysis: how many low bits of an integer are certainly zero?
//!
//! Claims: a value is a multiple of 2 to the power of its fact, modulo the size of its type, unless it is poison.

use crate::FunctionAnalyses;
use crate::builder::Builder;
use crate::dataflow::{Facts, SparseAnalysis, solve_sparse};
use crate::differential::{self, Claims, Run};
use proptest::prelude::*;
use sanecc_ir::{BinaryOp, BlockId, Function, Op, ValueDef, ValueId};

struct LowZeroBits<'f> {
    function: &'f Function,
    facts: Facts<u32>,
}

impl<'f> LowZeroBits<'f> {
    fn of(analyses: &FunctionAnalyses<'f>) -> Option<Self> {
        let function = analyses.function();
        let facts = Facts::none(function);
        let mut analysis = Self { function, facts };
        let blocks = analyses.dominators().order().iter();
        let values = blocks.flat_map(|&block| function.blocks[block].instructions.clone());
        solve_sparse(&mut analysis, &Vec::from_iter(values)).then_some(analysis)
    }

    fn zeros(&self, value: ValueId) -> Option<u32> {
        match self.function.values[value].def {
            ValueDef::Instruction(_) => self.facts.get(value).copied(),
            ValueDef::Integer(n) => Some(n.trailing_zeros()),
            _ => Some(0),
        }
    }
}

impl SparseAnalysis for LowZeroBits<'_> {
    type Fact = u32;

    fn facts(&mut self) -> &mut Facts<u32> {
        &mut self.facts
    }

    fn transfer(&self, value: ValueId) -> Option<u32> {
        use BinaryOp::{Add, And, Mul, Or, Sub, Xor};
        match self.function.op(value)? {
            Op::Phi(edges) => {
                let inputs = edges.iter().filter_map(|&(_, input)| self.zeros(input));
                inputs.min()
            }
            Op::Binary(op, a, b) => {
                let (a, b) = (self.zeros(*a)?, self.zeros(*b)?);
                Some(match op {
                    Add | Sub | Or | Xor => a.min(b),
                    And => a.max(b),
                    Mul => (a + b).min(64),
                    // Unknown is Top.
                    _ => 0,
                })
            }
            _ => Some(0),
        }
    }
}

#[test]
fn a_step_of_eight_keeps_three_bits_zero() {
    let mut builder = Builder::new(3);
    let [start, step] = [32, 8].map(|n| builder.number(n, 64));
    builder.branch(0, None, &[1]);
    let counter = builder.compute(1, Op::Phi(Vec::new()), 64);
    let next = builder.compute(1, Op::Binary(BinaryOp::Add, counter, step), 64);
    let more = builder.integer(1);
    builder.branch(1, Some(more), &[1, 2]);
    builder.push(2, Op::Return(None));
    let edges = vec![(builder.block(0), start), (builder.block(1), next)];
    builder.function.values[counter].def = ValueDef::Instruction(Op::Phi(edges));
    let analyses = FunctionAnalyses::of(&builder.function);
    let solved = LowZeroBits::of(&analyses).unwrap();
    assert_eq!(solved.zeros(counter), Some(3));
}

impl Claims for LowZeroBits<'_> {
    fn hold_in(&mut self, _: &Run<'_>, _: BlockId) {}

    fn hold_of(&mut self, run: &Run<'_>, value: ValueId) {
        let zeros = self.zeros(value).expect("what is computed is reached");
        if let Some(now) = run.get(value) {
            assert!(now == 0 || now.trailing_zeros() >= zeros, "{value:?}");
        }
    }
}

proptest! {
    #[test]
    fn every_claim_holds_in_every_step(
        choices in prop::collection::vec(any::<u16>(), 10..160),
        blocks in 1..7usize,
        inputs in prop::collection::vec(any::<u64>(), 24),
    ) {
        let function = differential::function(&choices, blocks);
        let analyses = FunctionAnalyses::of(&function);
        let mut solved = LowZeroBits::of(&analyses).unwrap();
        differential::run(&function, &inputs, &mut solved);
    }
}
