//! Runs a function step by step and shows each step to whoever claims something of it.

use super::{Claims, OBJECTS};
use crate::symbolic::View;
use rustc_hash::FxHashMap;
use sanecc_ir::{BinaryOp, BlockId, CastOp, Function, Id, Op, Predicate, Type, ValueDef, ValueId};
use std::ops::Range;

/// A value at run time: its bits; `None` is poison.
pub(crate) type Bits = Option<u64>;

pub(super) fn mask(n: u64, bits: u32) -> u64 {
    n & (u64::MAX >> (64 - bits))
}

pub(crate) fn read(n: u64, bits: u32, view: View) -> i128 {
    let negative = n >> (bits - 1) & 1 == 1;
    match view {
        View::Signed if negative => i128::from(n) - (1 << bits),
        View::Signed | View::Unsigned => i128::from(n),
    }
}

/// How far apart objects lie.
const DISTANCE: u64 = 1 << 12;

/// Whether an address is `distance` bytes behind `start`, and both in one object or at its end. From null one gets no further.
pub(crate) fn is_inside(start: i128, distance: i128) -> bool {
    if start == 0 {
        return distance == 0;
    }
    let of = |address: i128| address.div_euclid(i128::from(DISTANCE));
    let number = usize::try_from(of(start) - 1).ok();
    let Some(bytes) = number.and_then(|number| OBJECTS.get(number)) else {
        return false;
    };
    let end = of(start) * i128::from(DISTANCE) + i128::from(*bytes);
    let address = start + distance;
    of(address) == of(start) && start.max(address) <= end
}

/// A run: what each value is by now.
pub(crate) struct Run<'a> {
    pub(crate) function: &'a Function,
    pub(super) values: Vec<Bits>,
    /// Stack objects that were made so far.
    pub(super) objects: u64,
    /// Bytes that were written, by address. What is missing is 0.
    pub(super) memory: FxHashMap<u64, u8>,
}

