//! Leaves out what costs time and does nothing: jumps to what may follow at once, and values that are taken from variables which nobody reads
//! before they get another.

use super::Decoder;
use super::code::{Code, Edge, Inst};
use rustc_hash::FxHashSet;
use sanecc_ir::{BlockId, Function, Id, Op, Type, ValueId};

/// Jumps to jumps that are looked through at most: a loop may be empty.
const MOST_JUMPS: usize = 8;

/// Instructions of a function that only computes, at most: its call does without a frame.
const LARGEST_LEAF: usize = 32;

/// Instructions within which a variable gets its value, at most, for its scope to begin with none to be of no account.
const NEXT_STORE: usize = 64;

/// The order in which blocks are laid out: those that are entered from one place alone follow it.
pub(super) fn order(function: &Function) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(function.blocks.len());
    let mut is_placed = vec![false; function.blocks.len()];
    for first in function.blocks.ids() {
        let mut next = Some(first);
        while let Some(block) = next.filter(|block| !is_placed[block.index()]) {
            is_placed[block.index()] = true;
            order.push(block);
            next = match function.blocks[block].successors.as_slice() {
                &[only] if function.blocks[only].predecessors.len() == 1 => Some(only),
                _ => None,
            };
        }
    }
    order
}

/// Variables whose scope begins somewhere.
pub(super) fn scoped(function: &Function) -> FxHashSet<ValueId> {
    let ids = function
        .blocks
        .iter()
        .flat_map(|(_, block)| &block.instructions);
    let begins = ids.filter_map(|id| match function.op(*id) {
        Some(Op::ScopeBegin(variable)) => Some(*variable),
        _ => None,
    });
    begins.collect()
}

impl Decoder<'_> {
    /// Whether a jump counts: one back does, unless it leads to a branch, which counts itself. So each loop has something that counts, and what
    /// does not may be left out.
    pub(super) fn is_counted(&self, from: BlockId, to: BlockId) -> bool {
        let target = &self.function.blocks[to];
        let last = target.instructions.last();
        let is_branch = match (
            last.and_then(|id| self.function.op(*id)),
            &*target.successors,
        ) {
            (Some(Op::Branch(operands)), &[then, otherwise]) => {
                operands.len() == 1
                    && self.type_of(operands[0]) == Type::Int(1)
                    && !self.reports(then)
                    && !self.reports(otherwise)
            }
            (Some(Op::Return(_)), _) => true,
            _ => false,
        };
        to.index() <= from.index() && !is_branch
    }

    /// Whether nobody reads a variable between here, where its scope begins, and the next value that it gets; or where it ends: whoever reads
    /// it after that is in a scope again, which begins without a value.
    pub(super) fn is_lost(&self, block: BlockId, variable: ValueId, at: u32, ends: bool) -> bool {
        if ends {
            return self.scoped.contains(&variable);
        }
        let ids = &self.function.blocks[block].instructions[at as usize + 1..];
        let found = ids
            .iter()
            .take(NEXT_STORE)
            .find_map(|id| match self.function.op(*id)? {
                Op::Load { pointer, .. } if *pointer == variable => Some(false),
                Op::Store { pointer, .. } | Op::ScopeEnd(pointer) if *pointer == variable => {
                    Some(true)
                }
                _ => None,
            });
        found.unwrap_or(false)
    }
}

impl Code {
    /// Puts what a jump leads to in its place, where that is one instruction.
    pub(super) fn straighten(&mut self) {
        for at in 0..self.instructions.len() {
            for _ in 0..MOST_JUMPS {
                let Inst::Jump(edge) = self.instructions[at] else {
                    break;
                };
                let Edge {
                    target,
                    moves,
                    counts,
                    ..
                } = &self.edges[edge as usize];
                let target = *target as usize;
                let then = &self.instructions[target];
                let ends = matches!(
                    then,
                    Inst::Jump(_) | Inst::Branch(..) | Inst::BranchIf(..) | Inst::Return(_)
                );
                if *counts || !moves.is_empty() || !ends || target == at {
                    break;
                }
                self.instructions[at] = then.clone();
                self.places[at] = self.places[target];
            }
        }
        for edge in 0..self.edges.len() {
            for _ in 0..MOST_JUMPS {
                let Inst::Jump(then) = self.instructions[self.edges[edge].target as usize] else {
                    break;
                };
                let then = &self.edges[then as usize];
                if then.counts || !then.moves.is_empty() {
                    break;
                }
                (self.edges[edge].target, self.edges[edge].block) = (then.target, then.block);
            }
        }
        for inst in &mut self.instructions {
            *inst = std::mem::replace(inst, Inst::Turn).frequent();
        }
        self.is_leaf = self.only_computes();
    }

    fn only_computes(&self) -> bool {
        let is_plain = self.objects.is_empty() && self.by_value.is_empty() && !self.variadic;
        let Some((Inst::Return(Some(_)), computed)) = self.instructions.split_last() else {
            return false;
        };
        let computes = |inst: &Inst| {
            matches!(
                inst,
                Inst::Move(..)
                    | Inst::Compare(..)
                    | Inst::Cast(..)
                    | Inst::Float(..)
                    | Inst::FloatCompare(..)
                    | Inst::Address(..)
                    | Inst::Indexed(..)
                    | Inst::Load(..)
                    | Inst::LoadAt(..)
                    | Inst::LoadIndexed(..)
            ) || inst.arithmetic().is_some()
        };
        is_plain && computed.len() < LARGEST_LEAF && computed.iter().all(computes)
    }
}
