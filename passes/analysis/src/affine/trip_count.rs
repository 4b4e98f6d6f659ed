//! The last iteration of a loop that can reach an access.

use super::sum::{Atom, Sum};
use super::{MOST_ITERATIONS, SUM_BITS, Unknown, View};
use sanecc_ir::{BinaryOp, BlockId, Op, Predicate, ValueId, mutant};

/// Comparisons that one branch combines, with what combines them.
const MOST_PARTS: usize = 16;
/// What a counter changes by, at most.
const LARGEST_STEP: i64 = 1 << 16;

/// A test that ends a loop: it goes on only while the comparison holds.
#[derive(Clone, Copy)]
struct Test {
    block: BlockId,
    /// Where it goes on.
    next: BlockId,
    predicate: Predicate,
    sides: [ValueId; 2],
}

impl View<'_, '_> {
    /// The number of the last iteration that can come to the access, from 0: a sum that outer iterations may be part of. It is -1 at least where the
    /// loop certainly is not entered with that.
    pub(super) fn last_iteration(&mut self, of: usize) -> Result<Sum, Unknown> {
        if let Some((_, known)) = self.known.bounds.iter().find(|(n, _)| *n == of) {
            return Ok(known.clone());
        }
        // What a test extends has to be bounded by something else than the test.
        if self.pending.contains(&of) {
            return Err(Unknown);
        }
        self.pending.push(of);
        let last = self.last_round_by_tests(of);
        self.pending.pop();
        last
    }

    fn last_round_by_tests(&mut self, of: usize) -> Result<Sum, Unknown> {
        for test in self.tests(of) {
            let tried = self.attempt(|view| view.last_round_by(of, test));
            if let Ok(last) = tried {
                self.known.bounds.push((of, last.clone()));
                return Ok(last);
            }
        }
        Err(Unknown)
    }

    /// Does something, or nothing if it fails.
    fn attempt<T>(
        &mut self,
        what: impl FnOnce(&mut Self) -> Result<T, Unknown>,
    ) -> Result<T, Unknown> {
        let before = self.known.clone();
        let result = what(self);
        if result.is_err() {
            self.known = before;
        }
        result
    }

    /// The tests that each iteration passes which goes back, those last in an iteration first.
    fn tests(&self, of: usize) -> Vec<Test> {
        let function = self.all.function;
        let one = &self.all.loops()[of];
        let mut tests = Vec::new();
        for (block, content) in function.blocks.iter() {
            // What stands in a loop inside of this one is passed several times in an iteration.
            let own = self.all.around(block).last() == Some(&of);
            if !own && !mutant!("affine/own-test")
                || !self.all.is_in_every_iteration(block, of)
                    && !mutant!("affine/test-in-every-round")
            {
                continue;
            }
            let last = content.instructions.last().and_then(|v| function.op(*v));
            let (Some(Op::Branch(condition)), &[yes, no]) = (last, content.successors.as_slice())
            else {
                continue;
            };
            let (next, holds) = match (one.holds(yes), one.holds(no)) {
                (true, false) => (yes, true),
                (false, true) => (no, false),
                _ => continue,
            };
            // The operands of a switch are its condition, then its cases.
            let &[whole] = condition.as_slice() else {
                continue;
            };
            for part in self.parts(whole, holds) {
                let Some(Op::Compare(predicate, a, b)) = function.op(part) else {
                    continue;
                };
                let predicate = if holds {
                    Some(*predicate)
                } else {
                    opposite(*predicate)
                };
                if let Some(predicate) = predicate {
                    let sides = [*a, *b];
                    tests.push(Test {
                        block,
                        next,
                        predicate,
                        sides,
                    });
                }
            }
        }
        tests.sort_by_key(|test| !one.latches.contains(&test.block));
        tests
    }

    /// What is all true where a condition is true, or all false where it is false.
    fn parts(&self, whole: ValueId, holds: bool) -> Vec<ValueId> {
        let function = self.all.function;
        let is =
            |value: ValueId, wanted: bool| function.integer(value).map(|n| n != 0) == Some(wanted);
        let mut parts = vec![whole];
        let mut at = 0;
        while at < parts.len() && parts.len() < MOST_PARTS {
            let sides = match (function.op(parts[at]), holds) {
                (Some(Op::Binary(BinaryOp::And, a, b)), true)
                | (Some(Op::Binary(BinaryOp::Or, a, b)), false) => Some([*a, *b]),
                (Some(Op::Binary(BinaryOp::Or, a, b)), true) if mutant!("affine/all-parts") => {
                    Some([*a, *b])
                }
                (
                    Some(Op::Select {
                        condition,
                        then,
                        otherwise,
                    }),
                    true,
                ) if is(*otherwise, false) => Some([*condition, *then]),
                (
                    Some(Op::Select {
                        condition,
                        then,
                        otherwise,
                    }),
                    false,
                ) if is(*then, true) => Some([*condition, *otherwise]),
                _ => None,
            };
            parts.extend(sides.into_iter().flatten());
            at += 1;
        }
        parts
    }

