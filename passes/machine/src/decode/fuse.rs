//! Does two instructions as one, where nobody but the second reads what the first computes.
//!
//! The first is always the last that was emitted, in the same block, so that nothing comes in between.

use super::Decoder;
use super::code::{EdgeId, Inst, Loaded, Operand, Register};
use sanecc_ir::{BlockId, CastOp, Id, ValueId};

impl Decoder<'_> {
    /// Takes back the last instruction, if it computes a value that only the next one reads, and `wanted` says so.
    fn take_back<T>(
        &mut self,
        block: BlockId,
        id: ValueId,
        wanted: impl Fn(&Inst, Register) -> Option<T>,
    ) -> Option<T> {
        let register = self.temporary(id)?;
        if self.code.instructions.len() <= self.starts[block.index()] as usize {
            return None;
        }
        let found = wanted(self.code.instructions.last()?, register)?;
        self.code.instructions.pop();
        self.code.places.truncate(self.code.instructions.len());
        Some(found)
    }

    /// The register of a value that is read once, in its own block, and is no variable.
    fn temporary(&self, id: ValueId) -> Option<Register> {
        let lifetime = self.lifetimes.get(id)?;
        let is_own = lifetime.reads == 1 && !self.shared.contains(&id);
        self.registers.get(&id).copied().filter(|_| is_own)
    }

    /// Reads an integer, number or address of few bytes.
    pub(super) fn load(
        &mut self,
        block: BlockId,
        (to, pointer): (Register, ValueId),
        (bytes, bits): (u8, u8),
        from: Operand,
    ) {
        let read = Loaded::plain(bytes, bits);
        let fused = self.take_back(block, pointer, |last, register| match *last {
            Inst::Address(of, base, distance, reach) if of == register => {
                Some(Inst::LoadAt(to, base, distance, reach, read))
            }
            Inst::Indexed(of, base, index, width, step, distance) if of == register => Some(
                Inst::LoadIndexed(to, base, index, width, step, distance, read),
            ),
            _ => None,
        });
        self.push(fused.unwrap_or(Inst::Load(to, from, read)));
    }

    /// Makes an integer wider: the load that reads it does so, if it is the last. It fails, if it does, at its own place.
    pub(super) fn extend(
        &mut self,
        block: BlockId,
        id: ValueId,
        (op, from, to): (CastOp, u8, u8),
        (register, value): (Register, Operand),
    ) {
        let place = self.code.places.last().copied();
        let signed = op == CastOp::SExt;
        let is_plain = |read: &Loaded| read.cast().is_none() && read.bits == from;
        let extended = |read: Loaded| Loaded {
            wide: to,
            signed,
            ..read
        };
        let fused = self.take_back(block, id, |last, of| match *last {
            _ if !(signed || op == CastOp::ZExt) || to > 64 || from >= to => None,
            Inst::Load(t, from, read) if t == of && is_plain(&read) => {
                Some(Inst::Load(register, from, extended(read)))
            }
            Inst::LoadAt(t, from, distance, reach, read) if t == of && is_plain(&read) => Some(
                Inst::LoadAt(register, from, distance, reach, extended(read)),
            ),
            Inst::LoadIndexed(t, from, index, bits, step, distance, read)
                if t == of && is_plain(&read) =>
            {
                let read = extended(read);
                Some(Inst::LoadIndexed(
                    register, from, index, bits, step, distance, read,
                ))
            }
            _ => None,
        });
        if let (Some(fused), Some(place)) = (&fused, place) {
            self.push(fused.clone());
            self.code.places.push(place);
            return;
        }
        self.push(Inst::Cast(op, from, to, register, value));
    }

    /// Writes an integer, number or address of few bytes.
    pub(super) fn store(
        &mut self,
        block: BlockId,
        pointer: ValueId,
        (to, from): (Operand, Operand),
        bytes: u8,
    ) {
        let fused = self.take_back(block, pointer, |last, register| match *last {
            Inst::Address(of, base, distance, reach) if of == register => {
                Some(Inst::StoreAt(base, distance, reach, from, bytes))
            }
            Inst::Indexed(of, base, index, width, step, distance) if of == register => Some(
                Inst::StoreIndexed(base, index, width, step, distance, from, bytes),
            ),
            _ => None,
        });
        self.push(fused.unwrap_or(Inst::Store(to, from, bytes)));
    }

    /// An index without the cast that made it as wide as an address, and its bits.
    pub(super) fn narrow_index(
        &mut self,
        block: BlockId,
        id: ValueId,
        (index, bits): (Operand, u8),
    ) -> (Operand, u8) {
        let fused = self.take_back(block, id, |last, register| match *last {
            Inst::Cast(CastOp::SExt, from, to, of, narrow) if of == register && to == bits => {
                Some((narrow, from))
            }
            // The bits above are zero in the register already.
            Inst::Cast(CastOp::ZExt, from, to, of, wide) if of == register && from < to => {
                Some((wide, to))
            }
            _ => None,
        });
        fused.unwrap_or((index, bits))
    }

    /// Goes to one of two blocks.
    pub(super) fn decision(
        &mut self,
        block: BlockId,
        id: ValueId,
        condition: Operand,
        [then, otherwise]: [EdgeId; 2],
    ) {
        let fused = self.take_back(block, id, |last, register| match *last {
            Inst::Compare(how, bits, of, sides) if of == register => {
                Some(Inst::BranchIf(how, bits, sides, then, otherwise))
            }
            _ => None,
        });
        self.push(fused.unwrap_or(Inst::Branch(condition, then, otherwise)));
    }

    /// Gives a variable a value: the instruction that computes it writes it there at once, if it is the last.
    pub(super) fn assign(&mut self, block: BlockId, id: ValueId, to: Register, from: Operand) {
        let temporary = self.temporary(id);
        let begins = self.code.instructions.len() <= self.starts[block.index()] as usize;
        let last = self.code.instructions.last_mut().filter(|_| !begins);
        let target = last.and_then(Inst::target);
        match target.filter(|target| Some(**target) == temporary) {
            Some(target) => *target = to,
            None => self.push(Inst::Move(to, from)),
        }
    }
}

impl Inst {
    /// The register that it writes, of those that write it last of all.
    fn target(&mut self) -> Option<&mut Register> {
        match self {
            Inst::Move(to, _)
            | Inst::Binary(_, _, to, _)
            | Inst::Compare(_, _, to, _)
            | Inst::Cast(_, _, _, to, _)
            | Inst::Float(_, _, to, _)
            | Inst::FloatCompare(_, _, to, _)
            | Inst::Address(to, ..)
            | Inst::Indexed(to, ..)
            | Inst::Load(to, ..)
            | Inst::LoadAt(to, ..)
            | Inst::LoadIndexed(to, ..) => Some(to),
            Inst::Call(call) if call.normal.is_none() => Some(&mut call.result),
            _ => None,
        }
    }
}
