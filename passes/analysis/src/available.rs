//! Which bytes has every path to here accessed already, with nothing since that may have made them bad?
//!
//! Claims: where [`AvailableCursor::has`] says so of an access, every execution that comes here has made other accesses that together touched
//! all of its bytes, at the same address, and nothing that ran since ends the life of what its base points to, as far as the caller's [`Endings`]
//! know. If each of those accesses was checked, or is proved to be good, this one is good, too: by induction over the execution, whatever the others
//! rest on.
//!
//! The analysis is that of available expressions, a forward analysis in which paths join by intersection. Its members are bytes, counted
//! from an address that the function computes: runs of them that the same accesses touch, so that [0, 4) and [4, 8) make up [0, 8), and what one
//! path has in one piece another may have in two. Bytes that only one access touches help nobody and have no member. An SSA value that is
//! computed anew in a loop is another address, but that needs no care: if a path leads from its definition to here without the others, one does so from
//! the first time, too, before which nothing can have used it. What setjmp returns to is to begin with nothing; then longjmp needs no edge.
//! Solved by passes in reverse postorder; gives up on what was accessed in other blocks where that takes more than [`MOST_BITS`] or [`MOST_PASSES`].

use crate::Dominators;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sanecc_ir::{AccessId, BlockId, Extent, Function, Id, Term, ValueDef, ValueId};
use std::ops::Range;

/// Members times blocks of a function.
const MOST_BITS: usize = 1 << 27;
/// Passes over the blocks: nesting of loops, and two more.
const MOST_PASSES: usize = 40;
/// Runs of bytes in one access for which [`Available::made_by`] looks.
const MOST_RUNS: usize = 64;

/// A kind of instruction that ends lives: those of one number end the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending(pub usize);

/// What ends the lives of objects.
pub trait Endings {
    /// What an instruction ends, if anything.
    fn of(&mut self, instruction: ValueId) -> Option<Ending>;
    /// Whether the memory that `base` points to may be bad after such an instruction.
    fn concerns(&mut self, ending: Ending, base: ValueId) -> bool;
}

/// An address that bytes are counted from.
#[derive(PartialEq, Eq, Hash)]
struct Address {
    base: ValueId,
    terms: Vec<Term>,
    /// How many bytes are accessed, where that is no constant: only the whole is the same as the whole.
    length: Option<ValueId>,
}

/// The members that an access touches.
#[derive(Clone)]
struct Touched {
    members: Range<usize>,
    /// They are all of its bytes.
    all: bool,
    /// Index of its [`Line`].
    line: usize,
}

/// What several accesses touch of the memory at one address.
struct Line {
    base: ValueId,
    members: Range<usize>,
    /// In the order of blocks and of accesses.
    accesses: Vec<(BlockId, AccessId)>,
}

/// The accesses that were certainly made, at the beginning of each block.
#[derive(Default)]
pub struct Available {
    /// Index = access.
    touched: Vec<Option<Touched>>,
    lines: Vec<Line>,
    members: usize,
    /// Which instructions end lives.
    ends: FxHashMap<ValueId, Ending>,
    /// Members that are lost at each kind of ending that occurs.
    lost: FxHashMap<Ending, FixedBitSet>,
    /// Index = block; `None` where the analysis gave up.
    before: Option<Vec<FixedBitSet>>,
}

impl Available {
    /// Solves the analysis for a function, of whose accesses those count that `counts` says.
    pub fn of(
        function: &Function,
        counts: impl Fn(BlockId, AccessId) -> bool,
        endings: &mut impl Endings,
    ) -> Self {
        let _span = tracing::debug_span!("available").entered();
        let mut available = Self {
            touched: vec![None; function.accesses.len()],
            ..Self::default()
        };
        available.number(function, counts);
        if available.members > 0 {
            available.find_lost(function, endings);
            available.solve(function);
        }
        available
    }

    /// Gives a number to each run of bytes that several accesses touch.
    fn number(&mut self, function: &Function, counts: impl Fn(BlockId, AccessId) -> bool) {
        let mut numbers: FxHashMap<Address, usize> = FxHashMap::default();
        let mut all: Vec<Vec<(BlockId, AccessId, Range<i64>)>> = Vec::new();
        for_each_access(function, |block, id| {
            if counts(block, id)
                && let Some((address, bytes)) = address(function, id)
            {
                let next = all.len();
                let number = *numbers.entry(address).or_insert(next);
                if number == next {
                    all.push(Vec::new());
                }
                all[number].push((block, id, bytes));
            }
        });
        let mut addresses: Vec<(Address, usize)> = numbers.into_iter().collect();
        addresses.sort_unstable_by_key(|(_, number)| *number);
        for ((address, _), accesses) in addresses.into_iter().zip(all) {
            let runs = shared_runs(accesses.iter().map(|(_, _, bytes)| bytes));
            if !runs.is_empty() {
                self.add_line(&address, &runs, &accesses);
            }
        }
    }

