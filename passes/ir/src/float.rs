//! Floating-point operations.

/// Two-operand arithmetic.
#[allow(missing_docs)] // LLVM's names, LLVM's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// How a comparison compares. Ordered ones are false where an operand is no number, unordered ones true.
#[allow(missing_docs)] // LLVM's names, LLVM's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatPredicate {
    False,
    OEq,
    OGt,
    OGe,
    OLt,
    OLe,
    ONe,
    Ordered,
    Unordered,
    UEq,
    UGt,
    UGe,
    ULt,
    ULe,
    UNe,
    True,
}

impl FloatPredicate {
    /// The predicate that holds where this one does not.
    pub fn negated(self) -> Self {
        match self {
            FloatPredicate::False => FloatPredicate::True,
            FloatPredicate::OEq => FloatPredicate::UNe,
            FloatPredicate::OGt => FloatPredicate::ULe,
            FloatPredicate::OGe => FloatPredicate::ULt,
            FloatPredicate::OLt => FloatPredicate::UGe,
            FloatPredicate::OLe => FloatPredicate::UGt,
            FloatPredicate::ONe => FloatPredicate::UEq,
            FloatPredicate::Ordered => FloatPredicate::Unordered,
            FloatPredicate::Unordered => FloatPredicate::Ordered,
            FloatPredicate::UEq => FloatPredicate::ONe,
            FloatPredicate::UGt => FloatPredicate::OLe,
            FloatPredicate::UGe => FloatPredicate::OLt,
            FloatPredicate::ULt => FloatPredicate::OGe,
            FloatPredicate::ULe => FloatPredicate::OGt,
            FloatPredicate::UNe => FloatPredicate::OEq,
            FloatPredicate::True => FloatPredicate::False,
        }
    }
}

/// Conversions from or to floating point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatCast {
    /// To an integer without sign, towards zero.
    ToUnsigned,
    /// To an integer with sign, towards zero.
    ToSigned,
    /// From an integer without sign.
    FromUnsigned,
    /// From an integer with sign.
    FromSigned,
    /// To a narrower format.
    Truncate,
    /// To a wider format.
    Extend,
}

/// What an operation may assume of floating-point numbers, and in which order it may compute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FastMath {
    /// An operand or result that is no number is poison (`nnan`).
    pub no_nans: bool,
    /// An infinite operand or result is poison (`ninf`).
    pub no_infinities: bool,
    /// The sign of a zero does not matter (`nsz`).
    pub no_signed_zeros: bool,
    /// Results may differ in rounding (`arcp`, `contract`, `afn`, `reassoc`).
    pub inexact: bool,
}
