//! What is known of a value.

use super::span::{Span, agreed};
use crate::symbolic::View;
use sanecc_ir::ValueId;
use std::collections::BTreeSet;

/// Most upper bounds of a value; more are not kept.
const MAX_BOUNDS: usize = 8;

/// The facts about one value where it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Where it lies; index = reading.
    pub(super) spans: [Span; 2],
    /// Values that are greater; index = reading. They are roots (see [`super::Pentagons::root`]).
    pub(super) below: [BTreeSet<ValueId>; 2],
    /// It may be poison: two uses may disagree, so it has no facts.
    pub(super) wild: bool,
}

impl State {
    pub(super) fn new(spans: [Span; 2], bits: u32) -> Self {
        Self {
            spans: agreed(spans, bits),
            below: [BTreeSet::new(), BTreeSet::new()],
            wild: false,
        }
    }

    pub(super) fn anything(bits: u32, wild: bool) -> Self {
        let spans = [View::Signed, View::Unsigned].map(|view| Span::of_type(bits, view));
        Self {
            wild,
            ..Self::new(spans, bits)
        }
    }

    pub(super) fn constant(n: i64, bits: u32) -> Self {
        let unsigned = i128::from(n) & Span::of_type(bits, View::Unsigned).high;
        let sign = 1i128 << (bits - 1);
        let signed = (unsigned ^ sign) - sign;
        Self {
            spans: [Span::only(signed), Span::only(unsigned)],
            below: [BTreeSet::new(), BTreeSet::new()],
            wild: false,
        }
    }

    /// Adds upper bounds, as many as are kept. Both readings share them where the number and its bound are not negative, which
    /// holds where the number is not negative with its sign.
    pub(super) fn add_below(&mut self, view: View, bounds: impl IntoIterator<Item = ValueId>) {
        let all = &mut self.below[view as usize];
        for bound in bounds {
            if all.len() < MAX_BOUNDS {
                all.insert(bound);
            }
        }
    }
}
