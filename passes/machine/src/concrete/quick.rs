//! The short cut of the concrete domain: instructions on scalars whose bits all have a value, and accesses of 1, 2, 4 or 8 bytes in living
//! objects, by pointers that are held to no part of one. All else gives up, and the operations of the domain do it.
//!
//! A result is written into its register part by part: a value that is put together elsewhere first costs more than the operation.

use super::arithmetic::belongs;
use super::{Value, compare, mask, signed};
use crate::decode::Loaded;
use crate::domain::{Inst, Operand, Register, Slots};
use crate::memory::{Memory, ObjectId};
use sanecc_ir::{BinaryOp, CastOp, FloatFormat, FloatOp, FloatPredicate};

/// Bits and the object that they belong to, of a scalar.
#[inline(always)]
fn scalar(slots: &Slots<'_, Value>, operand: Operand) -> Option<(u64, ObjectId)> {
    match slots.get(operand) {
        Value::Scalar { bits, object } => Some((*bits, *object)),
        _ => None,
    }
}

/// Gives a register a scalar.
#[inline(always)]
fn put(slots: &mut Slots<'_, Value>, to: Register, bits: u64, object: ObjectId) -> Option<()> {
    // Most registers hold scalars already, so nothing is dropped.
    match &mut slots.registers[to as usize] {
        Value::Scalar {
            bits: held,
            object: of,
        } => (*held, *of) = (bits, object),
        other => *other = Value::Scalar { bits, object },
    }
    Some(())
}

/// An address so many bytes and steps behind another.
#[inline(always)]
fn further(
    slots: &Slots<'_, Value>,
    base: Operand,
    (index, bits, step): (Operand, u8, i32),
    distance: i64,
    width: u32,
) -> Option<(u64, ObjectId)> {
    let (index, _) = scalar(slots, index)?;
    let index = signed(index, u32::from(bits)).wrapping_mul(i64::from(step));
    let (bits, object) = scalar(slots, base)?;
    let distance = distance.wrapping_add(index);
    Some((bits.wrapping_add_signed(distance) & mask(width), object))
}

/// An address so many bytes behind another.
#[inline(always)]
fn moved(
    slots: &Slots<'_, Value>,
    base: Operand,
    distance: i64,
    width: u32,
) -> Option<(u64, ObjectId)> {
    let (bits, object) = scalar(slots, base)?;
    Some((bits.wrapping_add_signed(distance) & mask(width), object))
}

/// The result of an operation that is always defined.
#[inline(always)]
fn computed(op: BinaryOp, width: u32, x: u64, y: u64) -> Option<u64> {
    let result = match op {
        BinaryOp::Add => x.wrapping_add(y),
        BinaryOp::Sub => x.wrapping_sub(y),
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::Shl if y < u64::from(width) => x << y,
        BinaryOp::LShr if y < u64::from(width) => x >> y,
        BinaryOp::AShr if y < u64::from(width) => (signed(x, width) >> y) as u64,
        BinaryOp::UDiv => x.checked_div(y)?,
        BinaryOp::URem => x.checked_rem(y)?,
        _ => return None,
    };
    Some(result & mask(width))
}

#[inline(always)]
fn float(op: FloatOp, format: FloatFormat, x: u64, y: u64) -> Option<u64> {
    Some(match format {
        FloatFormat::Double => {
            let (x, y) = (f64::from_bits(x), f64::from_bits(y));
            let result = match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Rem => return None,
            };
            result.to_bits()
        }
        FloatFormat::Single => {
            let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
            let result = match op {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Rem => return None,
            };
            result.to_bits().into()
        }
        _ => return None,
    })
}

#[inline(always)]
fn float_compare(how: FloatPredicate, format: FloatFormat, x: u64, y: u64) -> Option<bool> {
    let order = match format {
        FloatFormat::Double => f64::from_bits(x).partial_cmp(&f64::from_bits(y)),
        FloatFormat::Single => f32::from_bits(x as u32).partial_cmp(&f32::from_bits(y as u32)),
        _ => return None,
    };
    Some(super::float::holds(how, order))
}

