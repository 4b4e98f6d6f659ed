//! Comparisons and subtractions of pointers, which C defines only for pointers into one object.

use crate::{Access, AccessKind, Extent, ValueId};

/// What is asked of two pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairKind {
    /// Which comes first (`<`, `<=`, `>`, `>=`).
    Order,
    /// How far they are from each other.
    Difference,
}

/// Two pointers that one instruction orders or subtracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The instruction; the check belongs directly before it.
    pub instruction: ValueId,
    /// What it asks.
    pub kind: PairKind,
    /// The pointers, as they are written.
    pub pointers: [ValueId; 2],
}

impl Pair {
    /// The access of no bytes that one of its pointers, the first (0) or second (1), stands for: where it may point is asked as of an access.
    pub fn nothing_at(&self, number: usize) -> Access {
        Access {
            instruction: self.instruction,
            pointer: self.pointers[number],
            extent: Extent::Bytes(0),
            align: 1,
            kind: AccessKind::Read,
            atomic: false,
            bulk: false,
            by_library: false,
        }
    }
}
