//! Does a question before a loop take less time than the checks that it takes the place of?
//!
//! An estimate in instructions. Of a loop that may end early one round is counted, because nobody knows how many there are; of a counted one as many as
//! its question costs twice, which it is asked to have at run time, before anything else, unless the number is known. So what is lost in the worst case
//! is a comparison for each time that control comes to a loop of few rounds, and what is won is half of the checks at least.

use super::{AddressRange, Candidate, LoopHoister, conditions};
use sanecc_analysis::affine::{Atom, Condition, Recurrence, Sum};
use sanecc_ir::BlockId;

/// What a check takes.
const CHECK: u64 = 4;
/// What a range takes: three bytes of shadow, and where they lie.
const SHADOW: u64 = 22;
/// What the comparison with an object's bounds takes.
const BOUNDS: u64 = 5;
/// What a condition takes.
const CONDITION: u64 = 3;
/// What a division takes.
const DIVISION: u64 = 10;
/// Rounds of inner loops whose number nobody knows.
const ITERATIONS: u64 = 8;
/// The same of those that may end early.
const FEW_ROUNDS: u64 = 2;
/// So many rounds need not be asked for.
const ALWAYS: u64 = 2;

/// When a question is worth being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// Never.
    Nothing,
    /// If the loop goes at least so many rounds.
    From(u64),
    /// Always.
    Always,
}

impl Worth {
    /// What has to hold of the last round, from 0, or of how often these accesses run, for the question to be worth it.
    pub(super) fn asks_for(self, last: &Sum, kept: &[&Candidate]) -> Option<Condition> {
        /// More than any loop has of which something is said.
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
    /// When the question of a loop is worth being asked.
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

    /// How often the block runs while the first of these loops inside of each other does, if that is not known before the program runs.
    pub(super) fn total(&mut self, block: BlockId, nest: &[usize]) -> Option<Sum> {
        let mut inside = nest[1..].iter();
        let is_open = |search: &mut Self, of| match search.recurrence(of) {
            Recurrence::Counted(last) => last.as_constant().is_none(),
            Recurrence::Open => true,
        };
        let guessed = inside.any(|of| is_open(self, *of));
        guessed.then(|| self.ranges.iterations(block, nest[0]))?
    }

    /// How often an access in these loops inside of each other runs in one round of the one around them.
    pub(super) fn times(&mut self, inside: &[usize], always: bool) -> u64 {
        let mut times = 1;
        for of in inside {
            times *= match self.recurrence(*of) {
                Recurrence::Counted(last) => iterations(&last).unwrap_or(ITERATIONS),
                Recurrence::Open => FEW_ROUNDS,
            };
        }
        // A branch leads to it every other time.
        if always { times } else { times.div_ceil(2) }
    }
}

/// How often those accesses run together of which that is known when the loop is, and how often that would be in a round by guess. Of accesses in
/// several loops, those in the one that has most of them.
fn total(kept: &[&Candidate]) -> Option<(Sum, i64)> {
    struct Together<'t> {
        total: &'t Sum,
        count: i64,
        times: u64,
    }
    let mut all: Vec<Together<'_>> = Vec::new();
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
            None => all.push(Together {
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

/// The rounds of a loop with that last one, if they are known.
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

/// What a range takes.
fn range(range: &AddressRange) -> u64 {
    let ends = sum(&range.first) + sum(&range.last);
    let shadow = if range.shadow { SHADOW } else { 0 };
    let bounds = if range.bounds.is_some() { BOUNDS } else { 0 };
    ends + shadow + bounds
}

/// What computing a sum takes.
fn sum(of: &Sum) -> u64 {
    of.terms.keys().map(atom).sum()
}

fn atom(of: &Atom) -> u64 {
    match of {
        Atom::Value { .. } | Atom::Round(_) | Atom::Loose { .. } => 1,
        Atom::Narrow { sum: inner, .. } => 1 + sum(inner),
        Atom::Negative(inner) => 2 + sum(inner),
        Atom::Quotient { sum: inner, by } => DIVISION + sum(inner) + sum(by),
        Atom::Product(factors) => factors.iter().map(atom).sum(),
    }
}

/// Granules whose shadow is looked at in less time than a round of the loop takes.
pub(super) fn granules(kept: &[&Candidate]) -> u64 {
    /// One by one, a vector at a time.
    const OF_A_ROUND: u64 = 4;
    /// Of loops with others inside.
    const OF_A_LOOP: u64 = 256;
    if kept.iter().any(|one| one.depth > 0) {
        OF_A_LOOP
    } else {
        OF_A_ROUND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(iterations: i64) -> Recurrence {
        Recurrence::Counted(Sum::constant(iterations - 1))
    }

    #[test]
    fn few_rounds_are_not_worth_a_question() {
        assert_eq!(weigh(30, CHECK, &counted(14)), Worth::Nothing);
        assert_eq!(weigh(30, CHECK, &counted(15)), Worth::Always);
        assert_eq!(weigh(30, 100 * CHECK, &counted(1)), Worth::Always);
        assert_eq!(weigh(30, CHECK, &counted(0)), Worth::Nothing);
        assert_eq!(weigh(30, CHECK, &counted(i64::MIN + 1)), Worth::Nothing);
    }

    #[test]
    fn an_early_end_counts_as_one_round() {
        assert_eq!(weigh(30, 14 * CHECK, &Recurrence::Open), Worth::Nothing);
        assert_eq!(weigh(30, 15 * CHECK, &Recurrence::Open), Worth::Always);
    }
}
