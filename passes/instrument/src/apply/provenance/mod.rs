//! Follows the provenance of pointers, and holds accesses to the object that their pointer was derived from (`-fsanecc-mode=pointer`).
//!
//! Claims: the shadow is checked as without it; beside that, an access whose check stays is compared with the object of its pointer, if anybody knows it. A removed check has a
//! proof that holds of this object, too. Provenance is that of the [source](source) of a pointer: values of the function have it as numbers beside them, memory in a
//! table, and calls hand it over. Unknown falls back to the shadow alone.
//!
//! Source: Chen et al. (Movec), ISSTA 2019, section 3; Nagarakatte et al. (SoftBound), PLDI 2009, for values, tables and calls.

mod calls;
mod checks;
mod comparisons;
mod source;
mod text;
mod wanted;

use super::Edited;
use crate::{CheckPlan, Decision, FunctionPlan};
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_abi::provenance::{ADDRESS_BITS, STATIC};
use sanecc_abi::symbols::{
    COPY_PROVENANCE, FOLLOW_PROVENANCE, FORGET_PROVENANCE, NEW_CHUNK, NEW_OBJECT,
};
use sanecc_ir::llvm::edit::{Beside, Editor, Val};
use sanecc_ir::{
    Access, AccessId, Extent, Function, GlobalId, Id, MemoryIntrinsic, Module, Op, Ordering, Size,
    Type, ValueDef, ValueId,
};
use source::{Source, source};
use wanted::Wanted;

pub(in crate::apply) use checks::ProvenanceChecks;
pub(in crate::apply) use text::{definitions, is_beside};

/// The constructor that asks for the tables runs before those that register globals.
const FIRST: u32 = 1;

/// A module whose pointers are followed.
pub(super) struct Followed<'a> {
    module: &'a Module,
    plan: &'a CheckPlan,
    /// Variables with a record.
    globals: FxHashSet<GlobalId>,
}

/// What is inserted in a module.
pub(super) struct Provenance<'a> {
    followed: Followed<'a>,
    wanted: Wanted,
}

impl<'a> Provenance<'a> {
    /// Finds out what is wanted, and lets the module ask for the tables at its start.
    pub(super) fn of(editor: &mut Editor<'_>, module: &'a Module, plan: &'a CheckPlan) -> Self {
        let globals = plan.globals.iter().copied().filter(|id| {
            let global = &module.globals[*id];
            !global.may_be_replaced() && global.section.is_none()
        });
        let followed = Followed {
            module,
            plan,
            globals: globals.collect(),
        };
        let wanted = Wanted::of(&followed);
        editor.run_at_start(FIRST, FOLLOW_PROVENANCE, &[], None);
        Self { followed, wanted }
    }

    /// Edits a function, before anything else does. Gives what its checks need.
    pub(super) fn insert(
        &self,
        editor: &mut Editor<'_>,
        edited: Edited<'_>,
        plan: &FunctionPlan,
    ) -> ProvenanceChecks {
        let mut beside = Inserter {
            all: self,
            edited,
            values: FxHashMap::default(),
            known: FxHashMap::default(),
            soles: FxHashMap::default(),
            aligned: aligned(edited.function),
        };
        beside.take_parameters(editor);
        let checks = beside.collect_checks(editor, plan);
        for (_, block) in edited.function.blocks.iter() {
            for &instruction in &block.instructions {
                if let Some(op) = edited.function.op(instruction) {
                    beside.follow(editor, instruction, op);
                }
            }
        }
        checks
    }
}

/// Whether an access is compared with the object of its pointer.
fn is_checked(plan: &FunctionPlan, id: AccessId, access: &Access) -> bool {
    let is_plain = !access.by_library && !matches!(access.extent, Extent::Masked { .. });
    let decision = &plan.decisions[id.index()];
    is_plain && matches!(decision, Decision::Checked(_) | Decision::Hoisted(_))
}

/// Whether pointers are copied as values of a type. Integers of 16 and 32 bits and floating-point numbers are not: C allows bytes, and old habit whole words.
fn may_hold_pointers(ty: Type) -> bool {
    match ty {
        Type::Int(bits) => bits == 8 || bits >= 64,
        Type::Vector { .. } | Type::Aggregate(_) | Type::Pointer(_) => true,
        Type::Float(_) | Type::Void | Type::Other => false,
    }
}

/// The instructions of a function whose accesses are all aligned to words.
fn aligned(function: &Function) -> FxHashSet<ValueId> {
    let accesses = || function.accesses.iter().map(|(_, access)| access);
    let mut aligned: FxHashSet<ValueId> = accesses().map(|access| access.instruction).collect();
    for access in accesses().filter(|access| access.align < 8) {
        aligned.remove(&access.instruction);
    }
    aligned
}

