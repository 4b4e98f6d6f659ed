//! Values as sums of values from before a loop and of the iteration numbers of the loop and of its inner loops.
//!
//! [`View::form`] is congruent to the value modulo two to its width; [`View::exact_of`] is the value, read with or without its sign.

use super::sum::{Atom, Sum, narrow};
use super::{SUM_BITS, Unknown, View};
use sanecc_ir::{BinaryOp, CastOp, Op, ValueDef, ValueId, mutant};

/// Maximum depth of operations that are followed.
const DEEPEST: u32 = 24;

impl View<'_, '_> {
    /// A sum that is congruent to the value modulo two to its width.
    pub(super) fn form(&mut self, value: ValueId) -> Result<Sum, Unknown> {
        self.form_below(value, DEEPEST)
    }

    fn form_below(&mut self, value: ValueId, left: u32) -> Result<Sum, Unknown> {
        let left = left.checked_sub(1).ok_or(Unknown)?;
        let bits = self.bits(value)?;
        if let ValueDef::Integer(n) = self.function().values[value].def {
            return Ok(Sum::constant(n));
        }
        if let ValueDef::Null = self.function().values[value].def {
            return Ok(Sum::constant(0));
        }
        if !self.is_defined(value) && !mutant!("affine/undefined") {
            return Err(Unknown);
        }
        // What is computed here has to be what the program computes: of fewer bits, and where such become more.
        let narrow = match self.op(value) {
            Some(Op::Binary(..)) => bits < SUM_BITS,
            Some(Op::Cast(..)) => true,
            _ => false,
        };
        if narrow {
            self.known.dropped_flags.insert(value);
        }
        if self.is_outside(value) {
            // A number of fewer bits is known better.
            if let Some(Op::Cast(cast @ (CastOp::ZExt | CastOp::SExt), inner)) = self.op(value) {
                let (inner, signed) = (*inner, *cast == CastOp::SExt);
                if self.is_outside(inner) && self.is_defined(inner) {
                    let bits = self.bits(inner)?;
                    self.known.dropped_flags.insert(value);
                    return Ok(Sum::of(Atom::Value {
                        value: inner,
                        bits,
                        signed,
                    }));
                }
            }
            // What is added outside tells what values have in common.
            if let Some(sum) = self.added_outside(value, bits, left) {
                return Ok(sum);
            }
            return Ok(Sum::of(Atom::Value {
                value,
                bits,
                signed: true,
            }));
        }
        let op = self.op(value).ok_or(Unknown)?.clone();
        match op {
            Op::Phi(edges) => self.counter(value, &edges, left),
            Op::Address(place) => {
                let mut sum = self.form_below(place.base, left)?.add(place.offset);
                for term in &place.terms {
                    let index = self.index(term.index, left)?;
                    sum = sum.plus(&index, term.scale);
                }
                Ok(sum)
            }
            Op::Binary(op, a, b) => match self.most(op, b) {
                Some(most) => {
                    self.known.masked.insert(value);
                    Ok(Sum::of(Atom::Loose { value, most }))
                }
                None if op == BinaryOp::SRem => self.remainder(value, a, b, left),
                None => self.binary(op, a, b, left),
            },
            Op::Cast(CastOp::Trunc, inner) => self.form_below(inner, left),
            Op::Cast(CastOp::SExt, inner) => self.exact_below(inner, true, left),
            Op::Cast(CastOp::ZExt, inner) => self.exact_below(inner, false, left),
            Op::Cast(CastOp::PtrToInt | CastOp::IntToPtr, inner) if self.bits(inner)? == bits => {
                self.form_below(inner, left)
            }
            _ => Err(Unknown),
        }
    }

