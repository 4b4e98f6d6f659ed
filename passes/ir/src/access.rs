//! Memory accesses: which bytes an instruction reads or writes.

use crate::ValueId;

/// What an access does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes (also read-modify-write).
    Write,
}

/// Where the lanes of a masked access lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// Side by side, selected or not.
    Adjacent,
    /// Only the selected ones, side by side.
    Packed,
    /// Each at its own address: the pointer is a vector.
    Scattered,
}

/// How an element of a mask selects its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Select {
    /// It is a bit.
    Bit,
    /// Its sign bit counts.
    Sign,
}

/// How many bytes an access touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// So many bytes.
    Bytes(u64),
    /// As many bytes as this value says (unsigned).
    Dynamic(ValueId),
    /// Lanes of `lane` bytes each, only those that the mask selects.
    Masked {
        /// Vector with one element for each lane.
        mask: ValueId,
        /// How an element of the mask selects its lane.
        select: Select,
        /// Bytes of a lane.
        lane: u64,
        /// Number of lanes.
        lanes: u32,
        /// Where the lanes lie.
        order: Lanes,
    },
}

/// One access to memory by one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The instruction; the check belongs directly before it.
    pub instruction: ValueId,
    /// First byte.
    pub pointer: ValueId,
    /// How many bytes.
    pub extent: Extent,
    /// Known alignment of the pointer in bytes, a power of two.
    pub align: u64,
    /// Reads or writes.
    pub kind: AccessKind,
    /// Atomic.
    pub atomic: bool,
    /// A bulk operation (memcpy, memset, struct passed by value).
    pub bulk: bool,
    /// Made by a library function whose calls the runtime checks. Only a bounds check against a known object is more
    /// exact than that check.
    pub by_library: bool,
}
