//! Values of a run: what bits they have, which of them have a value at all, and which object an address belongs to.

use super::Long;
use crate::memory::ObjectId;
use std::ops::{Deref, DerefMut};

/// The value of a register.
#[derive(Debug, PartialEq)]
pub enum Value {
    /// Up to 64 bits that all have a value: an integer without sign, the encoding of a floating-point number, an address.
    Scalar {
        /// The bits; those above the type's width are zero.
        bits: u64,
        /// The object that an address, or what was computed from one, belongs to.
        object: ObjectId,
    },
    /// Up to 64 bits of which some have no value.
    Partial(Box<Partial>),
    /// 65 to 128 bits that all have a value.
    Wide(Box<u128>),
    /// More than 64 bits of which some have no value, or more than 128.
    Long(Box<Long>),
    /// No bit has a value: uninitialised, or undefined by the language.
    Undefined,
    /// The result of an operation that promised something that does not hold.
    Poison,
    /// The lanes of a vector, or the parts of an aggregate.
    Parts(Parts),
}

impl Clone for Value {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            &Value::Scalar { bits, object } => Value::Scalar { bits, object },
            other => other.another(),
        }
    }

    /// Most registers hold scalars and get scalars: nothing is dropped then.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        match (&mut *self, source) {
            (
                Value::Scalar { bits, object },
                &Value::Scalar {
                    bits: new,
                    object: of,
                },
            ) => (*bits, *object) = (new, of),
            _ => *self = source.clone(),
        }
    }
}

impl Value {
    #[cold]
    fn another(&self) -> Self {
        match self {
            &Value::Scalar { bits, object } => Value::Scalar { bits, object },
            Value::Partial(partial) => Value::Partial(partial.clone()),
            Value::Wide(wide) => Value::Wide(wide.clone()),
            Value::Long(long) => Value::Long(long.clone()),
            Value::Undefined => Value::Undefined,
            Value::Poison => Value::Poison,
            Value::Parts(parts) => Value::Parts(parts.clone()),
        }
    }
}

/// Values that are one, behind one address: a value is as small as an integer and the name of an object, and registers hold it with little effort.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts(Box<Box<[Value]>>);

impl Parts {
    /// The values.
    pub fn into_vec(self) -> Vec<Value> {
        self.0.into_vec()
    }
}

impl From<Vec<Value>> for Parts {
    fn from(values: Vec<Value>) -> Self {
        Parts(Box::new(values.into()))
    }
}

impl FromIterator<Value> for Parts {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        Parts(Box::new(values.into_iter().collect()))
    }
}

impl Deref for Parts {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl DerefMut for Parts {
    fn deref_mut(&mut self) -> &mut [Value] {
        &mut self.0
    }
}

/// Bits of which some have no value.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// The bits; those without a value are zero.
    pub bits: u64,
    /// Which have no value.
    pub undefined: u64,
    /// The object that they come from, if they are those of an address.
    pub object: ObjectId,
}

/// An address and the object that it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointer {
    /// The address.
    pub address: u64,
    /// The object.
    pub object: ObjectId,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer {
        address: 0,
        object: ObjectId::NONE,
    };

    /// So many bytes further on, in the same object.
    #[must_use]
    pub fn offset(self, bytes: i64) -> Self {
        Pointer {
            address: self.address.wrapping_add_signed(bytes),
            object: self.object,
        }
    }

    /// Whether it is null.
    pub fn is_null(self) -> bool {
        self.address == 0
    }
}

impl Value {
    /// An integer of up to 64 bits.
    #[inline]
    pub fn integer(bits: u64) -> Self {
        Value::Scalar {
            bits,
            object: ObjectId::NONE,
        }
    }

    /// A truth value.
    #[inline]
    pub fn bit(bit: bool) -> Self {
        Value::integer(u64::from(bit))
    }

    /// An `int` of C: 32 bits.
    pub fn int(number: i32) -> Self {
        Value::integer(u64::from(number as u32))
    }

    /// A `long` of C, of 64 bits.
    pub fn long(number: i64) -> Self {
        Value::integer(number as u64)
    }

    /// A `double` of C.
    pub fn double(number: f64) -> Self {
        Value::integer(number.to_bits())
    }

    /// A `float` of C.
    pub fn float(number: f32) -> Self {
        Value::integer(u64::from(number.to_bits()))
    }

    /// An address.
    #[inline]
    pub fn pointer(pointer: Pointer) -> Self {
        Value::Scalar {
            bits: pointer.address,
            object: pointer.object,
        }
    }

    /// Nothing, as a function without result returns it.
    pub fn nothing() -> Self {
        Value::Undefined
    }

    /// A number of at most 128 bits.
    pub fn of_width(number: u128, bits: u32) -> Self {
        match bits {
            0..=64 => Value::integer(number as u64),
            _ => Value::Wide(Box::new(number)),
        }
    }

    /// Up to 64 bits of which those of the mask have no value.
    pub fn partly(bits: u64, undefined: u64, width: u32, object: ObjectId) -> Self {
        let all = mask(width);
        let undefined = undefined & all;
        match undefined {
            0 => Value::Scalar {
                bits: bits & all,
                object,
            },
            _ if undefined == all => Value::Undefined,
            _ => Value::Partial(Box::new(Partial {
                bits: bits & all & !undefined,
                undefined,
                object,
            })),
        }
    }

    /// The bits and which of them have no value, of a scalar of up to 64 bits that is not poison.
    pub fn parts_of_scalar(&self, width: u32) -> Option<(u64, u64, ObjectId)> {
        match self {
            Value::Scalar { bits, object } => Some((*bits, 0, *object)),
            Value::Partial(partial) => Some((partial.bits, partial.undefined, partial.object)),
            Value::Undefined => Some((0, mask(width), ObjectId::NONE)),
            Value::Poison | Value::Wide(_) | Value::Long(_) | Value::Parts(_) => None,
        }
    }

    /// All bits of a defined scalar of up to 128.
    pub fn number(&self) -> Option<u128> {
        match self {
            Value::Scalar { bits, .. } => Some(u128::from(*bits)),
            Value::Wide(bits) => Some(**bits),
            Value::Long(long) if long.is_defined() => u128::try_from(&long.bits).ok(),
            _ => None,
        }
    }
}

/// The bits of a width of up to 64.
#[inline]
pub fn mask(width: u32) -> u64 {
    match width {
        0 => 0,
        width => u64::MAX >> (64 - width.min(64)),
    }
}

/// The bits of a width of up to 128.
#[inline]
pub fn wide_mask(width: u32) -> u128 {
    match width {
        0 => 0,
        width => u128::MAX >> (128 - width.min(128)),
    }
}

/// A number of so many bits, read with its sign.
#[inline]
pub fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    (bits << unused) as i64 >> unused
}

/// The same for up to 128 bits.
#[inline]
pub fn wide_signed(bits: u128, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    (bits << unused) as i128 >> unused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_no_larger_than_an_address_and_its_object() {
        assert_eq!(size_of::<Value>(), 16);
    }
}
