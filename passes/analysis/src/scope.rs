//! Is a stack object's scope certainly open here?
//!
//! Claims: where [`ScopeCursor::is_open`] says so, every path from the entry has begun the object's scope after it last
//! ended it. Objects without scope marks live as long as the frame. A forward analysis over sets of objects
//! that are certainly open; paths join by intersection. Gives up (nothing with marks is open) in functions
//! that call setjmp, because longjmp is an edge that is not drawn.

use fixedbitset::FixedBitSet;
use sanecc_ir::{BlockId, Function, Id, Op, ValueDef, ValueId, mutated};

/// The open scopes at the beginning of each block.
pub struct Scopes {
    /// Stack objects whose scope is marked.
    marked: FixedBitSet,
    /// Objects certainly open when the block begins; index = block.
    open: Vec<FixedBitSet>,
    /// Nothing is known.
    gave_up: bool,
}

impl Scopes {
    /// Solves the analysis for a function.
    pub fn of(function: &Function) -> Self {
        let values = function.values.len();
        let mut marked = FixedBitSet::with_capacity(values);
        for (_, value) in function.values.iter() {
            if let ValueDef::Instruction(Op::ScopeBegin(object) | Op::ScopeEnd(object)) = &value.def
            {
                marked.insert(root(function, *object).index());
            }
        }
        let mut everything = FixedBitSet::with_capacity(values);
        everything.insert_range(..);
        let mut open = vec![everything; function.blocks.len()];
        if marked.is_clear() || function.calls_setjmp {
            return Self {
                marked,
                open,
                gave_up: function.calls_setjmp,
            };
        }
        if let Some(entry) = open.first_mut() {
            entry.clear();
        }
        // Sets only shrink, so every block is visited at most once for each object in it.
        let mut work: Vec<BlockId> = function.blocks.ids().rev().collect();
        while let Some(block) = work.pop() {
            let mut state = open[block.index()].clone();
            for &instruction in &function.blocks[block].instructions {
                step(function, instruction, &mut state);
            }
            for &successor in &function.blocks[block].successors {
                let target = &mut open[successor.index()];
                let ways_in = &function.blocks[successor].predecessors;
                let counts = ways_in.first() == Some(&block) || !mutated("scope/every-path");
                if counts && !target.is_subset(&state) {
                    target.intersect_with(&state);
                    work.push(successor);
                }
            }
        }
        Self {
            marked,
            open,
            gave_up: false,
        }
    }

    /// Walks a block from its beginning.
    pub fn cursor(&self, block: BlockId) -> ScopeCursor<'_> {
        ScopeCursor {
            scopes: self,
            state: self.open[block.index()].clone(),
        }
    }

    /// Whether there are marks of any scope.
    pub fn any_marked(&self) -> bool {
        !self.marked.is_clear()
    }

    /// Whether the object's scope is marked at all.
    pub fn is_marked(&self, object: ValueId) -> bool {
        self.marked.contains(object.index())
    }
}

/// A place in a block.
pub struct ScopeCursor<'s> {
    scopes: &'s Scopes,
    state: FixedBitSet,
}

impl ScopeCursor<'_> {
    /// Whether the stack object certainly lives here.
    pub fn is_open(&self, object: ValueId) -> bool {
        if !self.scopes.is_marked(object) {
            return true;
        }
        (!self.scopes.gave_up || mutated("scope/setjmp")) && self.state.contains(object.index())
    }

    /// Goes past an instruction.
    pub fn pass(&mut self, function: &Function, instruction: ValueId) {
        step(function, instruction, &mut self.state);
    }
}

/// The transfer function: only scope marks change anything.
fn step(function: &Function, instruction: ValueId, state: &mut FixedBitSet) {
    match function.op(instruction) {
        Some(Op::ScopeBegin(object)) => state.insert(root(function, *object).index()),
        Some(Op::ScopeEnd(object)) => {
            state.set(root(function, *object).index(), mutated("scope/ends"))
        }
        Some(_) | None => {}
    }
}

