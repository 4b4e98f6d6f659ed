//! Operations on parts of vectors and aggregates.

/// What is done with the parts of vectors and aggregates. The operands are LLVM's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElementOp {
    /// The part of the first operand at this path.
    ExtractValue(Box<[u32]>),
    /// The first operand with the second one at this path.
    InsertValue(Box<[u32]>),
    /// The lane of the first operand that the second one numbers.
    ExtractElement,
    /// The first operand with the second one in the lane that the third one numbers.
    InsertElement,
    /// For each lane of the result its number among those of both operands; poison for none.
    Shuffle(Box<[Option<u32>]>),
    /// A vector of addresses: the first operand plus, for each further operand, itself times a step.
    Addresses {
        /// Steps in bytes, one for each operand but the first.
        steps: Box<[i64]>,
        /// Bytes that are added besides.
        offset: i64,
    },
    /// Addresses over types without a constant size.
    Unknown,
}
