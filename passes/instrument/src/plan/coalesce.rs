//! `coalesce`: accesses with the same base and index share one check of their whole span.
//!
//! Claims: executing the first member of a [`Coalesced`] guarantees executing the others: no instruction between them leaves the path, waits, or kills
//! memory at the base. So one check of the whole span before the first is as good as their own checks. If it fails, the runtime checks each member exactly
//! and in program order: the report names the access that fails, and there is none if all members are addressable, whatever lies in the gaps.
//! Of two errors in one span, the reported one may be the second.
//!
//! One pass over each basic block. A run ends at calls, assembly, synchronisation, scope marks, and divisions that may trap. It continues at the block's
//! reconvergence point if every path there leads through at most one block that does not end the run, and no other block branches there.
//! A span has at most [`MOST_BYTES`] bytes, and its check must need fewer shadow loads than the checks that it replaces.

use super::decision::Decision;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{
    AccessId, Address, BinaryOp, Block, BlockId, Extent, Function, Id, MemoryIntrinsic, Op, Term,
    ValueId, mutant,
};

/// Largest span of one check, in bytes.
const MOST_BYTES: i64 = 64;
/// Bytes of memory for each byte of shadow.
const GRANULE: u64 = sanecc_abi::shadow::GRANULE as u64;

/// One check of several accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coalesced {
    /// The accesses, in program order; the check is before the first.
    pub members: Vec<Member>,
    /// First byte of the span, relative to the first member's pointer.
    pub start: i64,
    /// Bytes of the span.
    pub bytes: u64,
    /// Alignment of the span's start in bytes, as far as the access of its last byte guarantees it.
    pub align: u64,
    /// A member is a memory intrinsic, after whose report the program may continue.
    pub goes_on: bool,
}

/// A member of a [`Coalesced`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The access.
    pub access: AccessId,
    /// Distance from the start of the span, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A run that may still grow.
struct Run {
    /// Access, offset from the base, size.
    members: Vec<(AccessId, i64, u64)>,
    from: i64,
    to: i64,
}

impl Run {
    /// Adds an access if the span stays small enough.
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

    /// The shared check, if it needs fewer shadow loads.
    fn into_check(self, function: &Function) -> Option<Coalesced> {
        let align = |access: AccessId| function.accesses[access].align.min(GRANULE);
        let &(_, first_offset, _) = self.members.first()?;
        let &(last, last_offset, _) =
            (self.members.iter()).find(|(_, offset, bytes)| offset + *bytes as i64 == self.to)?;
        // Only the access of the last byte says how that is aligned.
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
            goes_on: (self.members.iter()).any(|(id, ..)| function.accesses[*id].bulk),
        })
    }
}

/// Shadow loads of a check of so many bytes.
fn loads(bytes: u64, align: u64) -> u64 {
    let most = (GRANULE - align + bytes).div_ceil(GRANULE);
    let width = 1 << bytes.div_ceil(GRANULE).ilog2();
    1 + u64::from(most > width)
}

