//! Mock analyses on small functions, and the worked example of a sparse one in `docs/contributing.md`.

mod low_zero_bits;
mod sparse;

use super::{Analysis, Direction, Domain, MustSet, Results};
use crate::builder::Builder;
use fixedbitset::FixedBitSet;
use sanecc_ir::{BlockId, Function, Id, Op, ValueDef, ValueId};
use std::borrow::Cow;

/// A set that joins by union.
#[derive(Clone, Debug, PartialEq)]
struct MaySet(FixedBitSet);

impl Domain for MaySet {
    fn join(&mut self, other: &Self) -> bool {
        let changed = !other.0.is_subset(&self.0);
        self.0.union_with(&other.0);
        changed
    }
}

/// `ScopeBegin(n)` makes member `n`, `ScopeEnd(n)` kills it. Edges in `closed` are never taken.
#[derive(Default)]
struct GenKill {
    closed: Vec<(usize, usize)>,
}

fn member(function: &Function, value: ValueId) -> usize {
    match function.values[value].def {
        ValueDef::Integer(n) => n as usize,
        _ => panic!("members are constants"),
    }
}

fn gen_kill(function: &Function, instruction: ValueId, set: &mut FixedBitSet) {
    match function.op(instruction) {
        Some(Op::ScopeBegin(n)) => set.insert(member(function, *n)),
        Some(Op::ScopeEnd(n)) => set.set(member(function, *n), false),
        _ => {}
    }
}

const MEMBERS: usize = 4;

impl Analysis for GenKill {
    type Domain = MustSet;

    fn bottom(&self, _: &Function) -> MustSet {
        MustSet::full(MEMBERS)
    }

    fn top(&self, _: &Function) -> MustSet {
        MustSet::empty(MEMBERS)
    }

    fn transfer(&self, function: &Function, instruction: ValueId, state: &mut MustSet) {
        gen_kill(function, instruction, state);
    }

    fn edge<'s>(
        &self,
        _: &Function,
        from: BlockId,
        to: BlockId,
        state: &'s MustSet,
    ) -> Option<Cow<'s, MustSet>> {
        let closed = self.closed.contains(&(from.index(), to.index()));
        (!closed).then_some(Cow::Borrowed(state))
    }
}

/// The same on some path, against the edges.
struct Backwards;

impl Analysis for Backwards {
    type Domain = MaySet;
    const DIRECTION: Direction = Direction::Backward;

    fn bottom(&self, _: &Function) -> MaySet {
        MaySet(FixedBitSet::with_capacity(MEMBERS))
    }

    fn top(&self, _: &Function) -> MaySet {
        let mut all = FixedBitSet::with_capacity(MEMBERS);
        all.insert_range(..);
        MaySet(all)
    }

    fn boundary(&self, function: &Function) -> MaySet {
        self.bottom(function)
    }

    fn transfer(&self, function: &Function, instruction: ValueId, state: &mut MaySet) {
        gen_kill(function, instruction, &mut state.0);
    }
}

/// Blocks with what each makes (positive) or kills (negative), members counted from 1.
fn graph(blocks: &[&[i64]], edges: &[(usize, usize)]) -> Function {
    let mut builder = Builder::new(blocks.len());
    for (block, effects) in blocks.iter().enumerate() {
        for effect in *effects {
            let n = builder.constant(effect.abs() - 1);
            let begins = *effect > 0;
            let op = if begins {
                Op::ScopeBegin(n)
            } else {
                Op::ScopeEnd(n)
            };
            builder.push(block, op);
        }
    }
    edges.iter().for_each(|&(from, to)| builder.edge(from, to));
    builder.function
}

fn members(set: &FixedBitSet) -> Vec<usize> {
    set.ones().map(|n| n + 1).collect()
}

fn forward(function: &Function) -> Vec<Vec<usize>> {
    let results = GenKill::default().solve(function);
    let blocks = function.blocks.ids();
    blocks
        .map(|block| members(results.boundary_of(block)))
        .collect()
}

fn backward(function: &Function) -> Vec<Vec<usize>> {
    let results = Backwards.solve(function);
    let blocks = function.blocks.ids();
    blocks
        .map(|block| members(&results.boundary_of(block).0))
        .collect()
}

const DIAMOND: [(usize, usize); 4] = [(0, 1), (0, 2), (1, 3), (2, 3)];

#[test]
fn a_join_keeps_what_both_arms_have() {
    let function = graph(&[&[1, 2], &[-1, 3], &[4, 3], &[]], &DIAMOND);
    assert_eq!(
        forward(&function),
        [vec![], vec![1, 2], vec![1, 2], vec![2, 3]]
    );
}

#[test]
fn backwards_a_branch_has_what_either_arm_has() {
    let function = graph(&[&[-3], &[1], &[2, 3], &[4]], &DIAMOND);
    assert_eq!(
        backward(&function),
        [vec![1, 2, 3, 4], vec![4], vec![4], vec![]]
    );
}

#[test]
fn what_a_loop_kills_is_gone_at_its_header() {
    let function = graph(
        &[&[1, 2], &[], &[-1], &[]],
        &[(0, 1), (1, 2), (2, 1), (1, 3)],
    );
    assert_eq!(forward(&function), [vec![], vec![2], vec![2], vec![2]]);
}

#[test]
fn backwards_a_loop_passes_its_own_members_on() {
    let function = graph(&[&[], &[], &[1], &[2]], &[(0, 1), (1, 2), (2, 1), (1, 3)]);
    assert_eq!(
        backward(&function),
        [vec![1, 2], vec![1, 2], vec![1, 2], vec![]]
    );
}

