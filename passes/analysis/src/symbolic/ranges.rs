//! What integers can a value be? Symbolic ranges, bit-precise (GreenArrays (2014), section 4.3).
//!
//! Every integer value of at most 64 bits gets an expression for each of its two readings, with and without sign. Where the
//! operation provably does not wrap at its place, that is the expression of the operands; elsewhere the value is a symbol of its
//! own, with the limits of its type and what the operation says of its result. So the expressions of GreenArrays' ranges are the
//! facts about a symbol here: the least of its upper bounds, the greatest of its lower ones.
//!
//! Claims: in every execution, wherever a value is defined, its readings are what the expressions say, its symbols lie in their
//! intervals, and their facts hold. A value that may be poison (`wild`: a broken promise, undefined content that LLVM shows, or
//! what is computed from such) has limits of its type only, because LLVM may let two uses of it disagree; no fact mentions it.
//! Unwritten memory is taken to have some value for each load, like AddressSanitizer does.
//!
//! With [`PoisonFlags::Dropped`], the claims are about the function without those poison-generating flags that were not proved
//! ([`Ranges::dropped_flags`] lists them): whoever uses a claim takes them back in the program, too, before anything else is made of it.
//!
//! Phis are solved by guessing and checking, over all of them at once ([`super::candidates`]). A round evaluates all needed values once,
//! in reverse postorder, as if the guesses held, and then checks each on every edge with the facts of that edge. What fails is
//! weakened. An iteration in which nothing fails proves all guesses by induction over the steps of the execution. A phi that still fails
//! after [`PATIENCE`] iterations keeps the limits of its type alone, as do those that are computed from it; after [`ITERATIONS`] iterations
//! nothing is claimed of any phi. So the cost is bounded, and the rest of the function keeps its claims. Functions that call setjmp have an edge that is not
//! drawn: nothing is claimed of them.

use super::atoms::{Atoms, View};
use super::candidate_invariants::Candidates;
use super::conditions::{Held, held_in_block};
use super::expression::Expr;
use super::forms::Forms;
use super::interval::Interval;
use super::order::{Knowledge, Prover};
use super::regions::Regions;
use super::relevance::relevant;
use crate::FunctionAnalyses;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use sanecc_ir::{BlockId, Function, Id, Op, ValueDef, ValueId, mutant};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Iterations after which a phi that still fails is given up.
const PATIENCE: u32 = 8;
/// Iterations after which all phis are given up.
const ITERATIONS: u32 = 24;
/// Most facts that are in scope of one question; the closest ones count.
const MAX_SCOPE: usize = 32;
/// Most blocks that are searched for them: not every guard says something.
const MAX_WALK: usize = 4 * MAX_SCOPE;

/// What becomes of a promise (nsw, nuw, exact, disjoint, nneg) that is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoisonFlags {
    /// It stays: what it is about may be poison.
    Kept,
    /// It is taken back, in what is claimed and then in the program: what it is about is one value, which may have wrapped.
    Dropped,
}

/// The ranges of the values of one function that were asked for.
pub struct Ranges<'f> {
    pub(super) function: &'f Function,
    pub(super) analyses: &'f FunctionAnalyses<'f>,
    /// The needed instructions of each block that is reached, definitions before uses except around loops.
    order: Vec<(BlockId, Vec<ValueId>)>,
    /// What holds on the one edge into a block; index = block.
    held: Vec<Held>,
    /// The closest block above, in the tree of dominators, into which an edge leads on which something holds; index = block.
    guarded_above: Vec<Option<BlockId>>,
    pub(super) atoms: Atoms,
    pub(super) known: Vec<Option<Knowledge>>,
    pub(super) values: Vec<Option<Forms>>,
    /// What holds in a block because of the edge into it; index = block.
    pub(super) scopes: Vec<Vec<Expr>>,
    pub(super) candidates: FxHashMap<ValueId, Candidates>,
    pub(super) given_up: u32,
    pub(super) poison_flags: PoisonFlags,
    /// Needed instructions with flags that are not proved: those of the last iteration where flags are dropped, those of any iteration
    /// where they are kept, because one that was not proved may hide behind the poison that it makes of itself.
    pub(super) unproved: FixedBitSet,
    /// Operations that are taken not to wrap.
    pub(super) assumed: FxHashMap<ValueId, View>,
    /// Instructions whose flags the last iteration ignored.
    pub(super) dropped_flags: FixedBitSet,
    /// Digests of goals that were not proved. Candidates only get weaker from round to round, so what failed once would again. Two
    /// goals with one digest cost a proof at worst.
    failed: RefCell<FxHashSet<u64>>,
    pub(super) regions: Arc<Regions>,
}

