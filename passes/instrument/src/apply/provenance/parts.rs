//! Accesses that are compared with the part of an object that their pointer is held to, though a proof has removed their check, or left the bounds of the object alone.
//!
//! Proofs are about whole objects: what lies in one may be outside of the array that the pointer is held to. Claims: such an access that is not found here is by a pointer which is held
//! to no part, or which other, compared accesses have used for the same bytes before.

use super::source::{Partner, Source, source};
use super::{Followed, is_comparable, lives};
use crate::Decision;
use crate::apply::members;
use rustc_hash::FxHashSet;
use sanecc_analysis::entered_by_calls_alone;
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{AccessId, FuncId, Function, Id, Op, ValueId};
use sanecc_prove::Argument;

/// The parameters that may bring pointers to parts: of each function, a bit each.
struct Parts<'f, 'a> {
    followed: &'f Followed<'a>,
    parameters: Vec<u32>,
}

/// Finds the accesses.
pub(super) fn compared(
    editor: &Editor<'_>,
    followed: &Followed<'_>,
) -> FxHashSet<(FuncId, AccessId)> {
    let mut found = FxHashSet::default();
    let mut parts: Option<Parts<'_, '_>> = None;
    if followed.held.is_empty() {
        return found;
    }
    for (id, function) in followed.module.functions.iter() {
        let Some(plan) = followed.plan.function(id) else {
            continue;
        };
        for (access_id, access) in function.accesses.iter() {
            let argument = match &plan.decisions[access_id.index()] {
                Decision::Removed(proof) => Some(&proof.argument),
                decision if lives(decision) => None,
                _ => continue,
            };
            let is_element = |instruction| editor.has_mark(id, instruction, members::ELEMENT);
            if !is_comparable(access) || !is_element(access.instruction) {
                continue;
            }
            let parts = parts.get_or_insert_with(|| Parts::of(followed));
            if !parts.may_be(id, function, access.pointer) {
                continue;
            }
            let sole = |pointer| sole(followed, (id, function), pointer);
            let is_compared_before = match argument {
                Some(Argument::CheckedBefore { by, .. }) => {
                    let own = sole(access.pointer);
                    let mut all = by.accesses.iter();
                    !by.is_interprocedural()
                        && own.is_some()
                        && all.all(|other| {
                            let other = &function.accesses[*other];
                            is_element(other.instruction) && sole(other.pointer) == own
                        })
                }
                _ => false,
            };
            if !is_compared_before {
                found.insert((id, access_id));
            }
        }
    }
    found
}

/// The value that all provenance of a pointer comes from, if it is one alone.
pub(super) fn sole(
    followed: &Followed<'_>,
    of: (FuncId, &Function),
    pointer: ValueId,
) -> Option<ValueId> {
    let mut seen = FxHashSet::default();
    let mut open = vec![pointer];
    let mut found = None;
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match source(followed, of, value) {
            Source::Same(other) => open.push(other),
            Source::Merged(others) => open.extend(others),
            _ if *found.get_or_insert(value) != value => return None,
            _ => {}
        }
    }
    found
}

impl<'f, 'a> Parts<'f, 'a> {
    fn of(followed: &'f Followed<'a>) -> Self {
        let module = followed.module;
        let entered_by_calls = entered_by_calls_alone(module);
        let functions = module.functions.iter();
        let mut parts = Self {
            followed,
            parameters: functions
                .map(|(id, _)| match entered_by_calls.contains(id.index()) {
                    true => 0,
                    false => u32::MAX,
                })
                .collect(),
        };
        while parts.look_at_calls() {}
        parts
    }

    /// Takes over what is handed on. Whether that was anything new.
    fn look_at_calls(&mut self) -> bool {
        let mut is_new = false;
        let module = self.followed.module;
        for (id, function) in module.functions.iter() {
            let blocks = function.blocks.iter();
            for &instruction in blocks.flat_map(|(_, block)| &block.instructions) {
                let Some(Op::Call {
                    callee, arguments, ..
                }) = function.op(instruction)
                else {
                    continue;
                };
                let Partner::Checked(callee) = self.followed.partner(callee) else {
                    continue;
                };
                for (number, argument) in arguments.iter().enumerate().take(u32::BITS as usize) {
                    let bit = 1 << number;
                    let is_known = self.parameters[callee.index()] & bit != 0;
                    if !is_known && self.may_be(id, function, *argument) {
                        self.parameters[callee.index()] |= bit;
                        is_new = true;
                    }
                }
            }
        }
        is_new
    }

    /// Whether a pointer may be held to a part.
    fn may_be(&self, id: FuncId, function: &Function, pointer: ValueId) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![pointer];
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match source(self.followed, (id, function), value) {
                Source::Part(_) | Source::Loaded { .. } | Source::Returned => return true,
                Source::Parameter(number) => {
                    if self.parameters[id.index()] >> number & 1 != 0 {
                        return true;
                    }
                }
                Source::Same(other) => open.push(other),
                Source::Merged(others) => open.extend(others),
                Source::Unknown
                | Source::Global(_)
                | Source::Foreign(_)
                | Source::Function
                | Source::Stack(_)
                | Source::Made(_)
                | Source::Chunk
                | Source::Whole(_) => {}
            }
        }
        false
    }
}
