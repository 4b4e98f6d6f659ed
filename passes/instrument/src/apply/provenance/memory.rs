//! Pointers that are written to memory and copied there, and what may be one.

use super::{Edited, Inserter, text};
use rustc_hash::FxHashSet;
use sanecc_abi::symbols::{COPY_PROVENANCE, FORGET_PROVENANCE};
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Function, MemoryIntrinsic, Op, Ordering, Type, ValueDef, ValueId};

/// Whether pointers are copied as values of a type. Integers of 16 and 32 bits and floating-point numbers are not: C allows bytes, and old habit whole words.
fn may_hold_pointers(ty: Type) -> bool {
    match ty {
        Type::Int(bits) => bits == 8 || bits >= 64,
        Type::Vector { .. } | Type::Aggregate(_) | Type::Pointer(_) => true,
        Type::Float(_) | Type::Void | Type::Other => false,
    }
}

/// The instructions of a function whose accesses are all aligned to so many bytes.
pub(super) struct Aligned {
    /// Words, which may be pointers.
    words: FxHashSet<ValueId>,
    /// Half or a quarter of a word, and no more is known: structures of smaller numbers are copied so, and no pointers.
    parts: FxHashSet<ValueId>,
}

impl Aligned {
    pub(super) fn of(function: &Function) -> Self {
        Self {
            words: aligned(function, |align| align >= 8),
            parts: aligned(function, |align| matches!(align, 2 | 4)),
        }
    }
}

fn aligned(function: &Function, is_so: impl Fn(u64) -> bool) -> FxHashSet<ValueId> {
    let accesses = || function.accesses.iter().map(|(_, access)| access);
    let mut aligned: FxHashSet<ValueId> = accesses().map(|access| access.instruction).collect();
    for access in accesses().filter(|access| !is_so(access.align)) {
        aligned.remove(&access.instruction);
    }
    aligned
}

/// Copies of more words are calls of the runtime.
const MOST_WORDS: u64 = 4;

