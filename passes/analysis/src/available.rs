//! Which bytes has every path to here accessed already, with no kill since?
//!
//! Claims: where [`AvailableCursor::has`] returns true for an access, every execution that reaches it has made other accesses that together touched
//! all of its bytes at the same address, and no instruction since may have poisoned the memory that its base points to, as far as the
//! caller's [`Kills`] know. If each of those accesses was checked or is proved, this one is in bounds and live as well, by induction over the
//! execution, whatever the proofs of the others rest on.
//!
//! This is the analysis of available expressions (Kildall, "A Unified Approach to Global Program Optimization", 1973). Its members are runs of bytes,
//! counted from an address that the function computes, that the same accesses touch. So [0, 4) and [4, 8) make up [0, 8), and one path may have in
//! one piece what another has in two. Bytes that only one access touches help no other access and have no member. An SSA value that a loop
//! evaluates again is another address; that needs no care: if a path leads from its definition to here without the other accesses, one does so
//! after the first evaluation too, before which nothing can have used the value.
//!
//! The caller treats what setjmp returns to as a kill; then longjmp needs no edge. What other functions have accessed before this one began, or in a call
//! that has returned, comes from [`crate::CheckSummaries`] ([`Elsewhere`]). Gives up on accesses of other blocks beyond [`MOST_BITS`] or
//! [`MOST_PASSES`].

mod address;
mod cursor;
mod flow;
mod made_by;
mod numbering;
#[cfg(test)]
mod tests;

use crate::dataflow::MustSet;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sanecc_ir::{AccessId, BlockId, Function, Id, ValueId, mutant};
use std::ops::Range;

pub(crate) use address::{Address, address, address_behind};
pub use cursor::AvailableCursor;
pub use made_by::MadeBy;

/// Members times blocks of a function.
const MOST_BITS: usize = 1 << 27;
/// Passes over the blocks: nesting of loops, and two more.
const MOST_PASSES: u32 = 40;

/// A class of instructions that kill members: those of one number kill the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kill(pub usize);

/// What may poison memory.
pub trait Kills {
    /// The class of an instruction that kills members.
    fn of(&mut self, instruction: ValueId) -> Option<Kill>;
    /// Whether the memory that `base` points to may be poisoned after such an instruction.
    fn clobbers(&mut self, kill: Kill, base: ValueId) -> bool;
}

/// Accesses of other functions, and queried bytes besides the accesses of this function; bytes are counted from pointers.
#[derive(Debug, Default)]
pub struct Elsewhere {
    /// All callers have accessed them, before this function begins.
    pub before: Vec<(ValueId, Range<i64>)>,
    /// The callee has accessed them when it returns here; the call stands first.
    pub by_calls: Vec<(ValueId, ValueId, Range<i64>)>,
    /// Somebody may ask which of them have been accessed.
    pub queried: Vec<(ValueId, Range<i64>)>,
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
    /// Which instructions kill members.
    ends: FxHashMap<ValueId, Kill>,
    /// The members that each class of kills clobbers.
    lost: FxHashMap<Kill, FixedBitSet>,
    /// At the beginning of each block; empty where the analysis gave up.
    before: Vec<MustSet>,
}

impl Available {
    /// Solves the analysis for a function, of whose accesses those count that `counts` says.
    pub fn of(
        function: &Function,
        counts: impl Fn(BlockId, AccessId) -> bool,
        elsewhere: &Elsewhere,
        kills: &mut (impl Kills + ?Sized),
    ) -> Self {
        let _span = tracing::debug_span!("available").entered();
        Self::with(function, counts, elsewhere, 2, kills)
    }

    /// The same for bytes that at least so many touch or ask about.
    pub(crate) fn with(
        function: &Function,
        counts: impl Fn(BlockId, AccessId) -> bool,
        elsewhere: &Elsewhere,
        least: i32,
        kills: &mut (impl Kills + ?Sized),
    ) -> Self {
        let mut available = Self {
            touched: vec![None; function.accesses.len()],
            ..Self::default()
        };
        available.number(function, counts, elsewhere, least);
        if available.members > 0 {
            available.find_lost(function, kills);
            available.solve(function);
        }
        available
    }

    /// Walks a block from its beginning.
    pub fn cursor(&self, block: BlockId) -> AvailableCursor<'_> {
        let before = self.before.get(block.index()).cloned();
        AvailableCursor {
            available: self,
            state: before.unwrap_or_else(|| MustSet::empty(self.members)),
        }
    }

    /// The bytes that are there behind each base without variable parts of an address, at the place of a cursor.
    pub(crate) fn bytes_at<'s>(
        &'s self,
        cursor: &'s AvailableCursor<'_>,
    ) -> impl Iterator<Item = (ValueId, Range<i64>)> + 's {
        let constant = self.addresses.iter();
        let constant = constant.filter(|(a, _)| {
            (a.terms.is_empty() || mutant!("interprocedural/same-index")) && a.length.is_none()
        });
        constant.flat_map(move |(address, &line)| {
            let line = &self.lines[line];
            let here = line.members.clone().zip(&line.runs);
            let here = here.filter(|(member, _)| cursor.state.contains(*member));
            here.map(|(_, run)| (address.base, run.clone()))
        })
    }
}
