//! Does an access stay in its object? Symbolic regions (GreenArrays (2014), section 4.4), seen from the object's start.
//!
//! GreenArrays keeps for each pointer the offsets that are valid around it. Here an address is a root and the bytes from there
//! ([`super::pointers`]), so the region of a root is `[0, dereferenceable_bytes - 1]`, and the one question is whether the bytes of an access lie in it.
//!
//! Claims: where [`Ranges::stays_within`] yields a proof, the bytes that the access touches begin at least 0 and end at most
//! `size` bytes behind the start of the object, in every execution that reaches the access. Addresses wrap at the target's width, and the
//! proof holds with that: an offset that is proved to lie in the object is what is left of any number of wraps. Where the pointer may be null
//! ([`Regions::may_be_null`](super::Regions::may_be_null)), they end below [`LOWEST_MAPPED`], too, where the system stops the program; there is no proof for targets that may have memory at address zero.
//! Nothing is said about the object's life.

use super::atoms::View;
use super::expression::Expr;
use super::formula::Formula;
use super::ranges::{PoisonFlags, Ranges};
use crate::Object;
use sanecc_ir::{Access, Address, BlockId, Extent, Function, Op, Size, Type, ValueId, mutant};

/// Linux maps nothing lower, as it comes (`vm.mmap_min_addr`); in bytes.
pub const LOWEST_MAPPED: u64 = 65536;

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
    /// Whether the proof is about the function as it is, or about the function with the unproved flags dropped that it needs.
    pub poison_flags: PoisonFlags,
    /// The pointer may be null; then the access ends below [`LOWEST_MAPPED`].
    pub may_be_null: bool,
    /// The same as formulas.
    pub stated: Stated,
}

/// What a [`RangeProof`] states, as formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The pointer that offset and size are counted from.
    pub root: ValueId,
    /// What each pointer stands for that a formula mentions.
    pub walks: Vec<PointerWalk>,
    /// Distance of the first byte from the root, modulo two to the width of addresses.
    pub offset: Formula,
    /// How many bytes are accessed.
    pub bytes: Formula,
    /// How many the object has at least, from the root on.
    pub size: Formula,
    /// Never negative.
    pub facts: Vec<Formula>,
}

/// A pointer that walks: `root + start + step * number`. In formulas it stands for the number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerWalk {
    /// The pointer.
    pub pointer: ValueId,
    /// What it is counted from.
    pub root: ValueId,
    /// Where the walk begins, in bytes.
    pub start: Formula,
    /// Bytes of a step.
    pub step: i128,
}

impl Stated {
    /// All values that are needed to evaluate it.
    pub fn values(&self) -> Vec<ValueId> {
        let formulas = [&self.offset, &self.bytes, &self.size].into_iter();
        let starts = self.walks.iter().map(|walk| &walk.start);
        let symbols = formulas.chain(&self.facts).chain(starts);
        let symbols = symbols.flat_map(|formula| formula.symbols());
        let values = symbols.map(|symbol| symbol.value);
        let roots = self.walks.iter().map(|walk| walk.root);
        values.chain(roots).chain([self.root]).collect()
    }
}

impl std::fmt::Display for RangeProof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            offset,
            bytes,
            size,
            facts,
            poison_flags,
            may_be_null: _,
            stated: _,
        } = self;
        write!(f, "0 <= {offset}, {offset} + {bytes} <= {size}")?;
        for (i, fact) in facts.iter().enumerate() {
            let word = if i == 0 { " because" } else { "," };
            write!(f, "{word} {fact} >= 0")?;
        }
        if *poison_flags == PoisonFlags::Dropped {
            write!(f, ", poison flags dropped")?;
        }
        Ok(())
    }
}

/// Why no proof was found.
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
    /// Both.
    BelowAndAbove,
    /// The pointer may be null, and the offset so large that something could lie there.
    Null,
}

/// The values that the question about an access depends on.
pub fn roots_of_access(access: &Access, place: &Address) -> Vec<ValueId> {
    let mut roots: Vec<ValueId> = place.terms.iter().map(|term| term.index).collect();
    roots.push(place.base);
    if let Extent::Dynamic(length) = access.extent {
        roots.push(length);
    }
    roots
}

