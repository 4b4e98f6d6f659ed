//! Does a check before a loop cost less than the checks that it replaces?
//!
//! An estimate in instructions. A loop that may exit early counts as one iteration. A counted loop must have so many iterations that the check pays twice; if the count is
//! unknown, a condition tests it at run time, first of all. So the loss is at most one comparison for each entry into a short loop, and the gain is at least half of the
//! checks.

use super::{AddressRange, Candidate, LoopHoister, conditions};
use sanecc_analysis::affine::{Atom, Condition, Recurrence, Sum};
use sanecc_ir::BlockId;

/// Cost of a check.
const CHECK: u64 = 4;
/// Cost of a range: three shadow bytes and their addresses.
const SHADOW: u64 = 22;
/// Cost of the comparison with an object's bounds.
const BOUNDS: u64 = 5;
/// Cost of a condition.
const CONDITION: u64 = 3;
/// Cost of a division.
const DIVISION: u64 = 10;
/// Estimated iterations of inner loops with unknown trip count.
const ITERATIONS: u64 = 8;
/// The same of those that may exit early.
const FEW_ITERATIONS: u64 = 2;
/// Iterations that need no condition.
const ALWAYS: u64 = 2;

/// When a range check pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// Never.
    Nothing,
    /// If the loop has at least so many iterations.
    From(u64),
    /// Always.
    Always,
}

impl Worth {
    /// The condition on the last iteration, from 0, or on the executions of these accesses.
    pub(super) fn condition(self, last: &Sum, kept: &[&Candidate]) -> Option<Condition> {
        /// More than the trip count of any analysed loop.
        const MOST: i64 = 1 << 40;
        let Worth::From(iterations) = self else {
            return None;
        };
        let iterations = i64::try_from(iterations).ok()?;
        if let Some((total, times)) = total(kept) {
            return Some(Condition {
                sum: total,
                least: iterations.saturating_mul(times).min(MOST),
                most: MOST,
            });
        }
        Some(Condition {
            sum: last.clone(),
            least: iterations - 1,
            most: MOST,
        })
    }
}

impl LoopHoister<'_> {
    /// When the range check of a loop pays.
    pub(super) fn worth(
        &mut self,
        of: usize,
        kept: &[&Candidate],
        groups: &[AddressRange],
    ) -> Worth {
        let conditions = conditions(kept, None);
        let conditions = conditions.iter().map(|one| CONDITION + sum(&one.sum));
        let price = conditions.sum::<u64>() + groups.iter().map(range).sum::<u64>();
        let saved = CHECK * kept.iter().map(|one| one.times).sum::<u64>();
        weigh(price, saved, &self.recurrence(of))
    }

    /// Executions of the block during the outermost of these nested loops, if they are known only at run time.
    pub(super) fn total(&mut self, block: BlockId, nest: &[usize]) -> Option<Sum> {
        let mut inside = nest[1..].iter();
        let is_open = |search: &mut Self, of| match search.recurrence(of) {
            Recurrence::Counted(last) => last.as_constant().is_none(),
            Recurrence::Open => true,
        };
        let guessed = inside.any(|of| is_open(self, *of));
        guessed.then(|| self.ranges.iterations(block, nest[0]))?
    }

    /// Estimated executions of an access in these nested loops in one iteration of the loop around them.
    pub(super) fn times(&mut self, inside: &[usize], always: bool) -> u64 {
        let mut times = 1;
        for of in inside {
            times *= match self.recurrence(*of) {
                Recurrence::Counted(last) => iterations(&last).unwrap_or(ITERATIONS),
                Recurrence::Open => FEW_ITERATIONS,
            };
        }
        // A branch skips it every other time.
        if always { times } else { times.div_ceil(2) }
    }
}

