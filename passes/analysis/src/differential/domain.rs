//! The domain of the trials: a value is its bits or poison, a flag that is violated makes poison, and memory is bytes that are 0 at first.
//!
//! The machine runs the function; each step is shown to whoever claims something of it. A run ends where the program is undefined.

use super::{Claims, Run, is_inside, mask, read};
use crate::symbolic::View;
use sanecc_ir::{
    BinaryOp, BlockId, CastOp, FloatFormat, FloatOp, FloatPredicate, FuncId, Id, Op, PoisonFlags,
    Predicate, Type,
};
use sanecc_machine::Machine;
use sanecc_machine::concrete::Value;
use sanecc_machine::domain::{At, Call, Domain, EdgeId, Index, StackObject};
use sanecc_machine::fault::{Fault, Stop};
use std::ops::Range;

/// A value at run time: its bits; `None` is poison.
pub(crate) type Bits = Option<u64>;

/// How far apart objects lie.
pub(super) const DISTANCE: u64 = 1 << 12;

/// A run that is watched.
pub(super) struct Trial<'r, 'f, C> {
    pub(super) run: Run<'f>,
    pub(super) claims: &'r mut C,
    /// How many more blocks it may come to.
    pub(super) blocks: usize,
}

/// The program is undefined, or what is asked for is not made here.
fn undefined<T>() -> Result<T, Stop> {
    Err(Fault::Unreachable.into())
}

/// A result that must be what exact arithmetic has, if flags say so.
fn kept(flags: PoisonFlags, bits: u32, exact: i128, unsigned: Option<i128>) -> Bits {
    let wrapped = mask(exact as u64, bits);
    let fits = |n: i128, view| read(wrapped, bits, view) == n;
    let broken = (flags.no_signed_wrap && !fits(exact, View::Signed))
        || (flags.no_unsigned_wrap && !unsigned.is_some_and(|n| fits(n, View::Unsigned)));
    (!broken).then_some(wrapped)
}

fn divided(flags: PoisonFlags, op: BinaryOp, bits: u32, [a, b]: [Bits; 2]) -> Result<Bits, Stop> {
    // Division by poison or zero is undefined.
    let Some(by) = b.filter(|n| *n != 0) else {
        return undefined();
    };
    let Some(n) = a else { return Ok(None) };
    let view = match op {
        BinaryOp::UDiv | BinaryOp::URem => View::Unsigned,
        _ => View::Signed,
    };
    let (n, by) = (read(n, bits, view), read(by, bits, view));
    if view == View::Signed && by == -1 && n == -(1 << (bits - 1)) {
        return undefined();
    }
    let wrap = |n: i128| mask(n as u64, bits);
    Ok(match op {
        BinaryOp::UDiv | BinaryOp::SDiv if flags.exact && n % by != 0 => None,
        BinaryOp::UDiv | BinaryOp::SDiv => Some(wrap(n / by)),
        _ => Some(wrap(n % by)),
    })
}

/// The result of an operation that does not divide.
fn computed(flags: PoisonFlags, op: BinaryOp, bits: u32, a: u64, b: u64) -> Bits {
    use BinaryOp::*;
    let (ua, ub) = (i128::from(a), i128::from(b));
    let [sa, sb] = [a, b].map(|n| read(n, bits, View::Signed));
    let wrap = |n: i128| mask(n as u64, bits);
    let far = ub >= i128::from(bits);
    match op {
        Add => kept(flags, bits, sa + sb, Some(ua + ub)),
        Sub => kept(flags, bits, sa - sb, Some(ua - ub)),
        // Unsigned products may lie beyond: below 0, then.
        Mul => kept(flags, bits, sa * sb, Some(ua.wrapping_mul(ub))),
        Shl if far => None,
        Shl => kept(flags, bits, sa << ub, Some(ua << ub)),
        LShr | AShr if far || (flags.exact && ua & ((1 << ub) - 1) != 0) => None,
        LShr => Some(wrap(ua >> ub)),
        AShr => Some(wrap(sa >> ub)),
        And => Some(wrap(ua & ub)),
        Or if flags.disjoint && ua & ub != 0 => None,
        Or => Some(wrap(ua | ub)),
        Xor => Some(wrap(ua ^ ub)),
        SMin => Some(wrap(sa.min(sb))),
        SMax => Some(wrap(sa.max(sb))),
        UMin => Some(wrap(ua.min(ub))),
        UMax => Some(wrap(ua.max(ub))),
        UDiv | SDiv | URem | SRem | Float(_) => panic!("no such operation here"),
    }
}

