//! Range checks and cached bounds before loops, and the checks of accesses that depend on them.
//!
//! A range check yields one bit, computed at the end of the block before the loop: set if the accesses must be checked. Each access branches on it; LLVM's loop unswitching
//! then makes two versions of the loop, one of them without checks. A cached bound is computed from the addressable length at a base; each access
//! compares its index with it.

use super::functions::{ADDRESSABLE_LENGTH, GUARDED_RANGE, RANGE_ADDRESSABLE, Shape};
use super::provenance::ProvenanceChecks;
use super::{Edited, checks};
use crate::{
    AddressRange, Bound, CachedBound, Decision, FunctionPlan, HoistedBy, LoopCheck, Place,
};
use rustc_hash::FxHashMap;
use sanecc_analysis::affine::{Atom, Sum};
use sanecc_ir::llvm::edit::{Cursor, Editor, Val};
use sanecc_ir::{Access, BlockId, Extent, FuncId, Function, ValueId, mutant};

/// The results of the code before the loops of a function.
pub(super) struct LoopResults {
    /// Set if accesses must be checked; index = [`LoopCheck`] of the plan.
    bits: Vec<Val>,
    /// Index = [`CachedBound`] of the plan.
    cached: Vec<Cached>,
}

/// What the code before a loop found at a base.
struct Cached {
    base: Val,
    /// Numbers of elements that fit; index = bound.
    bounds: Vec<Val>,
}

impl LoopResults {
    /// The bit that is set if the access must be checked, computed before it.
    pub(super) fn unless_addressable(
        &self,
        editor: &mut Editor<'_>,
        id: FuncId,
        access: &Access,
        decision: &Decision,
    ) -> Option<Val> {
        match decision.hoisted()?.by {
            HoistedBy::Range(range) => Some(self.bits[range]),
            HoistedBy::CachedBound(one) => {
                let cached = &self.cached[one.cached_bound];
                let moving = match one.place {
                    Place::Index(index, _) => index,
                    Place::Distance => access.pointer,
                };
                let moving = editor.value(id, moving);
                let mut cursor = editor.before(id, access.instruction);
                let number = match one.place {
                    Place::Index(_, 0) => cursor.number(moving, true),
                    Place::Index(_, offset) => {
                        let number = cursor.number(moving, true);
                        let forward = cursor.int(offset as u64);
                        cursor.add(number, forward)
                    }
                    Place::Distance => {
                        let from = mutant!("cached-bound/distance", cached.base, moving);
                        let [address, from] = [moving, from].map(|p| cursor.address_of(p));
                        cursor.sub(address, from)
                    }
                };
                // Addresses wrap around as words do, and so many elements lie before the end of the addresses.
                let addressable = cursor.is_word_below(number, cached.bounds[one.bound]);
                Some(cursor.not(addressable))
            }
        }
    }
}

/// Inserts the code before all loops of a function.
pub(super) fn insert(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    plan: &FunctionPlan,
    provenance: &ProvenanceChecks,
) -> LoopResults {
    let id = edited.id;
    for &instruction in plan.loops.iter().flat_map(|one| &one.dropped_flags) {
        if mutant!("hoist-range/dropped-flags") {
            break;
        }
        editor.drop_poison_flags(id, instruction);
    }
    let bits = plan.loops.iter();
    let bits = bits.map(|one| check_ranges(editor, edited, one, provenance));
    let bits = bits.collect();
    let cached_bounds = plan.cached_bounds.iter();
    let cached_bounds = cached_bounds.map(|one| cache_bound(editor, edited, one, provenance));
    LoopResults {
        bits,
        cached: cached_bounds.collect(),
    }
}

/// Computes the number of addressable elements for each bound.
fn cache_bound(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    one: &CachedBound,
    provenance: &ProvenanceChecks,
) -> Cached {
    let Edited { id, function, .. } = edited;
    let base = editor.value(id, one.base);
    let mut cursor = editor.before(id, last_of(function, one.entry));
    let base = cursor.fixed(base);
    let limit = cursor.ask_hidden_number(ADDRESSABLE_LENGTH, &[base]);
    let limit = provenance.length(&mut cursor, one.base, base, limit);
    let bounds = one.bounds.iter();
    let bounds = bounds.map(|Bound { scale, end }| {
        let [none, first, end, scale] = [0, 1, *end, *scale].map(|n| cursor.int(n));
        let fits = cursor.at_most(end, limit);
        let rest = cursor.sub(limit, end);
        let more = cursor.divide(rest, scale);
        let count = cursor.add(more, first);
        mutant!("cached-bound/fits", cursor.choose(fits, count, none), count)
    });
    Cached {
        bounds: bounds.collect(),
        base,
    }
}

/// The last instruction of the block before a loop.
fn last_of(function: &Function, entry: BlockId) -> ValueId {
    let Some(&last) = function.blocks[entry].instructions.last() else {
        unreachable!("the block before a loop ends by a branch");
    };
    last
}