impl<'f> Ranges<'f> {
    /// Solves the analysis for what `roots` need, with the `regions` of the same function; `None` where nothing can be claimed.
    pub fn of(
        analyses: &'f FunctionAnalyses<'f>,
        regions: impl Into<Arc<Regions>>,
        roots: impl IntoIterator<Item = ValueId>,
    ) -> Option<Self> {
        Self::with(analyses, regions, PoisonFlags::Kept, roots)
    }

    /// The same; `poison_flags` says what becomes of flags that are not proved.
    pub fn with(
        analyses: &'f FunctionAnalyses<'f>,
        regions: impl Into<Arc<Regions>>,
        poison_flags: PoisonFlags,
        roots: impl IntoIterator<Item = ValueId>,
    ) -> Option<Self> {
        Self::assuming(analyses, regions, poison_flags, FxHashMap::default(), roots)
    }

    /// The same, as long as the operations in `assumed` do not wrap in that view (see [`super::assumptions`]).
    pub fn assuming(
        analyses: &'f FunctionAnalyses<'f>,
        regions: impl Into<Arc<Regions>>,
        poison_flags: PoisonFlags,
        assumed: FxHashMap<ValueId, View>,
        roots: impl IntoIterator<Item = ValueId>,
    ) -> Option<Self> {
        let _span = tracing::debug_span!("ranges").entered();
        let function = analyses.function();
        if function.calls_setjmp && !mutant!("in-range/setjmp") {
            return None;
        }
        let regions = regions.into();
        let needed = relevant(analyses, &regions, roots);
        let order = analyses.dominators().order();
        let order = order
            .iter()
            .map(|&block| {
                let all = function.blocks[block].instructions.iter().copied();
                (block, all.filter(|v| needed.contains(v.index())).collect())
            })
            .collect();
        let mut ranges = Self {
            function,
            analyses,
            order,
            held: vec![Held::default(); function.blocks.len()],
            guarded_above: vec![None; function.blocks.len()],
            atoms: Atoms::default(),
            known: Vec::new(),
            values: vec![None; function.values.len()],
            scopes: vec![Vec::new(); function.blocks.len()],
            candidates: FxHashMap::default(),
            given_up: 0,
            poison_flags,
            unproved: FixedBitSet::with_capacity(function.values.len()),
            assumed,
            dropped_flags: FixedBitSet::with_capacity(function.values.len()),
            failed: RefCell::default(),
            regions,
        };
        ranges.prepare(&needed);
        ranges.solve();
        Some(ranges)
    }

    /// The atoms of all expressions.
    pub fn atoms(&self) -> &Atoms {
        &self.atoms
    }

    /// What is known to be behind pointers.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Of how many phis nothing is claimed because they did not settle.
    pub fn given_up(&self) -> u32 {
        self.given_up
    }

    /// Whether more could be claimed with the unproved poison-generating flags dropped.
    pub fn has_unproved_promises(&self) -> bool {
        !self.unproved.is_clear()
    }

    /// The instructions whose flags the claims about `roots` do not rely on.
    pub fn dropped_flags(&self, roots: impl IntoIterator<Item = ValueId>) -> Vec<ValueId> {
        if self.dropped_flags.is_clear() {
            return Vec::new();
        }
        let mut all = relevant(self.analyses, &self.regions, roots);
        all.intersect_with(&self.dropped_flags);
        all.ones().map(ValueId::from_index).collect()
    }

    /// The facts that prove `expr >= 0` in a block, if they are found.
    pub fn proof(&self, expr: &Expr, block: BlockId) -> Option<Vec<Expr>> {
        self.prover(block, &[], |prover| prover.proof(expr))
    }

    /// The interval of an expression, from the limits of its symbols alone.
    pub fn interval(&self, expr: &Expr) -> (Option<i128>, Option<i128>) {
        let prover = Prover {
            atoms: &self.atoms,
            known: &self.known,
            scope: &[],
        };
        prover.interval(expr)
    }

