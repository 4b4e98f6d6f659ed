//! Where is a frame with redzones set up? Shrink wrapping of Chow, "Minimizing Register Usage Penalty at Procedure Calls", PLDI 1988, applied to redzones.
//!
//! Claims: on every path, [`Setup::before`] precedes every use of the objects, and control reaches it at most once in a call. So a function that
//! needs its objects on few paths writes their shadow on these alone.
//!
//! The set-up is in the closest block that is on every path to all uses and on no cycle. The entry block gains nothing. The begin of a scope is no use: if
//! every path to the block has begun it, the scope is open at the set-up. Nor is an end of a scope directly before an exit. A scope that begins directly after
//! the set-up, at the entry too, is open at once: no instruction between them can reach the memory.

use rustc_hash::FxHashSet;
use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::{BlockId, Function, Op, ValueId, mutant};

/// How often more marks may turn out to be uses; then the frame is set up at the entry.
const MAX_TRIALS: usize = 4;

/// The analyses of one function.
pub(super) struct Placement<'f> {
    function: &'f Function,
    analyses: FunctionAnalyses<'f>,
}

/// A place after the entry block where a frame is set up.
pub(super) struct Setup {
    /// The instruction after the set-up.
    pub(super) before: ValueId,
    /// Objects whose scope is open there.
    pub(super) open: FxHashSet<ValueId>,
    /// Marks of scopes that have no memory yet.
    pub(super) void_marks: FxHashSet<ValueId>,
    block: BlockId,
    reached: FxHashSet<BlockId>,
}

/// Scopes that begin directly after the set-up.
#[derive(Default)]
pub(super) struct Opened {
    /// Their objects.
    pub(super) objects: FxHashSet<ValueId>,
    /// Their marks, which have no further effect.
    pub(super) marks: FxHashSet<ValueId>,
}

/// The marks of a function's scopes.
pub(super) struct Marks {
    /// Each with its object, and whether its scope begins.
    pub(super) all: Vec<(ValueId, ValueId, bool)>,
    /// Those directly before an exit.
    pub(super) last: FxHashSet<ValueId>,
}

/// Whether a frame has been set up when control leaves the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IsSetUp {
    Always,
    Sometimes,
    Never,
}

impl<'f> Placement<'f> {
    pub(super) fn of(function: &'f Function) -> Self {
        Self {
            function,
            analyses: FunctionAnalyses::of(function),
        }
    }

    /// Where a frame of these objects is set up, if not at the entry.
    pub(super) fn setup(&self, objects: &FxHashSet<ValueId>, marks: &Marks) -> Option<Setup> {
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
        for _ in 0..MAX_TRIALS {
            let mut setup = self.common(&needed, &begins, objects)?;
            let count = needed.len();
            for &&(mark, object, begins) in &ours {
                if needed.contains(&mark) || self.is_behind(&setup, mark) {
                    continue;
                }
                if !begins {
                    setup.void_marks.insert(mark);
                } else if self.is_above(&setup, mark) {
                    setup.void_marks.insert(mark);
                    setup.open.insert(object);
                } else {
                    needed.insert(mark);
                }
            }
            if needed.len() == count {
                let opened = self.opened(Some(&setup), objects, marks);
                setup.open.extend(opened.objects);
                setup.void_marks.extend(opened.marks);
                return Some(setup);
            }
        }
        None
    }