impl<C: Claims> Trial<'_, '_, C> {
    fn flags(&self, at: At<'_>) -> PoisonFlags {
        let flags = &self.run.function.poison_flags;
        flags
            .get(&at.place().instruction)
            .copied()
            .unwrap_or_default()
    }

    /// The addresses of bytes, all in one object.
    fn bytes(&self, pointer: Bits, bytes: u8) -> Result<Range<u64>, Stop> {
        match pointer {
            Some(start) if start != 0 && is_inside(start.into(), bytes.into()) => {
                Ok(start..start + u64::from(bytes))
            }
            _ => undefined(),
        }
    }
}

impl<C: Claims> Domain for Trial<'_, '_, C> {
    type Value = Bits;
    type Mark = ();
    const SEES_ALL: bool = true;

    fn constant(&mut self, value: Value) -> Bits {
        value.number().map(|bits| bits as u64)
    }

    fn undefined() -> Bits {
        None
    }

    fn nothing() -> Bits {
        None
    }

    fn binary(
        &mut self,
        at: At<'_>,
        op: BinaryOp,
        width: u32,
        [a, b]: [&Bits; 2],
    ) -> Result<Bits, Stop> {
        use BinaryOp::*;
        let flags = self.flags(at);
        match (op, a, b) {
            (UDiv | SDiv | URem | SRem, a, b) => divided(flags, op, width, [*a, *b]),
            (op, Some(a), Some(b)) => Ok(computed(flags, op, width, *a, *b)),
            _ => Ok(None),
        }
    }

    fn compare(
        &mut self,
        at: At<'_>,
        how: Predicate,
        width: u32,
        [a, b]: [&Bits; 2],
    ) -> Result<Bits, Stop> {
        let (Some(a), Some(b)) = (*a, *b) else {
            let function = self.run.function;
            return match function.op(at.place().instruction) {
                Some(Op::Compare(_, a, _)) if function.values[*a].ty.is_plain_pointer() => {
                    undefined()
                }
                _ => Ok(None),
            };
        };
        let [sa, sb] = [a, b].map(|n| read(n, width, View::Signed));
        Ok(Some(u64::from(match how {
            Predicate::Eq => a == b,
            Predicate::Ne => a != b,
            Predicate::ULt => a < b,
            Predicate::ULe => a <= b,
            Predicate::UGt => a > b,
            Predicate::UGe => a >= b,
            Predicate::SLt => sa < sb,
            Predicate::SLe => sa <= sb,
            Predicate::SGt => sa > sb,
            Predicate::SGe => sa >= sb,
            Predicate::Float(_) => return undefined(),
        })))
    }

    fn cast(
        &mut self,
        at: At<'_>,
        op: CastOp,
        [from, to]: [u32; 2],
        value: &Bits,
    ) -> Result<Bits, Stop> {
        let flags = self.flags(at);
        let Some(bits) = *value else {
            // What becomes an integer is taken not to be poison, as the ranges take it where they know nothing of a pointer.
            return match op {
                CastOp::PtrToInt => undefined(),
                _ => Ok(None),
            };
        };
        let signed = read(bits, from, View::Signed);
        Ok(match op {
            CastOp::Trunc => kept(flags, to, signed, Some(bits.into())),
            CastOp::ZExt => Some(bits).filter(|_| !flags.not_negative || signed >= 0),
            CastOp::PtrToInt => Some(bits),
            _ => Some(mask(signed as u64, to)),
        })
    }

    fn float(
        &mut self,
        _: At<'_>,
        _: FloatOp,
        _: FloatFormat,
        _: [&Bits; 2],
    ) -> Result<Bits, Stop> {
        panic!("no numbers of floating point are made here")
    }