    fn add_line(
        &mut self,
        address: &Address,
        runs: &[Range<i64>],
        accesses: &[(BlockId, AccessId, Range<i64>)],
    ) {
        let first = self.members;
        for (_, access, bytes) in accesses {
            let from = runs.partition_point(|run| run.start < bytes.start);
            let to = runs.partition_point(|run| run.start < bytes.end);
            let found: i64 = runs[from..to].iter().map(|run| run.end - run.start).sum();
            self.touched[access.index()] = Some(Touched {
                members: first + from..first + to,
                all: found == bytes.end - bytes.start,
                line: self.lines.len(),
            });
        }
        self.members += runs.len();
        self.lines.push(Line {
            base: address.base,
            members: first..self.members,
            accesses: accesses.iter().map(|(b, id, _)| (*b, *id)).collect(),
        });
    }

    fn find_lost(&mut self, function: &Function, endings: &mut impl Endings) {
        let blocks = function.blocks.iter();
        for &instruction in blocks.flat_map(|(_, block)| &block.instructions) {
            let Some(ending) = endings.of(instruction) else {
                continue;
            };
            self.ends.insert(instruction, ending);
            self.lost.entry(ending).or_insert_with(|| {
                let mut lost = FixedBitSet::with_capacity(self.members);
                for line in &self.lines {
                    if endings.concerns(ending, line.base) {
                        lost.insert_range(line.members.clone());
                    }
                }
                lost
            });
        }
    }

    fn solve(&mut self, function: &Function) {
        if self.members.saturating_mul(function.blocks.len()) > MOST_BITS {
            return;
        }
        let none = FixedBitSet::with_capacity(self.members);
        let mut every = none.clone();
        every.insert_range(..);
        let dominators = Dominators::of(function);
        // What each block makes, and what it leaves of what comes in.
        let mut made = Vec::with_capacity(function.blocks.len());
        let mut left = Vec::with_capacity(function.blocks.len());
        let mut accesses = function.accesses.iter().peekable();
        for (_, block) in function.blocks.iter() {
            let (mut makes, mut leaves) = (none.clone(), every.clone());
            for &instruction in &block.instructions {
                while let Some((id, _)) = accesses.next_if(|(_, a)| a.instruction == instruction) {
                    self.make(id, &mut makes);
                }
                self.lose(instruction, &mut makes);
                self.lose(instruction, &mut leaves);
            }
            made.push(makes);
            left.push(leaves);
        }
        let mut after = vec![every.clone(); function.blocks.len()];
        let mut before = vec![none.clone(); function.blocks.len()];
        for _ in 0..MOST_PASSES {
            let mut changed = false;
            for (place, &block) in dominators.order().iter().enumerate() {
                let here = &mut before[block.index()];
                here.clone_from(if place == 0 { &none } else { &every });
                for from in &function.blocks[block].predecessors {
                    if dominators.is_reached(*from) {
                        here.intersect_with(&after[from.index()]);
                    }
                }
                let mut out = here.clone();
                out.intersect_with(&left[block.index()]);
                out.union_with(&made[block.index()]);
                if out != after[block.index()] {
                    after[block.index()] = out;
                    changed = true;
                }
            }
            if !changed {
                self.before = Some(before);
                return;
            }
        }
    }

    fn make(&self, access: AccessId, state: &mut FixedBitSet) {
        if let Some(Some(touched)) = self.touched.get(access.index()) {
            state.insert_range(touched.members.clone());
        }
    }

    fn lose(&self, instruction: ValueId, state: &mut FixedBitSet) {
        let ending = self.ends.get(&instruction);
        if let Some(lost) = ending.and_then(|ending| self.lost.get(ending)) {
            state.difference_with(lost);
        }
    }

