//! Asks before loops whether all that their accesses may touch is good, and checks these accesses where it is not.
//!
//! Of accesses whose places nobody knows before the loop, it is found out how far the memory at their base is good; each is compared with that.
//! Otherwise the answer is one bit, computed at the end of the block before the loop. Each access branches on it; LLVM's loop
//! unswitching then makes two loops of one, of which the first has no checks.

use super::checks;
use super::functions::{GUARDED_BOUNDS, GUARDED_RANGE, LIMIT, RANGE_GOOD, Shape, of_bounds};
use crate::{AddressRange, Bound, CachedBound, Decision, FunctionPlan, HoistedBy, LoopCheck};
use rustc_hash::FxHashMap;
use sanecc_analysis::affine::{Atom, Sum};
use sanecc_ir::llvm::edit::{Cursor, Editor, Val};
use sanecc_ir::{Access, BlockId, Extent, FuncId, Function, ValueId, mutant};

/// The end of all addresses.
const ADDRESS_END: u64 = 1 << 47;

/// What was found out before the loops of a function.
pub(super) struct Answers {
    /// Set where accesses have to be checked; index = loop check of the plan.
    bits: Vec<Val>,
    /// As many elements are good from the base on; index = limit of the plan, bound.
    bounds: Vec<Vec<Val>>,
}

impl Answers {
    /// The bit that decides whether an access is checked, computed in front of it.
    pub(super) fn unless_good(
        &self,
        editor: &mut Editor<'_>,
        id: FuncId,
        access: &Access,
        decision: &Decision,
    ) -> Option<Val> {
        match decision.hoisted()?.by {
            HoistedBy::Range(range) => Some(self.bits[range]),
            HoistedBy::CachedBound(one) => {
                let number = editor.value(id, one.number);
                let mut cursor = editor.before(id, access.instruction);
                let mut number = cursor.number(number, true);
                if one.forward != 0 {
                    let forward = cursor.int(one.forward as u64);
                    number = cursor.add(number, forward);
                }
                let good = cursor.below(number, self.bounds[one.limit][one.bound]);
                Some(cursor.not(good))
            }
        }
    }
}

/// Inserts all loop checks of a function.
pub(super) fn ask(
    editor: &mut Editor<'_>,
    id: FuncId,
    function: &Function,
    plan: &FunctionPlan,
) -> Answers {
    for &instruction in plan.loops.iter().flat_map(|one| &one.dropped_flags) {
        if mutant!("hoist-range/withdrawn") {
            break;
        }
        editor.withdraw_promises(id, instruction);
    }
    let bits = plan.loops.iter();
    let bits = bits.map(|one| ask_one(editor, id, function, one));
    let bits = bits.collect();
    let cached_bounds = plan.cached_bounds.iter();
    let cached_bounds = cached_bounds.map(|one| find_limit(editor, id, function, one));
    Answers {
        bits,
        bounds: cached_bounds.collect(),
    }
}

/// Yields how many elements are good, for each bound.
fn find_limit(
    editor: &mut Editor<'_>,
    id: FuncId,
    function: &Function,
    one: &CachedBound,
) -> Vec<Val> {
    let base = editor.value(id, one.base);
    let mut cursor = editor.before(id, last_of(function, one.entry));
    let base = cursor.fixed(base);
    let limit = cursor.ask_hidden_number(LIMIT, &[base]);
    let bounds = one.bounds.iter();
    let bounds = bounds.map(|Bound { scale, end }| {
        let [none, first, end, scale] = [0, 1, *end, *scale].map(|n| cursor.int(n));
        let fits = cursor.at_most(end, limit);
        let rest = cursor.sub(limit, end);
        let more = cursor.divide(rest, scale);
        let count = cursor.add(more, first);
        mutant!("cached-bound/room", cursor.choose(fits, count, none), count)
    });
    bounds.collect()
}

/// What ends the block before a loop.
fn last_of(function: &Function, entry: BlockId) -> ValueId {
    let Some(&last) = function.blocks[entry].instructions.last() else {
        unreachable!("the block before a loop ends by a branch");
    };
    last
}

/// Yields the bit that is set where something is not good.
fn ask_one(editor: &mut Editor<'_>, id: FuncId, function: &Function, one: &LoopCheck) -> Val {
    let known = known(editor, id, function, one);
    let mut cursor = editor.before(id, last_of(function, one.entry));
    let mut good = cursor.bit(true);
    let last_iteration = one.last_iteration.as_ref();
    let last_iteration = last_iteration.map(|last| known.sum(&mut cursor, last));
    for condition in &one.conditions {
        let number = known.sum(&mut cursor, &condition.sum);
        let holds = cursor.lies_between(number, condition.least, condition.most);
        if !mutant!("hoist-range/conditions") {
            good = cursor.and(good, holds);
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
        // What wraps around lies beyond all addresses.
        let limit = cursor.int(ADDRESS_END);
        let near = cursor.below(end, limit);
        for (holds, is_mutated) in [
            (ordered, mutant!("hoist-range/bounds-ordered")),
            (inside, mutant!("hoist-range/bounds-inside")),
            (near, mutant!("hoist-range/bounds-near")),
        ] {
            if !is_mutated {
                good = cursor.and(good, holds);
            }
        }
    }
    if !mutant!("hoist-range/fixed-bit") {
        good = cursor.fixed(good);
    }
    // Where one range is not good, the others are not looked at.
    for (range, [first, last]) in one.ranges.iter().zip(&ends) {
        if range.shadow && !mutant!("hoist-range/shadow") {
            let granules = cursor.int(one.granules);
            let most = match last_iteration {
                Some(last) => cursor.mul(last, granules),
                None => cursor.int(0),
            };
            good = cursor.ask_hidden(RANGE_GOOD, &[*first, *last, most, good]);
        }
    }
    cursor.not(good)
}

/// The live values that a loop check is computed from.
struct Known {
    values: FxHashMap<ValueId, Val>,
    /// What the sizes of objects are computed from, by their start.
    sizes: FxHashMap<ValueId, Vec<Val>>,
}

fn known(editor: &Editor<'_>, id: FuncId, function: &Function, one: &LoopCheck) -> Known {
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
    one.last_iteration
        .iter()
        .for_each(|sum| sum.values(&mut add));
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
        let sizes = checks::sizes(editor, id, function, object, base);
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
            Atom::Round(_) | Atom::Loose { .. } => {
                unreachable!("what changes in a round is replaced by its bounds")
            }
        }
    }
}

/// Checks an access against its bounds where the bit is set.
pub(super) fn compare_bounds(
    editor: &mut Editor<'_>,
    id: FuncId,
    access: &Access,
    [bit, pointer, start]: [Val; 3],
    size: impl FnOnce(&mut Cursor<'_, '_>) -> Val,
    [site, record]: [Val; 2],
) {
    let Extent::Bytes(bytes) = access.extent else {
        unreachable!("only accesses of constant size are hoisted");
    };
    let mut cursor = editor.before(id, access.instruction);
    let length = cursor.int(bytes);
    let size = size(&mut cursor);
    cursor.call(
        &of_bounds(GUARDED_BOUNDS, access),
        &[bit, pointer, length, start, size, site, record],
    );
}

/// Asks the shadow about an access where the bit is set.
pub(super) fn ask_shadow(
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
        cursor.call(&shape.guarded(), &[bit, pointer, site]);
    } else {
        let length = cursor.int(bytes);
        cursor.call(GUARDED_RANGE, &[bit, pointer, length, site]);
    }
}