    fn float_compare(
        &mut self,
        _: At<'_>,
        _: FloatPredicate,
        _: FloatFormat,
        _: [&Bits; 2],
    ) -> Result<Bits, Stop> {
        panic!("no numbers of floating point are made here")
    }

    /// As `inbounds` says it.
    fn address(
        &mut self,
        _: At<'_>,
        base: &Bits,
        indices: &[Index<'_, Bits>],
        offset: i64,
        width: u32,
    ) -> Result<Bits, Stop> {
        let Some(base) = base.map(i128::from) else {
            return Ok(None);
        };
        let mut distance = i128::from(offset);
        for (index, bits, step) in indices {
            match index {
                Some(index) => {
                    let index = read(*index, u32::from(*bits), View::Signed);
                    distance += index * i128::from(*step);
                }
                None => return Ok(None),
            }
        }
        Ok(is_inside(base, distance).then(|| mask((base + distance) as u64, width)))
    }

    fn select(
        &mut self,
        _: At<'_>,
        condition: &Bits,
        [then, otherwise]: [&Bits; 2],
    ) -> Result<Bits, Stop> {
        Ok(condition.and_then(|bit| if bit == 1 { *then } else { *otherwise }))
    }

    fn freeze(machine: &mut Machine<'_, Self>, ty: Type, value: &Bits) -> Result<Bits, Stop> {
        let bits = match ty {
            Type::Int(bits) => bits,
            _ => machine.module().layout.index_bits,
        };
        Ok(Some(value.unwrap_or(mask(11, bits))))
    }

    fn decide(&mut self, _: At<'_>, condition: &Bits) -> Result<bool, Stop> {
        condition.map_or_else(undefined, |bit| Ok(bit == 1))
    }

    fn choose(&mut self, _: At<'_>, _: &Bits, _: &[(u64, EdgeId)]) -> Result<Option<usize>, Stop> {
        panic!("no switches are made here")
    }

    fn callee(_: &Machine<'_, Self>, _: &Bits, _: &Call) -> Result<FuncId, Stop> {
        panic!("no calls are made here")
    }

    fn arrived(&mut self, block: BlockId, phis: &[Bits]) -> Result<(), Stop> {
        let Some(left) = self.blocks.checked_sub(1) else {
            return undefined();
        };
        self.blocks = left;
        self.claims.hold_in(&self.run, block);
        let instructions = &self.run.function.blocks[block].instructions;
        for (phi, bits) in instructions.iter().zip(phis) {
            self.run.values[phi.index()] = *bits;
        }
        for (phi, _) in instructions.iter().zip(phis) {
            self.claims.hold_of(&self.run, *phi);
        }
        Ok(())
    }

    fn computed(&mut self, at: At<'_>, value: &Bits) {
        let instruction = at.place().instruction;
        self.run.values[instruction.index()] = *value;
        self.claims.hold_of(&self.run, instruction);
    }

    fn load(&mut self, _: At<'_>, pointer: &Bits, bytes: u8, _: u8) -> Result<Bits, Stop> {
        let bytes = self.bytes(*pointer, bytes)?.zip(0u32..);
        let memory = &self.run.memory;
        let byte = |address| memory.get(&address).copied().unwrap_or_default();
        Ok(Some(bytes.fold(0, |bits, (address, at)| {
            bits | u64::from(byte(address)) << (8 * at)
        })))
    }

    /// Memory has some value where poison was written, as the ranges take it.
    fn store(&mut self, _: At<'_>, pointer: &Bits, bytes: u8, value: &Bits) -> Result<(), Stop> {
        let bits = value.unwrap_or(11);
        for (address, at) in self.bytes(*pointer, bytes)?.zip(0u32..) {
            self.run.memory.insert(address, (bits >> (8 * at)) as u8);
        }
        Ok(())
    }

    fn push(&mut self, _: FuncId, _: StackObject) -> Result<Bits, Stop> {
        self.run.objects += 1;
        Ok(Some(self.run.objects * DISTANCE))
    }

    fn enter(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    fn leave(&mut self, (): ()) {}

    fn copied(&mut self, _: FuncId, _: &Bits, _: u64, _: u64) -> Result<Bits, Stop> {
        panic!("no calls are made here")
    }
}
