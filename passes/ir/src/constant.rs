//! Constants other than integers, null and addresses.

use crate::{BlockId, FuncId, Op, ValueId};

/// A constant other than those that [`ValueDef`](crate::ValueDef) names itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A floating-point number, encoded in its type's format.
    Float(u128),
    /// An integer of more than 64 bits, without sign, in words of 64 bits, the least significant first.
    Wide(Box<[u64]>),
    /// All bits of a vector or aggregate are zero.
    Zero,
    /// A vector or aggregate by its parts.
    Parts(Box<[ValueId]>),
    /// The address of a label.
    Label(FuncId, BlockId),
    /// An operation on constants.
    Expression(Box<Op>),
    /// Another name of a symbol or an address in it (an alias). A definition elsewhere may prevail.
    Alias(ValueId),
    /// What this function returns when the program is loaded (an ifunc).
    Resolved(FuncId),
    /// A constant of LLVM that the import does not know.
    Unknown,
}
