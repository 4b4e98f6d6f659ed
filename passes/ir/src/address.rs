//! Addresses in bytes: `base + sum(index * scale) + offset`.

use crate::ValueId;

/// One variable part of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The index; sign-extended or truncated to the pointer's width.
    pub index: ValueId,
    /// Bytes per step.
    pub scale: i64,
}

/// An address computed from another, in the pointer's own wrap-around arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The pointer it starts from.
    pub base: ValueId,
    /// Variable parts.
    pub terms: Vec<Term>,
    /// Constant part in bytes.
    pub offset: i64,
}

impl Address {
    /// Whether the distance from the base is a constant.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }
}
