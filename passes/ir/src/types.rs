//! Types of values, and what aggregates consist of.

use crate::AggregateId;
use std::sync::Arc;

/// The type of a value. Sizes of memory accesses stand in the accesses themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    #[default]
    Void,
    /// Integer of this many bits.
    Int(u32),
    /// Floating point.
    Float(FloatFormat),
    /// Pointer into this address space.
    Pointer(u32),
    /// Vector.
    Vector {
        /// Number of lanes.
        lanes: u32,
        /// What each holds.
        lane: Lane,
    },
    /// Struct or array; the module has its parts.
    Aggregate(AggregateId),
    /// Anything else (labels, metadata, tokens, scalable vectors, target types).
    Other,
}

impl Type {
    /// Single precision.
    pub const FLOAT: Type = Type::Float(FloatFormat::Single);
    /// Double precision.
    pub const DOUBLE: Type = Type::Float(FloatFormat::Double);

    /// Whether this is a pointer into the default address space, the only one with a shadow.
    pub fn is_plain_pointer(self) -> bool {
        self == Type::Pointer(0)
    }
}

/// How a floating-point number is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatFormat {
    /// IEEE 754 binary16.
    Half,
    /// The upper half of [`Single`](Self::Single).
    BFloat,
    /// IEEE 754 binary32.
    Single,
    /// IEEE 754 binary64.
    Double,
    /// 80 bits with an explicit first digit (`long double` of x86).
    X87,
    /// IEEE 754 binary128.
    Quad,
    /// The sum of two doubles (`long double` of PowerPC).
    DoubleDouble,
}

impl FloatFormat {
    /// Bits of the encoding, without padding.
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad | FloatFormat::DoubleDouble => 128,
        }
    }
}

/// The type of a vector's lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Integers of this many bits.
    Int(u32),
    /// Floating point.
    Float(FloatFormat),
    /// Pointers into this address space.
    Pointer(u32),
}

impl From<Lane> for Type {
    fn from(lane: Lane) -> Type {
        match lane {
            Lane::Int(bits) => Type::Int(bits),
            Lane::Float(format) => Type::Float(format),
            Lane::Pointer(space) => Type::Pointer(space),
        }
    }
}

/// A struct or array type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// The name that the front end gave it, such as `struct.node`; arrays and literal structs have none.
    pub name: Option<String>,
    /// Bytes from one of these to the next in an array.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// What it consists of.
    pub parts: Parts,
}

impl Aggregate {
    /// What the source calls a struct or class; empty where it has no name there, none for what is no struct. Linking adds numbers to names that several
    /// files have.
    pub fn source_name(&self) -> Option<&str> {
        let name = self.name.as_deref()?;
        let prefixes = ["struct.", "class."];
        let mut name = prefixes
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix))?;
        while let Some((before, number)) = name.rsplit_once('.')
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            name = before;
        }
        let name = name.split('<').next().unwrap_or_default();
        Some(if name == "anon" { "" } else { name })
    }
}

/// What a struct or array consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// A struct's fields, in order.
    Fields(Vec<Field>),
    /// An array's elements.
    Elements {
        /// Type of each.
        ty: Type,
        /// How many.
        count: u64,
        /// Bytes from one to the next.
        stride: u64,
    },
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Bytes from the struct's start.
    pub at: u64,
    /// Its name, where debug information has it.
    pub name: Option<Arc<str>>,
    /// Its type.
    pub ty: Type,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_are_called_as_in_the_source() {
        let of = |name: &str| {
            let aggregate = Aggregate {
                name: Some(name.into()),
                bytes: 0,
                align: 1,
                parts: Parts::Fields(Vec::new()),
            };
            aggregate.source_name().map(str::to_owned)
        };
        assert_eq!(of("struct.node2").as_deref(), Some("node2"));
        assert_eq!(of("struct.node.17.3").as_deref(), Some("node"));
        assert_eq!(of("class.ns::list<int>.2").as_deref(), Some("ns::list"));
        assert_eq!(of("struct.anon.4").as_deref(), Some(""));
        assert_eq!(of("union.either"), None);
    }
}