#[test]
fn a_cycle_with_two_entries_is_solved() {
    let function = graph(
        &[&[1, 2, 3], &[-1], &[-2]],
        &[(0, 1), (0, 2), (1, 2), (2, 1)],
    );
    assert_eq!(forward(&function), [vec![], vec![3], vec![3]]);
}

#[test]
fn blocks_that_no_path_reaches_keep_bottom_and_add_nothing() {
    let function = graph(&[&[1], &[], &[-1]], &[(0, 1), (2, 1)]);
    assert_eq!(forward(&function), [vec![], vec![1], vec![1, 2, 3, 4]]);
    let results = GenKill::default().solve(&function);
    let blocks = [0, 1, 2].map(BlockId::from_index);
    assert_eq!(
        blocks.map(|block| results.is_reached(block)),
        [true, true, false]
    );
    let function = graph(&[&[], &[], &[2]], &[(0, 1), (2, 1)]);
    assert_eq!(backward(&function), [vec![], vec![], vec![]]);
}

#[test]
fn an_endless_loop_has_no_boundary_backwards() {
    let function = graph(&[&[], &[1]], &[(0, 1), (1, 1)]);
    assert_eq!(backward(&function), [vec![1], vec![1]]);
}

#[test]
fn an_entry_in_a_loop_keeps_its_boundary() {
    let function = graph(&[&[], &[1]], &[(0, 1), (1, 0)]);
    assert_eq!(forward(&function), [vec![], vec![]]);
}

#[test]
fn an_edge_that_is_never_taken_adds_nothing() {
    let function = graph(&[&[1, 2], &[-1, 3], &[4, 3], &[]], &DIAMOND);
    let closed = vec![(1, 3)];
    let results = GenKill { closed }.solve(&function);
    let join = BlockId::from_index(3);
    assert_eq!(members(results.boundary_of(join)), [1, 2, 3, 4]);
}

#[test]
fn a_cursor_seeks_in_both_directions() {
    let function = graph(&[&[1, 2, -1, 3], &[4]], &[(0, 1)]);
    let [first, second] = [0, 1].map(BlockId::from_index);
    let results = GenKill::default().solve(&function);
    let mut cursor = results.cursor(first);
    cursor.seek_after(&function, first, 1);
    assert_eq!(members(cursor.state()), [1, 2]);
    cursor.seek_after(&function, first, 3);
    assert_eq!(members(cursor.state()), [2, 3]);
    cursor.seek_before(&function, first, 1);
    assert_eq!(members(cursor.state()), [1], "back");
    cursor.seek_before(&function, second, 0);
    assert_eq!(members(cursor.state()), [2, 3]);
    let results = Backwards.solve(&function);
    let mut cursor = results.cursor(first);
    assert_eq!(members(&cursor.state().0), [4]);
    cursor.seek_after(&function, first, 2);
    assert_eq!(members(&cursor.state().0), [3, 4]);
    cursor.seek_before(&function, first, 0);
    assert_eq!(members(&cursor.state().0), [1, 2, 3, 4]);
    cursor.seek_before(&function, first, 2);
    assert_eq!(members(&cursor.state().0), [3, 4], "back");
}

/// Counts the instructions on the longest path, which loops make endless: `u32::MAX` is top.
struct Longest<const MAX: u32, const WIDENS: bool>;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Count(u32);

impl Domain for Count {
    fn join(&mut self, other: &Self) -> bool {
        let changed = self.0 < other.0;
        self.0 = self.0.max(other.0);
        changed
    }
}

impl<const MAX: u32, const WIDENS: bool> Analysis for Longest<MAX, WIDENS> {
    type Domain = Count;
    const MAX_PASSES: u32 = MAX;
    const WIDENS: bool = WIDENS;

    fn bottom(&self, _: &Function) -> Count {
        Count(0)
    }

    fn top(&self, _: &Function) -> Count {
        Count(u32::MAX)
    }

    fn boundary(&self, _: &Function) -> Count {
        Count(0)
    }

    fn transfer(&self, _: &Function, _: ValueId, state: &mut Count) {
        state.0 = state.0.saturating_add(1);
    }

    fn widen(&self, _: BlockId, times: u32, before: &Count, state: &mut Count) {
        assert!(before.0 < state.0);
        if times >= 3 {
            *state = Count(u32::MAX);
        }
    }
}

fn counts<A: Analysis<Domain = Count>>(results: &Results<A>) -> Vec<u32> {
    [0, 1, 2]
        .map(|n| results.boundary_of(BlockId::from_index(n)).0)
        .to_vec()
}

#[test]
fn widening_ends_what_would_grow_for_ever() {
    let function = graph(&[&[1], &[1], &[]], &[(0, 1), (1, 1), (1, 2)]);
    let widened = Longest::<{ u32::MAX }, true>.solve(&function);
    assert_eq!(counts(&widened), [0, u32::MAX, u32::MAX]);
}

#[test]
fn beyond_its_limit_an_analysis_claims_nothing() {
    let function = graph(&[&[1], &[1], &[]], &[(0, 1), (1, 1), (1, 2)]);
    let limited = Longest::<5, false>.solve(&function);
    assert_eq!(counts(&limited), [u32::MAX; 3]);
    let function = graph(&[&[1], &[1], &[]], &[(0, 1), (1, 2)]);
    let solved = Longest::<1, false>.solve(&function);
    assert_eq!(
        counts(&solved),
        [0, 1, 2],
        "one pass is enough without loops"
    );
    let unsolved = Results::unsolved(Longest::<1, false>, &function);
    assert_eq!(counts(&unsolved), [u32::MAX; 3]);
}
