//! Where is a block of stack objects made?
//!
//! Claims: every use of the objects stands behind [`Beginning::before`] on every path, and control comes there at most once in a call. So a function that
//! needs its objects on few of its paths pays for them on these alone: getting a place for a copy of a number that turned out to be no integer, for one.
//! What is left undone elsewhere is to mark memory that nobody uses there.
//!
//! That is the closest block that is on every path to all uses and on no cycle. In the entry block nothing is gained. That a scope begins is no use: where every path
//! to that block has begun one, it is open from there on. Nor is that it ends directly in front of a way out. A scope that begins in the moment
//! the block is made, at the entry too, is open at once: nothing runs in between that could meet the memory.

use rustc_hash::FxHashSet;
use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::{BlockId, Function, Op, ValueId, mutant};

/// How often marks may turn out to be needed; then the block is made at the entry.
const MOST_ROUNDS: usize = 4;

/// What is asked of one function.
pub(super) struct Late<'f> {
    function: &'f Function,
    analyses: FunctionAnalyses<'f>,
}

/// A place behind the entry block where a block of objects is made.
pub(super) struct Beginning {
    /// The instruction in front of which it is.
    pub(super) before: ValueId,
    /// Objects whose scope is open from there on.
    pub(super) open: FxHashSet<ValueId>,
    /// Marks of scopes to which no memory belongs.
    pub(super) passed: FxHashSet<ValueId>,
    block: BlockId,
    reached: FxHashSet<BlockId>,
}

/// Scopes that begin in the moment a block of objects is made.
#[derive(Default)]
pub(super) struct Opened {
    /// Their objects.
    pub(super) objects: FxHashSet<ValueId>,
    /// The marks, which say nothing more.
    pub(super) marks: FxHashSet<ValueId>,
}

/// The marks of a function's scopes.
pub(super) struct Marks {
    /// Each with its object, and whether its scope begins.
    pub(super) all: Vec<(ValueId, ValueId, bool)>,
    /// Those directly in front of a way out.
    pub(super) last: FxHashSet<ValueId>,
}

/// Whether a block of objects was made when control leaves the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Always,
    Sometimes,
    Never,
}

impl<'f> Late<'f> {
    pub(super) fn of(function: &'f Function) -> Self {
        Self {
            function,
            analyses: FunctionAnalyses::of(function),
        }
    }

    /// Where a block of these objects is made, if that is behind the entry block.
    pub(super) fn beginning(
        &self,
        objects: &FxHashSet<ValueId>,
        marks: &Marks,
    ) -> Option<Beginning> {
        let ours = marks.all.iter();
        let ours: Vec<&(ValueId, ValueId, bool)> = ours
            .filter(|(_, object, _)| objects.contains(object))
            .collect();
        let uses = self.analyses.uses();
        let users = objects.iter().flat_map(|object| uses.users(*object));
        let mut needed: FxHashSet<ValueId> = users.copied().collect();
        let begins = ours.iter().filter(|(_, _, begins)| *begins);
        let begins: FxHashSet<ValueId> = begins.map(|(mark, ..)| *mark).collect();
        for (mark, _, begins) in &ours {
            if *begins || marks.last.contains(mark) {
                needed.remove(mark);
            }
        }
        for _ in 0..MOST_ROUNDS {
            let mut beginning = self.common(&needed, &begins, objects)?;
            let count = needed.len();
            for &&(mark, object, begins) in &ours {
                if needed.contains(&mark) || self.is_behind(&beginning, mark) {
                    continue;
                }
                if !begins {
                    beginning.passed.insert(mark);
                } else if self.is_above(&beginning, mark) {
                    beginning.passed.insert(mark);
                    beginning.open.insert(object);
                } else {
                    needed.insert(mark);
                }
            }
            if needed.len() == count {
                let opened = self.opened(Some(&beginning), objects, marks);
                beginning.open.extend(opened.objects);
                beginning.passed.extend(opened.marks);
                return Some(beginning);
            }
        }
        None
    }

    /// The scopes of these objects that begin where a block for them is made, or at the entry: with nothing in between that touches memory, calls
    /// or leaves.
    pub(super) fn opened(
        &self,
        beginning: Option<&Beginning>,
        objects: &FxHashSet<ValueId>,
        marks: &Marks,
    ) -> Opened {
        let mut opened = Opened::default();
        let Some(block) = beginning.map_or(self.analyses.dominators().order().first(), |b| {
            Some(&b.block)
        }) else {
            return opened;
        };
        let from = beginning.and_then(|b| self.place_in_block(b.before));
        let instructions = &self.function.blocks[*block].instructions;
        for mark in instructions.iter().skip(from.unwrap_or(0)) {
            match self.function.op(*mark) {
                Some(Op::ScopeBegin(_)) => {
                    let ours = marks.all.iter().find(|(other, ..)| other == mark);
                    if let Some((_, object, true)) = ours.filter(|(_, o, _)| objects.contains(o)) {
                        opened.objects.insert(*object);
                        opened.marks.insert(*mark);
                    }
                }
                Some(
                    Op::Inert(_)
                    | Op::Alloca { fixed: true, .. }
                    | Op::Address(_)
                    | Op::Binary(..)
                    | Op::Negate(_)
                    | Op::Compare(..)
                    | Op::Cast(..)
                    | Op::Phi(_)
                    | Op::Select { .. }
                    | Op::Freeze(_)
                    | Op::Element(_),
                ) => {}
                Some(_) if mutant!("shrink-wrap/at-once") => {}
                Some(_) | None => break,
            }
        }
        opened
    }