    /// The scopes of these objects that begin directly after the set-up, or the entry: nothing in between accesses memory, calls or
    /// leaves.
    pub(super) fn opened(
        &self,
        setup: Option<&Setup>,
        objects: &FxHashSet<ValueId>,
        marks: &Marks,
    ) -> Opened {
        let mut opened = Opened::default();
        let Some(block) = setup.map_or(self.analyses.dominators().order().first(), |b| {
            Some(&b.block)
        }) else {
            return opened;
        };
        let from = setup.and_then(|b| self.place_in_block(b.before));
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
                    Op::Inert(..)
                    | Op::Alloca { fixed: true, .. }
                    | Op::Address(_)
                    | Op::Binary(..)
                    | Op::Negate(_)
                    | Op::Compare(..)
                    | Op::Cast(..)
                    | Op::Phi(_)
                    | Op::Select { .. }
                    | Op::Freeze(_)
                    | Op::Element(..),
                ) => {}
                Some(_) if mutant!("shrink-wrap/opens-at-setup") => {}
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
    ) -> Option<Setup> {
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
            if let Some(header) = outermost.filter(|_| !mutant!("shrink-wrap/acyclic")) {
                at = self.analyses.dominators().parent(header)?;
                continue;
            }
            // A cycle may have several entries.
            let reached = self.reached_from(at);
            let again = reached.contains(&at) && !mutant!("shrink-wrap/acyclic");
            if !again && let Some(before) = self.first_place(at, users, begins) {
                return Some(Setup {
                    before,
                    open: FxHashSet::default(),
                    void_marks: FxHashSet::default(),
                    block: at,
                    reached,
                });
            }
            at = self.analyses.dominators().parent(at)?;
        }
        None
    }

    /// Whether every path to an instruction passes the set-up.
    fn is_behind(&self, setup: &Setup, instruction: ValueId) -> bool {
        let Some(block) = self.analyses.block_of(instruction) else {
            return false;
        };
        if block == setup.block {
            return self.place_in_block(instruction) >= self.place_in_block(setup.before);
        }
        self.analyses.dominators().strictly(setup.block, block)
    }

    /// Whether every path to the set-up passes an instruction.
    fn is_above(&self, setup: &Setup, instruction: ValueId) -> bool {
        let Some(block) = self.analyses.block_of(instruction) else {
            return false;
        };
        if block == setup.block {
            return self.place_in_block(instruction) < self.place_in_block(setup.before);
        }
        self.analyses.dominators().strictly(block, setup.block)
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

    /// The blocks where a user needs its operands; `None` if unknown.
    fn places(&self, user: ValueId, objects: &FxHashSet<ValueId>) -> Option<Vec<BlockId>> {
        if let Some(Op::Phi(edges)) = self.function.op(user) {
            let edges = edges.iter();
            let ours = edges.filter(|(_, value)| objects.contains(value));
            return Some(ours.map(|(from, _)| *from).collect());
        }
        Some(vec![self.analyses.block_of(user)?])
    }

    /// The blocks that are reachable from the end of this one.
    fn reached_from(&self, block: BlockId) -> FxHashSet<BlockId> {
        let mut reached = FxHashSet::default();
        let mut work = vec![block];
        while let Some(from) = work.pop() {
            let successors = self.function.blocks[from].successors.iter();
            work.extend(successors.copied().filter(|to| reached.insert(*to)));
        }
        reached
    }

    /// The first instruction of a block that code can be inserted before, if no user precedes it; the begin of a scope, if it precedes the
    /// first user.
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
            // It may be a landing pad, which must come first. Marks of other objects are erased.
            Some(Op::Inert(..) | Op::LandingPad { .. } | Op::ScopeBegin(_) | Op::ScopeEnd(_)) => {
                users.contains(id)
            }
            _ => true,
        })?;
        match self.function.op(*first)? {
            Op::Inert(..) | Op::Opaque { .. } => None,
            _ => Some(*first),
        }
    }

    /// Whether the frame has been set up when control reaches an instruction that leaves the function.
    pub(super) fn is_set_up(&self, setup: &Setup, leaving: ValueId) -> IsSetUp {
        let Some(block) = self.analyses.block_of(leaving) else {
            return IsSetUp::Sometimes;
        };
        let above = setup.block;
        if block == above && !self.is_behind(setup, leaving) {
            IsSetUp::Never
        } else if block == above || self.analyses.dominators().strictly(above, block) {
            IsSetUp::Always
        } else if setup.reached.contains(&block) {
            IsSetUp::Sometimes
        } else {
            IsSetUp::Never
        }
    }
}