impl Inserter<'_> {
    pub(super) fn follow(&mut self, editor: &mut Editor<'_>, instruction: ValueId, op: &Op) {
        match op {
            Op::Store {
                pointer,
                value,
                mode,
            } => self.store(editor, instruction, (*pointer, *value), mode.ordering),
            Op::Atomic { pointer, .. } => self.forget(editor, instruction, *pointer, 8),
            Op::Memory(operation, operands) => {
                self.copy(editor, instruction, *operation, operands);
            }
            Op::Call { .. } => self.call(editor, instruction, op),
            Op::Return(Some(value)) => self.hand_back(editor, instruction, *value),
            _ => {}
        }
    }

    /// A pointer gets its slot. What may be a pointer without being one here, or part of one, takes the slot that was there away: such values come from memory, or from
    /// a conversion.
    fn store(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        (place, value): (ValueId, ValueId),
        ordering: Ordering,
    ) {
        let Edited { id, function, .. } = self.edited;
        let ty = function.values[value].ty;
        if ty.is_plain_pointer() && ordering == Ordering::NotAtomic {
            let provenance = match self.is_known(value) {
                true => Some(self.provenance(editor, value, instruction)),
                false => None,
            };
            let notes_losses = self.all.followed.plan.losses;
            if notes_losses {
                self.lose(editor, instruction, place, provenance);
            }
            if let Some(provenance) = provenance {
                let [place, value] = [place, value].map(|value| editor.value(id, value));
                if let Some(mut cursor) = editor.after(id, instruction) {
                    cursor.tell_beside(text::STORE, &[place, provenance, value]);
                }
            } else if !notes_losses && self.may_fit(value) {
                self.forget(editor, instruction, place, 8);
            }
            return;
        }
        if let Some(Op::Load { pointer: from, .. }) = function.op(value)
            && ty == Type::Int(64)
            && self.aligned.words.contains(&instruction)
        {
            return self.copy_word(editor, instruction, place, *from);
        }
        let may_be_part = match function.op(value) {
            Some(Op::Load { pointer, .. }) => may_hold_pointers(ty) && !self.is_constant(*pointer),
            Some(Op::Atomic { .. } | Op::Element(..) | Op::Phi(_)) => may_hold_pointers(ty),
            Some(Op::Cast(..)) => ty == Type::Int(64),
            Some(Op::Call { .. }) => matches!(ty, Type::Int(64) | Type::Aggregate(_)),
            Some(_) | None => false,
        };
        if may_be_part || ty.is_plain_pointer() {
            let bytes = self.all.followed.module.bytes_of(ty).unwrap_or(16);
            self.forget(editor, instruction, place, bytes);
        }
    }

    /// Whether a pointer of which nothing is known may be the one that a slot is for, and yet point into another object.
    fn may_fit(&self, value: ValueId) -> bool {
        let function = self.edited.function;
        function.op(value).is_some() || matches!(function.values[value].def, ValueDef::Param(_))
    }

    /// A word was read and written again, which may be a pointer. Should another one lie there by now, its slot does not fit.
    fn copy_word(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        to: ValueId,
        from: ValueId,
    ) {
        let id = self.edited.id;
        let [to, from] = [to, from].map(|value| editor.value(id, value));
        if let Some(mut cursor) = editor.after(id, instruction) {
            cursor.tell_beside(text::COPY_WORD, &[to, from]);
        }
    }

    /// Whether an address is one of memory that never changes.
    fn is_constant(&self, place: ValueId) -> bool {
        let Edited { function, .. } = self.edited;
        match function.values[function.resolve(place).base].def {
            ValueDef::Global(global) => self.all.followed.module.globals[global].constant,
            _ => false,
        }
    }

    /// So many bytes were written that slots say nothing of.
    fn forget(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        place: ValueId,
        bytes: u64,
    ) {
        let id = self.edited.id;
        let place = editor.value(id, place);
        let Some(mut cursor) = editor.after(id, instruction) else {
            return;
        };
        match bytes {
            0..=1 => cursor.tell_beside(text::FORGET_BYTE, &[place]),
            2..=8 => cursor.tell_beside(text::FORGET, &[place]),
            _ => {
                let bytes = cursor.int(bytes);
                cursor.tell_beside(FORGET_PROVENANCE, &[place, bytes]);
            }
        }
    }

    /// The same of bytes that begin inside of a word.
    fn forget_parts(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        place: ValueId,
        bytes: u64,
    ) {
        if bytes > MOST_WORDS * 8 {
            return self.forget(editor, instruction, place, bytes);
        }
        let place = editor.value(self.edited.id, place);
        let Some(mut cursor) = editor.after(self.edited.id, instruction) else {
            return;
        };
        let firsts = (0..bytes).step_by(8).filter(|first| *first != bytes - 1);
        for offset in firsts.chain([bytes - 1]) {
            let offset = cursor.int(offset);
            let word = cursor.displaced(place, offset);
            cursor.tell_beside(text::FORGET, &[word]);
        }
    }

    fn copy(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        operation: MemoryIntrinsic,
        operands: &[ValueId],
    ) {
        let Edited { id, function, .. } = self.edited;
        let &[to, from, length, ..] = operands else {
            return;
        };
        let is_copy = matches!(operation, MemoryIntrinsic::Copy | MemoryIntrinsic::Move);
        if !is_copy || function.integer(length) == Some(0) {
            return;
        }
        let bytes = function.integer(length).map(|bytes| bytes as u64);
        if let Some(bytes) = bytes
            && self.aligned.parts.contains(&instruction)
        {
            return self.forget_parts(editor, instruction, to, bytes);
        }
        let words = bytes.filter(|bytes| bytes % 8 == 0).map(|bytes| bytes / 8);
        let [to, from, length] = [to, from, length].map(|value| editor.value(id, value));
        let Some(mut cursor) = editor.after(id, instruction) else {
            return;
        };
        if let Some(words @ ..=MOST_WORDS) = words
            && operation == MemoryIntrinsic::Copy
            && self.aligned.words.contains(&instruction)
        {
            for word in 0..words {
                let offset = cursor.int(word * 8);
                let [to, from] = [to, from].map(|place| cursor.displaced(place, offset));
                cursor.tell_beside(text::COPY_WORD, &[to, from]);
            }
        } else {
            let length = cursor.widen(length);
            cursor.tell_beside(COPY_PROVENANCE, &[to, from, length]);
        }
    }
}