/// Coalesces checks. `allows` is called once for each shared check.
pub(super) fn coalesce(
    function: &Function,
    decisions: &[Decision],
    mut allows: impl FnMut() -> bool,
) -> Vec<Coalesced> {
    let mut coalesced = Vec::new();
    let mut close = |runs: &mut Vec<Run>| {
        let all = runs.drain(..).filter_map(|run| run.into_check(function));
        coalesced.extend(all.filter(|_| allows()));
    };
    let mut accesses: FxHashMap<ValueId, Vec<AccessId>> = FxHashMap::default();
    for (id, access) in function.accesses.iter() {
        accesses.entry(access.instruction).or_default().push(id);
    }
    let continues = |block: &Block| continues_run(function, block, &accesses);
    let next_blocks = function.blocks.iter();
    let next_blocks = next_blocks.map(|(id, _)| reconvergence(function, id, &continues));
    let next_blocks: Vec<Option<BlockId>> = next_blocks.collect();
    let later: FxHashSet<BlockId> = next_blocks.iter().flatten().copied().collect();
    let beginnings = function.blocks.iter();
    for (beginning, _) in beginnings.filter(|(id, _)| !later.contains(id)) {
        let next = |id: &BlockId| next_blocks[id.index()];
        let path = std::iter::successors(Some(beginning), next);
        let instructions = path.flat_map(|id| &function.blocks[id].instructions);
        let mut open: FxHashMap<(ValueId, Vec<Term>), usize> = FxHashMap::default();
        let mut runs: Vec<Run> = Vec::new();
        for &instruction in instructions {
            let here = accesses.get(&instruction);
            let known = here.is_some();
            for &id in here.into_iter().flatten() {
                let Some((place, bytes)) = candidate(function, id, &decisions[id.index()]) else {
                    continue;
                };
                let Address {
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
            if !goes_on && op.is_none_or(|op| ends_run(function, op, known)) {
                open.clear();
                close(&mut runs);
            }
        }
        close(&mut runs);
    }
    coalesced
}

/// The block where all successors of this one meet, past at most one side block each, and that has no other predecessors.
fn reconvergence(
    function: &Function,
    from: BlockId,
    continues: &dyn Fn(&Block) -> bool,
) -> Option<BlockId> {
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
        (comes_from_here(block) && ends_in_branch(block) && continues(block)).then_some(to)
    };
    let is_side = |id: BlockId, to: BlockId| id == to || side(id) == Some(to);
    let first = *successors.first()?;
    let mut candidates = [Some(first), side(first)].into_iter().flatten();
    let to = candidates.find(|to| {
        successors.iter().all(|id| is_side(*id, *to)) || mutant!("coalesce/every-successor")
    })?;
    let ours = |before: &BlockId| {
        *before == from || *before != to && comes_from_here(&function.blocks[*before])
    };
    let only =
        function.blocks[to].predecessors.iter().all(ours) || mutant!("coalesce/every-predecessor");
    (to != from && only && ends_in_branch(&function.blocks[from])).then_some(to)
}

/// Whether no instruction of a side block ends a run.
fn continues_run(
    function: &Function,
    block: &Block,
    accesses: &FxHashMap<ValueId, Vec<AccessId>>,
) -> bool {
    let mut inside = block.instructions.iter();
    inside.all(|id| match function.op(*id) {
        Some(Op::Branch(_)) => true,
        Some(op) => !ends_run(function, op, accesses.contains_key(id)),
        None => false,
    }) || mutant!("coalesce/side-block")
}

/// Address and size of an access that has only a shadow check, of a small constant number of bytes.
fn candidate(function: &Function, id: AccessId, decision: &Decision) -> Option<(Address, u64)> {
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

/// Whether the next instruction may not be executed, or may find other memory. `known`: the accesses of this one are imported.
fn ends_run(function: &Function, op: &Op, known: bool) -> bool {
    match op {
        Op::Load { mode, .. } | Op::Store { mode, .. } => {
            !mode.is_simple() && !mutant!("coalesce/volatile")
                || !known && !mutant!("coalesce/unknown-access")
        }
        Op::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, _, by) => {
            !matches!(function.integer(*by), Some(by) if by != 0 && by != -1)
                && !mutant!("coalesce/division")
        }
        // Their lengths and overlap are known only at run time.
        Op::Memory(MemoryIntrinsic::Copy | MemoryIntrinsic::Move | MemoryIntrinsic::Set, _) => {
            !mutant!("coalesce/copy")
        }
        Op::Call { .. } => !mutant!("coalesce/call"),
        Op::Opaque { .. } => !mutant!("coalesce/opaque"),
        Op::Atomic { .. } | Op::Fence(_) => !mutant!("coalesce/atomic"),
        Op::ScopeBegin(_) | Op::ScopeEnd(_) => !mutant!("coalesce/scope"),
        Op::StackRestore(_) => !mutant!("coalesce/stack-restored"),
        Op::VaArg(_) | Op::Return(_) | Op::Branch(_) | Op::Resume(_) | Op::Unreachable => true,
        // The stack may overflow there.
        Op::Alloca { fixed, .. } => !fixed && !mutant!("coalesce/stack-ends"),
        Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Compare(..)
        | Op::Cast(..)
        | Op::Phi(_)
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::Element(..)
        | Op::Inert(..)
        | Op::LandingPad { .. } => false,
    }
}
