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
//! What other functions have accessed before this one began, or until a call came back, is asked of [`crate::Across`] ([`Elsewhere`]).
//! Solved by passes in reverse postorder; gives up on what was accessed in other blocks where that takes more than [`MOST_BITS`] or [`MOST_PASSES`].

use crate::Dominators;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sanecc_ir::{AccessId, BlockId, Extent, Function, Id, Term, ValueDef, ValueId, doubted};
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

/// What other functions have accessed, and what is asked about besides the accesses of this one; bytes are counted from pointers.
#[derive(Debug, Default)]
pub struct Elsewhere {
    /// All callers have accessed them, before this function begins.
    pub before: Vec<(ValueId, Range<i64>)>,
    /// The callee has accessed them when it returns here; the call stands first.
    pub by_calls: Vec<(ValueId, ValueId, Range<i64>)>,
    /// Somebody may ask which of them have been accessed.
    pub asked: Vec<(ValueId, Range<i64>)>,
}

/// An address that bytes are counted from.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Address {
    pub(crate) base: ValueId,
    pub(crate) terms: Vec<Term>,
    /// How many bytes are accessed, where that is no constant: only the whole is the same as the whole.
    length: Option<ValueId>,
}

/// What touches bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Toucher {
    Access(AccessId),
    /// What is called here.
    Call(ValueId),
}

/// Where and how bytes are touched.
#[derive(Clone, Debug)]
struct Touch {
    block: BlockId,
    /// Grows with the instructions of a block, and with what one of them does: its accesses, and then what it calls.
    order: (usize, usize),
    by: Toucher,
    bytes: Range<i64>,
}

/// What touched the bytes of an access before it, on each path the last ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeBy {
    /// Accesses of this function.
    pub accesses: Vec<AccessId>,
    /// Calls in this function, whose callee made accesses.
    pub calls: Vec<ValueId>,
    /// All callers made accesses before they called.
    pub callers: bool,
}

impl MadeBy {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether other functions than this one made some of the accesses.
    pub fn is_across_calls(&self) -> bool {
        self.callers || !self.calls.is_empty()
    }
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
    /// The bytes of each member.
    runs: Vec<Range<i64>>,
    /// In the order of blocks and of instructions; with the members.
    touches: Vec<(Touch, Range<usize>)>,
}

impl Line {
    /// The members among these bytes, and whether they are all of these bytes.
    fn members(&self, bytes: &Range<i64>) -> (Range<usize>, bool) {
        let from = self.runs.partition_point(|run| run.start < bytes.start);
        let to = self.runs.partition_point(|run| run.start < bytes.end);
        let found: i64 = self.runs[from..to].iter().map(|r| r.end - r.start).sum();
        let first = self.members.start;
        (first + from..first + to, found == bytes.end - bytes.start)
    }
}