impl Memory {
    /// Executes an instruction; nothing has happened if it yields none.
    #[inline(always)]
    pub(super) fn quickly(
        &mut self,
        inst: &Inst,
        slots: &mut Slots<'_, Value>,
        width: u32,
    ) -> Option<()> {
        match *inst {
            Inst::Move(to, from) => {
                let (bits, object) = scalar(slots, from)?;
                put(slots, to, bits, object)
            }
            Inst::Binary(..)
            | Inst::Add(..)
            | Inst::Sub(..)
            | Inst::Mul(..)
            | Inst::And(..)
            | Inst::Or(..)
            | Inst::Xor(..)
            | Inst::Shl(..)
            | Inst::LShr(..) => {
                let (op, bits, to, [a, b]) = inst.arithmetic()?;
                let ((x, p), (y, q)) = (scalar(slots, a)?, scalar(slots, b)?);
                let result = computed(op, u32::from(bits), x, y)?;
                put(slots, to, result, belongs(op, p, q))
            }
            Inst::Compare(how, bits, to, [a, b]) => {
                let ((x, _), (y, _)) = (scalar(slots, a)?, scalar(slots, b)?);
                let holds = compare::narrow(how, u32::from(bits), x, y);
                put(slots, to, u64::from(holds), ObjectId::NONE)
            }
            Inst::Cast(op, from, bits, to, a) if bits <= 64 => {
                let (number, object) = scalar(slots, a)?;
                let (number, object) = match op {
                    CastOp::SExt => {
                        let wide = signed(number, u32::from(from)) as u64;
                        (wide & mask(u32::from(bits)), ObjectId::NONE)
                    }
                    CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr => {
                        (number & mask(u32::from(bits)), object)
                    }
                    CastOp::ZExt => (number, object),
                    _ => return None,
                };
                put(slots, to, number, object)
            }
            Inst::Float(op, format, to, [a, b]) => {
                let ((x, _), (y, _)) = (scalar(slots, a)?, scalar(slots, b)?);
                put(slots, to, float(op, format, x, y)?, ObjectId::NONE)
            }
            Inst::FloatCompare(how, format, to, [a, b]) => {
                let ((x, _), (y, _)) = (scalar(slots, a)?, scalar(slots, b)?);
                let holds = float_compare(how, format, x, y)?;
                put(slots, to, u64::from(holds), ObjectId::NONE)
            }
            Inst::Address(to, from, distance, _) => {
                let (bits, object) = moved(slots, from, distance, width)?;
                // It may leave the part of its object that it is held to.
                match object.is_view() {
                    true => None,
                    false => put(slots, to, bits, object),
                }
            }
            Inst::Indexed(to, from, index, bits, step, distance) => {
                let (bits, object) = further(slots, from, (index, bits, step), distance, width)?;
                put(slots, to, bits, object)
            }
            Inst::Load(to, from, read) => {
                let from = scalar(slots, from)?;
                self.fetch(slots, to, from, read)
            }
            Inst::LoadAt(to, from, distance, _, read) => {
                let from = moved(slots, from, distance, width)?;
                self.fetch(slots, to, from, read)
            }
            Inst::LoadIndexed(to, from, index, bits, step, distance, read) => {
                let from = further(slots, from, (index, bits, step), distance, width)?;
                self.fetch(slots, to, from, read)
            }
            Inst::Store(to, from, bytes) => {
                let (to, from) = (scalar(slots, to)?, scalar(slots, from)?);
                self.store_quickly(to, bytes, from)
            }
            Inst::StoreAt(to, distance, _, from, bytes) => {
                let to = moved(slots, to, distance, width)?;
                self.store_quickly(to, bytes, scalar(slots, from)?)
            }
            Inst::StoreIndexed(to, index, bits, step, distance, from, bytes) => {
                let to = further(slots, to, (index, bits, step), distance, width)?;
                self.store_quickly(to, bytes, scalar(slots, from)?)
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn fetch(
        &self,
        slots: &mut Slots<'_, Value>,
        to: Register,
        from: (u64, ObjectId),
        read: Loaded,
    ) -> Option<()> {
        let (number, object) = self.load_quickly(from, u64::from(read.bytes))?;
        if !read.signed {
            // The bits above are zero, also where there are more of them afterwards.
            return put(slots, to, number & mask(u32::from(read.bits)), object);
        }
        let wide = signed(number, u32::from(read.bits)) as u64;
        put(slots, to, wide & mask(u32::from(read.wide)), ObjectId::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concrete::{Pointer, binary, cast, float_binary};
    use crate::memory::{Kind, Making, Member, Reach};
    use proptest::prelude::*;
    use sanecc_ir::{Id, Predicate};

    const OPS: [BinaryOp; 13] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::UDiv,
        BinaryOp::URem,
        BinaryOp::SDiv,
        BinaryOp::SMin,
    ];

    /// What an instruction leaves in register 0, if the short cut does it. Registers 1 and 2 are its operands.
    fn quickly(memory: &mut Memory, inst: &Inst, operands: [&Value; 2]) -> Option<Value> {
        let [a, b] = operands.map(Clone::clone);
        let mut registers = [Value::Undefined, a, b];
        let mut slots = Slots {
            registers: &mut registers,
            constants: &[],
        };
        memory.quickly(inst, &mut slots, 64)?;
        Some(registers[0].clone())
    }

    /// A scalar that may be an address, or a value of another kind.
    fn value(width: u32, bits: u64, kind: u8, object: ObjectId) -> Value {
        match kind {
            0 => Value::Undefined,
            1 => Value::Poison,
            2 => Value::partly(bits, 0x0f, width, ObjectId::NONE),
            3 => Value::Scalar {
                bits: bits & mask(width),
                object,
            },
            _ => Value::integer(bits & mask(width)),
        }
    }

    fn memory() -> (Memory, Pointer) {
        let mut memory = Memory::new(0);
        let making = Making {
            kind: Kind::Library("bytes"),
            bytes: 24,
            align: 16,
        };
        let id = memory.make_static(&making);
        let start = memory.start(id);
        memory.write(start, &[7; 13]).unwrap();
        memory
            .store(start.offset(16), 8, &Value::pointer(start))
            .unwrap();
        (memory, start)
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_the_domain(
            op in prop::sample::select(OPS.to_vec()),
            width in prop::sample::select(vec![1u32, 7, 8, 32, 64]),
            (x, y) in (any::<u64>(), prop_oneof![any::<u64>(), 0u64..70]),
            (k, l) in (0u8..6, 0u8..6),
        ) {
            let (mut memory, start) = memory();
            let (a, b) = (value(width, x, k, start.object), value(width, y, l, start.object));
            let sides = [Operand::from(1), Operand::from(2)];
            let inst = Inst::Binary(op, width as u8, 0, sides);
            for inst in [inst.clone(), inst.frequent()] {
                if let Some(quick) = quickly(&mut memory, &inst, [&a, &b]) {
                    prop_assert_eq!(Ok(quick), binary(op, width, &a, &b));
                }
            }
            for how in [Predicate::Eq, Predicate::ULt, Predicate::SLe] {
                let inst = Inst::Compare(how, width as u8, 0, sides);
                if let Some(quick) = quickly(&mut memory, &inst, [&a, &b]) {
                    prop_assert_eq!(quick, compare(how, width, &a, &b));
                }
            }
            for (op, to) in [(CastOp::Trunc, 1), (CastOp::ZExt, 64), (CastOp::SExt, 64), (CastOp::PtrToInt, 32), (CastOp::SExt, 128)] {
                let inst = Inst::Cast(op, width as u8, to, 0, sides[0]);
                if let Some(quick) = quickly(&mut memory, &inst, [&a, &b]) {
                    prop_assert_eq!(quick, cast(op, width, u32::from(to), &a));
                }
            }
            let inst = Inst::Float(FloatOp::Mul, FloatFormat::Double, 0, sides);
            if let Some(quick) = quickly(&mut memory, &inst, [&a, &b]) {
                let slow = float_binary(FloatOp::Mul, FloatFormat::Double, &a, &b);
                let bits = |value: &Value| value.number().map(|bits| f64::from_bits(bits as u64));
                prop_assert!(quick == slow || bits(&quick).is_some_and(f64::is_nan));
            }
        }

        #[test]
        fn accesses_are_those_of_memory(
            at in -3i64..26,
            bytes in prop::sample::select(vec![1u8, 2, 4, 8]),
            (bits, kind) in (any::<u64>(), 0u8..6),
        ) {
            let ((mut memory, start), (mut other, _)) = (memory(), memory());
            let (here, base) = (start.offset(at), Value::pointer(start));
            let load = Inst::LoadAt(0, Operand::from(1), at, Reach::Bytes, Loaded::plain(bytes, bytes * 8));
            if let Some(quick) = quickly(&mut memory, &load, [&base, &base]) {
                prop_assert_eq!(Ok(quick), memory.load(here, bytes.into(), u32::from(bytes) * 8));
            }
            for (signed, wide) in [(false, 64), (true, 64), (true, 32)] {
                let read = Loaded { signed, wide, ..Loaded::plain(bytes, bytes * 8) };
                let Some((op, [from, to])) = read.cast().filter(|(_, [from, to])| from < to) else {
                    continue;
                };
                let load = Inst::LoadAt(0, Operand::from(1), at, Reach::Bytes, read);
                if let Some(quick) = quickly(&mut memory, &load, [&base, &base]) {
                    let narrow = memory.load(here, bytes.into(), from).unwrap();
                    prop_assert_eq!(quick, cast(op, from, to, &narrow));
                }
            }
            let stored = value(u32::from(bytes) * 8, bits, kind, start.object);
            let store = Inst::StoreAt(Operand::from(1), at, Reach::Bytes, Operand::from(2), bytes);
            if quickly(&mut memory, &store, [&base, &stored]).is_some() {
                prop_assert_eq!(other.store(here, bytes.into(), &stored), Ok(()));
            }
            for at in 0..17 {
                let here = start.offset(at);
                prop_assert_eq!(memory.load(here, 8, 64), other.load(here, 8, 64));
            }
        }
    }

    #[test]
    fn scalars_and_bytes_with_values_take_the_short_cut() {
        let (mut memory, start) = memory();
        let sides = [Operand::from(1), Operand::from(2)];
        let three = Value::int(3);
        let sum = Inst::Binary(BinaryOp::Add, 32, 0, sides);
        assert_eq!(
            quickly(&mut memory, &sum, [&three, &three]),
            Some(Value::int(6))
        );
        let load = Inst::LoadIndexed(0, sides[0], sides[1], 32, 4, 0, Loaded::plain(1, 8));
        let base = Value::pointer(start);
        assert_eq!(
            quickly(&mut memory, &load, [&base, &three]),
            Some(Value::integer(7))
        );
        // Byte 13 has no value.
        let far = Inst::LoadAt(0, sides[0], 13, Reach::Bytes, Loaded::plain(1, 8));
        assert_eq!(quickly(&mut memory, &far, [&base, &three]), None);
    }

    #[test]
    fn pointers_to_parts_of_objects_take_no_short_cut() {
        let (mut memory, start) = memory();
        let member = Member {
            holder: Id::from_index(0),
            field: 0,
            bytes: 8,
            at: 0,
            holder_bytes: 24,
            elements: Some(8),
            is_last: false,
            is_followed: false,
        };
        let object = memory.narrow(start, &member);
        assert!(object.is_view());
        let [base, zero] = [Value::pointer(Pointer { object, ..start }), Value::int(0)];
        let sides = [Operand::from(1), Operand::from(2)];
        for inst in [
            Inst::Address(0, sides[0], 8, Reach::Bytes),
            Inst::Load(0, sides[0], Loaded::plain(1, 8)),
            Inst::LoadAt(0, sides[0], 8, Reach::Bytes, Loaded::plain(1, 8)),
            Inst::LoadIndexed(0, sides[0], sides[1], 32, 4, 8, Loaded::plain(1, 8)),
            Inst::Store(sides[0], sides[1], 1),
            Inst::StoreAt(sides[0], 8, Reach::Bytes, sides[1], 1),
            Inst::StoreIndexed(sides[0], sides[1], 32, 4, 8, sides[1], 1),
        ] {
            assert_eq!(
                quickly(&mut memory, &inst, [&base, &zero]),
                None,
                "{inst:?}"
            );
        }
    }

    #[test]
    fn stores_over_bytes_with_types_take_no_short_cut() {
        let (mut memory, start) = memory();
        let (base, three) = (Value::pointer(start), Value::int(3));
        let store = Inst::Store(Operand::from(1), Operand::from(2), 4);
        assert!(quickly(&mut memory, &store, [&base, &three]).is_some());
        let int = memory.types.number(&"int".into());
        memory.note_type(start, 4, int);
        assert_eq!(quickly(&mut memory, &store, [&base, &three]), None);
    }
}