    /// Walks a block from its beginning.
    pub fn cursor(&self, block: BlockId) -> AvailableCursor<'_> {
        let before = self.before.as_ref().map(|all| all[block.index()].clone());
        AvailableCursor {
            available: self,
            state: before.unwrap_or_else(|| FixedBitSet::with_capacity(self.members)),
        }
    }

    /// The accesses that touched the bytes of one of which [`AvailableCursor::has`] has said so: the last ones on each path, of those that `counts`
    /// says, by number. Whatever does not count must be such an access itself. None where that takes more than `steps`, which it counts down.
    pub fn made_by(
        &self,
        function: &Function,
        access: AccessId,
        block: BlockId,
        counts: impl Fn(AccessId) -> bool,
        steps: &mut usize,
    ) -> Option<Vec<AccessId>> {
        let wanted = self.touched[access.index()].as_ref()?;
        let first = wanted.members.start;
        if wanted.members.len() > MOST_RUNS {
            return None;
        }
        let bits = |members: &Range<usize>| -> u64 {
            let from = members.start.clamp(first, wanted.members.end) - first;
            let to = members.end.clamp(first, wanted.members.end) - first;
            (from..to).fold(0, |bits, at| bits | 1 << at)
        };
        let all = &self.lines[wanted.line].accesses;
        let mut found = Vec::new();
        let mut seen: FxHashMap<BlockId, u64> = FxHashMap::default();
        let mut work = vec![(block, bits(&wanted.members), Some(access))];
        while let Some((block, mut need, until)) = work.pop() {
            let from = all.partition_point(|(b, _)| b.index() < block.index());
            let to = all.partition_point(|(b, id)| {
                let before = until.is_none_or(|until| id.index() < until.index());
                b.index() < block.index() || *b == block && before
            });
            for (_, id) in all[from..to].iter().rev() {
                *steps = steps.checked_sub(1)?;
                let made = self.touched[id.index()].as_ref();
                let made = made.map_or(0, |touched| bits(&touched.members));
                if need & made != 0 && counts(*id) {
                    found.push(*id);
                    need &= !made;
                }
                if need == 0 {
                    break;
                }
            }
            if need == 0 {
                continue;
            }
            for &from in &function.blocks[block].predecessors {
                *steps = steps.checked_sub(1)?;
                let seen = seen.entry(from).or_default();
                if need & !*seen != 0 {
                    work.push((from, need & !*seen, None));
                    *seen |= need;
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}

/// A place in a block.
pub struct AvailableCursor<'a> {
    available: &'a Available,
    state: FixedBitSet,
}

impl AvailableCursor<'_> {
    /// Whether all bytes of the access, which stands here, have been accessed before.
    pub fn has(&self, access: AccessId) -> bool {
        let touched = self.available.touched.get(access.index());
        touched.and_then(Option::as_ref).is_some_and(|touched| {
            touched.all && self.state.contains_all_in_range(touched.members.clone())
        })
    }

    /// Goes past an access, which its instruction is about to make.
    pub fn make(&mut self, access: AccessId) {
        self.available.make(access, &mut self.state);
    }

    /// Goes past an instruction.
    pub fn pass(&mut self, instruction: ValueId) {
        self.available.lose(instruction, &mut self.state);
    }

    /// What the instruction ends.
    pub fn ends(&self, instruction: ValueId) -> bool {
        self.available.ends.contains_key(&instruction)
    }
}

fn for_each_access(function: &Function, mut visit: impl FnMut(BlockId, AccessId)) {
    let mut accesses = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        for &instruction in &content.instructions {
            while let Some((id, _)) = accesses.next_if(|(_, a)| a.instruction == instruction) {
                visit(block, id);
            }
        }
    }
}

/// What an access touches; none where a mask says it, or nothing is touched, or an address has no value.
fn address(function: &Function, access: AccessId) -> Option<(Address, Range<i64>)> {
    let access = &function.accesses[access];
    let place = function.resolve(access.pointer);
    let (length, bytes) = match access.extent {
        Extent::Bytes(bytes) => (None, i64::try_from(bytes).ok()?),
        Extent::Dynamic(length) => (Some(length), 1),
        Extent::Masked { .. } => return None,
    };
    let mut terms = place.terms;
    // The sum is the same in any order.
    terms.sort_unstable_by_key(|term| (term.index, term.scale));
    let values = terms.iter().map(|term| term.index);
    let mut values = values.chain([place.base]).chain(length);
    // Each use of it may be another number.
    if values.any(|value| matches!(function.values[value].def, ValueDef::Undefined)) || bytes == 0 {
        return None;
    }
    let address = Address {
        base: place.base,
        terms,
        length,
    };
    Some((address, place.offset..place.offset.checked_add(bytes)?))
}

/// The runs of bytes that at least two of these ranges touch, cut wherever one begins or ends.
fn shared_runs<'r>(ranges: impl Iterator<Item = &'r Range<i64>>) -> Vec<Range<i64>> {
    let mut borders: Vec<(i64, i32)> = ranges.flat_map(|r| [(r.start, 1), (r.end, -1)]).collect();
    borders.sort_unstable();
    let mut depth = 0;
    let mut runs = Vec::new();
    for pair in borders.windows(2) {
        depth += pair[0].1;
        if depth >= 2 && pair[0].0 < pair[1].0 {
            runs.push(pair[0].0..pair[1].0);
        }
    }
    runs
}

#[cfg(test)]
mod tests;
