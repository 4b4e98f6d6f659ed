//! Addresses in bytes: `base + sum(index * scale) + offset`.

use crate::{Type, ValueId};

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

/// What an address computation names, as the front end wrote it: in the array of this type at the base, which element, and what inside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPath {
    /// Type of the elements that the base points to.
    pub ty: Type,
    /// The first step goes to an element of the base, the others into it.
    pub steps: Box<[Step]>,
}

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To this element.
    Element(ValueId),
    /// To the field of this number.
    Field(u32),
}