impl Run<'_> {
    pub(crate) fn bits(&self, value: ValueId) -> u32 {
        match self.function.values[value].ty {
            Type::Int(bits) => bits,
            Type::Pointer(_) => self.function.layout.index_bits,
            _ => panic!("no integer"),
        }
    }

    pub(crate) fn get(&self, value: ValueId) -> Bits {
        match self.function.values[value].def {
            ValueDef::Integer(n) => Some(mask(n as u64, self.bits(value))),
            ValueDef::Null => Some(0),
            _ => self.values[value.index()],
        }
    }

    fn signed(&self, value: ValueId) -> Option<i128> {
        Some(read(self.get(value)?, self.bits(value), View::Signed))
    }

    fn unsigned(&self, value: ValueId) -> Option<i128> {
        self.get(value).map(i128::from)
    }

    /// The addresses of the bytes of a value behind a pointer, or `Err` where they lie in no object.
    fn bytes(&self, pointer: ValueId, value: ValueId) -> Result<Range<u64>, ()> {
        let start = self.get(pointer).ok_or(())?;
        let length = u64::from(self.bits(value).div_ceil(8));
        let inside = start != 0 && is_inside(start.into(), length.into());
        inside.then_some(start..start + length).ok_or(())
    }

    /// Memory has some value where poison was written, as the ranges take it.
    fn store(&mut self, pointer: ValueId, value: ValueId) -> Result<(), ()> {
        let bits = self.get(value).unwrap_or(11);
        for (address, at) in self.bytes(pointer, value)?.zip(0u32..) {
            self.memory.insert(address, (bits >> (8 * at)) as u8);
        }
        Ok(())
    }

    fn load(&self, pointer: ValueId, value: ValueId) -> Result<Bits, ()> {
        let bytes = self.bytes(pointer, value)?.zip(0u32..);
        let byte = |address| self.memory.get(&address).copied().unwrap_or_default();
        Ok(Some(bytes.fold(0, |bits, (address, at)| {
            bits | u64::from(byte(address)) << (8 * at)
        })))
    }

    /// The result of an operation, or `Err` where the program is undefined.
    fn compute(&self, value: ValueId, op: &Op) -> Result<Bits, ()> {
        use BinaryOp::*;
        let bits = self.bits(value);
        let poison_flags = self
            .function
            .poison_flags
            .get(&value)
            .copied()
            .unwrap_or_default();
        let wrap = |n: i128| mask(n as u64, bits);
        let kept = |n: i128, unsigned: Option<i128>| -> Bits {
            let fits = |n: i128, view| read(wrap(n), bits, view) == n;
            let broken = (poison_flags.no_signed_wrap && !fits(n, View::Signed))
                || (poison_flags.no_unsigned_wrap
                    && !unsigned.is_some_and(|n| fits(n, View::Unsigned)));
            (!broken).then(|| wrap(n))
        };
        Ok(match op {
            Op::Binary(op @ (UDiv | SDiv | URem | SRem), a, b) => {
                // Division by poison or zero is undefined.
                let (Some(ub), Some(sb)) = (self.unsigned(*b), self.signed(*b)) else {
                    return Err(());
                };
                if ub == 0 {
                    return Err(());
                }
                let (Some(ua), Some(sa)) = (self.unsigned(*a), self.signed(*a)) else {
                    return Ok(None);
                };
                if sb == -1 && sa == -(1 << (bits - 1)) && matches!(op, SDiv | SRem) {
                    return Err(());
                }
                let (quotient, rest) = match op {
                    UDiv | URem => (ua / ub, ua % ub),
                    _ => (sa / sb, sa % sb),
                };
                match op {
                    UDiv | SDiv if poison_flags.exact && rest != 0 => None,
                    UDiv | SDiv => Some(wrap(quotient)),
                    _ => Some(wrap(rest)),
                }
            }
            Op::Binary(op, a, b) => {
                let (Some(ua), Some(ub)) = (self.unsigned(*a), self.unsigned(*b)) else {
                    return Ok(None);
                };
                let (Some(sa), Some(sb)) = (self.signed(*a), self.signed(*b)) else {
                    return Ok(None);
                };
                let far = ub >= i128::from(bits);
                match op {
                    Add => kept(sa + sb, Some(ua + ub)),
                    Sub => kept(sa - sb, Some(ua - ub)),
                    // Unsigned products may lie beyond: below 0, then.
                    Mul => kept(sa * sb, Some(ua.wrapping_mul(ub))),
                    Shl if far => None,
                    Shl => kept(sa << ub, Some(ua << ub)),
                    LShr | AShr if far || (poison_flags.exact && ua & ((1 << ub) - 1) != 0) => None,
                    LShr => Some(wrap(ua >> ub)),
                    AShr => Some(wrap(sa >> ub)),
                    And => Some(wrap(ua & ub)),
                    Or if poison_flags.disjoint && ua & ub != 0 => None,
                    Or => Some(wrap(ua | ub)),
                    Xor => Some(wrap(ua ^ ub)),
                    SMin => Some(wrap(sa.min(sb))),
                    SMax => Some(wrap(sa.max(sb))),
                    UMin => Some(wrap(ua.min(ub))),
                    UMax => Some(wrap(ua.max(ub))),
                    UDiv | SDiv | URem | SRem | Float(_) => panic!("handled above"),
                }
            }
            Op::Cast(CastOp::Trunc, a) => match (self.signed(*a), self.unsigned(*a)) {
                (Some(signed), unsigned) => kept(signed, unsigned),
                _ => None,
            },
            Op::Cast(CastOp::ZExt, a) => self
                .get(*a)
                .filter(|_| !poison_flags.not_negative || self.signed(*a) >= Some(0)),
            // What becomes an integer is taken not to be poison, as the ranges take it where they know nothing of a pointer.
            Op::Cast(CastOp::PtrToInt, a) => return self.get(*a).map(Some).ok_or(()),
            Op::Compare(_, a, b)
                if self.function.values[*a].ty.is_plain_pointer()
                    && [a, b].iter().any(|v| self.get(**v).is_none()) =>
            {
                return Err(());
            }
            Op::Cast(_, a) => self.signed(*a).map(wrap),
            Op::Compare(predicate, a, b) => {
                let (Some(ua), Some(ub)) = (self.unsigned(*a), self.unsigned(*b)) else {
                    return Ok(None);
                };
                let (sa, sb) = (self.signed(*a), self.signed(*b));
                Some(u64::from(match predicate {
                    Predicate::Eq => ua == ub,
                    Predicate::Ne => ua != ub,
                    Predicate::ULt => ua < ub,
                    Predicate::ULe => ua <= ub,
                    Predicate::UGt => ua > ub,
                    Predicate::UGe => ua >= ub,
                    Predicate::SLt => sa < sb,
                    Predicate::SLe => sa <= sb,
                    Predicate::SGt => sa > sb,
                    Predicate::SGe => sa >= sb,
                    Predicate::Float(_) => panic!("no such"),
                }))
            }
            Op::Select {
                condition,
                then,
                otherwise,
            } => match self.get(*condition) {
                Some(1) => self.get(*then),
                Some(_) => self.get(*otherwise),
                None => None,
            },
            Op::Freeze(a) => Some(self.get(*a).unwrap_or(wrap(11))),
            Op::Load { pointer, .. } => return self.load(*pointer, value),
            // As `inbounds` says it.
            Op::Address(place) => {
                let Some(base) = self.unsigned(place.base) else {
                    return Ok(None);
                };
                let mut distance = i128::from(place.offset);
                for term in &place.terms {
                    match self.signed(term.index) {
                        Some(index) => distance += index * i128::from(term.scale),
                        None => return Ok(None),
                    }
                }
                is_inside(base, distance).then(|| wrap(base + distance))
            }
            _ => panic!("not made here"),
        })
    }

    /// Runs the function, for so many blocks at most.
    pub(super) fn run(&mut self, claims: &mut impl Claims, steps: usize) {
        let function = self.function;
        let Some(mut block) = function.blocks.ids().next() else {
            return;
        };
        let mut from: Option<BlockId> = None;
        for _ in 0..steps {
            claims.hold_in(self, block);
            let instructions = &function.blocks[block].instructions;
            let phis: Vec<(ValueId, Bits)> = instructions
                .iter()
                .filter_map(|&phi| match function.op(phi) {
                    Some(Op::Phi(edges)) => {
                        let input = edges.iter().find(|(block, _)| Some(*block) == from);
                        Some((phi, self.get(input.expect("an edge").1)))
                    }
                    _ => None,
                })
                .collect();
            for &(phi, bits) in &phis {
                self.values[phi.index()] = bits;
            }
            phis.iter().for_each(|(phi, _)| claims.hold_of(self, *phi));
            for &instruction in &instructions[phis.len()..] {
                match function.op(instruction) {
                    Some(Op::Branch(operands)) => {
                        let taken = match operands.first() {
                            None => 0,
                            Some(condition) => match self.get(*condition) {
                                Some(bit) => 1 - bit as usize,
                                // Undefined.
                                None => return,
                            },
                        };
                        from = Some(block);
                        block = function.blocks[block].successors[taken];
                    }
                    Some(Op::Return(_)) | None => return,
                    Some(Op::Store { pointer, value, .. }) => {
                        if self.store(*pointer, *value).is_err() {
                            return;
                        }
                    }
                    Some(Op::Alloca { .. }) => {
                        self.objects += 1;
                        self.values[instruction.index()] = Some(self.objects * DISTANCE);
                    }
                    Some(op) => {
                        let Ok(bits) = self.compute(instruction, op) else {
                            return;
                        };
                        self.values[instruction.index()] = bits;
                        claims.hold_of(self, instruction);
                    }
                }
            }
        }
    }
}
