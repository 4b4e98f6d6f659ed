//! Loads and stores of values of any type, and the bits behind values.

use super::Machine;
use crate::concrete::{Long, Pointer, Value, mask};
use crate::fault::Stop;
use crate::memory::ObjectId;
use sanecc_ir::{Lane, Parts, Type};

/// Bits of which some have no value, as many as a type has, the least significant first: words of 64.
#[derive(Clone, Debug, Default)]
pub(super) struct BitString {
    pub(super) bits: Vec<u64>,
    pub(super) undefined: Vec<u64>,
    /// The object of an address, of bits that are one.
    pub(super) object: ObjectId,
}

impl BitString {
    fn of_width(width: u64) -> Self {
        let words = width.div_ceil(64) as usize;
        BitString {
            bits: vec![0; words],
            undefined: vec![0; words],
            object: ObjectId::NONE,
        }
    }

    fn put(&mut self, at: u64, width: u32, bits: u64, undefined: u64) {
        let (word, shift) = ((at / 64) as usize, (at % 64) as u32);
        for (words, part) in [(&mut self.bits, bits), (&mut self.undefined, undefined)] {
            words[word] |= part << shift;
            if shift + width > 64 {
                words[word + 1] |= part >> (64 - shift);
            }
        }
    }

    fn get(&self, at: u64, width: u32) -> (u64, u64) {
        let (word, shift) = ((at / 64) as usize, (at % 64) as u32);
        let of = |words: &[u64]| {
            let mut all = words[word] >> shift;
            if shift > 0
                && let Some(next) = words.get(word + 1)
            {
                all |= next << (64 - shift);
            }
            all & mask(width)
        };
        (of(&self.bits), of(&self.undefined))
    }
}