/// Computes the bit that is set if a range is not addressable.
fn check_ranges(
    editor: &mut Editor<'_>,
    edited: Edited<'_>,
    one: &LoopCheck,
    provenance: &ProvenanceChecks,
) -> Val {
    let function = edited.function;
    let known = known(editor, edited, one);
    let mut cursor = editor.before(edited.id, last_of(function, one.entry));
    let mut addressable = cursor.bit(true);
    let budget = match &one.budget {
        Some(granules) => known.sum(&mut cursor, granules),
        None => cursor.int(0),
    };
    for condition in &one.conditions {
        let number = known.sum(&mut cursor, &condition.sum);
        let holds = cursor.lies_between(number, condition.least, condition.most);
        if !mutant!("hoist-range/conditions") {
            addressable = cursor.and(addressable, holds);
        }
    }
    let ends: Vec<[Val; 2]> = one
        .ranges
        .iter()
        .map(|range| [&range.first, &range.last].map(|end| known.sum(&mut cursor, end)))
        .collect();
    for range in &one.ranges {
        let Some((object, base)) = range.bounds else {
            continue;
        };
        let size = checks::object_size(&mut cursor, object, &known.sizes[&base]);
        let [offset, end] = [&range.first, &range.last]
            .map(|place| known.sum(&mut cursor, &place.offset_from(base)));
        let ordered = cursor.at_most(offset, end);
        let inside = cursor.below(end, size);
        // A wrapped end lies beyond the address space.
        let limit = cursor.int(cursor.target().address_limit());
        let near = cursor.below(end, limit);
        for (holds, is_mutated) in [
            (ordered, mutant!("hoist-range/bounds-ordered")),
            (inside, mutant!("hoist-range/bounds-inside")),
            (near, mutant!("hoist-range/bounds-no-wrap")),
        ] {
            if !is_mutated {
                addressable = cursor.and(addressable, holds);
            }
        }
    }
    if !mutant!("hoist-range/frozen-condition") {
        addressable = cursor.fixed(addressable);
    }
    // After a range that is not addressable, the others are not checked.
    for (range, [first, last]) in one.ranges.iter().zip(&ends) {
        if range.shadow && !mutant!("hoist-range/shadow") {
            addressable =
                cursor.ask_hidden(RANGE_ADDRESSABLE, &[*first, *last, budget, addressable]);
        }
        addressable = provenance.range(&mut cursor, function, range, [*first, *last, addressable]);
    }
    cursor.not(addressable)
}

/// The live values that a loop check is computed from.
struct Known {
    values: FxHashMap<ValueId, Val>,
    /// The values that object sizes are computed from, by the start of the object.
    sizes: FxHashMap<ValueId, Vec<Val>>,
}

fn known(editor: &Editor<'_>, edited: Edited<'_>, one: &LoopCheck) -> Known {
    let id = edited.id;
    let mut known = Known {
        values: FxHashMap::default(),
        sizes: FxHashMap::default(),
    };
    let mut add = |value: ValueId| {
        known.values.insert(value, editor.value(id, value));
    };
    for condition in &one.conditions {
        condition.sum.values(&mut add);
    }
    one.budget.iter().for_each(|sum| sum.values(&mut add));
    for AddressRange {
        first,
        last,
        bounds,
        ..
    } in &one.ranges
    {
        first.values(&mut add);
        last.values(&mut add);
        bounds.iter().for_each(|(_, base)| add(*base));
    }
    for (object, base) in one.ranges.iter().filter_map(|range| range.bounds) {
        let sizes = checks::sizes(editor, edited, object, base);
        known.sizes.insert(base, sizes);
    }
    known
}

impl Known {
    fn sum(&self, cursor: &mut Cursor<'_, '_>, sum: &Sum) -> Val {
        let mut all = cursor.int(sum.constant as u64);
        for (atom, factor) in &sum.terms {
            let number = self.atom(cursor, atom);
            let factor = cursor.int(*factor as u64);
            let part = cursor.mul(number, factor);
            all = cursor.add(all, part);
        }
        all
    }

    fn atom(&self, cursor: &mut Cursor<'_, '_>, atom: &Atom) -> Val {
        match atom {
            Atom::Value { value, signed, .. } => cursor.number(self.values[value], *signed),
            Atom::Narrow { sum, bits, signed } => {
                let sum = self.sum(cursor, sum);
                cursor.low_bits(sum, *bits, *signed)
            }
            Atom::Quotient { sum, by } => {
                let sum = self.sum(cursor, sum);
                let by = self.sum(cursor, by);
                cursor.divide(sum, by)
            }
            Atom::Negative(sum) => {
                let sum = self.sum(cursor, sum);
                let is_negative = cursor.is_negative(sum);
                let none = cursor.int(0);
                cursor.choose(is_negative, sum, none)
            }
            Atom::Product(factors) => {
                let mut all = cursor.int(1);
                for factor in factors {
                    let factor = self.atom(cursor, factor);
                    all = cursor.mul(all, factor);
                }
                all
            }
            Atom::Iteration(_) | Atom::Loose { .. } => {
                unreachable!("what changes in an iteration is replaced by its bounds")
            }
        }
    }
}

/// Checks the shadow of an access if the bit is set.
pub(super) fn check_shadow(
    editor: &mut Editor<'_>,
    id: FuncId,
    access: &Access,
    bit: Val,
    site: Val,
) {
    let Extent::Bytes(bytes) = access.extent else {
        unreachable!("only accesses of constant size are hoisted");
    };
    let pointer = editor.value(id, access.pointer);
    let mut cursor = editor.before(id, access.instruction);
    if let Some(shape) = Shape::of(access, bytes) {
        cursor.call_unmerged(&shape.guarded(), &[bit, pointer, site]);
    } else {
        let length = cursor.int(bytes);
        cursor.call_unmerged(GUARDED_RANGE, &[bit, pointer, length, site]);
    }
}
