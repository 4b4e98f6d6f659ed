//! Is a stack object's scope certainly open here?
//!
//! Claims: where [`ScopeCursor::is_open`] says so, every path from the entry has begun the object's scope after it last
//! ended it. Objects without scope marks live as long as the frame. A forward analysis over sets of objects
//! that are certainly open; paths join by intersection. Gives up (nothing with marks is open) in functions
//! that call setjmp, because longjmp is an edge that is not drawn.

use fixedbitset::FixedBitSet;
use sanecc_ir::{BlockId, Function, Id, Op, ValueDef, ValueId};

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
                if !target.is_subset(&state) {
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
        !self.scopes.gave_up && self.state.contains(object.index())
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
        Some(Op::ScopeEnd(object)) => state.set(root(function, *object).index(), false),
        Some(_) | None => {}
    }
}

fn root(function: &Function, pointer: ValueId) -> ValueId {
    function.resolve(pointer).base
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanecc_ir::{Block, Type, Value};

    fn push(function: &mut Function, block: BlockId, op: Op) -> ValueId {
        let id = function.values.push(Value {
            def: ValueDef::Instruction(op),
            ty: Type::Void,
        });
        function.blocks[block].instructions.push(id);
        id
    }

    fn edge(function: &mut Function, from: BlockId, to: BlockId) {
        function.blocks[from].successors.push(to);
        function.blocks[to].predecessors.push(from);
    }

    /// entry begins; one arm ends; the join is open only if the other arm does not end either.
    #[test]
    fn a_scope_that_ends_on_one_path_is_not_open_at_the_join() {
        let mut function = Function::default();
        let [entry, left, right, join] = [(); 4].map(|()| function.blocks.push(Block::default()));
        let count = function.values.push(Value {
            def: ValueDef::Integer(1),
            ty: Type::Int(64),
        });
        let alloca = Op::Alloca {
            bytes: Some(8),
            count,
            element: 8,
            align: 8,
            fixed: true,
        };
        let object = push(&mut function, entry, alloca);
        push(&mut function, entry, Op::ScopeBegin(object));
        push(&mut function, left, Op::ScopeEnd(object));
        edge(&mut function, entry, left);
        edge(&mut function, entry, right);
        edge(&mut function, left, join);
        edge(&mut function, right, join);
        let scopes = Scopes::of(&function);
        assert!(scopes.cursor(left).is_open(object));
        assert!(scopes.cursor(right).is_open(object));
        assert!(!scopes.cursor(join).is_open(object));
        function.calls_setjmp = true;
        assert!(!Scopes::of(&function).cursor(right).is_open(object));
    }
}
