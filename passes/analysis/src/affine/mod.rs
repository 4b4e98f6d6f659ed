//! Which addresses can an access have while a loop runs? Computed before the loop begins.
//!
//! Claims: suppose that all conditions of a [`HoistedRange`] hold when control enters the loop, and that `lowest` and `highest` are numbers from
//! [`SLACK`] below 0 to as much above `2^47`. Then each execution of the access begins at an address of `[lowest, highest]`, until control leaves the loop. A
//! check that the range is addressable tests these limits anyway. If a condition does not hold, nothing is claimed. All arithmetic is on values that are
//! computed outside of the loop; no poison-generating flag is believed. Nothing is claimed of whether the access executes.
//!
//! An address is a sum of iteration numbers with invariant factors ([`forms`]): of the loop, and of inner loops that hold the access. A factor is
//! a constant or a product of values from before the loop. The number of iterations is bounded by a test on every back edge that compares such a
//! sum with an invariant one ([`trip_count`]). The iteration numbers of inner loops are bounded by sums of those of outer loops. The extremes lie at
//! corners, found by replacing the iteration numbers, innermost first, by 0 or by their bound.
//!
//! A mask or a remainder keeps an index in a table. Then the range may be the whole table.
//!
//! Why nothing wraps unnoticed: sums are computed modulo `2^64`. Bounds of iteration numbers are compared with [`MOST_ITERATIONS`]. Factors of iteration numbers
//! are, modulo `2^64`, numbers of at most [`LARGEST_FACTOR`] with or without sign; conditions test those that are not constant. The direction of such
//! a factor is tested together with that, or computed as a distance before or after the address of the first iteration. So the true distance between two corners
//! is below `2^62`. If the two corners, computed modulo `2^64`, are numbers in a range smaller than that, the true sums are those numbers plus one
//! multiple of `2^64`, and so are all sums between them. Where the program extends a narrower number, the same is tested for that number.
//!
//! Gives up where addresses are not as wide as the sums ([`SUM_BITS`]), on loops with several entries or back edges, where a step or factor is not invariant, and beyond [`MOST_CONDITIONS`].

mod conditions;
mod forms;
mod recurrence;
mod sum;
#[cfg(test)]
mod tests;
mod trip_count;

use crate::{FunctionAnalyses, Loop};
use sanecc_ir::{Access, BlockId, Function, Op, Type, ValueId, mutant};
use std::collections::BTreeSet;

pub use conditions::simplified;
pub use recurrence::Recurrence;
pub use sum::{Atom, Condition, Sum};

/// Width in bits of the sums that are computed before a loop, and of the addresses that they are good for.
const SUM_BITS: u32 = 64;
/// Maximum number of iterations of a loop.
const MOST_ITERATIONS: i64 = 1 << 36;
/// Maximum change of an address in bytes, or of an index, in one iteration.
const LARGEST_FACTOR: i64 = 1 << 23;
/// Loops inside of each other that count.
const DEEPEST: usize = 4;
/// The end of all addresses.
const ADDRESS_END: i64 = 1 << 47;
/// Bytes by which the ends of a range may lie beyond all addresses for what is said of it to hold.
pub const SLACK: i64 = 1 << 44;
/// Conditions of one access.
const MOST_CONDITIONS: usize = 12;

/// Where an access may begin while a loop runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoistedRange {
    /// The least address.
    pub lowest: Sum,
    /// The greatest.
    pub highest: Sum,
    /// What has to hold for that.
    pub conditions: BTreeSet<Condition>,
    /// Instructions of fewer than 64 bits that must wrap as the machine does: their poison-generating flags must be dropped.
    pub dropped_flags: BTreeSet<ValueId>,
    /// What a mask or a remainder keeps within a table, whatever it is computed from: nothing that is promised of that may take the mask away.
    pub masked: BTreeSet<ValueId>,
}

/// The loops of a function and what is known of its values.
pub struct HoistedRanges<'f> {
    function: &'f Function,
    analyses: &'f FunctionAnalyses<'f>,
}

/// Why there is no range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown;

impl<'f> HoistedRanges<'f> {
    /// The loops of this function.
    pub fn of(analyses: &'f FunctionAnalyses<'f>) -> Self {
        Self {
            function: analyses.function(),
            analyses,
        }
    }

    /// All loops.
    pub fn loops(&self) -> &[Loop] {
        self.analyses.loops().all()
    }