    /// The interval of an expression in a block, where `more` holds, too.
    pub(super) fn bounds(&self, expr: &Expr, block: BlockId, more: &[Expr]) -> Interval {
        self.prover(block, more, |prover| prover.bounds(expr))
    }

    /// Whether `low <= expr <= high` in a block, where `more` holds, too.
    pub(super) fn within(
        &self,
        expr: &Expr,
        low: i128,
        high: i128,
        block: BlockId,
        more: &[Expr],
    ) -> bool {
        let (from, to) = self.interval(expr);
        let above = || expr.add_constant(-low);
        let below = || expr.scale(-1).and_then(|e| e.add_constant(high));
        let holds = |goal: Option<Expr>| goal.is_some_and(|e| self.nonnegative(&e, block, more));
        (from.is_some_and(|n| low <= n) || holds(above()))
            && (to.is_some_and(|n| n <= high) || holds(below()))
    }

    /// Whether `expr >= 0` in a block, where `more` holds, too.
    pub(super) fn nonnegative(&self, expr: &Expr, block: BlockId, more: &[Expr]) -> bool {
        if self.interval(expr).0.is_some_and(|n| n >= 0) {
            return true;
        }
        let mut digest = FxHasher::default();
        (expr, block, more).hash(&mut digest);
        let digest = digest.finish();
        if self.failed.borrow().contains(&digest) {
            return false;
        }
        let proved = self.prover(block, more, |prover| prover.nonnegative(expr));
        if !proved {
            self.failed.borrow_mut().insert(digest);
        }
        proved
    }

