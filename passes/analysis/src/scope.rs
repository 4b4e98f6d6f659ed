//! Is the scope of a stack object certainly open here?
//!
//! Claims: where [`ScopeCursor::is_open`] returns true, every path from the entry begins the object's scope, and does not end it afterwards. Objects
//! without scope marks live as long as the frame. Reads the lifetime marks. A forward must-analysis over sets of open
//! objects ([`crate::dataflow`]). Gives up in functions that call setjmp, where no marked object is open: longjmp is an edge that is not drawn.

use crate::dataflow::{Analysis, MustSet, Results, ResultsCursor};
use fixedbitset::FixedBitSet;
use sanecc_ir::{BlockId, Function, Id, Op, ValueDef, ValueId, mutant};
use std::borrow::Cow;

/// The open scopes at each place of a function.
pub struct Scopes {
    results: Results<OpenScopes>,
    /// The function calls setjmp: nothing is known.
    gave_up: bool,
}

impl Scopes {
    /// Solves the analysis for a function.
    pub fn of(function: &Function) -> Self {
        let mut marked = FixedBitSet::with_capacity(function.values.len());
        for (_, value) in function.values.iter() {
            if let ValueDef::Instruction(Op::ScopeBegin(object) | Op::ScopeEnd(object)) = &value.def
            {
                marked.insert(root(function, *object).index());
            }
        }
        let analysis = OpenScopes { marked };
        let gave_up = function.calls_setjmp && !mutant!("scope/setjmp");
        let results = if gave_up || analysis.marked.is_clear() {
            Results::unsolved(analysis, function)
        } else {
            analysis.solve(function)
        };
        Self { results, gave_up }
    }

    /// Walks a block from its beginning.
    pub fn cursor(&self, block: BlockId) -> ScopeCursor<'_> {
        ScopeCursor {
            at: self.results.cursor(block),
            gave_up: self.gave_up,
        }
    }

    /// Whether there are marks of any scope.
    pub fn any_marked(&self) -> bool {
        !self.results.analysis().marked.is_clear()
    }

    /// Whether the object's scope is marked at all.
    pub fn is_marked(&self, object: ValueId) -> bool {
        self.results.analysis().marked.contains(object.index())
    }
}

/// A place in a block.
pub struct ScopeCursor<'s> {
    at: ResultsCursor<'s, OpenScopes>,
    gave_up: bool,
}

impl ScopeCursor<'_> {
    /// Whether the stack object's scope is certainly open here.
    pub fn is_open(&self, object: ValueId) -> bool {
        if !self.at.analysis().marked.contains(object.index()) {
            return true;
        }
        !self.gave_up && self.at.state().contains(object.index())
    }

    /// Goes past an instruction.
    pub fn pass(&mut self, function: &Function, instruction: ValueId) {
        self.at.pass(function, instruction);
    }
}

/// The domain: sets of stack objects, numbered as values.
struct OpenScopes {
    /// Stack objects whose scope is marked.
    marked: FixedBitSet,
}

impl Analysis for OpenScopes {
    type Domain = MustSet;

    fn bottom(&self, _: &Function) -> MustSet {
        MustSet::full(self.marked.len())
    }

    fn top(&self, _: &Function) -> MustSet {
        MustSet::empty(self.marked.len())
    }

    /// Only scope marks change anything.
    fn transfer(&self, function: &Function, instruction: ValueId, state: &mut MustSet) {
        match function.op(instruction) {
            Some(Op::ScopeBegin(object)) => state.insert(root(function, *object).index()),
            Some(Op::ScopeEnd(object)) => {
                state.set(root(function, *object).index(), mutant!("scope/ends"));
            }
            Some(_) | None => {}
        }
    }

    fn edge<'s>(
        &self,
        function: &Function,
        from: BlockId,
        to: BlockId,
        state: &'s MustSet,
    ) -> Option<Cow<'s, MustSet>> {
        let first = function.blocks[to].predecessors.first() == Some(&from);
        (first || !mutant!("scope/every-path")).then_some(Cow::Borrowed(state))
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
        /// with the scope closed. Edges out of blocks that no path reaches change nothing.
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
            for &(from, to) in &edges {
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