/// Copies of more words are calls of the runtime.
const MOST_WORDS: u64 = 4;

/// Inserts in one function.
struct Inserter<'a> {
    all: &'a Provenance<'a>,
    edited: Edited<'a>,
    /// Provenance of pointers that have one of their own.
    values: FxHashMap<ValueId, Val>,
    /// Whether anything may be known of a pointer.
    known: FxHashMap<ValueId, bool>,
    /// Instructions that access whole words alone, and none in part.
    aligned: FxHashSet<ValueId>,
    /// Values that all provenance of a pointer comes from, where that is one alone.
    soles: FxHashMap<ValueId, Option<ValueId>>,
}

impl Inserter<'_> {
    fn source(&self, pointer: ValueId) -> Source {
        source(&self.all.followed, self.edited.function, pointer)
    }

    /// Whether anything may be known of a pointer.
    fn is_known(&mut self, pointer: ValueId) -> bool {
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
                Source::Same(other) => open.push(other),
                Source::Merged(others) => open.extend(others),
                Source::Parameter(number) => {
                    is_known |= self.all.wanted.uses(self.edited.id, number)
                }
                Source::Global(_)
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
    fn sole(&mut self, pointer: ValueId) -> Option<ValueId> {
        if let Some(sole) = self.soles.get(&pointer) {
            return *sole;
        }
        let mut seen = FxHashSet::default();
        let mut open = vec![pointer];
        let mut found = None;
        let mut is_sole = true;
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.source(value) {
                Source::Same(other) => open.push(other),
                Source::Merged(others) => open.extend(others),
                _ => is_sole &= *found.get_or_insert(value) == value,
            }
            if !is_sole {
                break;
            }
        }
        let sole = found.filter(|_| is_sole);
        self.soles.insert(pointer, sole);
        sole
    }

    /// The provenance of a pointer, as a number that is there wherever the pointer is.
    fn provenance(&mut self, editor: &mut Editor<'_>, pointer: ValueId) -> Val {
        if !self.is_known(pointer) {
            return editor.constant_int(0);
        }
        let pointer = self.sole(pointer).unwrap_or(pointer);
        if let Some(value) = self.values.get(&pointer) {
            return *value;
        }
        let id = self.edited.id;
        let value = match self.source(pointer) {
            Source::Unknown | Source::Parameter(_) => editor.constant_int(0),
            Source::Same(other) => return self.provenance(editor, other),
            Source::Global(global) => {
                let address = editor.global(global);
                let mut cursor = editor.at_entry(id);
                let address = cursor.address_of(address);
                let generation = cursor.int(STATIC << ADDRESS_BITS);
                cursor.add(address, generation)
            }
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
                match editor.after(id, pointer) {
                    Some(mut cursor) => cursor.ask_beside(NEW_CHUNK, &[start], Beside::Writes),
                    None => editor.constant_int(0),
                }
            }
            Source::Returned => {
                let callee = editor.callee(id, pointer);
                let result = editor.value(id, pointer);
                match editor.after(id, pointer) {
                    Some(mut cursor) => {
                        cursor.ask_beside(text::RESULT, &[callee, result], Beside::Reads)
                    }
                    None => editor.constant_int(0),
                }
            }
            Source::Merged(_) => return self.merged(editor, pointer),
        };
        self.values.insert(pointer, value);
        value
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
        let Some(mut cursor) = editor.after(id, call) else {
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
                    let value = self.provenance(editor, *value);
                    if let Some(last) = function.blocks[*block].instructions.last() {
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
                    [*then, *otherwise].map(|value| self.provenance(editor, value));
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

    fn follow(&mut self, editor: &mut Editor<'_>, instruction: ValueId, op: &Op) {
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
            if self.is_known(value) {
                let provenance = self.provenance(editor, value);
                let [place, value] = [place, value].map(|value| editor.value(id, value));
                if let Some(mut cursor) = editor.after(id, instruction) {
                    cursor.tell_beside(text::STORE, &[place, provenance, value]);
                }
            } else if function.op(value).is_some()
                || matches!(function.values[value].def, ValueDef::Param(_))
            {
                self.forget(editor, instruction, place, 8);
            }
            return;
        }
        if let Some(Op::Load { pointer: from, .. }) = function.op(value)
            && ty == Type::Int(64)
            && self.aligned.contains(&instruction)
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
        let words = function
            .integer(length)
            .filter(|bytes| *bytes > 0 && bytes % 8 == 0);
        let words = words.map(|bytes| bytes as u64 / 8);
        let [to, from, length] = [to, from, length].map(|value| editor.value(id, value));
        let Some(mut cursor) = editor.after(id, instruction) else {
            return;
        };
        if let Some(words @ ..=MOST_WORDS) = words
            && operation == MemoryIntrinsic::Copy
            && self.aligned.contains(&instruction)
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
