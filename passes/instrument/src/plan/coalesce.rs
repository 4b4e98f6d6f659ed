//! Which checks of neighbours become one?
//!
//! Claims: all members of a [`Coalesced`] access distinct places off one base and the same variable parts of an address, and
//! whoever executes the first of them executes all: nothing between can leave the way to the last, wait, or end a life. So one check
//! of all their bytes in front of the first is as good as their own. Where it fails it alarms nobody: it asks for each member's bytes exactly,
//! in the order of the program. So a report names the access that is wrong, and there is none where each is good, whatever lies in the gaps
//! between them. Of two errors in one such stretch, the one that is reported may be the second.
//!
//! A block is gone through once; a run ends at calls, assembly, synchronisation, borders of scopes, and divisions that may trap. It goes on in the
//! block where all ways out of this one meet again, if on each lies one block at most, in which nothing would end it either, and if no other way leads there.
//! The bytes from the first to the last are at most [`MOST_BYTES`], and the shadow is loaded less often than before.

use super::decision::Decision;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{
    AccessId, BinaryOp, Block, BlockId, Extent, Function, Id, MemoryIntrinsic, Op, Place, Term,
    ValueId, mutant,
};

/// Bytes from the first to the last, as far as one check reaches.
const MOST_BYTES: i64 = 64;
/// Bytes that a byte of the shadow describes.
const GRANULE: u64 = sanecc_abi::shadow::GRANULE as u64;

/// Checks that are made by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coalesced {
    /// Those that are checked together, in order; the check stands in front of the first.
    pub members: Vec<Member>,
    /// Where the bytes begin, counted from the first member's pointer.
    pub start: i64,
    /// How many bytes from the first to the last.
    pub bytes: u64,
    /// Alignment of the beginning in bytes, as far as the last bytes' own access promises it.
    pub align: u64,
    /// One of them is a whole block operation, after whose report the program goes on where its user asks for that.
    pub goes_on: bool,
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The access.
    pub access: AccessId,
    /// Distance from the beginning of all, in bytes.
    pub offset: u64,
    /// Its bytes.
    pub bytes: u64,
}

/// A run that may still grow.
struct Run {
    /// With the offset from the base.
    members: Vec<(AccessId, i64, u64)>,
    from: i64,
    to: i64,
}

impl Run {
    /// Takes one more access, if it is near enough.
    fn take(&mut self, access: AccessId, offset: i64, bytes: u64) -> bool {
        let from = self.from.min(offset);
        let Some(to) = offset.checked_add(bytes as i64).map(|to| to.max(self.to)) else {
            return false;
        };
        let fits = to.checked_sub(from).is_some_and(|all| all <= MOST_BYTES);
        if fits {
            (self.from, self.to) = (from, to);
            self.members.push((access, offset, bytes));
        }
        fits
    }

    /// The joined check, if it loads less of the shadow.
    fn join(self, function: &Function) -> Option<Coalesced> {
        let align = |access: AccessId| function.accesses[access].align.min(GRANULE);
        let &(_, first_offset, _) = self.members.first()?;
        let &(last, last_offset, _) =
            (self.members.iter()).find(|(_, offset, bytes)| offset + *bytes as i64 == self.to)?;
        // What it promises of itself; others say nothing of where the last byte lies.
        let distance = (last_offset - self.from) as u64;
        let aligned = align(last).min(1 << distance.trailing_zeros().min(3));
        let bytes = (self.to - self.from) as u64;
        let alone = self.members.iter();
        let alone: u64 = alone.map(|(id, _, n)| loads(*n, align(*id))).sum();
        let members = self.members.iter().map(|&(access, offset, bytes)| Member {
            access,
            offset: (offset - self.from) as u64,
            bytes,
        });
        (self.members.len() > 1 && loads(bytes, aligned) < alone).then(|| Coalesced {
            members: members.collect(),
            start: self.from.wrapping_sub(first_offset),
            bytes,
            align: aligned,
            goes_on: (self.members.iter()).any(|(id, ..)| function.accesses[*id].block),
        })
    }
}

/// How often a check of so many bytes loads a part of the shadow.
fn loads(bytes: u64, align: u64) -> u64 {
    let most = (GRANULE - align + bytes).div_ceil(GRANULE);
    let width = 1 << bytes.div_ceil(GRANULE).ilog2();
    1 + u64::from(most > width)
}