    /// A constant distance from another value, computed outside, in 64 bits.
    fn added_outside(&mut self, value: ValueId, bits: u32, left: u32) -> Option<Sum> {
        if bits != SUM_BITS {
            return None;
        }
        match self.op(value)?.clone() {
            Op::Address(place) if place.is_constant() => {
                let base = self.form_below(place.base, left).ok()?;
                Some(base.add(place.offset))
            }
            Op::Binary(BinaryOp::Add, a, b) => {
                let n = self.function().integer(b)?;
                Some(self.form_below(a, left).ok()?.add(n))
            }
            _ => None,
        }
    }

    /// The most that an operation yields, from 0, whatever is on its left: for what keeps indices within tables.
    fn most(&self, op: BinaryOp, b: ValueId) -> Option<i64> {
        /// What may be asked about for nothing.
        const MOST: i64 = 1 << 16;
        let n = self.function().integer(b)?;
        let most = match op {
            BinaryOp::And | BinaryOp::URem if mutant!("affine/table-end") => 0,
            BinaryOp::And => n,
            BinaryOp::URem => n.checked_sub(1)?,
            _ => return None,
        };
        (0..MOST).contains(&most).then_some(most)
    }

    /// A signed remainder: within the table if what is divided is never negative.
    fn remainder(
        &mut self,
        value: ValueId,
        a: ValueId,
        b: ValueId,
        left: u32,
    ) -> Result<Sum, Unknown> {
        let most = self.most(BinaryOp::URem, b).ok_or(Unknown)?;
        let divided = self.exact_below(a, true, left)?;
        if !mutant!("affine/remainder-of-negative") {
            self.demand_always(&divided, 0, i64::MAX)?;
        }
        self.known.masked.insert(value);
        Ok(Sum::of(Atom::Loose { value, most }))
    }

    fn binary(&mut self, op: BinaryOp, a: ValueId, b: ValueId, left: u32) -> Result<Sum, Unknown> {
        let constant = self.function().integer(b);
        match (op, constant) {
            (BinaryOp::Add, _) => {
                let b = self.form_below(b, left)?;
                Ok(self.form_below(a, left)?.plus(&b, 1))
            }
            (BinaryOp::Sub, _) => {
                let b = self.form_below(b, left)?;
                Ok(self.form_below(a, left)?.plus(&b, -1))
            }
            (BinaryOp::Mul, _) => {
                let b = self.form_below(b, left)?;
                self.form_below(a, left)?.multiplied(&b).ok_or(Unknown)
            }
            (BinaryOp::Shl, Some(n)) if (0..32).contains(&n) && n < i64::from(self.bits(a)?) => {
                Ok(self.form_below(a, left)?.times(1 << n))
            }
            // Bits below the lowest that can be set: the optimiser's way to add.
            (BinaryOp::Or, Some(n)) if n > 0 => {
                let a = self.form_below(a, left)?;
                let step = (n as u64 + 1).next_power_of_two() as i64;
                let even = |n: &i64| n.checked_rem(step) == Some(0);
                let fits = even(&a.constant) && a.terms.values().all(even);
                (fits || mutant!("affine/or-of-shared-bits"))
                    .then_some(a.add(n))
                    .ok_or(Unknown)
            }
            _ => Err(Unknown),
        }
    }

    /// What is added to an address: 64 bits, or fewer that are extended with their sign.
    fn index(&mut self, value: ValueId, left: u32) -> Result<Sum, Unknown> {
        match self.bits(value)? {
            SUM_BITS => self.form_below(value, left),
            _ => self.exact_below(value, true, left),
        }
    }

    /// A counter: its initial value, and what each iteration adds.
    fn counter(
        &mut self,
        phi: ValueId,
        edges: &[(sanecc_ir::BlockId, ValueId)],
        left: u32,
    ) -> Result<Sum, Unknown> {
        let block = self.all.block_of(phi).ok_or(Unknown)?;
        let mut nest = self.nest.iter().copied();
        let loops = self.all.loops();
        let of = nest.find(|n| loops[*n].header == block).ok_or(Unknown)?;
        let one = &loops[of];
        let entry = one.entry(self.all.function).ok_or(Unknown)?;
        let &[latch] = one.latches.as_slice() else {
            return Err(Unknown);
        };
        let from = |block| edges.iter().find(|(b, _)| *b == block).map(|(_, v)| *v);
        let (start, next) = (from(entry).ok_or(Unknown)?, from(latch).ok_or(Unknown)?);
        let step = self.step(of, phi, next, left)?;
        let start = self.form_below(start, left)?;
        let added = Sum::of(Atom::Iteration(of)).multiplied(&step);
        Ok(start.plus(&added.ok_or(Unknown)?, 1))
    }

