//! An interval of integers, and what operations make of it.

use crate::symbolic::View;
use sanecc_ir::{BinaryOp, PoisonFlags};

/// All integers from `low` to `high`, which is not below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Span {
    pub(super) fn only(n: i128) -> Self {
        Self { low: n, high: n }
    }

    /// All values of a type.
    pub(super) fn of_type(bits: u32, view: View) -> Self {
        let half = 1i128 << (bits - 1);
        match view {
            View::Signed => Self {
                low: -half,
                high: half - 1,
            },
            View::Unsigned => Self {
                low: 0,
                high: 2 * half - 1,
            },
        }
    }

    pub(super) fn contains(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub(super) fn hull(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// What both contain; itself where that is nothing, which happens on paths that are not taken.
    pub(super) fn meet(self, other: Self) -> Self {
        let met = Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        };
        if met.low <= met.high { met } else { self }
    }

    pub(super) fn add(self, other: Self) -> Self {
        Self {
            low: self.low + other.low,
            high: self.high + other.high,
        }
    }

    fn negate(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }

    /// Products of numbers of 64 bits fit; `None` where they do not.
    pub(super) fn times(self, other: Self) -> Option<Self> {
        let mut corners = [
            self.low.checked_mul(other.low)?,
            self.low.checked_mul(other.high)?,
            self.high.checked_mul(other.low)?,
            self.high.checked_mul(other.high)?,
        ];
        corners.sort_unstable();
        Some(Self {
            low: corners[0],
            high: corners[3],
        })
    }
}

/// The result of an operation in the integers, where it is one of them in this reading.
fn in_integers(op: BinaryOp, view: View, a: Span, b: Span, bits: u32) -> Option<Span> {
    let shift = (b.low == b.high && (0..i128::from(bits)).contains(&b.low)).then_some(b.low);
    let from_zero = |high: i128| Some(Span { low: 0, high });
    match op {
        BinaryOp::Add => Some(a.add(b)),
        BinaryOp::Sub => Some(a.add(b.negate())),
        BinaryOp::Mul => a.times(b),
        BinaryOp::Shl => a.times(Span::only(1 << shift?)),
        BinaryOp::LShr if a.low >= 0 => Some(Span {
            low: a.low >> shift?,
            high: a.high >> shift?,
        }),
        BinaryOp::AShr if view == View::Signed => Some(Span {
            low: a.low >> shift?,
            high: a.high >> shift?,
        }),
        BinaryOp::UDiv | BinaryOp::SDiv if a.low >= 0 && b.low > 0 => Some(Span {
            low: a.low / b.high,
            high: a.high / b.low,
        }),
        BinaryOp::URem | BinaryOp::SRem if a.low >= 0 && b.low > 0 => {
            from_zero(a.high.min(b.high - 1))
        }
        BinaryOp::And if a.low >= 0 && b.low >= 0 => from_zero(a.high.min(b.high)),
        // The other operand's bits do not matter where this one has no sign.
        BinaryOp::And if view == View::Signed && b.low >= 0 => from_zero(b.high),
        BinaryOp::And if view == View::Signed && a.low >= 0 => from_zero(a.high),
        BinaryOp::Or | BinaryOp::Xor if a.low >= 0 && b.low >= 0 => {
            let all = a.high.max(b.high);
            from_zero((1i128 << (128 - all.leading_zeros())) - 1)
        }
        BinaryOp::SMin if view == View::Signed => Some(least(a, b)),
        BinaryOp::UMin if view == View::Unsigned => Some(least(a, b)),
        BinaryOp::SMax if view == View::Signed => Some(greatest(a, b)),
        BinaryOp::UMax if view == View::Unsigned => Some(greatest(a, b)),
        BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::SMin
        | BinaryOp::SMax
        | BinaryOp::UMin
        | BinaryOp::UMax
        | BinaryOp::Float(_) => None,
    }
}

fn least(a: Span, b: Span) -> Span {
    Span {
        low: a.low.min(b.low),
        high: a.high.min(b.high),
    }
}

fn greatest(a: Span, b: Span) -> Span {
    Span {
        low: a.low.max(b.low),
        high: a.high.max(b.high),
    }
}

/// What an operation yields.
pub(super) struct Outcome {
    /// Where the result lies; index = reading.
    pub(super) spans: [Span; 2],
    /// In which reading it need not be that of the integers.
    pub(super) may_wrap: [bool; 2],
    /// A shift may be by the width or more, so that the result is poison whatever its flags are.
    pub(super) may_shift_too_far: bool,
}

impl Outcome {
    /// Whether the result may be poison: one of the poison-generating flags may be violated, or a shift goes too far.
    pub(super) fn is_wild(&self, poison_flags: PoisonFlags) -> bool {
        self.may_shift_too_far
            || (poison_flags.no_signed_wrap && self.may_wrap[0])
            || (poison_flags.no_unsigned_wrap && self.may_wrap[1])
            || poison_flags.exact
            || poison_flags.disjoint
    }
}

/// What an operation makes of operands that lie in these intervals. Operands of signed operations are read with signs, so a reading
/// in which a negative number would stand for something else yields nothing.
pub(super) fn binary(op: BinaryOp, a: [Span; 2], b: [Span; 2], bits: u32) -> Outcome {
    let signed_only = matches!(op, BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr);
    let unsigned_only = matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::LShr);
    let agree = a[0].low >= 0 && b[0].low >= 0;
    let results = [View::Signed, View::Unsigned].map(|view| {
        let at = view as usize;
        let other =
            (view == View::Unsigned && signed_only) || (view == View::Signed && unsigned_only);
        let found = (agree || !other)
            .then(|| in_integers(op, view, a[at], b[at], bits))
            .flatten()?;
        Span::of_type(bits, view).contains(found).then_some(found)
    });
    let may_shift_too_far = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
        && !(0..i128::from(bits)).contains(&b[1].high);
    let spans = [View::Signed, View::Unsigned]
        .map(|view| results[view as usize].unwrap_or(Span::of_type(bits, view)));
    Outcome {
        spans: agreed(spans, bits),
        may_wrap: results.map(|result| result.is_none()),
        may_shift_too_far,
    }
}

/// Both readings are one where either shows that the number is not negative.
pub(super) fn agreed(spans: [Span; 2], bits: u32) -> [Span; 2] {
    let [signed, unsigned] = spans;
    let largest = Span::of_type(bits, View::Signed).high;
    if signed.low >= 0 || unsigned.high <= largest {
        let met = signed.meet(unsigned);
        [met, met]
    } else {
        spans
    }
}