/// Executions of those accesses whose number is known at loop entry, and their estimate in one iteration. Of accesses in several loops, those in
/// the loop with most of them.
fn total(kept: &[&Candidate]) -> Option<(Sum, i64)> {
    struct SharedCount<'t> {
        total: &'t Sum,
        count: i64,
        times: u64,
    }
    let mut all: Vec<SharedCount<'_>> = Vec::new();
    for one in kept {
        let Some(total) = &one.total else {
            continue;
        };
        let times = one.times;
        match all.iter_mut().find(|other| other.total == total) {
            Some(same) => {
                same.count += 1;
                same.times += times;
            }
            None => all.push(SharedCount {
                total,
                count: 1,
                times,
            }),
        }
    }
    let most = all.into_iter().max_by_key(|one| one.times)?;
    let total = most.total.multiplied(&Sum::constant(most.count))?;
    Some((total, i64::try_from(most.times).ok()?))
}

/// The iterations of a loop with that last one, if they are constant.
fn iterations(last: &Sum) -> Option<u64> {
    const MOST: u64 = 1 << 16;
    let iterations = u64::try_from(last.as_constant()?.saturating_add(1)).unwrap_or(0);
    Some(iterations.min(MOST))
}

fn weigh(price: u64, saved: u64, recurrence: &Recurrence) -> Worth {
    let least = (2 * price).div_ceil(saved.max(1));
    let (known, most) = match recurrence {
        Recurrence::Counted(last) => match iterations(last) {
            Some(iterations) => (true, iterations),
            None => (false, 0),
        },
        Recurrence::Open => (true, 1),
    };
    match known {
        true if most < least => Worth::Nothing,
        false if least > ALWAYS => Worth::From(least),
        true | false => Worth::Always,
    }
}

/// Cost of a range.
fn range(range: &AddressRange) -> u64 {
    let ends = sum(&range.first) + sum(&range.last);
    let shadow = if range.shadow { SHADOW } else { 0 };
    let bounds = if range.bounds.is_some() { BOUNDS } else { 0 };
    ends + shadow + bounds
}

/// Cost of a sum.
fn sum(of: &Sum) -> u64 {
    of.terms.keys().map(atom).sum()
}

fn atom(of: &Atom) -> u64 {
    match of {
        Atom::Value { .. } | Atom::Iteration(_) | Atom::Loose { .. } => 1,
        Atom::Narrow { sum: inner, .. } => 1 + sum(inner),
        Atom::Negative(inner) => 2 + sum(inner),
        Atom::Quotient { sum: inner, by } => DIVISION + sum(inner) + sum(by),
        Atom::Product(factors) => factors.iter().map(atom).sum(),
    }
}

/// Granules whose shadow can be read in the time that a loop takes, whose last iteration is `last`, from 0.
pub(super) fn budget(last: &Sum, kept: &[&Candidate]) -> Option<Sum> {
    /// One by one, a vector at a time.
    const OF_AN_ITERATION: i64 = 4;
    /// For loops with inner loops whose trip counts are estimates.
    const OF_A_LOOP: i64 = 256;
    /// In the time of a check that is saved. Untouched granules are read 256 at a time.
    const OF_A_CHECK: i64 = 16;
    let executions = total(kept).map(|(executions, _)| executions);
    if let Some(budget) = executions.and_then(|sum| sum.multiplied(&Sum::constant(OF_A_CHECK))) {
        return Some(budget);
    }
    let has_inner_loops = kept.iter().any(|one| one.depth > 0);
    let of_an_iteration = if has_inner_loops {
        OF_A_LOOP
    } else {
        OF_AN_ITERATION
    };
    last.multiplied(&Sum::constant(of_an_iteration))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(iterations: i64) -> Recurrence {
        Recurrence::Counted(Sum::constant(iterations - 1))
    }

    #[test]
    fn few_iterations_are_not_worth_a_check() {
        assert_eq!(weigh(30, CHECK, &counted(14)), Worth::Nothing);
        assert_eq!(weigh(30, CHECK, &counted(15)), Worth::Always);
        assert_eq!(weigh(30, 100 * CHECK, &counted(1)), Worth::Always);
        assert_eq!(weigh(30, CHECK, &counted(0)), Worth::Nothing);
        assert_eq!(weigh(30, CHECK, &counted(i64::MIN + 1)), Worth::Nothing);
    }

    #[test]
    fn an_early_exit_counts_as_one_iteration() {
        assert_eq!(weigh(30, 14 * CHECK, &Recurrence::Open), Worth::Nothing);
        assert_eq!(weigh(30, 15 * CHECK, &Recurrence::Open), Worth::Always);
    }
}