    fn prover<T>(&self, block: BlockId, more: &[Expr], ask: impl FnOnce(Prover<'_>) -> T) -> T {
        let mut scope: Vec<&Expr> = more.iter().collect();
        let mut at = Some(block);
        for _ in 0..MAX_WALK {
            let Some(block) = at.filter(|_| scope.len() < MAX_SCOPE) else {
                break;
            };
            scope.extend(&self.scopes[block.index()]);
            at = self.guarded_above[block.index()];
        }
        ask(Prover {
            atoms: &self.atoms,
            known: &self.known,
            scope: &scope,
        })
    }

    /// What stays the same in all iterations: guards, and values that are no instructions.
    fn prepare(&mut self, needed: &FixedBitSet) {
        let function = self.function;
        self.split(needed);
        for index in needed.ones() {
            let value = ValueId::from_index(index);
            self.values[index] = self.given(value);
        }
        self.begin();
        // Places in global variables are computed from each other, and need what is known of those.
        for index in needed.ones() {
            let value = ValueId::from_index(index);
            if let ValueDef::ConstantAddress(place) = &function.values[value].def
                && let Some(entry) = function.blocks.ids().next()
            {
                let op = Op::Address(place.clone());
                self.values[index] = Some(self.pointer(value, &op, entry));
            }
        }
    }

    /// What is known of needed values from where on: the live ranges that GreenArrays splits (section 4.1).
    fn split(&mut self, needed: &FixedBitSet) {
        let _span = tracing::debug_span!("splitting").entered();
        let function = self.function;
        for &(block, _) in &self.order {
            let ways_in = function.blocks[block].predecessors.len();
            if ways_in == 1 || ways_in > 0 && mutant!("conditions/one-way-in") {
                let mut held = held_in_block(function, block);
                held.guards.retain(|guard| {
                    [guard.left, guard.right]
                        .iter()
                        .all(|side| needed.contains(side.index()))
                });
                held.exact.retain(|bit| needed.contains(bit.index()));
                self.held[block.index()] = held;
            }
            // The parent stands before.
            self.guarded_above[block.index()] =
                self.analyses.dominators().parent(block).and_then(|parent| {
                    match self.held[parent.index()].is_empty() {
                        true => self.guarded_above[parent.index()],
                        false => Some(parent),
                    }
                });
        }
    }

    fn solve(&mut self) {
        let settled = self.known.len();
        for iteration in 0..ITERATIONS {
            self.evaluate_all(settled);
            if !self.check_guesses(iteration >= PATIENCE) {
                return;
            }
        }
        self.give_up_all();
        self.evaluate_all(settled);
    }

    /// One round: every needed value.
    fn evaluate_all(&mut self, settled: usize) {
        let function = self.function;
        // What an earlier round knew of a symbol may have been too much.
        self.known.truncate(settled);
        self.dropped_flags.clear();
        if self.poison_flags == PoisonFlags::Dropped {
            self.unproved.clear();
        }
        let order = std::mem::take(&mut self.order);
        for (block, instructions) in &order {
            instructions
                .iter()
                .for_each(|v| self.values[v.index()] = None);
            self.scopes[block.index()].clear();
        }
        for (block, instructions) in &order {
            if let [from, ref others @ ..] = *function.blocks[*block].predecessors.as_slice()
                && (others.is_empty() || mutant!("conditions/one-way-in"))
            {
                let held = std::mem::take(&mut self.held[block.index()]);
                self.scopes[block.index()] = self.facts(&held, from);
                self.held[block.index()] = held;
            }
            for &instruction in instructions {
                if let Some(bits) = self.bits(instruction)
                    && let Some(op) = function.op(instruction)
                {
                    let forms = match op {
                        _ if self.is_pointer(instruction) => self.pointer(instruction, op, *block),
                        Op::Phi(edges) => self.phi(instruction, bits, edges, *block),
                        _ => self.transfer(instruction, bits, op, *block),
                    };
                    self.values[instruction.index()] = Some(forms);
                }
            }
        }
        self.order = order;
    }

    /// The users of a value.
    pub(super) fn users(&self, value: ValueId) -> &'f [ValueId] {
        self.analyses.uses().users(value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::atoms::View;
    use super::*;
    use crate::builder::Builder;
    use sanecc_ir::{BinaryOp, Predicate};

    /// A phi of the block `at`, which follows `before` and itself.
    fn phi(builder: &mut Builder, at: usize) -> ValueId {
        builder.compute(at, Op::Phi(Vec::new()), 64)
    }

    fn connect(builder: &mut Builder, phi: ValueId, edges: [(usize, ValueId); 2]) {
        let edges = edges.map(|(from, value)| (builder.block(from), value));
        builder.function.values[phi].def = ValueDef::Instruction(Op::Phi(edges.to_vec()));
    }

    fn leave(builder: &mut Builder, at: usize, condition: ValueId) {
        builder.push(at, Op::Branch(vec![condition]));
    }

    /// Values that are handed on from phi to phi, one further in each iteration of a loop, take as many iterations of the solver. What has
    /// nothing to do with them keeps its limits.
    #[test]
    fn what_does_not_settle_is_given_up_alone() {
        let mut builder = Builder::new(4);
        for (from, to) in [(0, 1), (1, 1), (1, 2), (2, 2), (2, 3)] {
            builder.edge(from, to);
        }
        let [zero, one, ten] = [0, 1, 10].map(|n| builder.number(n, 64));
        let unknown = builder.integer(64);
        builder.push(0, Op::Branch(Vec::new()));
        let chain = [(); 60].map(|()| phi(&mut builder, 1));
        for (at, &phi) in chain.iter().enumerate() {
            let handed = chain.get(at + 1).copied().unwrap_or(unknown);
            connect(&mut builder, phi, [(0, zero), (1, handed)]);
        }
        let handed = chain[0];
        let last = builder.compute(1, Op::Compare(Predicate::Ne, handed, ten), 1);
        leave(&mut builder, 1, last);
        let counter = phi(&mut builder, 2);
        let next = builder.compute(2, Op::Binary(BinaryOp::Add, counter, one), 64);
        connect(&mut builder, counter, [(1, zero), (2, next)]);
        let more = builder.compute(2, Op::Compare(Predicate::ULt, next, ten), 1);
        leave(&mut builder, 2, more);
        let analyses = FunctionAnalyses::of(&builder.function);
        let ranges = Ranges::of(&analyses, Regions::default(), [handed, counter]).unwrap();
        let is_below_ten = |value| {
            let block = builder.block(2);
            let expr = ranges.at(value, View::Unsigned, block).unwrap();
            let dereferenceable_bytes = expr.scale(-1).unwrap().add_constant(9).unwrap();
            ranges.proof(&dereferenceable_bytes, block).is_some()
        };
        assert!(is_below_ten(counter) && !is_below_ten(handed));
        assert!(ranges.given_up() > 0);
    }
}