impl Machine<'_> {
    /// Bits of a type that is no aggregate.
    pub(super) fn width_of(&self, ty: Type) -> u64 {
        let lane = |lane| match lane {
            Lane::Int(bits) => bits,
            Lane::Float(format) => format.bits(),
            Lane::Pointer(_) => self.module.layout.pointer_bits,
        };
        match ty {
            Type::Int(bits) => u64::from(bits),
            Type::Float(format) => u64::from(format.bits()),
            Type::Pointer(_) => u64::from(self.module.layout.pointer_bits),
            Type::Vector { lanes, lane: one } => u64::from(lanes) * u64::from(lane(one)),
            Type::Aggregate(_) | Type::Void | Type::Other => 0,
        }
    }

    /// The bits of a value of a type that is no aggregate.
    pub(super) fn bits_of(&self, value: &Value, ty: Type) -> BitString {
        let width = self.width_of(ty);
        let mut all = BitString::of_width(width);
        if let (Type::Vector { lanes, lane }, Value::Parts(parts)) = (ty, value) {
            let step = width / u64::from(lanes.max(1));
            for (part, number) in parts.iter().zip(0u64..) {
                let part = self.bits_of(part, lane.into());
                let mut at = 0;
                while at < step {
                    let few = (step - at).min(64) as u32;
                    let (bits, undefined) = part.get(at, few);
                    all.put(number * step + at, few, bits, undefined);
                    at += u64::from(few);
                }
                if lanes == 1 {
                    all.object = part.object;
                }
            }
            return all;
        }
        match value {
            Value::Wide(bits) => {
                all.put(0, 64, **bits as u64, 0);
                all.put(
                    64,
                    (width.clamp(65, 128) - 64) as u32,
                    (**bits >> 64) as u64,
                    0,
                );
            }
            Value::Long(long) => {
                let [bits, undefined] = long.words();
                for (words, held) in [(&mut all.bits, bits), (&mut all.undefined, undefined)] {
                    words[..held.len()].copy_from_slice(&held);
                }
            }
            other => match other.parts_of_scalar(width.min(64) as u32) {
                Some((bits, undefined, object)) if width <= 64 => {
                    all.put(0, width as u32, bits, undefined);
                    all.object = object;
                }
                _ => {
                    let mut at = 0;
                    while at < width {
                        let few = (width - at).min(64) as u32;
                        all.put(at, few, 0, mask(few));
                        at += u64::from(few);
                    }
                }
            },
        }
        all
    }

    /// The value of a type that is no aggregate, of its bits.
    pub(super) fn value_of(&self, all: &BitString, ty: Type) -> Value {
        let width = self.width_of(ty);
        if let Type::Vector { lanes, lane } = ty {
            let step = width / u64::from(lanes.max(1));
            let parts = (0..u64::from(lanes)).map(|number| {
                let mut part = BitString::of_width(step);
                let mut at = 0;
                while at < step {
                    let few = (step - at).min(64) as u32;
                    let (bits, undefined) = all.get(number * step + at, few);
                    part.put(at, few, bits, undefined);
                    at += u64::from(few);
                }
                if lanes == 1 {
                    part.object = all.object;
                }
                self.value_of(&part, lane.into())
            });
            return Value::Parts(parts.collect());
        }
        if width <= 64 {
            let (bits, undefined) = all.get(0, width as u32);
            return Value::partly(bits, undefined, width as u32, all.object);
        }
        if width <= 128 {
            let (low, missing) = all.get(0, 64);
            let (high, more) = all.get(64, (width - 64) as u32);
            if missing | more == 0 {
                return Value::Wide(Box::new(u128::from(high) << 64 | u128::from(low)));
            }
        }
        Long::of_words(&all.bits, &all.undefined).into_value(width as u32)
    }

    /// Reads a value of any type.
    pub(super) fn load_any(&self, from: Pointer, ty: Type) -> Result<Value, Stop> {
        if let Type::Aggregate(id) = ty {
            let parts: Result<Vec<Value>, Stop> = match &self.module.aggregates[id].parts {
                Parts::Fields(fields) => fields
                    .iter()
                    .map(|field| self.load_any(from.offset(field.at as i64), field.ty))
                    .collect(),
                Parts::Elements { ty, count, stride } => (0..*count)
                    .map(|number| self.load_any(from.offset((number * stride) as i64), *ty))
                    .collect(),
            };
            return Ok(Value::Parts(parts?.into()));
        }
        if let Type::Vector {
            lanes,
            lane: lane @ Lane::Pointer(_),
        } = ty
        {
            let bytes = self.module.layout.pointer_bytes();
            let all: Result<Vec<Value>, Stop> = (0..u64::from(lanes))
                .map(|number| self.load_any(from.offset((number * bytes) as i64), lane.into()))
                .collect();
            return Ok(Value::Parts(all?.into()));
        }
        let width = self.width_of(ty);
        let bytes = width.div_ceil(8);
        let mut all = BitString::of_width(width);
        // The whole lies in one object.
        self.memory
            .locate(from, bytes, crate::fault::Access::Read)?;
        let mut at = 0;
        while at < bytes {
            let few = (bytes - at).min(8);
            let bits = ((width - at * 8).min(64)) as u32;
            let part = self.memory.load(from.offset(at as i64), few, bits)?;
            if let Some((bits_here, undefined, object)) = part.parts_of_scalar(bits) {
                all.put(at * 8, bits, bits_here, undefined);
                all.object = object;
            }
            at += few;
        }
        if bytes != 8 {
            all.object = ObjectId::NONE;
        }
        Ok(self.value_of(&all, ty))
    }

    /// Writes a value of any type.
    pub(super) fn store_any(&mut self, to: Pointer, value: &Value, ty: Type) -> Result<(), Stop> {
        if let Type::Aggregate(id) = ty {
            let module = self.module;
            let part = |number: usize| match value {
                Value::Parts(parts) => parts.get(number).cloned().unwrap_or(Value::Undefined),
                other => other.clone(),
            };
            match &module.aggregates[id].parts {
                Parts::Fields(fields) => {
                    for (number, field) in fields.iter().enumerate() {
                        let at = to.offset(field.at as i64);
                        self.store_any(at, &part(number), field.ty)?;
                    }
                }
                Parts::Elements { ty, count, stride } => {
                    for number in 0..*count {
                        let at = to.offset((number * stride) as i64);
                        self.store_any(at, &part(number as usize), *ty)?;
                    }
                }
            }
            return Ok(());
        }
        if let (
            Type::Vector {
                lane: lane @ Lane::Pointer(_),
                ..
            },
            Value::Parts(parts),
        ) = (ty, value)
        {
            let bytes = self.module.layout.pointer_bytes();
            for (part, number) in parts.iter().zip(0u64..) {
                self.store_any(to.offset((number * bytes) as i64), part, lane.into())?;
            }
            return Ok(());
        }
        let width = self.width_of(ty);
        let bytes = width.div_ceil(8);
        let all = self.bits_of(value, ty);
        self.memory.locate_to_write(to, bytes)?;
        let mut at = 0;
        while at < bytes {
            let few = (bytes - at).min(8);
            let bits = ((width - at * 8).min(64)) as u32;
            let (here, undefined) = all.get(at * 8, bits);
            let object = if bytes == 8 {
                all.object
            } else {
                ObjectId::NONE
            };
            let part = Value::partly(here, undefined, bits, object);
            self.memory.store(to.offset(at as i64), few, &part)?;
            at += few;
        }
        Ok(())
    }
}