/// The values whose product is an object's size, in bytes or in elements of an alloca.
pub(crate) fn asked(function: &Function, object: Object) -> Option<Vec<ValueId>> {
    let (call, size) = match object {
        Object::Heap { call, size } => (call, size),
        Object::Dynamic { alloca, .. } => {
            return match function.op(alloca) {
                Some(Op::Alloca { count, .. }) => Some(vec![*count]),
                Some(_) | None => None,
            };
        }
        Object::Stack { .. }
        | Object::Parameter { .. }
        | Object::Argument { .. }
        | Object::Global { .. } => return None,
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
    /// A proof that the access stays in the object into which it points, whichever of those behind its root that is.
    ///
    /// # Errors
    /// If there is none, why.
    pub fn stays_within(
        &self,
        access: &Access,
        place: &Address,
        block: BlockId,
    ) -> Result<RangeProof, Unproved> {
        let root = self.regions.root(place.base).ok_or(Unproved::Size)?;
        let dereferenceable_bytes = self.dereferenceable_bytes(root, block);
        if dereferenceable_bytes.is_empty() {
            return Err(Unproved::Size);
        }
        let bytes = match access.extent {
            Extent::Bytes(_) if mutant!("in-range/width") => Some(Expr::constant(1)),
            Extent::Bytes(n) => Some(Expr::constant(i128::from(n))),
            Extent::Dynamic(length) if !self.is_wild(length) => {
                self.at(length, View::Unsigned, block)
            }
            Extent::Dynamic(_) | Extent::Masked { .. } => None,
        };
        let bytes = bytes.ok_or(Unproved::Length)?;
        // The first that works; signed indices are the rule, so what is said of them is said of the access.
        self.stays_as(
            View::Signed,
            root,
            (&dereferenceable_bytes, &bytes),
            place,
            block,
        )
        .or_else(|why| {
            self.stays_as(
                View::Unsigned,
                root,
                (&dereferenceable_bytes, &bytes),
                place,
                block,
            )
            .map_err(|_| why)
        })
    }

    /// The same, with offsets read in one way.
    fn stays_as(
        &self,
        view: View,
        root: ValueId,
        (dereferenceable_bytes, bytes): (&[Expr], &Expr),
        place: &Address,
        block: BlockId,
    ) -> Result<RangeProof, Unproved> {
        let offset = self.offset(place, view, block).ok_or(Unproved::Offset)?;
        let begins = self
            .proof(&offset, block)
            .or_else(|| mutant!("in-range/begins").then(Vec::new));
        let end = offset.add(bytes).ok_or(Unproved::Offset)?;
        let fits = |size: &Expr| self.proof(&size.sub(&end)?, block);
        let ends = dereferenceable_bytes.iter().find_map(|size| {
            let fits = fits(size).or_else(|| mutant!("in-range/ends").then(Vec::new));
            Some((size, fits?))
        });
        let (mut facts, (size, more)) = match (begins, ends) {
            (Some(begins), Some(ends)) => (begins, ends),
            (None, Some(_)) => return Err(Unproved::Below),
            (Some(_), None) => return Err(Unproved::Above),
            (None, None) => return Err(Unproved::BelowAndAbove),
        };
        facts.extend(more);
        let may_be_null = self.regions.may_be_null(root);
        if may_be_null && !mutant!("in-range/null") {
            if self.function.layout.null_is_memory {
                return Err(Unproved::Null);
            }
            let below = end
                .scale(-1)
                .and_then(|e| e.add_constant(i128::from(LOWEST_MAPPED)));
            let caught = below.and_then(|below| self.proof(&below, block));
            facts.extend(caught.ok_or(Unproved::Null)?);
        }
        facts.sort_unstable();
        facts.dedup();
        let show = |e: &Expr| self.atoms().show(e);
        Ok(RangeProof {
            offset: show(&offset),
            bytes: show(bytes),
            size: show(size),
            facts: facts.iter().map(show).collect(),
            poison_flags: self.poison_flags,
            may_be_null,
            stated: self.stated(root, [&offset, bytes, size], &facts),
        })
    }

    fn stated(&self, root: ValueId, [offset, bytes, size]: [&Expr; 3], facts: &[Expr]) -> Stated {
        let formula = |e: &Expr| self.atoms().formula(e);
        let all = [formula(offset), formula(bytes), formula(size)];
        let facts: Vec<Formula> = facts.iter().map(formula).collect();
        let mut walks: Vec<PointerWalk> = Vec::new();
        let mut mentioned: Vec<ValueId> = Vec::new();
        let symbols = |formula: &Formula| formula.symbols().into_iter().map(|s| s.value);
        mentioned.extend(all.iter().chain(&facts).flat_map(symbols));
        while let Some(pointer) = mentioned.pop() {
            let Some(root) = self.regions.root(pointer) else {
                continue;
            };
            if walks.iter().any(|walk| walk.pointer == pointer) {
                continue;
            }
            let walk = self.candidates.get(&pointer).map(|one| &one.walk);
            let start = walk.map_or(Formula::default(), |walk| formula(&walk.start));
            mentioned.extend(symbols(&start));
            walks.push(PointerWalk {
                pointer,
                root,
                start,
                step: walk.map_or(1, |walk| walk.step),
            });
        }
        let [offset, bytes, size] = all;
        Stated {
            root,
            walks,
            offset,
            bytes,
            size,
            facts,
        }
    }

    /// The distance from the root in bytes, modulo two to the width of addresses.
    fn offset(&self, place: &Address, view: View, block: BlockId) -> Option<Expr> {
        let base = self.at(place.base, view, block)?;
        let mut offset = base.add_constant(i128::from(place.offset))?;
        // What may be poison is anything, also where its type is narrow.
        let mut wild = self.is_wild(place.base);
        for term in &place.terms {
            // Narrower indices are extended with their sign, wider ones cut off.
            let view = match self.function.values[term.index].ty {
                Type::Int(bits) if bits >= self.function.layout.index_bits => view,
                _ => View::Signed,
            };
            let index = self.at(term.index, view, block)?;
            wild |= self.is_wild(term.index);
            offset = offset.plus(&index, i128::from(term.scale))?;
        }
        (!wild || mutant!("in-range/poison")).then_some(offset)
    }
}
