//! Random functions of integers and, if asked for, pointers, out of choices that proptest can shrink.

use super::{OBJECTS, POINTERS};
use crate::Dominators;
use crate::builder::Builder;
use sanecc_ir::{
    Address, BinaryOp, CastOp, Function, Id, Layout, Mode, Op, PoisonFlags, Predicate, Term, Type,
    ValueDef, ValueId,
};

/// A source of choices.
struct Tape<'a> {
    choices: &'a [u16],
    at: usize,
}

impl Tape<'_> {
    fn below(&mut self, n: usize) -> usize {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(choice) % n.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const WIDTHS: [u32; 3] = [4, 8, 6];

/// A random function: blocks with phis, arithmetic with poison-generating flags, and branches.
pub(super) struct Maker<'a> {
    tape: Tape<'a>,
    builder: Builder,
    /// Values with their blocks; `None` is everywhere.
    values: Vec<(ValueId, Option<usize>)>,
    /// Width of a pointer.
    pointer: u32,
    /// It has pointers, too.
    pointers: bool,
}

impl<'a> Maker<'a> {
    pub(super) fn new(choices: &'a [u16], blocks: usize, pointers: bool) -> Self {
        let mut tape = Tape { choices, at: 0 };
        let mut builder = Builder::new(blocks);
        if pointers {
            builder.function.layout = Layout::of_width(tape.of(&POINTERS));
        }
        Self {
            pointer: builder.function.layout.index_bits,
            tape,
            builder,
            values: Vec::new(),
            pointers,
        }
    }

    fn width(&self, value: ValueId) -> u32 {
        match self.builder.function.values[value].ty {
            Type::Int(bits) => bits,
            Type::Pointer(_) => self.pointer,
            _ => 0,
        }
    }

    /// Appends an instruction that yields an integer of so many bits, or a pointer.
    fn push(&mut self, block: usize, op: Op, bits: u32) -> ValueId {
        match bits == self.pointer {
            true => self.builder.push(block, op),
            false => self.builder.compute(block, op, bits),
        }
    }

    /// A pointer that is defined wherever control leaves the block, or here so far.
    fn pointer(&mut self, dominators: &Dominators, block: usize) -> ValueId {
        let fits = self.available(dominators, block, self.pointer);
        let back = 1 + self.tape.below(fits.len().min(4));
        // What comes from where nothing gets is never looked at.
        let any = self
            .values
            .iter()
            .find(|(v, _)| self.width(*v) == self.pointer);
        let last = fits.len().checked_sub(back).map(|at| fits[at]);
        last.or(any.map(|(v, _)| *v)).expect("there are objects")
    }

    /// Moves a pointer, chooses one, or subtracts two.
    fn addressing(&mut self, dominators: &Dominators, block: usize) {
        let base = self.pointer(dominators, block);
        let value = match self.tape.below(12) {
            8 | 9 => {
                let bits = self.tape.of(&[8, self.pointer]);
                let value = self.operand(dominators, block, bits);
                self.builder.store(block, base, value);
                return;
            }
            10 | 11 => {
                let bits = self.tape.of(&[8, self.pointer]);
                let mode = Mode::SIMPLE;
                let pointer = base;
                self.push(block, Op::Load { pointer, mode }, bits)
            }
            0 => {
                let otherwise = self.pointer(dominators, block);
                let condition = self.compare(dominators, block);
                let op = Op::Select {
                    condition,
                    then: base,
                    otherwise,
                };
                self.builder.push(block, op)
            }
            1 => self.builder.push(block, Op::Freeze(base)),
            2 => self.difference(dominators, block, base),
            step => {
                let mut terms = Vec::new();
                for _ in 0..[0, 0, 0, 1, 2][step - 3] {
                    let bits = self.tape.of(&WIDTHS);
                    let index = self.operand(dominators, block, bits);
                    let scale = self.tape.of(&[1, 2, 4]);
                    terms.push(Term { index, scale });
                }
                let offset = self.tape.of(&[1, 0, -1, 2, 4, -2, -4, 3, 8]);
                let place = Address {
                    base,
                    terms,
                    offset,
                };
                self.builder.push(block, Op::Address(place))
            }
        };
        self.values.push((value, Some(block)));
    }

