//! Does an access stay in its object, as far as this domain shows?

use super::span::Span;
use super::{Domain, Pentagons};
use crate::symbolic::{View, asked};
use crate::{Extent as Bytes, Object};
use sanecc_ir::{Access, Address, BinaryOp, BlockId, Extent, Function, Op, Type, ValueId};

/// A size in bytes: `count * element`, or a constant where there is no count.
struct Sized {
    count: Option<ValueId>,
    element: i128,
    /// Where the whole lies.
    span: Span,
}

impl Pentagons<'_> {
    /// Whether the access provably stays in the object.
    pub fn stays_within(
        &self,
        object: Object,
        access: &Access,
        place: &Address,
        block: BlockId,
    ) -> bool {
        self.proves(object, access, place, block).unwrap_or(false)
    }

    fn proves(
        &self,
        object: Object,
        access: &Access,
        place: &Address,
        block: BlockId,
    ) -> Option<bool> {
        let size = self.size_of(object, block)?;
        let (length, bytes) = match access.extent {
            Extent::Bytes(n) => (None, Span::only(i128::from(n))),
            Extent::Dynamic(length) => {
                let spans = self.spans_at(length, block, &[])?;
                let wild = self.state(length)?.wild;
                ((!wild).then_some(length), spans[View::Unsigned as usize])
            }
            Extent::Masked { .. } => return None,
        };
        let inside = [View::Signed, View::Unsigned].into_iter().any(|view| {
            self.offset(place, view, block)
                .is_some_and(|offset| offset.low >= 0 && offset.high + bytes.high <= size.span.low)
        });
        if inside || self.domain == Domain::Intervals {
            return Some(inside);
        }
        let count = size.count?;
        Some(match (place.terms.as_slice(), length) {
            // All of a block that is as long as the operation.
            ([], Some(length)) if place.offset == 0 && size.element >= 1 => {
                let same = self.root(length, View::Unsigned) == self.root(count, View::Unsigned);
                let below = self.below_at(length, View::Unsigned, block, &[]);
                same || below.contains(&self.root(count, View::Unsigned))
            }
            ([term], None) => {
                let (scale, offset) = (i128::from(term.scale), i128::from(place.offset));
                let fits = scale > 0 && scale <= size.element && offset >= 0;
                let last = fits && offset + bytes.high <= scale;
                let wide = self.is_as_wide_as_addresses(term.index);
                let is_below = |view| {
                    let at = self.spans_at(term.index, block, &[]);
                    let from_zero = at.is_some_and(|at| at[view as usize].low >= 0);
                    from_zero
                        && !self.state(term.index).is_none_or(|state| state.wild)
                        && self
                            .below_at(term.index, view, block, &[])
                            .into_iter()
                            .any(|bound| self.is_count(bound, count, view))
                };
                last && (is_below(View::Signed) || (wide && is_below(View::Unsigned)))
            }
            _ => false,
        })
    }

    /// Whether a bound, read so, is the number of elements: what is above something that is not negative is not negative, and
    /// was made wider as the same number, with or without its sign.
    fn is_count(&self, bound: ValueId, count: ValueId, view: View) -> bool {
        let roots = [view, View::Unsigned].map(|view| self.root(count, view));
        roots.contains(&bound)
    }

    /// Whether a number reads the same with and without its sign when it is added to an address.
    fn is_as_wide_as_addresses(&self, index: ValueId) -> bool {
        let width = self.function.layout.index_bits;
        matches!(self.function.values[index].ty, Type::Int(bits) if bits >= width)
    }

    /// The distance from the object's start.
    fn offset(&self, place: &Address, view: View, block: BlockId) -> Option<Span> {
        let mut offset = Span::only(i128::from(place.offset));
        for term in &place.terms {
            // Narrower indices are extended with their sign, wider ones cut off.
            let view = match self.is_as_wide_as_addresses(term.index) {
                true => view,
                false => View::Signed,
            };
            let index = self.spans_at(term.index, block, &[])?[view as usize];
            offset = offset.add(index.times(Span::only(i128::from(term.scale)))?);
        }
        Some(offset)
    }

    fn size_of(&self, object: Object, block: BlockId) -> Option<Sized> {
        match object.extent() {
            Bytes::Bytes(n) => {
                return Some(Sized {
                    count: None,
                    element: i128::from(n),
                    span: Span::only(i128::from(n)),
                });
            }
            Bytes::Asked(_) => {}
            // Its size may wrap around.
            Bytes::Counted(_) => return None,
        }
        let mut product = Sized {
            count: None,
            element: 1,
            span: Span::only(1),
        };
        for argument in asked(self.function, object)? {
            if self.state(argument)?.wild {
                return None;
            }
            let span = self.spans_at(argument, block, &[])?[View::Unsigned as usize];
            product.span = product.span.times(span)?;
            let (count, element) = factors(self, self.function, argument);
            product.element *= element;
            product.count = match (product.count, count) {
                (None, count) | (count, None) => count,
                (Some(_), Some(_)) => return None,
            };
        }
        Some(product)
    }
}

/// A number as `count * element`, where that is what it is in the integers.
fn factors(
    pentagons: &Pentagons<'_>,
    function: &Function,
    value: ValueId,
) -> (Option<ValueId>, i128) {
    if let Some(n) = function.integer(value) {
        return (None, i128::from(n));
    }
    let parts = match function.op(value) {
        Some(&Op::Binary(BinaryOp::Mul, a, b)) => function.integer(b).map(|n| (a, i128::from(n))),
        Some(&Op::Binary(BinaryOp::Shl, a, b)) => function
            .integer(b)
            .filter(|n| (0..62).contains(n))
            .map(|n| (a, 1i128 << n)),
        _ => None,
    };
    let exact = parts.filter(|&(a, n)| {
        let block = pentagons.analyses.block_of(value);
        let whole = block
            .and_then(|block| pentagons.spans_at(a, block, &[]))
            .and_then(|spans| spans[View::Unsigned as usize].times(Span::only(n)));
        let limit = pentagons
            .bits(value)
            .map(|bits| Span::of_type(bits, View::Unsigned));
        n > 0
            && whole
                .zip(limit)
                .is_some_and(|(whole, limit)| limit.contains(whole))
    });
    match exact {
        Some((count, element)) => (Some(count), element),
        None => (Some(value), 1),
    }
}