    /// The closest place on every path to these users and on no cycle.
    fn common(
        &self,
        users: &FxHashSet<ValueId>,
        begins: &FxHashSet<ValueId>,
        objects: &FxHashSet<ValueId>,
    ) -> Option<Beginning> {
        let entry = *self.analyses.dominators().order().first()?;
        let mut common: Option<BlockId> = None;
        for &user in users {
            for block in self.places(user, objects)? {
                if !self.analyses.dominators().is_reached(block) {
                    continue;
                }
                common = match common {
                    Some(other) => Some(self.analyses.dominators().common(block, other)?),
                    None => Some(block),
                };
                if common == Some(entry) {
                    return None;
                }
            }
        }
        let mut at = common?;
        while at != entry {
            let outermost = self.outermost_loop(at);
            if let Some(header) = outermost.filter(|_| !mutant!("shrink-wrap/once")) {
                at = self.analyses.dominators().parent(header)?;
                continue;
            }
            // A cycle may have several ways in.
            let reached = self.reached_from(at);
            let again = reached.contains(&at) && !mutant!("shrink-wrap/once");
            if !again && let Some(before) = self.first_place(at, users, begins) {
                return Some(Beginning {
                    before,
                    open: FxHashSet::default(),
                    passed: FxHashSet::default(),
                    block: at,
                    reached,
                });
            }
            at = self.analyses.dominators().parent(at)?;
        }
        None
    }

    /// Whether every path to an instruction leads through the place.
    fn is_behind(&self, beginning: &Beginning, instruction: ValueId) -> bool {
        let Some(block) = self.analyses.block_of(instruction) else {
            return false;
        };
        if block == beginning.block {
            return self.place_in_block(instruction) >= self.place_in_block(beginning.before);
        }
        self.analyses.dominators().strictly(beginning.block, block)
    }

    /// Whether every path to the place leads through an instruction.
    fn is_above(&self, beginning: &Beginning, instruction: ValueId) -> bool {
        let Some(block) = self.analyses.block_of(instruction) else {
            return false;
        };
        if block == beginning.block {
            return self.place_in_block(instruction) < self.place_in_block(beginning.before);
        }
        self.analyses.dominators().strictly(block, beginning.block)
    }

    fn place_in_block(&self, instruction: ValueId) -> Option<usize> {
        let block = self.analyses.block_of(instruction)?;
        let mut all = self.function.blocks[block].instructions.iter();
        all.position(|other| *other == instruction)
    }

    /// The header of the outermost loop that holds the block.
    fn outermost_loop(&self, block: BlockId) -> Option<BlockId> {
        let around = self
            .analyses
            .loops()
            .all()
            .iter()
            .filter(|one| one.holds(block));
        let outermost = around.max_by_key(|one| one.blocks.count_ones(..));
        outermost.map(|one| one.header)
    }

    /// Where a user needs its operands; nothing if nobody knows.
    fn places(&self, user: ValueId, objects: &FxHashSet<ValueId>) -> Option<Vec<BlockId>> {
        if let Some(Op::Phi(edges)) = self.function.op(user) {
            let edges = edges.iter();
            let ours = edges.filter(|(_, value)| objects.contains(value));
            return Some(ours.map(|(from, _)| *from).collect());
        }
        Some(vec![self.analyses.block_of(user)?])
    }

    /// The blocks to which a path leads from the end of this one.
    fn reached_from(&self, block: BlockId) -> FxHashSet<BlockId> {
        let mut reached = FxHashSet::default();
        let mut work = vec![block];
        while let Some(from) = work.pop() {
            let successors = self.function.blocks[from].successors.iter();
            work.extend(successors.copied().filter(|to| reached.insert(*to)));
        }
        reached
    }

    /// The first instruction of a block that something may be put in front of, if no user stands before it; where a scope begins
    /// before the first user, that place.
    fn first_place(
        &self,
        block: BlockId,
        users: &FxHashSet<ValueId>,
        begins: &FxHashSet<ValueId>,
    ) -> Option<ValueId> {
        let mut instructions = self.function.blocks[block].instructions.iter();
        let mut rest = instructions.clone();
        let needed = rest.find(|id| users.contains(id) || begins.contains(id));
        if let Some(mark) = needed.filter(|id| begins.contains(id)) {
            return Some(*mark);
        }
        let first = instructions.find(|id| match self.function.op(**id) {
            Some(Op::Phi(_)) => false,
            // It may be what receives an exception, which has to come first. Marks of other objects go away.
            Some(Op::Inert(_) | Op::ScopeBegin(_) | Op::ScopeEnd(_)) => users.contains(id),
            _ => true,
        })?;
        match self.function.op(*first)? {
            Op::Inert(_) | Op::Opaque { .. } => None,
            _ => Some(*first),
        }
    }

    /// Whether the block that begins there was made when control comes to an instruction that leaves the function.
    pub(super) fn made(&self, beginning: &Beginning, leaving: ValueId) -> Made {
        let Some(block) = self.analyses.block_of(leaving) else {
            return Made::Sometimes;
        };
        let above = beginning.block;
        if block == above && !self.is_behind(beginning, leaving) {
            Made::Never
        } else if block == above || self.analyses.dominators().strictly(above, block) {
            Made::Always
        } else if beginning.reached.contains(&block) {
            Made::Sometimes
        } else {
            Made::Never
        }
    }
}