    /// The loops that hold a block, outermost first, by index.
    pub fn around(&self, block: BlockId) -> Vec<usize> {
        let all = self.loops().iter().enumerate();
        let mut around: Vec<usize> = all
            .filter_map(|(n, one)| one.holds(block).then_some(n))
            .collect();
        around.sort_by_key(|n| std::cmp::Reverse(self.loops()[*n].blocks.count_ones(..)));
        around
    }

    /// The block in front of a loop, at whose end is decided what holds in it: the only one from which it is entered, and by a branch.
    pub fn entry(&self, of: usize) -> Option<BlockId> {
        let entry = self.loops()[of].entry(self.function)?;
        let last = self.function.blocks[entry].instructions.last()?;
        matches!(self.function.op(*last), Some(Op::Branch(_))).then_some(entry)
    }

    /// The block of an instruction.
    pub fn block_of(&self, instruction: ValueId) -> Option<BlockId> {
        self.analyses.block_of(instruction)
    }

    /// Whether a value is there before the loop is entered.
    pub fn is_outside(&self, value: ValueId, of: usize) -> bool {
        let one = &self.loops()[of];
        match self.analyses.block_of(value) {
            Some(block) => !one.holds(block),
            None => true,
        }
    }

    /// Whether the block runs in each iteration of the loop that comes to its end.
    pub fn is_in_every_iteration(&self, block: BlockId, of: usize) -> bool {
        let latches = self.loops()[of].latches.iter();
        latches
            .copied()
            .all(|latch| latch == block || self.analyses.dominators().strictly(block, latch))
    }

    /// Where the access begins while the loop runs.
    pub fn range(&self, access: &Access, of: usize) -> Result<HoistedRange, Unknown> {
        let block = self.block_of(access.instruction).ok_or(Unknown)?;
        self.entry(of).ok_or(Unknown)?;
        let mut view = View {
            all: self,
            block,
            nest: self.nest(block, of)?,
            known: Known::default(),
            pending: Vec::new(),
        };
        let address = view.form(access.pointer)?;
        // A table is looked at as a whole. What walks and is at the same time anywhere would seem to go beyond its end.
        if address.is_loose() && address.iterations().next().is_some() {
            return Err(Unknown);
        }
        let (lowest, highest) = view.extremes(&address)?;
        for end in [&lowest, &highest] {
            // What certainly lies elsewhere is not worth asking about.
            let elsewhere = |n| !(0..ADDRESS_END).contains(&n);
            if end.as_constant().is_some_and(elsewhere) {
                return Err(Unknown);
            }
        }
        Ok(HoistedRange {
            lowest,
            highest,
            conditions: view.known.conditions,
            dropped_flags: view.known.dropped_flags,
            masked: view.known.masked,
        })
    }

    /// The loop and those inside of it that hold the block, outermost first.
    fn nest(&self, block: BlockId, of: usize) -> Result<Vec<usize>, Unknown> {
        let around = self.around(block);
        let at = around.iter().position(|n| *n == of).ok_or(Unknown)?;
        let nest = around[at..].to_vec();
        (nest.len() <= DEEPEST).then_some(nest).ok_or(Unknown)
    }
}

/// One access as it looks from outside of one loop.
struct View<'v, 'f> {
    all: &'v HoistedRanges<'f>,
    /// Where the access stands.
    block: BlockId,
    /// The loop and its inner loops, outermost first.
    nest: Vec<usize>,
    known: Known,
    /// Loops whose last iteration is being computed.
    pending: Vec<usize>,
}

/// What was found out on the way, and what it takes.
#[derive(Clone, Default)]
struct Known {
    conditions: BTreeSet<Condition>,
    dropped_flags: BTreeSet<ValueId>,
    masked: BTreeSet<ValueId>,
    /// The last iterations of loops.
    bounds: Vec<(usize, Sum)>,
}

impl View<'_, '_> {
    fn function(&self) -> &Function {
        self.all.function
    }

    /// Whether a value is there before the outermost loop.
    fn is_outside(&self, value: ValueId) -> bool {
        self.all.is_outside(value, self.nest[0])
    }

