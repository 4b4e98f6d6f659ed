//! Does an access stay in its object? Symbolic regions (section 4.4 of the paper), seen from the object's start.
//!
//! The paper keeps for each pointer the offsets that are valid around it. Here the mirror gives an address as a root and the
//! bytes from there, so the region of a root is `[0, size - 1]`, and the one question is whether the bytes of an access lie in it.
//!
//! Claims: where [`Ranges::stays_within`] yields a proof, the bytes that the access touches begin at least 0 and end at most
//! `size` bytes behind the start of the object, in every execution that reaches the access. Addresses wrap at 64 bits, and the
//! proof holds with that: an offset that is proved to lie in the object is what is left of any number of wraps. Nothing is said about
//! the object's life.

use super::atoms::View;
use super::expression::Expr;
use super::ranges::Ranges;
use crate::{Extent as Bytes, Object};
use sanecc_ir::{Access, BlockId, Extent, Function, Op, Place, Size, Type, ValueId};

/// Why an access stays in its object, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeProof {
    /// Distance of the first byte from the object's start.
    pub offset: String,
    /// How many bytes are accessed.
    pub bytes: String,
    /// How many the object has.
    pub size: String,
    /// What the proof uses beyond the limits of symbols; each is never negative here.
    pub facts: Vec<String>,
}

impl std::fmt::Display for RangeProof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            offset,
            bytes,
            size,
            facts,
        } = self;
        write!(f, "0 <= {offset}, {offset} + {bytes} <= {size}")?;
        for (i, fact) in facts.iter().enumerate() {
            let word = if i == 0 { " because" } else { "," };
            write!(f, "{word} {fact} >= 0")?;
        }
        Ok(())
    }
}

/// Why no proof was found. The first obstacle counts; there may be more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The size of the object is not known, not even as an expression.
    Size,
    /// The number of bytes is not known.
    Length,
    /// The offset is not known: too large for an expression, or of several parts that may be poison.
    Offset,
    /// The offset may be negative.
    Below,
    /// The offset may be too large.
    Above,
}

/// The values that the question about an access depends on.
pub fn roots_of_access(
    function: &Function,
    object: Object,
    access: &Access,
    place: &Place,
) -> Vec<ValueId> {
    let mut roots: Vec<ValueId> = place.terms.iter().map(|term| term.index).collect();
    if let Extent::Dynamic(length) = access.extent {
        roots.push(length);
    }
    if let Bytes::Asked(size) = object.extent() {
        roots.extend(asked(function, object, size).into_iter().flatten());
    }
    roots
}

/// The arguments that a heap block's size is computed from.
pub(crate) fn asked(function: &Function, object: Object, size: Size) -> Option<Vec<ValueId>> {
    let Object::Heap { call, .. } = object else {
        return None;
    };
    let Some(Op::Call { arguments, .. }) = function.op(call) else {
        return None;
    };
    let numbers = match size {
        Size::Argument(n) => vec![n],
        Size::Product(a, b) => vec![a, b],
    };
    numbers
        .into_iter()
        .map(|n| arguments.get(n as usize).copied())
        .collect()
}

impl Ranges<'_> {
    /// A proof that the access stays in its object.
    ///
    /// # Errors
    /// If there is none, why.
    pub fn stays_within(
        &mut self,
        object: Object,
        access: &Access,
        place: &Place,
        block: BlockId,
    ) -> Result<RangeProof, Unproved> {
        let size = self.size_of(object, block).ok_or(Unproved::Size)?;
        let bytes = match access.extent {
            Extent::Bytes(n) => Some(Expr::constant(i128::from(n))),
            Extent::Dynamic(length) if !self.is_wild(length) => {
                self.at(length, View::Unsigned, block)
            }
            Extent::Dynamic(_) | Extent::Masked { .. } => None,
        };
        let bytes = bytes.ok_or(Unproved::Length)?;
        // The first that works; signed indices are the rule, so what is said of them is said of the access.
        self.stays_as(View::Signed, &size, &bytes, place, block)
            .or_else(|why| {
                self.stays_as(View::Unsigned, &size, &bytes, place, block)
                    .map_err(|_| why)
            })
    }

    /// The same, with offsets read in one way.
    fn stays_as(
        &mut self,
        view: View,
        size: &Expr,
        bytes: &Expr,
        place: &Place,
        block: BlockId,
    ) -> Result<RangeProof, Unproved> {
        let offset = self.offset(place, view, block).ok_or(Unproved::Offset)?;
        let mut facts = self.proof(&offset, block).ok_or(Unproved::Below)?;
        let end = offset.add(bytes).ok_or(Unproved::Offset)?;
        let room = size.sub(&end).ok_or(Unproved::Offset)?;
        facts.extend(self.proof(&room, block).ok_or(Unproved::Above)?);
        facts.sort_unstable();
        facts.dedup();
        let show = |e: &Expr| self.atoms().show(e);
        Ok(RangeProof {
            offset: show(&offset),
            bytes: show(bytes),
            size: show(size),
            facts: facts.iter().map(show).collect(),
        })
    }

    /// The bytes of the object. What could not be allocated is null, and accesses through null are asked about elsewhere.
    fn size_of(&mut self, object: Object, block: BlockId) -> Option<Expr> {
        let size = match object.extent() {
            Bytes::Bytes(n) => return Some(Expr::constant(i128::from(n))),
            Bytes::Asked(size) => size,
        };
        let mut product = Expr::constant(1);
        for argument in asked(self.function, object, size)? {
            if self.is_wild(argument) {
                return None;
            }
            product = product.mul(&self.at(argument, View::Unsigned, block)?)?;
        }
        Some(product)
    }

    /// The distance from the root in bytes, modulo 2^64.
    fn offset(&mut self, place: &Place, view: View, block: BlockId) -> Option<Expr> {
        let mut offset = Expr::constant(i128::from(place.offset));
        let mut wild = 0;
        for term in &place.terms {
            // Narrower indices are extended with their sign, wider ones cut off.
            let view = match self.function.values[term.index].ty {
                Type::Int(64) => view,
                _ => View::Signed,
            };
            let index = self.at(term.index, view, block)?;
            wild += u32::from(self.is_wild(term.index));
            offset = offset.plus(&index, i128::from(term.scale))?;
        }
        // Two parts that may be poison need not agree about what they have in common.
        (wild <= 1).then_some(offset)
    }
}
