//! The provenance of each pointer of a function, as a number beside it.

use super::Inserter;
use super::source::{Source, source};
use super::{Edited, parts, text};
use crate::apply::members;
use rustc_hash::FxHashSet;
use sanecc_abi::provenance::{ABOVE, FUNCTION, GENERATION_SHIFT, STATIC};
use sanecc_abi::symbols::{NEW_CHUNK, NEW_OBJECT};
use sanecc_ir::llvm::edit::{Beside, Editor, Val};
use sanecc_ir::{Op, Size, ValueId};

impl Inserter<'_> {
    pub(super) fn source(&self, pointer: ValueId) -> Source {
        let of = (self.edited.id, self.edited.function);
        source(&self.all.followed, of, pointer)
    }

    /// Whether anything may be known of a pointer.
    pub(super) fn is_known(&mut self, pointer: ValueId) -> bool {
        if let Some(known) = self.known.get(&pointer) {
            return *known;
        }
        let mut seen = FxHashSet::default();
        let mut open = vec![pointer];
        let mut is_known = false;
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.source(value) {
                Source::Unknown => {}
                Source::Same(other) | Source::Part(other) | Source::Whole(other) => {
                    open.push(other);
                }
                Source::Merged(others) => open.extend(others),
                Source::Parameter(number) => {
                    is_known |= self.all.wanted.uses(self.edited.id, number)
                }
                Source::Global(_)
                | Source::Foreign(_)
                | Source::Function
                | Source::Stack(_)
                | Source::Loaded { .. }
                | Source::Made(_)
                | Source::Chunk
                | Source::Returned => {
                    is_known = true;
                }
            }
            if is_known {
                break;
            }
        }
        self.known.insert(pointer, is_known);
        is_known
    }

    /// The value that all provenance of a pointer comes from, if it is one alone: also around a loop in which the pointer walks. It dominates the pointer, as all that
    /// the pointer is computed from does.
    pub(super) fn sole(&mut self, pointer: ValueId) -> Option<ValueId> {
        if let Some(sole) = self.soles.get(&pointer) {
            return *sole;
        }
        let of = (self.edited.id, self.edited.function);
        let sole = parts::sole(&self.all.followed, of, pointer);
        self.soles.insert(pointer, sole);
        sole
    }

    /// The provenance of a pointer, as a number for code before this instruction and after the pointer.
    pub(super) fn provenance(
        &mut self,
        editor: &mut Editor<'_>,
        pointer: ValueId,
        before: ValueId,
    ) -> Val {
        if !self.is_known(pointer) {
            return editor.constant_int(0);
        }
        let pointer = self.sole(pointer).unwrap_or(pointer);
        if let Some(value) = self.values.get(&pointer) {
            return *value;
        }
        if self.renewed.contains_key(&pointer) {
            return self.newest(editor, pointer, before);
        }
        let id = self.edited.id;
        let value = match self.source(pointer) {
            Source::Unknown | Source::Parameter(_) => editor.constant_int(0),
            Source::Same(other) => return self.provenance(editor, other, before),
            Source::Global(global) => {
                let address = editor.global(global);
                let mut cursor = editor.at_entry(id);
                let address = cursor.address_of(address);
                let above = cursor.int(ABOVE);
                let above = cursor.and(address, above);
                let folded = cursor.add(address, above);
                let generation = cursor.int(STATIC << GENERATION_SHIFT);
                cursor.add(folded, generation)
            }
            Source::Foreign(global) => {
                let address = editor.global(global);
                let mut cursor = editor.at_entry(id);
                cursor.ask_beside(text::FOREIGN, &[address], Beside::Reads)
            }
            Source::Function => editor.constant_int(FUNCTION),
            Source::Stack(size) => self.on_stack(editor, pointer, size),
            Source::Loaded { from } => {
                let [from, read] = [from, pointer].map(|value| editor.value(id, value));
                match editor.after(id, pointer) {
                    Some(mut cursor) => cursor.ask_beside(text::LOAD, &[from, read], Beside::Reads),
                    None => editor.constant_int(0),
                }
            }
            Source::Made(size) => self.made(editor, pointer, size),
            Source::Chunk => {
                let start = editor.value(id, pointer);
                match editor.after_call(id, pointer) {
                    Some(mut cursor) => cursor.ask_beside(NEW_CHUNK, &[start], Beside::Writes),
                    None => editor.constant_int(0),
                }
            }
            Source::Returned => {
                let callee = editor.callee(id, pointer);
                let result = editor.value(id, pointer);
                match editor.after_call(id, pointer) {
                    Some(mut cursor) => {
                        cursor.ask_beside(text::RESULT, &[callee, result], Beside::Reads)
                    }
                    None => editor.constant_int(0),
                }
            }
            Source::Part(of) => {
                let whole = self.provenance(editor, of, pointer);
                self.part(editor, pointer, whole)
            }
            Source::Whole(of) => {
                let known = self.provenance(editor, of, pointer);
                let mut cursor = editor.before(id, pointer);
                cursor.ask_beside(text::WHOLE_OF, &[known], Beside::Reads)
            }
            Source::Merged(_) => return self.merged(editor, pointer),
        };
        self.values.insert(pointer, value);
        value
    }

    fn part(&mut self, editor: &mut Editor<'_>, pointer: ValueId, whole: Val) -> Val {
        let id = self.edited.id;
        let Some(&[_, array, object]) = editor.arguments_of(id, pointer, members::PART).as_deref()
        else {
            return whole;
        };
        let mut cursor = editor.before(id, pointer);
        cursor.ask_beside(text::PART_OF, &[whole, array, object], Beside::Writes)
    }

    fn made(&mut self, editor: &mut Editor<'_>, call: ValueId, size: Size) -> Val {
        let id = self.edited.id;
        let numbers = match size {
            Size::Argument(n) => vec![n],
            Size::Product(a, b) => vec![a, b],
        };
        let Some(Op::Call { arguments, .. }) = self.edited.function.op(call) else {
            return editor.constant_int(0);
        };
        let sizes: Vec<Val> = numbers
            .iter()
            .filter_map(|n| arguments.get(*n as usize))
            .map(|argument| editor.value(id, *argument))
            .collect();
        let start = editor.value(id, call);
        let Some(mut cursor) = editor.after_call(id, call) else {
            return editor.constant_int(0);
        };
        let factors: Vec<Val> = sizes.into_iter().map(|size| cursor.widen(size)).collect();
        let bytes = factors.into_iter().reduce(|a, b| cursor.mul(a, b));
        let Some(bytes) = bytes else {
            return editor.constant_int(0);
        };
        cursor.ask_beside(NEW_OBJECT, &[start, bytes], Beside::Writes)
    }

    fn merged(&mut self, editor: &mut Editor<'_>, pointer: ValueId) -> Val {
        let Edited { id, function, .. } = self.edited;
        match function.op(pointer) {
            Some(Op::Phi(edges)) => {
                let phi = editor.phi_beside(id, pointer);
                // First of all: what comes around a loop is derived from it.
                self.values.insert(pointer, phi);
                for (block, value) in edges {
                    if let Some(last) = function.blocks[*block].instructions.last() {
                        let value = self.provenance(editor, *value, *last);
                        editor.add_incoming(phi, id, *last, value);
                    }
                }
                phi
            }
            Some(Op::Select {
                condition,
                then,
                otherwise,
            }) => {
                let [then, otherwise] =
                    [*then, *otherwise].map(|value| self.provenance(editor, value, pointer));
                let condition = editor.value(id, *condition);
                let value = match editor.after(id, pointer) {
                    Some(mut cursor) => cursor.choose(condition, then, otherwise),
                    None => editor.constant_int(0),
                };
                self.values.insert(pointer, value);
                value
            }
            Some(_) | None => editor.constant_int(0),
        }
    }
}