    /// The bytes between two pointers, or the halfwords.
    fn difference(&mut self, dominators: &Dominators, block: usize, from: ValueId) -> ValueId {
        let to = self.pointer(dominators, block);
        let [a, b] = [to, from].map(|pointer| {
            let op = Op::Cast(CastOp::PtrToInt, pointer);
            self.builder.compute(block, op, self.pointer)
        });
        let bytes = Op::Binary(BinaryOp::Sub, a, b);
        let bytes = self.builder.compute(block, bytes, self.pointer);
        let two = self.builder.number(2, self.pointer);
        let half = Op::Binary(BinaryOp::SDiv, bytes, two);
        let half = self.builder.compute(block, half, self.pointer);
        let exact = self.tape.below(2) == 1;
        let poison_flags = PoisonFlags {
            exact,
            ..PoisonFlags::default()
        };
        self.builder
            .function
            .poison_flags
            .insert(half, poison_flags);
        let counted = self.tape.of(&[bytes, half]);
        let op = Op::Cast(CastOp::Trunc, counted);
        self.builder.compute(block, op, 8)
    }

    /// The values of this width that are defined wherever control leaves the block, or here so far.
    fn available(&self, dominators: &Dominators, block: usize, bits: u32) -> Vec<ValueId> {
        let all = self.values.iter().filter(|(value, at)| {
            self.width(*value) == bits
                && at.is_none_or(|at| {
                    at == block
                        || dominators.strictly(self.builder.block(at), self.builder.block(block))
                })
        });
        all.map(|(value, _)| *value).collect()
    }

    /// A value of this width that is defined wherever control leaves the block, or here so far.
    fn operand(&mut self, dominators: &Dominators, block: usize, bits: u32) -> ValueId {
        if bits == self.pointer {
            return self.pointer(dominators, block);
        }
        let fits = self.available(dominators, block, bits);
        // Late values are more interesting.
        let back = self.tape.below(fits.len().min(5) + 1);
        if back == 0 {
            let n = self.tape.of(&[0, 1, -1, 2, 3, 4, 7, 5]);
            return self.builder.number(n, bits);
        }
        fits[fits.len() - back]
    }

    fn arithmetic(&mut self, dominators: &Dominators, block: usize) {
        use BinaryOp::*;
        let bits = self.tape.of(&WIDTHS);
        let a = self.operand(dominators, block, bits);
        let value = match self.tape.below(12) {
            0..=6 => {
                let b = self.operand(dominators, block, bits);
                let op = self.tape.of(&[
                    Add, Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, UDiv, SDiv, URem, SRem,
                    SMin, SMax, UMin, UMax, Add,
                ]);
                self.builder.compute(block, Op::Binary(op, a, b), bits)
            }
            7 => {
                let [then, otherwise] = [(); 2].map(|()| self.operand(dominators, block, bits));
                let condition = self.compare(dominators, block);
                let op = Op::Select {
                    condition,
                    then,
                    otherwise,
                };
                self.builder.compute(block, op, bits)
            }
            8 => self.builder.compute(block, Op::Freeze(a), bits),
            _ => {
                let to = self.tape.of(&WIDTHS);
                if to == bits {
                    return;
                }
                let wider = self.tape.of(&[CastOp::ZExt, CastOp::SExt]);
                let op = if to > bits { wider } else { CastOp::Trunc };
                self.builder.compute(block, Op::Cast(op, a), to)
            }
        };
        let mut flag = || self.tape.below(4) == 1;
        let poison_flags = PoisonFlags {
            no_signed_wrap: flag(),
            no_unsigned_wrap: flag(),
            exact: flag(),
            disjoint: flag(),
            not_negative: flag(),
        };
        self.builder
            .function
            .poison_flags
            .insert(value, poison_flags);
        self.values.push((value, Some(block)));
    }