fn root(function: &Function, pointer: ValueId) -> ValueId {
    function.resolve(pointer).base
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use proptest::prelude::*;

    /// entry begins; one arm ends; the join is open only if the other arm does not end either.
    #[test]
    fn a_scope_that_ends_on_one_path_is_not_open_at_the_join() {
        let mut builder = Builder::new(4);
        let object = builder.alloca(0, Some(8));
        builder.push(0, Op::ScopeBegin(object));
        builder.push(1, Op::ScopeEnd(object));
        for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
            builder.edge(from, to);
        }
        let [left, right, join] = [1, 2, 3].map(|n| builder.block(n));
        let scopes = Scopes::of(&builder.function);
        assert!(scopes.cursor(left).is_open(object));
        assert!(scopes.cursor(right).is_open(object));
        assert!(!scopes.cursor(join).is_open(object));
        builder.function.calls_setjmp = true;
        assert!(!Scopes::of(&builder.function).cursor(right).is_open(object));
    }

    #[test]
    fn objects_without_marks_are_always_open() {
        let mut builder = Builder::new(2);
        let plain = builder.alloca(0, Some(8));
        let marked = builder.alloca(0, Some(8));
        builder.push(0, Op::ScopeBegin(marked));
        builder.edge(0, 1);
        for calls_setjmp in [false, true] {
            builder.function.calls_setjmp = calls_setjmp;
            let scopes = Scopes::of(&builder.function);
            assert!(!scopes.is_marked(plain));
            assert!(scopes.is_marked(marked));
            assert!(scopes.cursor(builder.block(1)).is_open(plain));
            assert_eq!(
                scopes.cursor(builder.block(1)).is_open(marked),
                !calls_setjmp
            );
        }
    }

    #[test]
    fn marks_count_for_the_object_behind_the_arithmetic() {
        let mut builder = Builder::new(1);
        let object = builder.alloca(0, Some(8));
        let address = builder.address(0, object, None);
        let begin = builder.push(0, Op::ScopeBegin(address));
        let end = builder.push(0, Op::ScopeEnd(address));
        let scopes = Scopes::of(&builder.function);
        let mut cursor = scopes.cursor(builder.block(0));
        assert!(!cursor.is_open(object));
        cursor.pass(&builder.function, begin);
        assert!(cursor.is_open(object));
        cursor.pass(&builder.function, end);
        assert!(!cursor.is_open(object));
    }

    /// What a block of a random function does with the scope of one object.
    #[derive(Clone, Copy, Debug)]
    enum Mark {
        None,
        Begin,
        End,
        BeginEnd,
    }

    /// Blocks at whose beginning some path from the entry arrives (with the scope open, with it closed).
    fn walk_all_paths(marks: &[Mark], edges: &[(usize, usize)]) -> Vec<[bool; 2]> {
        let mut arrives = vec![[false; 2]; marks.len()];
        let mut work = vec![(0, false)];
        while let Some((block, open)) = work.pop() {
            if std::mem::replace(&mut arrives[block][usize::from(open)], true) {
                continue;
            }
            let open = match marks[block] {
                Mark::None => open,
                Mark::Begin => true,
                Mark::End | Mark::BeginEnd => false,
            };
            let leaving = edges.iter().filter(|(from, _)| *from == block);
            work.extend(leaving.map(|(_, to)| (*to, open)));
        }
        arrives
    }

    proptest! {
        /// On random control flow the answer is that of walking all paths: open if and only if no path arrives
        /// with the scope closed. (Edges out of blocks that no path reaches only make the answer more careful;
        /// they are left out.)
        #[test]
        fn the_fixed_point_is_what_all_paths_agree_on(
            marks in prop::collection::vec(
                prop_oneof![Just(Mark::None), Just(Mark::Begin), Just(Mark::End), Just(Mark::BeginEnd)],
                1..9,
            ),
            edges in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..20),
        ) {
            let edges: Vec<(usize, usize)> = edges
                .iter()
                .map(|(from, to)| (from.index(marks.len()), to.index(marks.len())))
                .collect();
            let arrives = walk_all_paths(&marks, &edges);
            let reached = |block: usize| arrives[block] != [false; 2];
            let mut builder = Builder::new(marks.len());
            let object = builder.alloca(0, Some(8));
            for (block, mark) in marks.iter().enumerate() {
                if matches!(mark, Mark::Begin | Mark::BeginEnd) {
                    builder.push(block, Op::ScopeBegin(object));
                }
                if matches!(mark, Mark::End | Mark::BeginEnd) {
                    builder.push(block, Op::ScopeEnd(object));
                }
            }
            for &(from, to) in edges.iter().filter(|(from, _)| reached(*from)) {
                builder.edge(from, to);
            }
            let scopes = Scopes::of(&builder.function);
            prop_assume!(scopes.is_marked(object));
            for block in (0..marks.len()).filter(|&block| reached(block)) {
                let [closed, _] = arrives[block];
                let says = scopes.cursor(builder.block(block)).is_open(object);
                prop_assert_eq!(says, !closed, "block {}", block);
            }
        }
    }
}