    fn last_round_by(&mut self, of: usize, test: Test) -> Result<Sum, Unknown> {
        let failing = self.failing_round(of, test)?;
        let function = self.all.function;
        // What only a passed test leads to is not reached in the iteration in which it fails.
        let guarded = (function.blocks[test.next].predecessors == [test.block]
            || mutant!("affine/guarded-one-way"))
            && test.next != self.all.loops()[of].header
            && (test.next == self.block
                || self
                    .all
                    .analyses
                    .dominators()
                    .strictly(test.next, self.block)
                || mutant!("affine/guarded-behind"));
        let last = failing.add(if guarded { -1 } else { 0 });
        if (of == self.nest[0] || !self.is_entered_unless(of, &last.clone().add(1)))
            && !mutant!("affine/entered")
        {
            if !mutant!("affine/rounds") {
                self.demand_always(&last, 0, MOST_ITERATIONS)?;
            }
        } else {
            self.demand_always(&last, -1, MOST_ITERATIONS)?;
        }
        Ok(last)
    }

    /// The number of the iteration in which a test fails at the latest.
    fn failing_round(&mut self, of: usize, test: Test) -> Result<Sum, Unknown> {
        let bits = self.bits(test.sides[0])?;
        let forms = [self.form(test.sides[0])?, self.form(test.sides[1])?];
        // A value after an inner loop is not its value in the iterations of that loop.
        let around = self.all.around(test.block);
        let strange = |sum: &Sum| {
            let is_inner = sum.iterations().any(|n| !around.contains(&n));
            sum.is_loose() && !mutant!("affine/loose-test")
                || is_inner && !mutant!("affine/inner-rounds")
        };
        if forms.iter().any(strange) {
            return Err(Unknown);
        }
        let steps = forms.each_ref().map(|form| form.per_round(of));
        let is_fixed = |n: usize| steps[n] == Sum::default();
        // The counter stands on the left.
        let import = match [is_fixed(0), is_fixed(1)] {
            [false, true] => false,
            [true, false] => true,
            _ => return Err(Unknown),
        };
        let ([a, b], [left, right]) = (forms, steps);
        let (predicate, [counter, end], step) = match import {
            false => (test.predicate, [a, b], left),
            true => (mirrored(test.predicate), [b, a], right),
        };
        if step.has_iterations() {
            return Err(Unknown);
        }
        let first = |sum: &Sum| sum.with_iterations(of, &Sum::default()).ok_or(Unknown);
        if predicate == Predicate::Ne {
            let upwards = step.as_constant().ok_or(Unknown)? > 0;
            let step = self.step_size(&step, upwards)?;
            let way = if upwards { 1 } else { -1 };
            let distance = end.plus(&first(&counter)?, -1).times(way);
            let distance = if bits == SUM_BITS {
                distance
            } else {
                self.exact_of(distance, bits, true)?
            };
            return self.divided(distance, &step, true);
        }
        let (signed, upwards, with_end) = match predicate {
            Predicate::SLt => (true, true, false),
            Predicate::SLe => (true, true, true),
            Predicate::SGt => (true, false, false),
            Predicate::SGe => (true, false, true),
            Predicate::ULt => (false, true, false),
            Predicate::ULe => (false, true, true),
            Predicate::UGt => (false, false, false),
            Predicate::UGe => (false, false, true),
            Predicate::Eq | Predicate::Ne | Predicate::Float(_) => return Err(Unknown),
        };
        let step = self.step_size(&step, upwards)?;
        let [start, end] = [first(&counter)?, first(&end)?];
        let start = self.exact_of(start, bits, signed)?;
        let end = self.exact_of(end, bits, signed)?;
        let way = if upwards { 1 } else { -1 };
        // What the counter is when the test fails, at the most: it has to be a number of its type.
        let beyond = step.clone().add(i64::from(with_end) - 1).times(way);
        if beyond != Sum::default() {
            let beyond = end.clone().plus(&beyond, 1);
            if bits < SUM_BITS && !mutant!("affine/counter-wraps") {
                let (least, most) = match signed {
                    true => (-1i64 << (bits - 1), (1i64 << (bits - 1)) - 1),
                    false => (0, (1i64 << bits) - 1),
                };
                self.demand_always(&beyond, least, most)?;
            } else if bits == SUM_BITS
                && !upwards
                && !signed
                && !mutant!("affine/counter-below-zero")
            {
                self.demand_always(&beyond, 0, i64::MAX)?;
            }
        }
        let distance = end.plus(&start, -1).times(way).add(i64::from(with_end));
        self.divided(distance, &step, false)
    }

