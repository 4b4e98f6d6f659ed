//! How long do values live? Those that only their own block reads share registers, and some need none.
//!
//! Claims: a value with a lifetime is read by no other block and by no phi. In functions that call setjmp, or whose every value shall be
//! seen, no value has one.

use rustc_hash::FxHashMap;
use sanecc_ir::{BlockId, Function, Id, Op, ValueDef, ValueId};

/// Where a value is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lifetime {
    /// How often.
    pub(super) reads: u32,
    /// The last place in its block, from 0; of a value that nobody reads, its own.
    pub(super) last: u32,
}

/// What is known of the values of a function.
#[derive(Debug, Default)]
pub(super) struct Lifetimes {
    values: FxHashMap<ValueId, Lifetime>,
    /// Where variables that are registers change, in each block: in order.
    changes: FxHashMap<(BlockId, ValueId), Vec<u32>>,
}

impl Lifetimes {
    /// Those of a function.
    pub(super) fn of(function: &Function) -> Self {
        let mut all = Self::default();
        for (block, held) in function.blocks.iter() {
            for (&id, at) in held.instructions.iter().zip(0..) {
                if let Some(op) = function.op(id)
                    && !matches!(op, Op::Phi(_))
                {
                    let lifetime = Lifetime { reads: 0, last: at };
                    all.values.insert(id, lifetime);
                }
                if let Some(
                    Op::Store { pointer, .. } | Op::ScopeBegin(pointer) | Op::ScopeEnd(pointer),
                ) = function.op(id)
                {
                    all.changes.entry((block, *pointer)).or_default().push(at);
                }
            }
        }
        let mut blocks = vec![usize::MAX; function.values.len()];
        for (block, held) in function.blocks.iter() {
            for id in &held.instructions {
                blocks[id.index()] = block.index();
            }
        }
        for (block, held) in function.blocks.iter() {
            for (&id, at) in held.instructions.iter().zip(0..) {
                let Some(op) = function.op(id) else { continue };
                let is_phi = matches!(op, Op::Phi(_));
                op.operands(|value| {
                    if is_phi || blocks[value.index()] != block.index() {
                        all.values.remove(&value);
                    } else if let Some(lifetime) = all.values.get_mut(&value) {
                        lifetime.reads += 1;
                        lifetime.last = at;
                    }
                });
            }
        }
        // What a constant is made of has no place of its own.
        for (_, value) in function.values.iter() {
            if let ValueDef::ConstantAddress(place) = &value.def {
                all.values.remove(&place.base);
            }
        }
        all
    }

    /// The lifetime of a value, if it has one.
    pub(super) fn get(&self, id: ValueId) -> Option<Lifetime> {
        self.values.get(&id).copied()
    }

    /// Whether a variable keeps its value between two places of a block.
    pub(super) fn is_kept(&self, block: BlockId, variable: ValueId, from: u32, to: u32) -> bool {
        let changes = self.changes.get(&(block, variable));
        changes.is_none_or(|all| !all.iter().any(|at| from < *at && *at < to))
    }
}