/// Joins what can be joined. `allows` is asked once for each.
pub(super) fn join(
    function: &Function,
    decisions: &[Decision],
    mut allows: impl FnMut() -> bool,
) -> Vec<Coalesced> {
    let mut coalesced = Vec::new();
    let mut close = |runs: &mut Vec<Run>| {
        let all = runs.drain(..).filter_map(|run| run.join(function));
        coalesced.extend(all.filter(|_| allows()));
    };
    let mut accesses: FxHashMap<ValueId, Vec<AccessId>> = FxHashMap::default();
    for (id, access) in function.accesses.iter() {
        accesses.entry(access.instruction).or_default().push(id);
    }
    let quiet = |block: &Block| is_quiet(function, block, &accesses);
    let ways = function.blocks.iter();
    let ways = ways.map(|(id, _)| meeting(function, id, &quiet));
    let ways: Vec<Option<BlockId>> = ways.collect();
    let later: FxHashSet<BlockId> = ways.iter().flatten().copied().collect();
    let beginnings = function.blocks.iter();
    for (beginning, _) in beginnings.filter(|(id, _)| !later.contains(id)) {
        let next = |id: &BlockId| ways[id.index()];
        let way = std::iter::successors(Some(beginning), next);
        let instructions = way.flat_map(|id| &function.blocks[id].instructions);
        let mut open: FxHashMap<(ValueId, Vec<Term>), usize> = FxHashMap::default();
        let mut runs: Vec<Run> = Vec::new();
        for &instruction in instructions {
            let here = accesses.get(&instruction);
            let asked = here.is_some();
            for &id in here.into_iter().flatten() {
                let Some((place, bytes)) = candidate(function, id, &decisions[id.index()]) else {
                    continue;
                };
                let Place {
                    base,
                    mut terms,
                    offset,
                } = place;
                terms.sort_unstable_by_key(|term| (term.index, term.scale));
                if mutant!("coalesce/same-index") {
                    terms.clear();
                }
                let key = (base, terms);
                let taken = open
                    .get(&key)
                    .is_some_and(|&run| runs[run].take(id, offset, bytes));
                if !taken && let Some(to) = offset.checked_add(bytes as i64) {
                    open.insert(key, runs.len());
                    runs.push(Run {
                        members: vec![(id, offset, bytes)],
                        from: offset,
                        to,
                    });
                }
            }
            let op = function.op(instruction);
            let goes_on = matches!(op, Some(Op::Branch(_)));
            if !goes_on && op.is_none_or(|op| parts(function, op, asked)) {
                open.clear();
                close(&mut runs);
            }
        }
        close(&mut runs);
    }
    coalesced
}

/// The block where all ways out of this one meet, past one quiet block each at most, and to which no others lead.
fn meeting(function: &Function, from: BlockId, quiet: &dyn Fn(&Block) -> bool) -> Option<BlockId> {
    let successors = &function.blocks[from].successors;
    let ends_in_branch = |block: &Block| {
        let last = block.instructions.last();
        last.is_some_and(|last| matches!(function.op(*last), Some(Op::Branch(_))))
    };
    let comes_from_here = |block: &Block| {
        let mut before = block.predecessors.iter();
        !block.predecessors.is_empty() && before.all(|before| *before == from)
    };
    let side = |id: BlockId| {
        let block = &function.blocks[id];
        let [to] = block.successors[..] else {
            return None;
        };
        (comes_from_here(block) && ends_in_branch(block) && quiet(block)).then_some(to)
    };
    let is_side = |id: BlockId, to: BlockId| id == to || side(id) == Some(to);
    let first = *successors.first()?;
    let mut meetings = [Some(first), side(first)].into_iter().flatten();
    let to = meetings.find(|to| {
        successors.iter().all(|id| is_side(*id, *to)) || mutant!("coalesce/every-way")
    })?;
    let ours = |before: &BlockId| {
        *before == from || *before != to && comes_from_here(&function.blocks[*before])
    };
    let only = function.blocks[to].predecessors.iter().all(ours) || mutant!("coalesce/no-other");
    (to != from && only && ends_in_branch(&function.blocks[from])).then_some(to)
}

/// Whether nothing in a block on the way would end a run.
fn is_quiet(
    function: &Function,
    block: &Block,
    accesses: &FxHashMap<ValueId, Vec<AccessId>>,
) -> bool {
    let mut inside = block.instructions.iter();
    inside.all(|id| match function.op(*id) {
        Some(Op::Branch(_)) => true,
        Some(op) => !parts(function, op, accesses.contains_key(id)),
        None => false,
    }) || mutant!("coalesce/quiet")
}

/// An access that asks the shadow for a small number of bytes, and nothing else.
fn candidate(function: &Function, id: AccessId, decision: &Decision) -> Option<(Place, u64)> {
    let check = decision.check()?;
    let access = &function.accesses[id];
    if !check.shadow || check.bounds.is_some() || access.by_library {
        return None;
    }
    let Extent::Bytes(bytes) = access.extent else {
        return None;
    };
    (1..=MOST_BYTES as u64)
        .contains(&bytes)
        .then(|| (function.resolve(access.pointer), bytes))
}

/// Whether what follows the instruction may not happen, or may find other memory. `asked`: its accesses are known.
fn parts(function: &Function, op: &Op, asked: bool) -> bool {
    match op {
        Op::Load { simple, .. } | Op::Store { simple, .. } => {
            !simple && !mutant!("coalesce/volatile")
                || !asked && !mutant!("coalesce/unknown-access")
        }
        Op::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, _, by) => {
            !matches!(function.integer(*by), Some(by) if by != 0 && by != -1)
                && !mutant!("coalesce/division")
        }
        // How much they touch, and whether they overlap, shows only then.
        Op::Memory(MemoryIntrinsic::Copy | MemoryIntrinsic::Move | MemoryIntrinsic::Set, _) => {
            !mutant!("coalesce/copy")
        }
        Op::Call { .. } => !mutant!("coalesce/call"),
        Op::Opaque { .. } => !mutant!("coalesce/opaque"),
        Op::Atomic { .. } | Op::Fence => !mutant!("coalesce/atomic"),
        Op::ScopeBegin(_) | Op::ScopeEnd(_) => !mutant!("coalesce/scope"),
        Op::StackRestore(_) => !mutant!("coalesce/stack-restored"),
        Op::VaArg(_) | Op::Return(_) | Op::Branch(_) | Op::Resume(_) | Op::Unreachable => true,
        // The stack may end there.
        Op::Alloca { fixed, .. } => !fixed && !mutant!("coalesce/stack-ends"),
        Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Compare(..)
        | Op::Cast(..)
        | Op::Phi(_)
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::Element(_)
        | Op::Inert(_) => false,
    }
}
