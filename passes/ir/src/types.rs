//! Types of values, and what aggregates consist of.

use crate::AggregateId;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Bytes from the struct's start.
    pub at: u64,
    /// Its type.
    pub ty: Type,
}