    /// How far a step goes that way, from 1.
    fn step_size(&mut self, step: &Sum, upwards: bool) -> Result<Sum, Unknown> {
        let size = step.times(if upwards { 1 } else { -1 });
        if !mutant!("affine/step") {
            self.demand(size.clone(), 1, LARGEST_STEP)?;
        }
        Ok(size)
    }

    /// A distance in steps: rounded up, or without remainder.
    fn divided(&mut self, distance: Sum, step: &Sum, exactly: bool) -> Result<Sum, Unknown> {
        if step.as_constant() == Some(1) {
            return Ok(distance);
        }
        if distance.has_iterations() {
            return Err(Unknown);
        }
        let sum = match exactly {
            true => distance,
            false => distance.plus(step, 1).add(-1),
        };
        if !mutant!("affine/distance") {
            self.demand(sum.clone(), 0, MOST_ITERATIONS)?;
        }
        if let (Some(n), Some(step)) = (sum.as_constant(), step.as_constant()) {
            let quotient = Sum::constant(n / step);
            return (!exactly || n % step == 0)
                .then_some(quotient)
                .ok_or(Unknown);
        }
        let quotient = Sum::of(Atom::Quotient {
            sum: sum.clone(),
            by: step.clone(),
        });
        if exactly && !mutant!("affine/remainder") {
            let covered = quotient.multiplied(step).ok_or(Unknown)?;
            self.demand(sum.plus(&covered, -1), 0, 0)?;
        }
        Ok(quotient)
    }

    /// Whether the loop is entered only where a sum is not 0: by a branch before it.
    fn is_entered_unless(&mut self, of: usize, sum: &Sum) -> bool {
        let function = self.all.function;
        let mut to = self.all.loops()[of].header;
        let mut from = self.all.loops()[of].entry(function);
        // Blocks that only lead on may stand between.
        for _ in 0..4 {
            let Some(block) = from else {
                return false;
            };
            if self.differs_on(block, to, sum) {
                return true;
            }
            let &[before] = function.blocks[block].predecessors.as_slice() else {
                return false;
            };
            (to, from) = (block, Some(before));
        }
        false
    }

    /// Whether the edge says that a sum is not 0.
    fn differs_on(&mut self, from: BlockId, to: BlockId, sum: &Sum) -> bool {
        let function = self.all.function;
        let content = &function.blocks[from];
        let last = content.instructions.last().and_then(|v| function.op(*v));
        let (Some(Op::Branch(condition)), &[yes, no]) = (last, content.successors.as_slice())
        else {
            return false;
        };
        let &[whole] = condition.as_slice() else {
            return false;
        };
        let Some(Op::Compare(predicate, a, b)) = function.op(whole) else {
            return false;
        };
        let holds = match [yes == to, no == to] {
            [true, false] => Some(*predicate),
            [false, true] => opposite(*predicate),
            _ => None,
        };
        use Predicate::{Ne, SGt, SLt, UGt, ULt};
        if !matches!(holds, Some(Ne | SGt | SLt | UGt | ULt)) {
            return false;
        }
        let differs = self.attempt(|view| {
            let bits = view.bits(*a)?;
            let a = view.form(*a)?;
            let difference = a.plus(&view.form(*b)?, -1);
            let same = |other: &Sum| sum.is_congruent(other, bits);
            (same(&difference)
                || same(&difference.times(-1))
                || mutant!("affine/entered-unless-other"))
            .then_some(())
            .ok_or(Unknown)
        });
        differs.is_ok()
    }
}

/// What holds where a comparison does not.
fn opposite(predicate: Predicate) -> Option<Predicate> {
    Some(match predicate {
        Predicate::Eq => Predicate::Ne,
        Predicate::Ne => Predicate::Eq,
        Predicate::ULt => Predicate::UGe,
        Predicate::ULe => Predicate::UGt,
        Predicate::UGt => Predicate::ULe,
        Predicate::UGe => Predicate::ULt,
        Predicate::SLt => Predicate::SGe,
        Predicate::SLe => Predicate::SGt,
        Predicate::SGt => Predicate::SLe,
        Predicate::SGe => Predicate::SLt,
        Predicate::Float(_) => return None,
    })
}

/// The same comparison with its sides exchanged.
fn mirrored(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::ULt => Predicate::UGt,
        Predicate::ULe => Predicate::UGe,
        Predicate::UGt => Predicate::ULt,
        Predicate::UGe => Predicate::ULe,
        Predicate::SLt => Predicate::SGt,
        Predicate::SLe => Predicate::SGe,
        Predicate::SGt => Predicate::SLt,
        Predicate::SGe => Predicate::SLe,
        Predicate::Eq | Predicate::Ne | Predicate::Float(_) => predicate,
    }
}
