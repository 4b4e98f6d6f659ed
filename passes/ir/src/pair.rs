//! Comparisons and subtractions of pointers, which C defines only for pointers into one object.

use crate::ValueId;

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
