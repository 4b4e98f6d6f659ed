//! The results of pure integer intrinsics.
//!
//! For memory effects, such an intrinsic is [`Op::Inert`](crate::Op::Inert) or [`Op::Element`](crate::Op::Element). Analyses of values read here what
//! it computes.

use crate::{BinaryOp, ValueId};

/// The result of a pure intrinsic, or of taking one result out of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Computed {
    /// A number of bits of the operand: at most its width.
    Bits {
        /// The operand.
        of: ValueId,
        /// It is poison where the operand is 0 (`llvm.ctlz`, `llvm.cttz`).
        poison_at_zero: bool,
    },
    /// The bits of the operands in another order (`llvm.bswap`, `llvm.bitreverse`, `llvm.fshl`, `llvm.fshr`).
    Moved(Vec<ValueId>),
    /// The operand without its sign, modulo two to its width.
    Absolute {
        /// The operand.
        of: ValueId,
        /// It is poison where the operand is the least number of its type.
        poison_at_least: bool,
    },
    /// Sum or difference, or the limit of the type that it goes beyond.
    Saturated {
        /// Addition or subtraction.
        op: BinaryOp,
        /// With sign.
        signed: bool,
        /// Left and right side.
        sides: [ValueId; 2],
    },
    /// The operation as the machine does it, whatever wraps: the number that the `with.overflow` intrinsics yield.
    Wrapped(BinaryOp, [ValueId; 2]),
    /// Whether the operation wraps, read with signs or without.
    Overflow {
        /// Addition, subtraction or multiplication.
        op: BinaryOp,
        /// With sign.
        signed: bool,
        /// Left and right side.
        sides: [ValueId; 2],
    },
}

impl Computed {
    /// Calls `visit` with each operand.
    pub fn operands(&self, visit: impl FnMut(ValueId)) {
        match self {
            Computed::Bits { of, .. } | Computed::Absolute { of, .. } => {
                std::iter::once(*of).for_each(visit);
            }
            Computed::Moved(all) => all.iter().copied().for_each(visit),
            Computed::Saturated { sides, .. }
            | Computed::Wrapped(_, sides)
            | Computed::Overflow { sides, .. } => sides.iter().copied().for_each(visit),
        }
    }
}