    fn compare(&mut self, dominators: &Dominators, block: usize) -> ValueId {
        use Predicate::*;
        let mut bits = self.tape.of(&WIDTHS);
        if self.pointers && self.tape.below(2) == 1 {
            bits = self.pointer;
        }
        let a = self.operand(dominators, block, bits);
        let b = self.operand(dominators, block, bits);
        let predicate = self
            .tape
            .of(&[Eq, Ne, Ne, ULt, ULe, UGt, UGe, SLt, SLe, SGt, SGe, SLt]);
        self.builder.compute(block, Op::Compare(predicate, a, b), 1)
    }

    /// The function, with at most so many blocks.
    pub(super) fn make(mut self, blocks: usize) -> Function {
        for block in 0..blocks {
            // Mostly forward, so that loops have bodies.
            let next = if block + 1 < blocks { block + 1 } else { 0 };
            let count = self.tape.below(4);
            let targets = 1..blocks.max(2);
            let mut any = || targets.start + self.tape.below(targets.len());
            match count {
                _ if blocks == 1 => {}
                0 => self.builder.edge(block, any()),
                1 if next > 0 => self.builder.edge(block, next),
                _ => {
                    let first = if next > 0 { next } else { any() };
                    let second = any();
                    self.builder.edge(block, first);
                    self.builder.edge(block, second);
                }
            }
        }
        let dominators = Dominators::of(&self.builder.function);
        for bits in WIDTHS {
            for _ in 0..2 {
                let value = self.builder.integer(bits);
                self.values.push((value, None));
            }
        }
        if self.tape.below(3) == 1 {
            let value = self.builder.undefined(8);
            self.values.push((value, None));
        }
        if self.pointers {
            for bytes in OBJECTS {
                let object = self.builder.alloca(0, Some(bytes));
                self.values.push((object, Some(0)));
            }
            // In some functions, so that objects meet each other in the rest.
            if self.tape.below(3) == 1 {
                let null = self.builder.null();
                self.values.push((null, None));
            }
        }
        let mut phis = Vec::new();
        for block in dominators.order() {
            let at = block.index();
            if self.builder.function.blocks[*block].predecessors.len() > 1 {
                for _ in 0..1 + self.tape.below(2) {
                    let mut bits = self.tape.of(&WIDTHS);
                    if self.pointers && self.tape.below(2) == 0 {
                        bits = self.pointer;
                    }
                    let phi = self.push(at, Op::Phi(Vec::new()), bits);
                    self.values.push((phi, Some(at)));
                    phis.push((phi, at, bits));
                }
            }
            for _ in 0..self.tape.below(5) {
                self.arithmetic(&dominators, at);
                if self.pointers {
                    self.addressing(&dominators, at);
                }
            }
            match self.builder.function.blocks[*block].successors.len() {
                2 => {
                    let mut condition = self.compare(&dominators, at);
                    if self.tape.below(4) == 1 {
                        let other = self.compare(&dominators, at);
                        let op = self.tape.of(&[BinaryOp::And, BinaryOp::Or, BinaryOp::Xor]);
                        condition = self
                            .builder
                            .compute(at, Op::Binary(op, condition, other), 1);
                    }
                    self.builder.push(at, Op::Branch(vec![condition]));
                }
                1 => {
                    self.builder.push(at, Op::Branch(Vec::new()));
                }
                _ => {
                    self.builder.push(at, Op::Return(None));
                }
            }
        }
        for (phi, at, bits) in phis {
            let block = self.builder.block(at);
            let mut from = self.builder.function.blocks[block].predecessors.clone();
            from.dedup();
            from.sort_unstable();
            from.dedup();
            let edges = from
                .into_iter()
                .map(|from| (from, self.operand(&dominators, from.index(), bits)))
                .collect();
            self.builder.function.values[phi].def = ValueDef::Instruction(Op::Phi(edges));
        }
        self.builder.function
    }
}
