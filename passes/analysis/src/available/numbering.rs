//! Which bytes are members, and who touches them.

use super::address::{Address, address, address_behind};
use super::{Available, Elsewhere, Line, Touch, Touched, Toucher};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sanecc_ir::{AccessId, BlockId, Function, Id, ValueId, mutant};
use std::ops::Range;

impl Available {
    /// Gives a number to each run of bytes that several touch or ask about.
    pub(super) fn number(
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
        for (pointer, bytes) in &elsewhere.queried {
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
            _ if mutant!("interprocedural/exception") => &content.instructions[..],
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
pub(super) fn for_each_access(
    function: &Function,
    mut visit: impl FnMut(BlockId, usize, AccessId),
) {
    let mut accesses = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        for (order, &instruction) in content.instructions.iter().enumerate() {
            while let Some((id, _)) = accesses.next_if(|(_, a)| a.instruction == instruction) {
                visit(block, order, id);
            }
        }
    }
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
