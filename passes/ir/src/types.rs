//! Types of values.

/// The type of a value. Sizes of memory accesses stand in the accesses themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// Integer of this many bits.
    Int(u32),
    /// Floating point of this many bits.
    Float(u32),
    /// Pointer into this address space.
    Pointer(u32),
    /// Vector of so many lanes of so many bits each (pointers count as integers).
    Vector {
        /// Number of lanes.
        lanes: u32,
        /// Bits of a lane.
        bits: u32,
    },
    /// Struct or array.
    Aggregate,
    /// Anything else (labels, metadata, tokens, scalable vectors, target types).
    Other,
}

impl Type {
    /// Whether this is a pointer into the default address space, the only one with a shadow.
    pub fn is_plain_pointer(self) -> bool {
        self == Type::Pointer(0)
    }
}