    /// Asks for a condition; one that certainly fails is not worth asking.
    fn demand(&mut self, sum: Sum, least: i64, most: i64) -> Result<(), Unknown> {
        if let Some(n) = sum.as_constant() {
            return (least..=most).contains(&n).then_some(()).ok_or(Unknown);
        }
        let within = sum
            .magnitude()
            .is_some_and(|n| least <= n.saturating_neg() && n <= most);
        if !within {
            let condition = Condition { sum, least, most };
            self.known.conditions.insert(condition);
        }
        (self.known.conditions.len() <= MOST_CONDITIONS)
            .then_some(())
            .ok_or(Unknown)
    }

    /// The minimum and maximum of a sum over all iterations that reach the access.
    fn extremes(&mut self, sum: &Sum) -> Result<(Sum, Sum), Unknown> {
        let [low, high] = [false, true].map(|upwards| sum.loose_end(upwards));
        let mut ends = [low.ok_or(Unknown)?, high.ok_or(Unknown)?];
        for of in self.nest.clone().into_iter().rev() {
            for (end, upwards) in ends.iter_mut().zip([false, true]) {
                *end = self.extreme(end, of, upwards)?;
            }
        }
        let [lowest, highest] = ends;
        if lowest.has_iterations() || highest.has_iterations() {
            return Err(Unknown);
        }
        Ok((lowest, highest))
    }

    /// The minimum or maximum of a sum over the iterations of a loop.
    fn extreme(&mut self, sum: &Sum, of: usize, upwards: bool) -> Result<Sum, Unknown> {
        let factor = sum.per_round(of);
        if factor == Sum::default() {
            return Ok(sum.clone());
        }
        if factor.has_iterations() {
            return Err(Unknown);
        }
        let first = sum.with_iterations(of, &Sum::default()).ok_or(Unknown)?;
        let negative = factor.times(-1).looks_positive();
        if !negative && !factor.looks_positive() {
            let last = self.last_iteration(of)?;
            if !last.has_iterations() && !self.is_asked_to_be_positive(&factor) {
                if !mutant!("affine/factor-of-any-sign") {
                    self.demand(factor.clone(), -LARGEST_FACTOR, LARGEST_FACTOR)?;
                }
                let way = factor.multiplied(&last).ok_or(Unknown)?;
                let down = Sum::of(Atom::Negative(way.clone()));
                return Ok(match upwards {
                    _ if mutant!("affine/backwards") => first.plus(&way, i64::from(upwards)),
                    true => first.plus(&way, 1).plus(&down, -1),
                    false => first.plus(&down, 1),
                });
            }
        }
        // A condition tests this guess. Most factors are positive.
        let (least, most) = match negative {
            true => (-LARGEST_FACTOR, 0),
            false => (0, LARGEST_FACTOR),
        };
        if !mutant!("affine/factor") {
            self.demand(factor, least, most)?;
        }
        if upwards == negative {
            return Ok(first);
        }
        let last = self.last_iteration(of)?;
        sum.with_iterations(of, &last).ok_or(Unknown)
    }

    /// Whether a condition says that a sum is not negative, if it is not so large that it wraps.
    fn is_asked_to_be_positive(&self, sum: &Sum) -> bool {
        let mut all = self.known.conditions.iter();
        all.any(|c| c.least >= 0 && [1, 2, 4, 8, 16].iter().any(|n| c.sum.times(*n) == *sum))
    }

    /// Adds the condition that a sum lies in a range in all iterations that reach the access.
    fn demand_always(&mut self, sum: &Sum, least: i64, most: i64) -> Result<(), Unknown> {
        let (lowest, highest) = self.extremes(sum)?;
        if lowest != highest && !mutant!("affine/both-ends") {
            // Both lie in the whole range: otherwise they could be apart by what wraps.
            self.demand(lowest, least, most)?;
        }
        self.demand(highest, least, most)
    }

    /// The operation that defines a value.
    fn op(&self, value: ValueId) -> Option<&Op> {
        self.function().op(value)
    }

    /// Bits of an integer or pointer that is no wider than sums.
    fn bits(&self, value: ValueId) -> Result<u32, Unknown> {
        match self.function().values[value].ty {
            Type::Int(bits) if (1..=SUM_BITS).contains(&bits) => Ok(bits),
            Type::Pointer(0) if self.function().layout.index_bits == SUM_BITS => Ok(SUM_BITS),
            _ => Err(Unknown),
        }
    }

    /// Whether the value is the same whenever it is looked at.
    fn is_defined(&self, value: ValueId) -> bool {
        !self.function().is_indeterminate(value)
    }
}