    /// The step of a counter of a loop, the same in all iterations.
    fn step(&mut self, of: usize, phi: ValueId, next: ValueId, left: u32) -> Result<Sum, Unknown> {
        let mut at = next;
        let mut step = Sum::default();
        for _ in 0..8 {
            if at == phi {
                // A sum with iteration numbers of other loops changes when those iterate.
                return (!step.has_iterations()).then_some(step).ok_or(Unknown);
            }
            let narrow = self.bits(at)? < SUM_BITS;
            let is_fixed = |value| self.all.is_outside(value, of);
            let (from, more) = match self.op(at).cloned() {
                Some(Op::Binary(BinaryOp::Add, a, b)) if is_fixed(b) => {
                    (a, self.form_below(b, left)?)
                }
                Some(Op::Binary(BinaryOp::Add, a, b)) if is_fixed(a) => {
                    (b, self.form_below(a, left)?)
                }
                Some(Op::Binary(BinaryOp::Sub, a, b)) if is_fixed(b) => {
                    (a, self.form_below(b, left)?.times(-1))
                }
                Some(Op::Address(place)) if place.terms.iter().all(|t| is_fixed(t.index)) => {
                    let mut more = Sum::constant(place.offset);
                    for term in &place.terms {
                        more = more.plus(&self.index(term.index, left)?, term.scale);
                    }
                    (place.base, more)
                }
                _ => return Err(Unknown),
            };
            if narrow {
                self.known.dropped_flags.insert(at);
            }
            step = step.plus(&more, 1);
            at = from;
        }
        Err(Unknown)
    }

    /// The value itself, read with or without its sign; demands what that takes.
    fn exact_below(&mut self, value: ValueId, signed: bool, left: u32) -> Result<Sum, Unknown> {
        let bits = self.bits(value)?;
        let sum = self.form_below(value, left)?;
        self.exact_of(sum, bits, signed)
    }

    /// The value of the lowest bits of a sum; no iteration carries it out of its range.
    pub(super) fn exact_of(&mut self, sum: Sum, bits: u32, signed: bool) -> Result<Sum, Unknown> {
        /// What numbers of 64 bits may be, so that differences of two of them are right.
        const FAR: i64 = 1 << 61;
        let (start, iterations) = sum.split();
        let (least, most) = match (bits, signed) {
            (SUM_BITS, true) => (-FAR, FAR),
            (SUM_BITS, false) => (0, FAR),
            (_, true) => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
            (_, false) => (0, (1i64 << bits) - 1),
        };
        let start = if bits == SUM_BITS {
            start
        } else {
            low_bits(start, bits, signed)
        };
        let exact = start.plus(&iterations, 1);
        if (bits == SUM_BITS || exact.has_iterations()) && !mutant!("affine/index-wraps") {
            self.demand_always(&exact, least, most)?;
        }
        Ok(exact)
    }
}

/// The value of the lowest bits of a loop-invariant sum.
fn low_bits(sum: Sum, bits: u32, signed: bool) -> Sum {
    if let Some(n) = sum.as_constant() {
        return Sum::constant(narrow(n, bits, signed));
    }
    let mut terms = sum.terms.iter();
    if let (Some((Atom::Value { value, bits: b, .. }, 1)), None, 0) =
        (terms.next(), terms.next(), sum.constant)
        && *b == bits
    {
        return Sum::of(Atom::Value {
            value: *value,
            bits,
            signed,
        });
    }
    Sum::of(Atom::Narrow { sum, bits, signed })
}