/// The accesses that were certainly made, at the beginning of each block.
#[derive(Default)]
pub struct Available {
    /// Index = access.
    touched: Vec<Option<Touched>>,
    /// Members that calls touch.
    by_calls: FxHashMap<ValueId, Vec<Range<usize>>>,
    /// Members that are there where the function begins.
    at_entry: FixedBitSet,
    /// Index of the line of each address.
    addresses: FxHashMap<Address, usize>,
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
        elsewhere: &Elsewhere,
        endings: &mut (impl Endings + ?Sized),
    ) -> Self {
        let _span = tracing::debug_span!("available").entered();
        Self::with(function, counts, elsewhere, 2, endings)
    }

    /// The same for bytes that at least so many touch or ask about.
    pub(crate) fn with(
        function: &Function,
        counts: impl Fn(BlockId, AccessId) -> bool,
        elsewhere: &Elsewhere,
        least: i32,
        endings: &mut (impl Endings + ?Sized),
    ) -> Self {
        let mut available = Self {
            touched: vec![None; function.accesses.len()],
            ..Self::default()
        };
        available.number(function, counts, elsewhere, least);
        if available.members > 0 {
            available.find_lost(function, endings);
            available.solve(function);
        }
        available
    }

    /// Gives a number to each run of bytes that several touch or ask about.
    fn number(
        &mut self,
        function: &Function,
        counts: impl Fn(BlockId, AccessId) -> bool,
        elsewhere: &Elsewhere,
        least: i32,
    ) {
        let mut numbers: FxHashMap<Address, usize> = FxHashMap::default();
        let mut all: Vec<Vec<Touch>> = Vec::new();
        let mut others: Vec<Vec<Range<i64>>> = Vec::new();
        let add = |all: &mut Vec<Vec<Touch>>, others: &mut Vec<Vec<Range<i64>>>| {
            all.push(Vec::new());
            others.push(Vec::new());
        };
        for (pointer, bytes) in &elsewhere.asked {
            if let Some((address, bytes)) = address_behind(function, *pointer, bytes) {
                let number = *numbers.entry(address).or_insert(all.len());
                if number == all.len() {
                    add(&mut all, &mut others);
                }
                others[number].push(bytes);
            }
        }
        for_each_access(function, |block, order, id| {
            if counts(block, id)
                && let Some((address, bytes)) = address(function, id)
            {
                let number = *numbers.entry(address).or_insert(all.len());
                if number == all.len() {
                    add(&mut all, &mut others);
                }
                let by = Toucher::Access(id);
                all[number].push(Touch {
                    block,
                    order: (order, id.index()),
                    by,
                    bytes,
                });
            }
        });
        // What others touch helps only where this function asks.
        let mut at_entry: Vec<(usize, Range<i64>)> = Vec::new();
        for (pointer, bytes) in &elsewhere.before {
            if let Some((address, bytes)) = address_behind(function, *pointer, bytes)
                && let Some(&number) = numbers.get(&address)
            {
                others[number].push(bytes.clone());
                at_entry.push((number, bytes));
            }
        }
        add_calls(function, elsewhere, &numbers, &mut all);
        let mut addresses: Vec<(Address, usize)> = numbers.into_iter().collect();
        addresses.sort_unstable_by_key(|(_, number)| *number);
        let mut lines = vec![None; all.len()];
        for (((address, number), mut touches), others) in addresses.into_iter().zip(all).zip(others)
        {
            let bytes = touches.iter().map(|touch| &touch.bytes);
            let runs = shared_runs(bytes.chain(&others), least);
            if !runs.is_empty() {
                touches.sort_by_key(|touch| (touch.block.index(), touch.order));
                lines[number] = Some(self.lines.len());
                self.add_line(address, runs, touches);
            }
        }
        self.at_entry = FixedBitSet::with_capacity(self.members);
        for (number, bytes) in at_entry {
            if let Some(line) = lines[number] {
                let (members, _) = self.lines[line].members(&bytes);
                self.at_entry.insert_range(members);
            }
        }
    }

    fn add_line(&mut self, address: Address, runs: Vec<Range<i64>>, touches: Vec<Touch>) {
        let first = self.members;
        self.members += runs.len();
        let mut line = Line {
            base: address.base,
            members: first..self.members,
            runs,
            touches: Vec::new(),
        };
        let number = self.lines.len();
        for touch in touches {
            let (members, all) = line.members(&touch.bytes);
            match touch.by {
                Toucher::Access(access) => {
                    self.touched[access.index()] = Some(Touched {
                        members: members.clone(),
                        all,
                        line: number,
                    });
                }
                Toucher::Call(call) => {
                    let by_call = self.by_calls.entry(call).or_default();
                    by_call.push(members.clone());
                }
            }
            line.touches.push((touch, members));
        }
        self.lines.push(line);
        self.addresses.insert(address, number);
    }

    fn find_lost(&mut self, function: &Function, endings: &mut (impl Endings + ?Sized)) {
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
                self.pass(instruction, &mut makes);
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
                here.clone_from(if place == 0 { &self.at_entry } else { &every });
                for from in &function.blocks[block].predecessors {
                    if dominators.is_reached(*from) && !(place > 0 && doubted("covered/every-path"))
                    {
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

    /// What an instruction ends, and then what it has touched.
    fn pass(&self, instruction: ValueId, state: &mut FixedBitSet) {
        self.lose(instruction, state);
        for members in self.by_calls.get(&instruction).into_iter().flatten() {
            state.insert_range(members.clone());
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

    /// What touched the bytes of an access of which [`AvailableCursor::has`] has said so: the last ones on each path, of accesses those that
    /// `counts` says. Whatever does not count must be such an access itself. None where that takes more than `steps`, which it counts down.
    pub fn made_by(
        &self,
        function: &Function,
        access: AccessId,
        block: BlockId,
        counts: impl Fn(AccessId) -> bool,
        steps: &mut usize,
    ) -> Option<MadeBy> {
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
        let at_entry = wanted.members.clone();
        let at_entry = at_entry.filter(|member| self.at_entry.contains(*member));
        let at_entry = at_entry.fold(0, |all, member| all | bits(&(member..member + 1)));
        let all = &self.lines[wanted.line].touches;
        let is_it = |(touch, _): &&(Touch, _)| touch.by == Toucher::Access(access);
        let until = all.iter().find(is_it)?.0.order;
        let mut found = MadeBy::default();
        let mut seen: FxHashMap<BlockId, u64> = FxHashMap::default();
        let mut work = vec![(block, bits(&wanted.members), Some(until))];
        while let Some((block, mut need, until)) = work.pop() {
            let from = all.partition_point(|(touch, _)| touch.block.index() < block.index());
            let to = all.partition_point(|(touch, _)| {
                let before = until.is_none_or(|until| touch.order < until);
                touch.block.index() < block.index() || touch.block == block && before
            });
            for (touch, members) in all[from..to].iter().rev() {
                *steps = steps.checked_sub(1)?;
                let made = bits(members);
                if need & made != 0 {
                    match touch.by {
                        Toucher::Access(id) if !counts(id) => continue,
                        Toucher::Access(id) => found.accesses.push(id),
                        Toucher::Call(call) => found.calls.push(call),
                    }
                    need &= !made;
                }
                if need == 0 {
                    break;
                }
            }
            if block.index() == 0 {
                found.callers |= need & at_entry != 0;
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
        found.accesses.sort_unstable();
        found.accesses.dedup();
        found.calls.sort_unstable();
        found.calls.dedup();
        Some(found)
    }

    /// The bytes that are there behind each base without variable parts of an address, at the place of a cursor.
    pub(crate) fn bytes_at<'s>(
        &'s self,
        cursor: &'s AvailableCursor<'_>,
    ) -> impl Iterator<Item = (ValueId, Range<i64>)> + 's {
        let constant = self.addresses.iter();
        let constant = constant.filter(|(a, _)| {
            (a.terms.is_empty() || doubted("across-calls/same-index")) && a.length.is_none()
        });
        constant.flat_map(move |(address, &line)| {
            let line = &self.lines[line];
            let here = line.members.clone().zip(&line.runs);
            let here = here.filter(|(member, _)| cursor.state.contains(*member));
            here.map(|(_, run)| (address.base, run.clone()))
        })
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
            let there = |member| self.state.contains(member);
            let all = (touched.all || doubted("covered/bytes-of-others"))
                && self.state.contains_all_in_range(touched.members.clone());
            all || touched.members.clone().any(there) && doubted("covered/every-byte")
        })
    }

    /// Which of these bytes behind a pointer have been accessed before, if somebody has said that they may be asked about.
    pub(crate) fn bytes_behind(
        &self,
        function: &Function,
        pointer: ValueId,
        bytes: &Range<i64>,
    ) -> Vec<Range<i64>> {
        let found = address_behind(function, pointer, bytes).and_then(|(address, wanted)| {
            let line = &self.available.lines[*self.available.addresses.get(&address)?];
            let (members, _) = line.members(&wanted);
            let there = members.filter(|member| self.state.contains(*member));
            let away = wanted.start - bytes.start;
            let run = |member: usize| {
                let run = &line.runs[member - line.members.start];
                run.start - away..run.end - away
            };
            Some(there.map(run).collect())
        });
        found.unwrap_or_default()
    }

    /// Goes past an access, which its instruction is about to make.
    pub fn make(&mut self, access: AccessId) {
        self.available.make(access, &mut self.state);
    }

    /// Goes past an instruction.
    pub fn pass(&mut self, instruction: ValueId) {
        self.available.pass(instruction, &mut self.state);
    }

    /// What the instruction ends.
    pub fn ends(&self, instruction: ValueId) -> bool {
        self.available.ends.contains_key(&instruction)
    }
}

/// What calls have touched joins what accesses of the same address touch.
fn add_calls(
    function: &Function,
    elsewhere: &Elsewhere,
    numbers: &FxHashMap<Address, usize>,
    all: &mut [Vec<Touch>],
) {
    let mut wanted: FxHashMap<ValueId, Vec<(usize, Range<i64>)>> = FxHashMap::default();
    for (call, pointer, bytes) in &elsewhere.by_calls {
        if let Some((address, bytes)) = address_behind(function, *pointer, bytes)
            && let Some(&number) = numbers.get(&address)
        {
            wanted.entry(*call).or_default().push((number, bytes));
        }
    }
    if wanted.is_empty() {
        return;
    }
    for (block, content) in function.blocks.iter() {
        // A call that ends its block may be left by an exception.
        let inside = match content.instructions.split_last() {
            _ if doubted("across-calls/exception") => &content.instructions[..],
            Some((_, inside)) => inside,
            None => &[],
        };
        for (order, call) in inside.iter().enumerate() {
            for (number, bytes) in wanted.remove(call).into_iter().flatten() {
                all[number].push(Touch {
                    block,
                    order: (order, usize::MAX),
                    by: Toucher::Call(*call),
                    bytes,
                });
            }
        }
    }
}

/// Visits the accesses with their block and the number of their instruction in it.
fn for_each_access(function: &Function, mut visit: impl FnMut(BlockId, usize, AccessId)) {
    let mut accesses = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        for (order, &instruction) in content.instructions.iter().enumerate() {
            while let Some((id, _)) = accesses.next_if(|(_, a)| a.instruction == instruction) {
                visit(block, order, id);
            }
        }
    }
}

/// What an access touches; none where a mask says it, or nothing is touched, or an address has no value.
pub(crate) fn address(function: &Function, access: AccessId) -> Option<(Address, Range<i64>)> {
    let access = &function.accesses[access];
    let (length, bytes) = match access.extent {
        Extent::Bytes(bytes) => (None, i64::try_from(bytes).ok()?),
        Extent::Dynamic(length) => (Some(length), 1),
        Extent::Masked { .. } => return None,
    };
    address_of(function, access.pointer, length, &(0..bytes))
}

/// The address that these bytes behind a pointer are counted from.
pub(crate) fn address_behind(
    function: &Function,
    pointer: ValueId,
    bytes: &Range<i64>,
) -> Option<(Address, Range<i64>)> {
    address_of(function, pointer, None, bytes)
}

fn address_of(
    function: &Function,
    pointer: ValueId,
    length: Option<ValueId>,
    bytes: &Range<i64>,
) -> Option<(Address, Range<i64>)> {
    let place = function.resolve(pointer);
    let mut terms = place.terms;
    // The sum is the same in any order.
    terms.sort_unstable_by_key(|term| (term.index, term.scale));
    let values = terms.iter().map(|term| term.index);
    let mut values = values.chain([place.base]).chain(length);
    // Each use of it may be another number.
    if values.any(|value| matches!(function.values[value].def, ValueDef::Undefined))
        && !doubted("covered/undefined")
        || bytes.is_empty()
    {
        return None;
    }
    if doubted("covered/same-index") {
        terms.clear();
    }
    let length = length.filter(|_| !doubted("covered/same-length"));
    let address = Address {
        base: place.base,
        terms,
        length,
    };
    let from = place.offset.checked_add(bytes.start)?;
    Some((address, from..place.offset.checked_add(bytes.end)?))
}

/// The runs of bytes that at least so many of these ranges touch, cut wherever one begins or ends.
fn shared_runs<'r>(ranges: impl Iterator<Item = &'r Range<i64>>, least: i32) -> Vec<Range<i64>> {
    let mut borders: Vec<(i64, i32)> = ranges.flat_map(|r| [(r.start, 1), (r.end, -1)]).collect();
    borders.sort_unstable();
    let mut depth = 0;
    let mut runs = Vec::new();
    for pair in borders.windows(2) {
        depth += pair[0].1;
        if depth >= least && pair[0].0 < pair[1].0 {
            runs.push(pair[0].0..pair[1].0);
        }
    }
    runs
}

#[cfg(test)]
mod tests;
