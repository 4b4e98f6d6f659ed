//! Memory accesses: what a check has to cover.

use crate::ValueId;

/// What an access does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes (also read-modify-write).
    Write,
}

/// How many bytes an access touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// So many bytes.
    Bytes(u64),
    /// As many bytes as this value says (unsigned).
    Dynamic(ValueId),
    /// Lanes of `lane` bytes each, lane `i` only where bit `i` of `mask` (a vector of `i1`) is set. With
    /// `scattered`, the pointer is a vector with an address for each lane; otherwise lanes are adjacent.
    Masked {
        /// Vector of `i1`.
        mask: ValueId,
        /// Bytes of a lane.
        lane: u64,
        /// Number of lanes.
        lanes: u32,
        /// Whether each lane has its own address.
        scattered: bool,
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
    /// A whole-block operation (memcpy, memset, struct passed by value).
    pub block: bool,
}
